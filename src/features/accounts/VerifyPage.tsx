import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_RESEND_MS } from '../../../server/features/accounts/rules.ts';
import { CodeField, earlyCode } from '@/components/form/CodeField.tsx';
import { PasswordField, TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { AuthShell } from '@/features/accounts/AuthShell.tsx';
import { DemoMailbox } from '@/components/page/DemoMailbox.tsx';
import { portalOf } from '@/features/accounts/portals.ts';
import { codeOf, reasonOf, waitAfter } from '@/features/accounts/public-refusal.ts';
import { ResendLink } from '@/components/form/ResendLink.tsx';
import { sessionChanged } from '@/lib/auth-calls.ts';
import type { Session } from '@/lib/auth.ts';
import { earlyTexts } from '@/lib/early-page.ts';
import { publicCall } from '@/lib/public-calls.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { toast } from '@/lib/toast.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import type { Verification } from '@/features/accounts/checks.ts';
import { useCall } from '@/lib/use-call.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const BouncedNotice = lazyNamed(() => import('@/features/accounts/BouncedNotice.tsx'), 'BouncedNotice');

export interface VerifyPageProps {
  /** Passed in by the page that links here; otherwise the session's own address. */
  email: string | undefined;
  next: string | undefined;
  session: Session | null;
}

/** Verifies a mailbox by the mailed six digits; no session is needed. */
export function VerifyPage({ email: passedIn, next, session }: VerifyPageProps) {
  const { t } = useTranslation('accounts');
  const email = passedIn ?? (session?.email || undefined);
  const title = t('verify.title');
  if (session?.emailVerified && (!passedIn || passedIn.toLowerCase() === session.email.toLowerCase())) {
    return (
      <AuthShell title={title} lead={t('verify.already')}>
        <Button asChild variant="ink" size="large" className="mt-6 w-full">
          <Link to={portalOf(session.userType)} search={next ? { next } : {}}>
            {t('verify.goOn')}
          </Link>
        </Button>
      </AuthShell>
    );
  }
  return (
    <AuthShell title={title} lead={email ? t('verify.text', { email }) : t('verify.emailNeeded')}>
      {session ? (
        <Suspense fallback={null}>
          <BouncedNotice />
        </Suspense>
      ) : null}
      <CodeForm email={email} next={next} />
    </AuthShell>
  );
}

function CodeForm({ email, next }: { email: string | undefined; next: string | undefined }) {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const [resendAt, setResendAt] = useState<number | null>(null);
  const form = useAppForm({
    schema: () => import('@/features/accounts/checks.ts').then((checks) => checks.verification),
    defaultValues: useState(() => ({ email: email ?? '', password: '', ...earlyTexts('email'), code: earlyCode() }))[0],
  });
  const [needsPassword, setNeedsPassword] = useState(false);
  const verify = useCall({
    call: ({ email: address, code, password }: Verification) =>
      publicCall('verify-account', { email: address, code, ...(password ? { password } : {}) }),
    onSuccess: async ({ user_type: userType }) => {
      await sessionChanged();
      void toast('success', t('verify.done'));
      await navigate({ to: portalOf(userType), search: next ? { next } : {} });
    },
    onError: (error) => {
      if (codeOf(error) === 'auth.password_needed') {
        if (needsPassword)
          form.setError(
            'password',
            { type: 'server', message: reasonOf(error) ?? t('verify.failed') },
            { shouldFocus: true },
          );
        return setNeedsPassword(true);
      }
      if (codeOf(error) === 'auth.proof_wrong')
        return form.setError('password', { type: 'server', message: t('verify.wrongPassword') }, { shouldFocus: true });
      const reason = (codeOf(error) === 'auth.code_invalid' ? null : reasonOf(error)) ?? t('verify.checkCode');
      form.setError('code', { type: 'server', message: reason });
      void toast('error', t('verify.failed'), { description: reason });
    },
  });
  const resend = useCall({
    call: (address: string) => publicCall('resend-verification', { email: address }),
    onSuccess: (_, address) => {
      setResendAt(serverNow() + CODE_RESEND_MS);
      void toast('success', t('verify.resent'), { description: t('verify.text', { email: address }) });
    },
    onError: (error) => {
      setResendAt(waitAfter(error));
      void toast('error', t('verify.resendFailed'), { description: reasonOf(error) ?? t('reset.later') });
    },
  });

  function requestEmailAndCode(): void {
    const { email: typed, code } = form.getValues();
    if (typed.trim() === '' || code === '') void toast('error', t('verify.missing'));
  }

  function sendAgain(): void {
    const address = form.getValues('email').trim();
    if (address !== '') return resend.mutate(address);
    void toast('error', t('signIn.emailFirst'));
    form.setFocus('email');
  }

  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      aria-busy={verify.isPending || undefined}
      onSubmit={(event) => void form.handleSubmit((values) => verify.mutate(values), requestEmailAndCode)(event)}
    >
      {email ? null : (
        <TextField
          control={form.control}
          name="email"
          type="email"
          label={t('form.email')}
          autoComplete="email"
          autoFocus
        />
      )}
      <CodeField
        control={form.control}
        name="code"
        label={t('verify.code')}
        hint={t('verify.tip')}
        autoFocus={email !== undefined}
      />
      {needsPassword ? (
        <>
          <div role="status">
            <Alert tone="note">{t('verify.passwordText')}</Alert>
          </div>
          <PasswordField
            control={form.control}
            name="password"
            label={t('verify.password')}
            autoComplete="current-password"
            autoFocus
          />
          <p className="text-sm text-muted-foreground">
            {t('verify.notMine')}{' '}
            <Link to="/reset-password" search={{ email: form.getValues('email') }} className="link">
              {t('verify.setNew')}
            </Link>
          </p>
        </>
      ) : null}
      <Button
        type="submit"
        variant="ink"
        size="large"
        pending={verify.isPending || form.formState.isSubmitting}
        className="w-full"
      >
        {t('verify.button')}
      </Button>
      <ResendLink label={t('verify.resend')} resendAt={resendAt} pending={resend.isPending} onResend={sendAgain} />
      <DemoMailbox />
    </form>
  );
}
