import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PasswordForm } from '@/features/security/PasswordForm.tsx';
import { withStepUp } from '@/features/security/with-step-up.ts';
import { callAuth } from '@/lib/auth.ts';
import { toast } from '@/lib/toast.ts';
import { Dialog } from '@/ui/dialog.tsx';

/** Back to the password alone: asks for it and for the authenticator itself. */
export function RemoveAuthenticatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const remove = useMutation({
    mutationFn: (password: string) => withStepUp(() => callAuth('/two-factor/disable', { password })),
    onSuccess: () => {
      void toast('success', t('remove.done'));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t('remove.title')} description={t('remove.text')} closeLabel={common('action.close')}>
      <PasswordForm destructive submitLabel={t('remove.confirm')} error={remove.error} pending={remove.isPending} onPassword={(password) => remove.mutate(password)} onCancel={onClose} />
    </Dialog>
  );
}
