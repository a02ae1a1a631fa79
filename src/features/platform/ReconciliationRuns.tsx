import { useTranslation } from 'react-i18next';
import type { ReconciliationDto } from '../../../server/features/money-check/stored-lines/schema.ts';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { Listed } from '@/features/platform/ListSection.tsx';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { Tag } from '@/ui/tag.tsx';

/** The last reconciliations, the newest first. */
export function ReconciliationRuns({ runs }: { runs: readonly ReconciliationDto[] }) {
  const { t } = useTranslation('books');
  const format = useFormat();
  const figure = (id: 'linesStored' | 'linesCompared' | 'inFlight'): Column<ReconciliationDto> => ({
    id,
    header: t(`runs.${id}`),
    align: 'end',
    cell: (row) => <span className="figures">{format.number(row[id])}</span>,
  });
  const columns: Column<ReconciliationDto>[] = [
    {
      id: 'ended',
      header: t('runs.ended'),
      cell: (row) => (
        <>
          {row.finishedAt ? <DateText value={row.finishedAt} as="dateTime" /> : null}
          <span className="block text-sm font-normal text-muted-foreground">
            {t(`runs.by.${row.begunBy}`, { name: row.requestedByName ?? '' })}
          </span>
        </>
      ),
    },
    {
      id: 'result',
      header: t('runs.result'),
      phone: 'corner',
      cell: ({ state }) => <Tag>{t(`runs.states.${state === 'drift' || state === 'failed' ? state : 'clean'}`)}</Tag>,
    },
    figure('linesStored'),
    figure('linesCompared'),
    figure('inFlight'),
    {
      id: 'found',
      header: t('runs.found'),
      align: 'end',
      cell: ({ found }) => (
        <span className={cn('figures', found === 0 ? 'text-muted-foreground' : 'font-semibold text-destructive')}>
          {format.number(found)}
        </span>
      ),
    },
  ];
  return <Listed title={t('runs.title')} none={t('runs.none')} rows={runs} columns={columns} rowKey={({ id }) => id} />;
}
