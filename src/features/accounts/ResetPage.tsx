import { Link, useNavigate } from '@tanstack/react-router';
import { Circle, CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CODE_RESEND_MS, MIN_PASSWORD } from '../../../server/features/accounts/rules.ts';
import { CodeField, earlyCode } from '@/components/form/CodeField.tsx';
import { PasswordField, TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { AuthShell } from '@/features/accounts/AuthShell.tsx';
import { DemoMailbox } from '@/components/page/DemoMailbox.tsx';
import { portalOf, type ResetUserType } from '@/features/accounts/portals.ts';
import { codeOf, reasonOf, waitAfter, wasAnswered } from '@/features/accounts/public-refusal.ts';
import { ResendLink } from '@/components/form/ResendLink.tsx';
import { sessionChanged } from '@/lib/auth-calls.ts';
import { earlyTexts } from '@/lib/early-page.ts';
import { clearLoginAttempts } from '@/lib/login-attempts.ts';
import { publicCall } from '@/lib/public-calls.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import type { PasswordReset } from '@/features/accounts/checks.ts';
import { useCall } from '@/lib/use-call.ts';

export interface ResetPageProps {
  email: string | undefined;
  /** The portal that links here and is opened afterwards. */
  userType: ResetUserType | undefined;
  /** The address inside the app to open after the sign-in. */
  next: string | undefined;
}

/** A new password with the mailed code. */
export function ResetPage({ email, userType, next }: ResetPageProps) {
  const { t } = useTranslation('accounts');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const [resendAt, setResendAt] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useAppForm({
    schema: () => import('@/features/accounts/checks.ts').then((checks) => checks.passwordReset),
    defaultValues: useState(() => ({
      email: email ?? '',
      newPassword: '',
      ...earlyTexts('email', 'newPassword'),
      code: earlyCode(),
    }))[0],
  });
  const back = { to: portalOf(userType), search: next ? { next } : {} };
  const password = useWatch({ control: form.control, name: 'newPassword' });

  const confirm = useCall({
    call: ({ email: address, code, newPassword }: PasswordReset) =>
      publicCall('confirm-reset', { email: address, code, new_password: newPassword }),
    onSuccess: async () => {
      clearLoginAttempts();
      // The server has ended every session of this account, including one in this browser.
      await sessionChanged();
      void toast('success', t('reset.done'), { description: t('reset.doneText') });
      await navigate({ ...back, replace: true });
    },
    onError: (error, { newPassword }) => {
      const reason = reasonOf(error);
      if (reason === null && wasAnswered(error)) return void toast('error', t('reset.failedUnsaid'));
      if (codeOf(error) === 'auth.weak_password') setRefused(newPassword);
      if (reason && codeOf(error).startsWith('auth.code_')) form.setError('code', { type: 'server', message: reason });
      return void toast('error', t('reset.failed'), { description: reason ?? t('reset.later') });
    },
  });
  const resend = useCall({
    call: (address: string) => publicCall('request-reset', { email: address }),
    onSuccess: () => {
      clearLoginAttempts();
      setResendAt(serverNow() + CODE_RESEND_MS);
      void toast('success', t('reset.sent'), { description: t('reset.sentText') });
    },
    onError: (error) => {
      setResendAt(waitAfter(error));
      void toast('error', t('reset.resendFailed'), {
        description: reasonOf(error) ?? (wasAnswered(error) ? t('reset.unableToSend') : t('reset.later')),
      });
    },
  });

  function sendAgain(): void {
    const address = form.getValues('email').trim();
    if (address !== '') return resend.mutate(address);
    void toast('error', t('reset.emailRequired'), { description: t('signIn.emailFirst') });
    form.setFocus('email');
  }

  function requestAll(): void {
    if (Object.values(form.getValues()).some((value) => value.trim() === ''))
      void toast('error', t('reset.missing'), { description: t('reset.missingText') });
  }

  return (
    <AuthShell title={t('reset.title')} lead={t('reset.text')}>
      <form
        noValidate
        className="mt-6 grid gap-4"
        aria-busy={confirm.isPending || undefined}
        onSubmit={(event) => void form.handleSubmit((values) => confirm.mutate(values), requestAll)(event)}
      >
        <TextField control={form.control} name="email" type="email" label={t('form.email')} autoComplete="username" />
        <CodeField
          control={form.control}
          name="code"
          label={t('reset.code')}
          hint={t('verify.tip')}
          autoFocus={email !== undefined}
        />
        <div className="grid gap-2">
          <PasswordField
            control={form.control}
            name="newPassword"
            label={t('reset.newPassword')}
            autoComplete="new-password"
          />
          <ul aria-label={t('reset.rules')} className="grid gap-1 text-sm">
            <Rule state={password.length >= MIN_PASSWORD.reset ? 'met' : 'open'}>
              {t('reset.ruleLength', { min: MIN_PASSWORD.reset })}
            </Rule>
            <Rule state={refused !== null && refused === password ? 'broken' : 'open'}>{t('reset.ruleCommon')}</Rule>
          </ul>
        </div>
        <Button
          type="submit"
          variant="ink"
          size="large"
          pending={confirm.isPending || form.formState.isSubmitting}
          className="w-full"
        >
          {t('reset.button')}
        </Button>
        <Button asChild variant="outline" size="large" className="w-full">
          <Link {...back}>{common('action.back')}</Link>
        </Button>
        <ResendLink label={t('reset.resend')} resendAt={resendAt} pending={resend.isPending} onResend={sendAgain} />
        <DemoMailbox />
      </form>
    </AuthShell>
  );
}

const RULE_LOOK = {
  met: { Icon: CircleCheck, look: 'text-released-foreground', label: 'reset.ruleMet' },
  open: { Icon: Circle, look: 'text-muted-foreground', label: 'reset.ruleOpen' },
  broken: { Icon: CircleX, look: 'text-destructive', label: 'reset.ruleBroken' },
} as const;

function Rule({ state, children }: { state: keyof typeof RULE_LOOK; children: string }) {
  const { t } = useTranslation('accounts');
  const { Icon, look, label } = RULE_LOOK[state];
  return (
    <li className={`flex items-start gap-1.5 ${look}`}>
      <Icon aria-hidden className="mt-0.75 size-3.5" />
      <span>
        {children} <span className="sr-only">{t(label)}</span>
      </span>
    </li>
  );
}
