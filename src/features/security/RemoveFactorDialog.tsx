import { useTranslation } from 'react-i18next';
import type { PasskeyDto } from '../../../server/features/security/schema.ts';
import { passkeyName } from '@/features/security/passkey-name.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Removes the authenticator or a passkey; the last factor after a day. */
export function RemoveFactorDialog({
  factor,
  isLast,
  onClose,
}: {
  factor: 'authenticator' | PasskeyDto;
  isLast: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const texts =
    factor === 'authenticator'
      ? {
          title: t('remove.title'),
          text: isLast ? `${t('remove.text')} ${t('removal.last')}` : t('remove.text'),
          confirm: t('remove.confirm'),
          done: t('remove.done'),
        }
      : {
          title: t('passkeys.removeTitle', { name: passkeyName(factor) }),
          text: isLast ? t('removal.last') : t('passkeys.removeText'),
          confirm: t('passkeys.remove'),
          done: t('passkeys.removed'),
        };
  const remove = trpc.security.removeFactor.useMutation({
    onSuccess: ({ removesAt }) => {
      void api.security.invalidate();
      if (!removesAt) void toast('success', texts.done);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={remove.isPending}
      title={texts.title}
      description={texts.text}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button variant="quiet" aria-disabled={remove.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button
            variant="destructive"
            pending={remove.isPending}
            onClick={() =>
              remove.mutate(factor === 'authenticator' ? { factor } : { factor: 'passkey', id: factor.id })
            }
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      {remove.error ? <Alert tone="problem">{explain(remove.error)}</Alert> : null}
    </Dialog>
  );
}
