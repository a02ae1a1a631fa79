import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDto, CaseKind, CaseState } from '../../../server/features/cases/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { Tag } from '@/ui/tag.tsx';
import { CASE_KINDS } from '../../../server/features/cases/rules.ts';

const CaseDialog = lazyNamed(() => import('@/features/platform/CaseDialog.tsx'), 'CaseDialog');

const PAGE = 20;

/** Cases that need a staff member, the most urgent first. */
export function Cases() {
  const { t } = useTranslation('platform');
  const [state, setState] = useState<CaseState>('open');
  const [kind, setKind] = useState<CaseKind | 'all'>('all');
  const [shown, setShown] = useState<string | null>(null);
  const { query, rows } = usePages((after) =>
    api.cases.list.queryOptions({
      state,
      limit: PAGE,
      ...(kind === 'all' ? (state === 'open' ? { without: 'help' as const } : {}) : { kind }),
      ...(after ? { after } : {}),
    }),
  );
  // Open requests for help have a section of their own, where they are answered.
  const choose = (next: CaseState) => {
    setState(next);
    if (next === 'open' && kind === 'help') setKind('all');
  };
  const columns: Column<CaseDto>[] = [
    { id: 'case', header: t('case.kind'), cell: (row) => <About row={row} /> },
    state === 'open'
      ? {
          id: 'due',
          header: t('case.due'),
          cell: (row) =>
            row.dueAt ? (
              <DateText value={row.dueAt} as="day" />
            ) : (
              <span className="text-muted-foreground">{t('case.noDue')}</span>
            ),
        }
      : {
          id: 'closed',
          header: t('case.closed'),
          cell: (row) => (row.closedAt ? <DateText value={row.closedAt} as="relative" /> : null),
        },
    { id: 'opened', header: t('case.opened'), cell: (row) => <DateText value={row.openedAt} as="relative" /> },
    {
      id: 'amount',
      header: t('case.amount'),
      align: 'end',
      phone: 'corner',
      cell: (row) => (
        <MoneyText
          money={row.amount !== null && row.currency ? { amount: row.amount, currency: row.currency } : null}
        />
      ),
    },
    {
      id: 'act',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (row) => (
        <Button size="small" onClick={() => setShown(row.id)}>
          {t('case.look')}
        </Button>
      ),
    },
  ];
  return (
    <section id="cases" className="scroll-mt-20">
      <h2 className="heading-section mb-2">{t('case.title')}</h2>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Segmented<CaseState>
          label={t('case.which')}
          value={state}
          onValueChange={choose}
          options={[
            { value: 'open', label: t('case.openOnes') },
            { value: 'closed', label: t('case.closedOnes') },
          ]}
        />
        <Field id="case-kind" label={t('case.filter')} className="min-w-56">
          <Select
            id="case-kind"
            value={kind}
            onValueChange={(value) => setKind(value as CaseKind | 'all')}
            options={[
              { value: 'all', label: t('case.all') },
              ...CASE_KINDS.filter((value) => state === 'closed' || value !== 'help').map((value) => ({
                value,
                label: t(`case.kinds.${value}`),
              })),
            ]}
          />
        </Field>
      </div>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title={t(state === 'open' ? 'case.none' : 'case.noneClosed')} />
      ) : (
        <DataTable
          label={t('case.title')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          footer={query.hasNextPage ? <MoreButton query={query} className="mt-3" label={t('case.more')} /> : undefined}
        />
      )}
      <Suspense fallback={null}>{shown ? <CaseDialog caseId={shown} onClose={() => setShown(null)} /> : null}</Suspense>
    </section>
  );
}

function About({ row }: { row: CaseDto }) {
  const { t } = useTranslation('platform');
  const outcome = row.outcome ?? (typeof row.details['outcome'] === 'string' ? row.details['outcome'] : null);
  return (
    <>
      {t(`case.kinds.${row.kind}`)} {outcome && outcome !== 'open' ? <OutcomeTag outcome={outcome} /> : null}
      <span className="block text-sm font-normal text-muted-foreground">
        <Names row={row} />
        {row.contractId ? (
          <>
            {' · '}
            <DealLink contractId={row.contractId} title={row.dealTitle ?? t('case.deal')} />
          </>
        ) : null}
        {row.milestoneTitle ? (
          <>
            {' '}
            · <bdi>{row.milestoneTitle}</bdi>
          </>
        ) : null}
      </span>
    </>
  );
}

/** Both sides of the deal, or the org of the case. */
export function Names({ row }: { row: CaseDto }) {
  const { t } = useTranslation('platform');
  if (row.brandName && row.creatorName) return t('case.between', { brand: row.brandName, creator: row.creatorName });
  return row.orgName ? <bdi>{row.orgName}</bdi> : null;
}

const OUTCOMES = [
  'won',
  'lost',
  'open',
  'returned',
  'debt_paid',
  'written_off',
  'accepted',
  'booked',
  'closed_by_staff',
  'platform',
  'paid_by_bank',
  'brand_owes',
  'fraud',
  'payments_allowed',
  'domain_moved',
  'covered',
] as const;
type Outcome = (typeof OUTCOMES)[number];

export function OutcomeTag({ outcome }: { outcome: string }) {
  const { t } = useTranslation('platform');
  return (
    <Tag>{(OUTCOMES as readonly string[]).includes(outcome) ? t(`case.outcomes.${outcome as Outcome}`) : outcome}</Tag>
  );
}
