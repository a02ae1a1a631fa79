import i18next from 'i18next';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { useNow } from '@/components/time/use-now.ts';
import { AuthShell } from '@/features/accounts/AuthShell.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { api, appError, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Said in the reader's language when it is wrong. */
const codeSchema = z.object({ code: z.string().regex(/^\d{6}$/u, { error: () => i18next.t('accounts:verify.codeShort') }) });
const DOOR_OF = { business: '/business-auth', influencer: '/influencer-auth', influencer_agent: '/influencer-auth' } as const;

/** Proves the mailbox of whoever is signed in by the six digits that were mailed to it. */
export function VerifyPage({ next }: { next: string | undefined }) {
  const { t } = useTranslation('accounts');
  const { data: session } = useQuery(api.accounts.session.queryOptions());
  const title = t('verify.title');
  if (!session || session.unfinished) {
    return (
      <AuthShell title={title} lead={t('verify.signedOut')}>
        <Button asChild variant="ink" size="large" className="mt-6 w-full">
          <Link to="/auth" search={{ next: next ?? '/verify-account' }}>
            {t('door.signIn')}
          </Link>
        </Button>
      </AuthShell>
    );
  }
  if (session.emailVerified) {
    return (
      <AuthShell title={title} lead={t('verify.already')}>
        <Button asChild variant="ink" size="large" className="mt-6 w-full">
          <Link to={(session.userType ? DOOR_OF[session.userType] : '/auth') as string} search={(next ? { next } : {}) as never}>
            {t('verify.goOn')}
          </Link>
        </Button>
      </AuthShell>
    );
  }
  return (
    <AuthShell title={title} lead={t('verify.text', { email: session.email })}>
      <CodeForm next={next} mailboxUrl={session.mailboxUrl} />
    </AuthShell>
  );
}

function CodeForm({ next, mailboxUrl }: { next: string | undefined; mailboxUrl: string | null }) {
  const { t } = useTranslation('accounts');
  const explain = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [resendAt, setResendAt] = useState<number | null>(null);
  const form = useAppForm({ schema: codeSchema, defaultValues: { code: '' } });
  const verify = trpc.accounts.verifyMailbox.useMutation({
    onSuccess: async (session) => {
      queryClient.setQueryData(api.accounts.session.queryOptions().queryKey, session);
      void toast('success', t('verify.done'));
      await navigate({ to: (session.userType ? DOOR_OF[session.userType] : '/auth') as string, search: (next ? { next } : {}) as never });
    },
    onError: () => form.setFocus('code', { shouldSelect: true }),
  });
  const resend = trpc.accounts.sendVerification.useMutation({
    onSuccess: (sent) => {
      setResendAt(sent.resendAt.getTime());
      void toast('success', t('verify.resent'));
    },
    onError: (error) => {
      const seconds = appError(error)?.data['seconds'];
      if (typeof seconds === 'number') setResendAt(Date.now() + seconds * 1000);
    },
  });
  const typed = form.watch('code');
  const problem = verify.error ?? (appError(resend.error)?.code === 'auth.code_wait' ? null : resend.error);
  return (
    <form noValidate className="mt-6 grid gap-4" aria-busy={verify.isPending || undefined} onSubmit={(event) => void form.handleSubmit((values) => verify.mutate(values))(event)}>
      {problem ? <Alert tone="problem">{explain(problem)}</Alert> : null}
      <TextField control={form.control} name="code" label={t('verify.code')} hint={t('verify.tip')} inputMode="numeric" autoComplete="one-time-code" maxLength={6} ltr autoFocus />
      <DigitsOnly typed={typed} onClean={(digits) => form.setValue('code', digits)} />
      <Button type="submit" variant="ink" size="large" pending={verify.isPending} className="w-full">
        {t('verify.button')}
      </Button>
      <Resend resendAt={resendAt} pending={resend.isPending} onResend={() => resend.mutate()} />
      {mailboxUrl ? (
        <p className="text-center text-sm">
          <a href={mailboxUrl} target="_blank" rel="noreferrer" className="link">
            {t('verify.mailbox')}
          </a>
        </p>
      ) : null}
    </form>
  );
}

/** A pasted "123 456" is the code 123456; anything that is no digit falls away. */
function DigitsOnly({ typed, onClean }: { typed: string; onClean: (digits: string) => void }) {
  useEffect(() => {
    const digits = typed.replace(/\D/gu, '').slice(0, 6);
    if (digits !== typed) onClean(digits);
  }, [typed, onClean]);
  return null;
}

function Resend({ resendAt, pending, onResend }: { resendAt: number | null; pending: boolean; onResend: () => void }) {
  const { t } = useTranslation('accounts');
  const now = useNow(resendAt === null ? null : 1000);
  const seconds = resendAt === null ? 0 : Math.ceil((resendAt - now) / 1000);
  if (seconds > 0) {
    return (
      <p role="timer" className="figures text-center text-sm text-muted-foreground">
        {t('verify.resendIn', { seconds })}
      </p>
    );
  }
  return (
    <Button variant="link" pending={pending} onClick={onResend} className="justify-self-center text-sm">
      {t('verify.resend')}
    </Button>
  );
}
