import { useTranslation } from 'react-i18next';
import type { FactorRemoval } from '../../../server/features/security/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** The last second factor is being removed: the time until which it can be canceled, and the button for it. */
export function RemovalNotice({ removal }: { removal: FactorRemoval }) {
  const { t } = useTranslation('security');
  const explain = useErrorText();
  const format = useFormat();
  const keep = trpc.security.keepFactor.useMutation({
    onSuccess: () => void toast('success', t('removal.kept')),
    onSettled: () => api.security.invalidate(),
  });
  return (
    <Alert tone="caution" title={t(`removal.${removal.factor}`, { date: format.dateTime(removal.removesAt) })}>
      <p>{t('removal.text')}</p>
      {keep.error ? <p>{explain(keep.error)}</p> : null}
      <p className="mt-3">
        <Button pending={keep.isPending} onClick={() => keep.mutate()}>
          {t('removal.keep')}
        </Button>
      </p>
    </Alert>
  );
}
