import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { PaymentRow } from '../../../server/features/payments/schema.ts';
import { isTerminal } from '../../../server/features/escrow/milestone/rules.ts';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { isReleasePaused } from '@/components/deal/waiting-money.ts';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { CsvLink } from '@/components/money/CsvLink.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { type PageTab, PageTabs } from '@/components/page/Pages.tsx';
import { PartyAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { FilterBar } from '@/components/table/FilterBar.tsx';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { useHasRows } from '@/components/table/use-pages.ts';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { DocumentsPanel } from '@/features/payments/DocumentsPanel.tsx';
import { PaymentDrawer } from '@/features/payments/PaymentDrawer.tsx';
import { BrandStrip, CreatorStrip } from '@/features/payments/PaymentStrips.tsx';
import type { Persona } from '@/lib/screens.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { orgChoice } from '@/lib/org-choice.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const BrandDebts = lazyNamed(() => import('@/features/payments/BrandDebts.tsx'), 'BrandDebts');
const ToFundPanel = lazyNamed(() => import('@/features/payments/ToFundPanel.tsx'), 'ToFundPanel');

export type PaymentFilter = 'held' | 'to_approve' | 'released' | 'refunded' | 'disputed' | 'awaiting';
const PAYMENT_FILTERS: readonly PaymentFilter[] = [
  'to_approve',
  'awaiting',
  'held',
  'disputed',
  'released',
  'refunded',
];

export interface PaymentsSearch {
  state?: PaymentFilter | undefined;
  q?: string | undefined;
  /** The row whose detail is open beside the list. */
  milestone?: string | undefined;
  /** All documents instead of the list of money. */
  view?: 'documents' | undefined;
  /** Of the documents, e.g. 2026-11. */
  month?: string | undefined;
}

export interface PaymentsPageProps {
  persona: Persona;
  search: PaymentsSearch;
  onSearch: (search: PaymentsSearch) => void;
}

/** Money of deals: what a brand pays, or what a creator or an agency receives. */
export function PaymentsPage({ persona, search, onSearch }: PaymentsPageProps) {
  const { t } = useTranslation('payments');
  const brand = persona === 'brand';
  const seesSums = usePermitted('money.view') === true;
  const { view, month } = search;
  return (
    <>
      <PageHeader title={t(brand ? 'title' : 'incoming')} status={t(brand ? 'status.brand' : 'status.creator')} />
      {brand && !seesSums ? null : (
        <div className="mt-5 grid gap-5">{brand ? <BrandStrip /> : <CreatorStrip agency={persona === 'agency'} />}</div>
      )}
      {brand ? (
        <Suspense fallback={null}>
          <BrandDebts className="mt-6" />
        </Suspense>
      ) : null}
      <Tabs brand={brand} seesSums={seesSums} search={search} />
      {view === 'documents' ? (
        <DocumentsPanel month={month} onMonth={(chosen) => onSearch({ view, ...(chosen ? { month: chosen } : {}) })} />
      ) : (
        <Payments persona={persona} seesSums={seesSums} search={search} onSearch={onSearch} />
      )}
    </>
  );
}

function Tabs({ brand, seesSums, search }: { brand: boolean; seesSums: boolean; search: PaymentsSearch }) {
  const { t } = useTranslation('payments');
  const { state, q, view } = search;
  const filters = brand ? PAYMENT_FILTERS : PAYMENT_FILTERS.filter((filter) => filter !== 'to_approve');
  return (
    <PageTabs
      label={t('filter.label')}
      current={view ?? state ?? 'all'}
      tabs={[
        ...(['all', ...filters] as const).map((id): PageTab => ({
          id,
          label: t(`filter.${id}`),
          link: { to: '/payments', search: { ...(id === 'all' ? {} : { state: id }), ...(q ? { q } : {}) } },
        })),
        // Documents are read by who sees sums, and stay the creator's own while an agency acts.
        ...(seesSums && orgChoice().actingFor === null
          ? [
              {
                id: 'documents',
                label: t('documents.tab'),
                link: { to: '/payments', search: { view: 'documents' } },
              } satisfies PageTab,
            ]
          : []),
      ]}
    />
  );
}

/** The list of money by its state, with the detail of one row beside it. */
function Payments({ persona, seesSums, search, onSearch }: PaymentsPageProps & { seesSums: boolean }) {
  const { t } = useTranslation('payments');
  const brand = persona === 'brand';
  const { state, q, milestone } = search;
  const paused = usePausedCurrencies();
  const input = { state: state ?? ('all' as const), ...(q ? { q } : {}) };
  const page = (after: string | undefined) => api.payments.list.queryOptions({ ...input, ...(after ? { after } : {}) });
  const hasRows = useHasRows(page);
  const open = (row: PaymentRow | null) => {
    const { milestone: _open, ...rest } = search;
    onSearch(row ? { ...rest, milestone: row.milestoneId } : rest);
  };
  return (
    <>
      {brand && state === 'awaiting' ? (
        <Suspense fallback={null}>
          <ToFundPanel />
        </Suspense>
      ) : null}
      <div className="my-4 flex flex-wrap items-end justify-between gap-3">
        <FilterBar
          query={q ?? ''}
          onQuery={(query) => {
            const { q: _before, ...rest } = search;
            onSearch(query ? { ...rest, q: query } : rest);
          }}
        />
        {seesSums && hasRows ? (
          // Of what a creator is to get, money moves with its payouts, whose list has the files for accounting.
          <CsvLink list="payments" filter={input} accounting={brand && state === undefined && !q} />
        ) : null}
      </div>
      <QueryTable
        label={t(brand ? 'title' : 'incoming')}
        page={page}
        rowKey={(row) => row.milestoneId}
        selected={(row) => row.milestoneId === milestone}
        columns={columnsFor(brand, open, t, paused)}
        errorTitle={t('loadFailed')}
        moneySafe
        summary={(rows) => (
          <PaymentDrawer
            brand={brand}
            row={rows.find((row) => row.milestoneId === milestone) ?? null}
            onClose={() => open(null)}
          />
        )}
        emptyState={<NoPayments persona={persona} filtered={Boolean(state ?? q)} onShowAll={() => onSearch({})} />}
      />
    </>
  );
}

interface NoPaymentsProps extends Pick<PaymentsPageProps, 'persona'> {
  filtered: boolean;
  onShowAll: () => void;
}

export function NoPayments({ persona, filtered, onShowAll }: NoPaymentsProps) {
  const { t } = useTranslation('payments');
  const agency = persona === 'agency';
  const incoming = useQuery({ ...api.payments.incoming.queryOptions(), enabled: agency });
  // The list has deals of represented creators alone; the sums have its commission of former ones, too.
  const former =
    agency &&
    incoming.data?.some((sums) => Object.values(sums).some((sum) => typeof sum === 'number' && sum !== 0)) === true;
  const brand = persona === 'brand';
  if (filtered)
    return (
      <EmptyState title={t('empty.filtered')} action={<Button onClick={onShowAll}>{t('empty.showAll')}</Button>} />
    );
  return (
    <EmptyState
      title={t(brand ? 'empty.brand.title' : former ? 'empty.agency.formerTitle' : 'empty.creator.title')}
      action={
        <Button asChild>
          <Link to={brand ? '/my-campaigns' : '/campaigns'}>
            {t(brand ? 'empty.brand.action' : 'empty.creator.action')}
          </Link>
        </Button>
      }
    >
      {t(
        brand
          ? 'empty.brand.text'
          : former
            ? 'empty.agency.formerText'
            : agency
              ? 'empty.agency.text'
              : 'empty.creator.text',
      )}
    </EmptyState>
  );
}

function columnsFor(
  brand: boolean,
  open: (row: PaymentRow) => void,
  t: ReturnType<typeof useTranslation<'payments'>>['t'],
  paused: readonly Currency[],
): Column<PaymentRow>[] {
  const money = (row: PaymentRow, amount: number) => ({ amount, currency: row.currency });
  const feeColumns: Column<PaymentRow>[] = brand
    ? [
        {
          id: 'fee',
          header: t('column.feeAndTax'),
          align: 'end',
          phone: 'hidden',
          cell: (row) => (
            <MoneyText money={money(row, row.fee + row.tax)} quietZero className="text-muted-foreground" />
          ),
        },
        {
          id: 'total',
          header: t('column.total'),
          align: 'end',
          cell: (row) => <MoneyText money={money(row, row.amount + row.fee + row.tax)} className="font-semibold" />,
        },
      ]
    : [];
  return [
    {
      id: 'deal',
      header: t('column.deal'),
      cell: (row) => (
        <span className="flex items-center gap-3">
          <PartyAvatar kind={row.counterpart.kind} {...faceOf(row.counterpart)} size="md" />
          <span className="min-w-0">
            <button type="button" onClick={() => open(row)} className="block text-start after:absolute after:inset-0">
              <bdi>{row.milestoneTitle}</bdi>
            </button>
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{row.counterpart.name}</bdi> · <bdi>{row.dealTitle}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('column.state'),
      phone: 'line',
      cell: (row) => <MilestoneStateTag state={shownState(row)} />,
    },
    {
      id: 'next',
      header: t('column.next'),
      cell: (row) =>
        row.deadlineAt && row.nextEvent && !isReleasePaused(row.nextEvent, row.currency, paused) ? (
          <>
            <span className="block">{t(`nextEvent.${row.nextEvent}` as 'nextEvent.release')}</span>
            <Countdown deadline={row.deadlineAt} className="text-sm" />
          </>
        ) : (
          <span className="text-muted-foreground">
            {isTerminal(row.state) && !row.refundOpen ? (
              <>
                {t('next.finished')} <DateText value={row.updatedAt} as="day" />
              </>
            ) : (
              t(row.terminated ? 'next.terminated' : row.state === 'disputed' ? 'next.disputed' : 'next.moving')
            )}
          </span>
        ),
    },
    {
      id: 'amount',
      header: brand ? t('column.price') : t('column.amount'),
      align: 'end',
      phone: 'corner',
      cell: (row) => <MoneyText money={money(row, row.amount)} className={brand ? undefined : 'font-semibold'} />,
    },
    ...feeColumns,
  ];
}
