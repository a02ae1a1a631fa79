import { useTranslation } from 'react-i18next';
import type { SequenceDetail } from '../../../server/features/outreach/schema.ts';
import { useFormat } from '@/lib/format.ts';

/** How much of the day's limits is used. */
export function LimitList({ limits }: { limits: SequenceDetail['limits'] }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  return (
    <dl className="grid gap-1.5 text-sm">
      {limits.map(({ kind, sent, limit }) => (
        <div key={kind} className="flex justify-between gap-4">
          <dt className="text-muted-foreground">{t(`limit.${kind}`)}</dt>
          <dd className="figures">{t('limit.used', { sent: format.number(sent), limit: format.number(limit) })}</dd>
        </div>
      ))}
    </dl>
  );
}
