import { useTranslation } from 'react-i18next';
import type { FunnelRow, SequenceDetail } from '../../../server/features/outreach/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { DataTable } from '@/components/table/DataTable.tsx';
import { useFormat } from '@/lib/format.ts';

/** What came of each message, by text; a reply counts for the message that it answered. */
export function Funnel({ row }: { row: SequenceDetail }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  const two = row.funnel.some(({ variant }) => variant === 'b');
  const share = (part: number, whole: number) =>
    whole === 0
      ? format.number(part)
      : `${format.number(part)} (${format.percent(Math.round((10_000 * part) / whole))})`;
  const figure = (id: 'replied' | 'declined' | 'unsubscribed' | 'bounced') => ({
    id,
    header: t(`recipientState.${id}`),
    align: 'end' as const,
    phone: 'fact' as const,
    cell: (line: FunnelRow) => share(line[id], line.sent),
  });
  if (row.funnel.length === 0) return <EmptyState title={t('funnel.emptyTitle')}>{t('funnel.empty')}</EmptyState>;
  return (
    <DataTable
      label={t('funnel.title')}
      rows={row.funnel}
      rowKey={({ message, variant }) => `${message}${variant}`}
      columns={[
        {
          id: 'message',
          header: t('funnel.message'),
          cell: ({ message, variant }) => (
            <>
              {message === 0 ? t('edit.first') : t('edit.followUp', { n: format.number(message) })}
              {two ? (
                <span className="block text-sm font-normal text-muted-foreground">{t(`variant.${variant}`)}</span>
              ) : null}
            </>
          ),
        },
        {
          id: 'sent',
          header: t('funnel.sent'),
          align: 'end',
          phone: 'fact',
          cell: ({ sent }) => format.number(sent),
        },
        figure('replied'),
        figure('declined'),
        figure('unsubscribed'),
        figure('bounced'),
      ]}
    />
  );
}
