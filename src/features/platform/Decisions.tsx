import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCurrency } from '../../../server/core/money.ts';
import type { ProposalDto } from '../../../server/features/approvals/schema.ts';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { ListSection, RowAct } from '@/features/platform/ListSection.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const RefuseDialog = lazy(() => import('@/features/platform/RefuseDialog.tsx').then((module) => ({ default: module.RefuseDialog })));

const refreshed = () => Promise.all([api.approvals.invalidate(), api.cases.invalidate(), api.platform.invalidate()]);

/** What one staff member proposed and another one has to confirm. */
export function Decisions() {
  const { t } = useTranslation('platform');
  const query = useQuery(api.approvals.pending.queryOptions());
  const columns: Column<ProposalDto>[] = [
    {
      id: 'what',
      header: t('approval.what'),
      cell: (row) => (
        <>
          <Says row={row} />
          <span className="block text-sm font-normal text-muted-foreground">
            {t('approval.by', { name: row.proposedByName })}: <bdi>{row.note}</bdi>
          </span>
        </>
      ),
    },
    { id: 'until', header: t('approval.until'), cell: (row) => <DateText value={row.expiresAt} as="relative" /> },
    { id: 'act', header: <span className="sr-only">{t('act')}</span>, align: 'end', phone: 'line', cell: (row) => (row.mine ? <Withdraw row={row} /> : <Decide row={row} />) },
  ];
  return <ListSection id="decisions" title={t('approval.title')} none={t('approval.none')} query={query} columns={columns} rowKey={({ id }) => id} />;
}

function Says({ row }: { row: ProposalDto }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const { decision, amount, currency } = row.payload;
  if (row.kind !== 'suspense' || typeof amount !== 'number' || typeof currency !== 'string' || !isCurrency(currency)) return <>{t(`approval.kinds.${row.kind}`)}</>;
  const sum = format.money({ amount, currency });
  return <>{decision === 'accept' ? t('approval.says.accept', { amount: sum }) : t('approval.says.return', { amount: sum })}</>;
}

function Withdraw({ row }: { row: ProposalDto }) {
  const { t } = useTranslation('platform');
  const withdraw = trpc.approvals.withdraw.useMutation({ onSettled: refreshed });
  return (
    <RowAct act={withdraw} label={t('approval.withdraw')} onAct={() => withdraw.mutate({ proposalId: row.id })}>
      <span className="text-sm text-muted-foreground">{t('approval.mine')}</span>
    </RowAct>
  );
}

function Decide({ row }: { row: ProposalDto }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const [refusing, setRefusing] = useState(false);
  const suspense = trpc.payments.confirmSuspense.useMutation({ onSettled: refreshed });
  if (!row.mayDecide) return <span className="text-sm text-muted-foreground">{t('approval.notYours')}</span>;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {suspense.error ? <span role="alert" className="text-sm text-destructive">{explain(suspense.error)}</span> : null}
      <Button size="small" onClick={() => setRefusing(true)}>{t('approval.refuse')}</Button>
      {row.kind === 'suspense' ? <Button size="small" variant="ink" pending={suspense.isPending} onClick={() => suspense.mutate({ proposalId: row.id })}>{t('approval.confirm')}</Button> : null}
      <Suspense fallback={null}>{refusing ? <RefuseDialog row={row} onClose={() => setRefusing(false)} /> : null}</Suspense>
    </span>
  );
}
