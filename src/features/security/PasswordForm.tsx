import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { useSecondFactorText } from '@/components/security/SecondFactorForm.tsx';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface PasswordFormProps {
  submitLabel: string;
  error: unknown;
  pending: boolean;
  onPassword: (password: string) => void;
  onCancel: () => void;
}

/** The password again, before a change of the sign-in settings. */
export function PasswordForm({ submitLabel, error, pending, onPassword, onCancel }: PasswordFormProps) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const explain = useSecondFactorText();
  const form = useAppForm({
    schema: () => import('@/features/security/checks.ts').then((checks) => checks.password),
    defaultValues: { password: '' },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (error) setFocus('password', { shouldSelect: true });
  }, [error, setFocus]);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit(({ password }) => onPassword(password))(event)}
    >
      {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
      <PasswordField
        control={form.control}
        name="password"
        label={t('prove.password')}
        autoComplete="current-password"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" aria-disabled={pending || undefined} onClick={onCancel}>
          {common('action.cancel')}
        </Button>
        <Button type="submit" variant="ink" pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
