import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCurrency } from '../../../server/core/money.ts';
import { feeSums } from '../../../server/features/ledger/charges/rules.ts';
import type { ProposalDto } from '../../../server/features/approvals/schema.ts';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection, RowAct } from '@/features/platform/ListSection.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const RefuseDialog = lazyNamed(() => import('@/features/platform/RefuseDialog.tsx'), 'RefuseDialog');

const CaseDialog = lazyNamed(() => import('@/features/platform/CaseDialog.tsx'), 'CaseDialog');

const refreshed = () =>
  Promise.all([
    api.approvals.invalidate(),
    api.cases.invalidate(),
    api.operations.invalidate(),
    api.platform.invalidate(),
  ]);

/** Proposals of one staff member that another one has to confirm. */
export function Decisions() {
  const { t } = useTranslation('platform');
  const [shown, setShown] = useState<string | null>(null);
  const columns: Column<ProposalDto>[] = [
    {
      id: 'what',
      header: t('approval.what'),
      cell: (row) => (
        <>
          <ProposalText row={row} />
          <span className="block text-sm font-normal text-muted-foreground">
            {t('approval.by', { name: row.proposedByName })}: <bdi>{row.note}</bdi>
          </span>
        </>
      ),
    },
    { id: 'until', header: t('approval.until'), cell: (row) => <DateText value={row.expiresAt} as="relative" /> },
    {
      id: 'act',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
          {row.caseId ? (
            <Button size="small" onClick={() => setShown(row.caseId)}>
              {t('case.look')}
            </Button>
          ) : row.kind === 'dispute_decision' ? (
            <Button size="small" asChild>
              <Link to="/admin-dashboard/disputes/$disputeId" params={{ disputeId: row.subject }}>
                {t('approval.openDispute')}
              </Link>
            </Button>
          ) : row.contractId ? (
            <Button size="small" asChild>
              <Link to="/admin-dashboard/deals/$contractId" params={{ contractId: row.contractId }}>
                {t('case.look')}
              </Link>
            </Button>
          ) : null}
          {row.mine ? <Withdraw row={row} /> : <Decide row={row} />}
        </span>
      ),
    },
  ];
  return (
    <>
      <PagedSection
        id="decisions"
        title={t('approval.title')}
        none={t('approval.none')}
        page={(after) => api.approvals.pending.queryOptions(after ? { after } : {})}
        columns={columns}
        rowKey={({ id }) => id}
      />
      <Suspense fallback={null}>{shown ? <CaseDialog caseId={shown} onClose={() => setShown(null)} /> : null}</Suspense>
    </>
  );
}

function ProposalText({ row }: { row: ProposalDto }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const { decision, amount, currency, reference, creatorGets } = row.payload;
  if (row.kind === 'fee_schedule') return <FeeText row={row} />;
  if (row.kind === 'lift_freeze') return <>{t('approval.text.liftFreeze', { currency: String(currency ?? '') })}</>;
  if (row.kind === 'domain_transfer')
    return (
      <>
        {t('approval.text.moveDomain', {
          domain: String(row.payload['domain'] ?? ''),
          org: String(row.payload['toName'] ?? ''),
        })}
      </>
    );
  if (typeof amount !== 'number' || typeof currency !== 'string' || !isCurrency(currency))
    return <>{t(`approval.kinds.${row.kind}`)}</>;
  const values = { amount: format.money({ amount: Math.abs(amount), currency }), reference: String(reference ?? '') };
  if (row.kind === 'milestone_termination')
    return (
      <>
        {t('approval.text.terminate', {
          ...values,
          creatorAmount: format.money({ amount: Number(creatorGets ?? 0), currency }),
        })}
      </>
    );
  if (row.kind === 'refund_by_bank') return <>{t('approval.text.refundByBank', values)}</>;
  if (row.kind === 'dispute_decision')
    return (
      <>
        {t('approval.text.disputeDecision', {
          ...values,
          creatorAmount: format.money({ amount: Number(creatorGets ?? 0), currency }),
        })}
      </>
    );
  if (row.kind === 'debt_write_off') return <>{t('approval.text.writeOff', values)}</>;
  if (decision === 'paid_by_bank') return <>{t('approval.text.paidByBank', values)}</>;
  if (row.kind === 'parked_money')
    return (
      <>
        {decision === 'brand_owes'
          ? t('approval.text.brandOwes', values)
          : decision === 'fraud'
            ? t('approval.text.fraud', values)
            : t(amount > 0 ? 'approval.text.platform' : 'approval.text.loss', values)}
      </>
    );
  return <>{decision === 'accept' ? t('approval.text.accept', values) : t('approval.text.return', values)}</>;
}

/** The whole schedule: who confirms it reads what will be charged, to whom and from when. */
function FeeText({ row }: { row: ProposalDto }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const feeWords = useFeeWords();
  const { bps, fixed, minimum, maximum, country, currency, validFrom } = row.payload;
  const sum = (value: unknown) => (typeof value === 'number' ? value : null);
  const feeBps = sum(bps) ?? 0;
  const terms = { bps: feeBps, fixed: sum(fixed) ?? 0, minimum: sum(minimum), maximum: sum(maximum) };
  const of = typeof currency === 'string' && isCurrency(currency) ? currency : null;
  return (
    <>
      {t('approval.text.feeSchedule', {
        fee: feeWords({ feeBps, feeTerms: feeSums(terms), currency: of ?? 'EUR' }),
        date: format.dateTime(new Date(String(validFrom))),
      })}
      {of || country ? (
        <span className="block text-sm font-normal text-muted-foreground">
          {[country ? format.countryName(String(country)) : null, of].filter(Boolean).join(' · ')}
        </span>
      ) : null}
    </>
  );
}

function Withdraw({ row }: { row: ProposalDto }) {
  const { t } = useTranslation('platform');
  const withdraw = trpc.approvals.withdraw.useMutation({ onSettled: refreshed });
  return (
    <RowAct act={withdraw} may label={t('approval.withdraw')} onAct={() => withdraw.mutate({ proposalId: row.id })}>
      <span className="text-sm text-muted-foreground">{t('approval.mine')}</span>
    </RowAct>
  );
}

function Decide({ row }: { row: ProposalDto }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const [refusing, setRefusing] = useState(false);
  const acts: Partial<
    Record<ProposalDto['kind'], { isPending: boolean; error: unknown; mutate: (input: { proposalId: string }) => void }>
  > = {
    suspense: trpc.payments.confirmSuspense.useMutation({ onSettled: refreshed }),
    refund_by_bank: trpc.operations.confirmBankRefund.useMutation({ onSettled: refreshed }),
    parked_money: trpc.payments.confirmParked.useMutation({ onSettled: refreshed }),
    milestone_termination: trpc.disputes.confirmTermination.useMutation({ onSettled: refreshed }),
    debt_write_off: trpc.payments.confirmWriteOff.useMutation({
      onSettled: () => Promise.all([refreshed(), api.payments.allDebts.invalidate()]),
    }),
    fee_schedule: trpc.feeSchedules.confirm.useMutation({
      onSettled: () => Promise.all([refreshed(), api.feeSchedules.invalidate()]),
    }),
    domain_transfer: trpc.brands.confirmTransfer.useMutation({ onSettled: refreshed }),
    lift_freeze: trpc.moneyCheck.confirmLift.useMutation({
      onSettled: () => Promise.all([refreshed(), api.moneyCheck.invalidate()]),
    }),
  };
  const act = acts[row.kind];
  if (!row.mayDecide) return <span className="text-sm text-muted-foreground">{t('approval.notYours')}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
      {act?.error ? (
        <span role="alert" className="text-sm text-destructive">
          {explain(act.error)}
        </span>
      ) : null}
      <Button size="small" onClick={() => setRefusing(true)}>
        {t('approval.refuse')}
      </Button>
      {act ? (
        <Button size="small" variant="ink" pending={act.isPending} onClick={() => act.mutate({ proposalId: row.id })}>
          {t('approval.confirm')}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {refusing ? <RefuseDialog row={row} onClose={() => setRefusing(false)} /> : null}
      </Suspense>
    </span>
  );
}
