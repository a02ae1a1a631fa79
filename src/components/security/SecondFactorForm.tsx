import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/components/form/CodeField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { DemoCode } from '@/components/security/DemoCode.tsx';
import { AuthRefusal, callAuth, sessionOpened } from '@/lib/auth-calls.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { useCall } from '@/lib/use-call.ts';

export interface SecondFactorFormProps {
  portal: 'members' | 'admin';
  onSignedIn: () => void;
  /** Back to the password form. */
  onBack: () => void;
}

/** The error for a wrong code, in the user's language. */

/** After the right password: the authenticator's code, or one of the recovery codes. */
export function SecondFactorForm({ portal, onSignedIn, onBack }: SecondFactorFormProps) {
  const { t } = useTranslation('security');
  const [recovery, setRecovery] = useState(false);
  return (
    <section aria-labelledby="second-factor" className="grid gap-4">
      <div>
        <h2 id="second-factor" className="heading-section">
          {t('step.title')}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">{t(recovery ? 'step.recoveryText' : 'step.text')}</p>
      </div>
      <CodeForm key={String(recovery)} recovery={recovery} portal={portal} onSignedIn={onSignedIn} />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Button variant="link" onClick={() => setRecovery(!recovery)}>
          {t(recovery ? 'step.useApp' : 'step.useRecovery')}
        </Button>
        <Button variant="link" onClick={onBack}>
          {t('step.back')}
        </Button>
      </div>
      {portal === 'admin' ? <DemoCode /> : null}
    </section>
  );
}

function CodeForm({
  recovery,
  portal,
  onSignedIn,
}: {
  recovery: boolean;
  portal: 'members' | 'admin';
  onSignedIn: () => void;
}) {
  const { t } = useTranslation('security');
  const explain = useSecondFactorText();
  const form = useAppForm({
    schema: () =>
      import('@/components/security/checks.ts').then((checks) => (recovery ? checks.recoveryCode : checks.totpCode)),
    defaultValues: { code: '' },
  });
  const check = useCall({
    call: async ({ code }: { code: string }) => {
      await callAuth(recovery ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', { code }, portal);
      await sessionOpened();
    },
    onSuccess: onSignedIn,
    onError: () => form.setFocus('code', { shouldSelect: true }),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-busy={check.isPending || undefined}
      onSubmit={(event) => void form.handleSubmit((values) => check.mutate(values))(event)}
    >
      {check.error ? <Alert tone="problem">{explain(check.error)}</Alert> : null}
      {recovery ? (
        <TextField
          control={form.control}
          name="code"
          label={t('step.recovery')}
          autoComplete="off"
          maxLength={20}
          ltr
          autoFocus
        />
      ) : (
        <CodeField control={form.control} name="code" label={t('step.code')} autoFocus />
      )}
      <Button type="submit" variant="ink" size="large" pending={check.isPending} className="w-full">
        {t('step.confirm')}
      </Button>
    </form>
  );
}

/** The sign-in service's answer to a wrong second factor, in the user's language. */
export function useSecondFactorText(): (error: unknown) => string {
  const { t } = useTranslation('security');
  const explain = useErrorText();
  return (error) => {
    if (!(error instanceof AuthRefusal)) return explain(error);
    switch (error.code) {
      case 'INVALID_CODE':
        return t('step.wrong');
      case 'INVALID_BACKUP_CODE':
        return t('step.recoveryWrong');
      case 'INVALID_TWO_FACTOR_COOKIE':
      case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
        return t('step.over');
      case 'ACCOUNT_TEMPORARILY_LOCKED':
        return t('step.locked');
      case 'INVALID_PASSWORD':
        return t('prove.wrongPassword');
      default:
        return explain(error);
    }
  };
}
