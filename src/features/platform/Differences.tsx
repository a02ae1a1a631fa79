import { useTranslation } from 'react-i18next';
import type {
  DifferenceDto,
  ReconciliationOverview,
} from '../../../server/features/money-check/stored-lines/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { differencesFile } from '@/features/platform/money-files.ts';
import { MoneyFileButton } from '@/features/platform/MoneyFileButton.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

/** The last reconciliation with a result: what differs, by how much, of which objects. */
export function Differences({ overview }: { overview: ReconciliationOverview }) {
  const { t } = useTranslation('books');
  const format = useFormat();
  const last = overview.runs.find(({ state }) => state !== 'failed');
  const failed = overview.runs[0]?.state === 'failed' ? overview.runs[0] : null;
  return (
    <section id="differences" className="scroll-mt-20">
      <h2 className="heading-section mb-2">{t('drift.title')}</h2>
      {failed ? (
        <Alert tone="caution" title={t('drift.failed')} className="mb-3">
          {failed.error ? <bdi dir="ltr">{failed.error}</bdi> : null}
        </Alert>
      ) : null}
      {last ? (
        <Alert
          tone={last.found === 0 ? 'done' : 'problem'}
          title={last.found === 0 ? t('drift.clean') : t('drift.found', { count: last.found })}
        >
          <p>
            {t('drift.compared', {
              lines: format.number(last.linesCompared),
              postings: format.number(last.postingsCompared),
            })}{' '}
            {last.finishedAt ? <DateText value={last.finishedAt} as="dateTime" /> : null}
          </p>
          {last.found > overview.differences.length ? (
            <p className="mt-1">{t('drift.more', { shown: format.number(overview.differences.length) })}</p>
          ) : null}
        </Alert>
      ) : failed ? null : (
        <p className="text-muted-foreground">{t('drift.never')}</p>
      )}
      {overview.differences.length > 0 ? (
        <>
          <div className="mt-2 flex justify-end">
            <MoneyFileButton
              of={t('drift.title')}
              name="differences"
              make={() => differencesFile(overview.differences)}
            />
          </div>
          <Report rows={overview.differences} />
        </>
      ) : null}
    </section>
  );
}

function Report({ rows }: { rows: readonly DifferenceDto[] }) {
  const { t } = useTranslation('books');
  const columns: Column<DifferenceDto>[] = [
    { id: 'what', header: t('drift.what'), cell: (row) => <What row={row} /> },
    {
      id: 'at',
      header: t('drift.at'),
      cell: ({ at }) => (at ? <DateText value={at} as="dateTime" /> : '–'),
    },
    {
      id: 'theirs',
      header: t('drift.theirs'),
      align: 'end',
      cell: (row) => <Amount row={row} amount={row.theirs} />,
    },
    { id: 'ours', header: t('drift.ours'), align: 'end', cell: (row) => <Amount row={row} amount={row.ours} /> },
    {
      id: 'off',
      header: t('drift.off'),
      align: 'end',
      phone: 'corner',
      cell: (row) => (
        <span className="font-semibold text-destructive">
          <Amount row={row} amount={row.off} />
        </span>
      ),
    },
  ];
  return <DataTable label={t('drift.title')} rows={rows} columns={columns} rowKey={({ key }) => key} />;
}

/** The kind of difference, its deal, and the ids by which the provider's dashboard and our log find it. */
function What({ row }: { row: DifferenceDto }) {
  const { t } = useTranslation('books');
  const ids = [row.lineId, row.sourceId, row.opId].filter((id): id is string => id !== null);
  return (
    <>
      {t(`drift.kinds.${row.kind}`)}
      {row.contractId ? (
        <span className="block text-sm font-normal">
          <DealLink contractId={row.contractId} title={t('drift.deal')} />
        </span>
      ) : null}
      {ids.map((id) => (
        <bdi
          key={id}
          dir="ltr"
          className="block rtl:text-end font-mono text-xs font-normal break-all text-muted-foreground"
        >
          {id === row.lineId && row.lineType ? `${id} (${row.lineType})` : id}
        </bdi>
      ))}
    </>
  );
}

function Amount({ row, amount }: { row: DifferenceDto; amount: number | null }) {
  if (amount === null || row.money)
    return <MoneyText money={amount === null || !row.money ? null : { amount, currency: row.money }} />;
  return (
    <bdi dir="ltr">
      {amount} {row.currency}
    </bdi>
  );
}
