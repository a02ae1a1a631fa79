import { useTranslation } from 'react-i18next';
import { useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Back to the password alone, after a day where nothing else would be left. */
export function RemoveAuthenticatorDialog({ isLast, onClose }: { isLast: boolean; onClose: () => void }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const remove = trpc.security.removeFactor.useMutation({
    onSuccess: ({ removesAt }) => {
      if (!removesAt) void toast('success', t('remove.done'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('remove.title')}
      description={isLast ? `${t('remove.text')} ${t('removal.last')}` : t('remove.text')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>{common('action.cancel')}</Button>
          <Button variant="destructive" pending={remove.isPending} onClick={() => remove.mutate({ factor: 'authenticator' })}>{t('remove.confirm')}</Button>
        </>
      }
    >
      {remove.error ? <Alert tone="problem">{explain(remove.error)}</Alert> : null}
    </Dialog>
  );
}
