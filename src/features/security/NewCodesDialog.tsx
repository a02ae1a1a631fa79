import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PasswordForm } from '@/features/security/PasswordForm.tsx';
import { RecoveryCodes } from '@/features/security/RecoveryCodes.tsx';
import { withStepUp } from '@/features/security/with-step-up.ts';
import { callAuth } from '@/lib/auth-calls.ts';
import { Dialog } from '@/ui/dialog.tsx';

/** Replaces the recovery codes by ten new ones. */
export function NewCodesDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const renew = useMutation({
    mutationFn: (password: string) =>
      withStepUp(() => callAuth<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { password })),
  });
  return (
    <Dialog
      open
      locked={renew.isSuccess}
      pending={renew.isPending}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(renew.data ? 'setUp.codes.title' : 'renew.title')}
      description={t(renew.data ? 'setUp.codes.text' : 'renew.text')}
      closeLabel={common('action.close')}
    >
      {renew.data ? (
        <RecoveryCodes email={email} codes={renew.data.backupCodes} onKept={onClose} />
      ) : (
        <PasswordForm
          submitLabel={t('renew.confirm')}
          error={renew.error}
          pending={renew.isPending}
          onPassword={(password) => renew.mutate(password)}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
