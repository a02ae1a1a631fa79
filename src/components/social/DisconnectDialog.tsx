import { useTranslation } from 'react-i18next';
import type { ConnectionDto } from '../../../server/features/connections/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const EFFECTS = ['deleted', 'brands', 'access'] as const;

/** Says what the end of a connection changes, and ends it. */
export function DisconnectDialog({
  connection,
  open,
  onOpenChange,
}: {
  connection: ConnectionDto;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('social');
  const { t: common } = useTranslation();
  const { t: terms } = useTranslation('terms');
  const explain = useErrorText();
  const end = trpc.connections.disconnect.useMutation({
    onSuccess: (left) => {
      onOpenChange(false);
      keepAnswer(api.connections.mine.queryOptions().queryKey, left);
      return api.creators.invalidate();
    },
  });
  const network = terms(`platform.${connection.network}`);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      pending={end.isPending}
      title={t('end.title', { name: `@${connection.handle}` })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={end.isPending || undefined} onClick={() => onOpenChange(false)}>
            {t('end.keep')}
          </Button>
          <Button
            variant="destructive"
            pending={end.isPending}
            onClick={() => end.mutate({ connectionId: connection.id })}
          >
            {t('end.confirm')}
          </Button>
        </>
      }
    >
      {end.error ? <Alert tone="problem">{explain(end.error)}</Alert> : null}
      <ul className="list-disc ps-5">
        {EFFECTS.map((effect) => (
          <li key={effect}>{t(`end.${effect}`, { platform: network })}</li>
        ))}
      </ul>
    </Dialog>
  );
}
