import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOfHold } from '../../../server/features/cases/rules.ts';
import type { Page } from '../../../server/core/pagination.ts';
import type { Money } from '../../../server/core/money.ts';
import type {
  StaffDeal,
  StaffDocument,
  StaffMilestone,
  StaffMovement,
  StaffPayout,
} from '../../../server/features/operators/schema.ts';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { EscrowTimeline } from '@/components/deal/EscrowTimeline.tsx';
import { EventText } from '@/components/deal/EventText.tsx';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import type { Column } from '@/components/table/columns.ts';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Listed } from '@/features/platform/ListSection.tsx';
import { AccountLink, ContactLine } from '@/features/platform/Whom.tsx';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { countValues } from '@/lib/count.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const CloseCase = lazyNamed(() => import('@/features/platform/CaseDialog.tsx'), 'CloseCase');
const TerminateDialog = lazyNamed(
  async () => (await Promise.all([import('@/features/platform/TerminateDialog.tsx'), loadTexts('disputes')]))[0],
  'TerminateDialog',
);
const HoldPaymentDialog = lazyNamed(() => import('@/features/platform/HoldPaymentDialog.tsx'), 'HoldPaymentDialog');

/** A deal for staff: its sides, money, documents and events. */
export function StaffDealPage({ contractId }: { contractId: string }) {
  const { t } = useTranslation('platform');
  const { t: deals } = useTranslation('deals');
  const { t: contracts } = useTranslation('contracts');
  const format = useFormat();
  const query = useQuery(api.operators.deal.queryOptions({ contractId }));
  return (
    <DetailPage
      query={query}
      errorTitle={deals('loadFailed')}
      moneySafe
      header={(deal) => ({
        title: deal.title,
        crumbs: [{ label: t('title'), link: { to: '/admin-dashboard' } }, { label: deal.title }],
        tag: <Tag>{contracts(`state.${deal.state as 'active'}`)}</Tag>,
        status: [
          t('case.between', { brand: deal.brand.name, creator: deal.creator.name }),
          deal.campaignTitle,
          deal.signedAt ? deals('status.signed', { date: format.longDate(deal.signedAt) }) : null,
          deals('status.total', { amount: format.money({ amount: deal.total, currency: deal.currency }) }),
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      lead={() => <Alert tone="note">{t('deal.readOnly')}</Alert>}
    >
      {(deal) => (
        <div className="grid gap-10">
          <Parties deal={deal} />
          <Milestones deal={deal} />
          <Movements rows={deal.movements} />
          <Payouts of={{ contractId: deal.contractId }} first={deal.payouts} />
          <Documents rows={deal.documents} />
          <Events deal={deal} />
          <section>
            <h2 className="heading-section mb-1">{deals('thread')}</h2>
            <p className="text-muted-foreground">
              {t('deal.messages', countValues(deal.thread.messages))}
              {deal.thread.lastAt ? (
                <>
                  {' '}
                  · <DateText value={deal.thread.lastAt} as="relative" />
                </>
              ) : null}
              {deal.openCases > 0 ? (
                <>
                  {' '}
                  ·{' '}
                  <Link to="/admin-dashboard" hash="cases" className="link">
                    {t('deal.cases', { count: deal.openCases })}
                  </Link>
                </>
              ) : null}
            </p>
          </section>
        </div>
      )}
    </DetailPage>
  );
}

function Parties({ deal }: { deal: StaffDeal }) {
  const { t } = useTranslation('platform');
  return (
    <section>
      <h2 className="heading-section mb-2">{t('deal.parties')}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {deal.parties.map((party) => (
          <li key={party.orgId}>
            <p className="text-sm text-muted-foreground">{t(`account.kinds.${party.side}`)}</p>
            <p className="font-semibold">
              <AccountLink orgId={party.orgId} name={party.name} />{' '}
              {party.suspendedAt ? <Tag>{t('account.onHold')}</Tag> : null}
            </p>
            {party.legalName && party.legalName !== party.name ? (
              <p className="text-sm">
                <bdi>{party.legalName}</bdi>
              </p>
            ) : null}
            <ContactLine contact={party.contact} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Milestones({ deal }: { deal: StaffDeal }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const { t: deals } = useTranslation('deals');
  const format = useFormat();
  const holdText = (hold: string) => {
    const kind = kindOfHold(hold);
    return kind ? t(`case.kinds.${kind}`) : t('deal.held');
  };
  const columns: Column<StaffMilestone>[] = [
    {
      id: 'title',
      header: t('workflow.deal'),
      cell: (m) => (
        <>
          <bdi>{m.title}</bdi> {m.holds.length > 0 ? <Tag>{t('deal.held')}</Tag> : null}
          {m.dueAt ? (
            <span className="block text-sm font-normal text-muted-foreground">
              {deals('date.due')} <DateText value={m.dueAt} as="day" />
            </span>
          ) : null}
          {m.holds.length > 0 ? (
            <span className="block text-sm font-normal">{format.list(m.holds.map(holdText))}</span>
          ) : null}
        </>
      ),
    },
    { id: 'state', header: t('operation.state'), cell: (m) => <MilestoneStateTag state={shownState(m)} /> },
    {
      id: 'next',
      header: t('deal.deadline'),
      cell: (m) =>
        m.deadlineAt ? <DateText value={m.deadlineAt} /> : <span className="text-muted-foreground">–</span>,
    },
    ...(['held', 'released', 'refunded', 'disputed'] as const).map((part): Column<StaffMilestone> => ({
      id: part,
      header: common(`escrowPart.${part}`),
      align: 'end',
      cell: (m) => <MoneyText money={{ amount: m.balances[part], currency: m.currency }} quietZero />,
    })),
    amountColumn(t('operation.amount')),
    {
      id: 'act',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (m) => <MilestoneActs m={m} />,
    },
  ];
  return (
    <Listed
      title={t('deal.milestones')}
      none={t('workflow.none')}
      rows={deal.milestones}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

function MilestoneActs({ m }: { m: StaffMilestone }) {
  const { t } = useTranslation('platform');
  const may = useStaffMay();
  const [dialog, setDialog] = useState<'hold' | 'lift' | 'terminate' | null>(null);
  const close = () => setDialog(null);
  return (
    <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
      <WorkflowAnchor url={m.workflowUrl} name={m.title} />
      {m.mayHold ? (
        <Button size="small" onClick={() => setDialog('hold')}>
          {t('holdPayment.open')}
        </Button>
      ) : null}
      {m.holdCaseId && may('cases.close') ? (
        <Button size="small" onClick={() => setDialog('lift')}>
          {t('holdPayment.lift')}
        </Button>
      ) : null}
      {m.mayTerminate ? (
        <Button size="small" onClick={() => setDialog('terminate')}>
          {t('terminate.open')}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {dialog === 'terminate' ? <TerminateDialog milestoneId={m.id} title={m.title} onClose={close} /> : null}
        {dialog === 'hold' ? <HoldPaymentDialog milestone={m} onClose={close} /> : null}
        {dialog === 'lift' && m.holdCaseId ? (
          <CloseCase row={{ id: m.holdCaseId, kind: 'staff_hold', milestoneId: m.id }} onClose={close} />
        ) : null}
      </Suspense>
    </span>
  );
}

/** Texts of the states of payments, refunds, transfers and payouts. */
type MoneyWord =
  | 'claimed'
  | 'open'
  | 'processing'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'refunding'
  | 'refunded'
  | 'pending'
  | 'done'
  | 'unknown'
  | 'by_bank'
  | 'waiting'
  | 'sent'
  | 'in_transit'
  | 'returned';

const amountColumn = <Row extends Money>(header: string): Column<Row> => ({
  id: 'amount',
  header,
  align: 'end',
  phone: 'corner',
  cell: ({ amount, currency }) => <MoneyText money={{ amount, currency }} />,
});

const ProviderId = ({ id }: { id: string | null }) =>
  id ? (
    <bdi dir="ltr" className="block rtl:text-end font-mono text-xs font-normal break-all text-muted-foreground">
      {id}
    </bdi>
  ) : null;

function Movements({ rows }: { rows: StaffMovement[] }) {
  const { t } = useTranslation('platform');
  const columns: Column<StaffMovement>[] = [
    {
      id: 'what',
      header: t('deal.movement'),
      cell: (row) => (
        <>
          {t(`deal.kinds.${row.kind}`)} · <bdi>{row.milestoneTitle}</bdi>
          {row.payee ? (
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{row.payee}</bdi>
            </span>
          ) : null}
          <ProviderId id={row.providerId} />
        </>
      ),
    },
    { id: 'state', header: t('operation.state'), cell: (row) => <Tag>{t(`moneyWord.${row.state as MoneyWord}`)}</Tag> },
    { id: 'at', header: t('operation.since'), cell: (row) => <DateText value={row.at} /> },
    amountColumn(t('operation.amount')),
  ];
  return (
    <Listed
      title={t('deal.movements')}
      none={t('deal.noMovements')}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

/** Payouts with their bank account and the reason of a failure. */
export function Payouts({ of, first }: { of: { contractId: string } | { orgId: string }; first: Page<StaffPayout> }) {
  const { t } = useTranslation('platform');
  const { rows, more } = useShowMore(first.items, first.next, (after) =>
    api.operators.payouts.queryOptions({ ...of, after }),
  );
  const columns: Column<StaffPayout>[] = [
    {
      id: 'whose',
      header: t('bank.account'),
      cell: (row) => (
        <>
          <AccountLink orgId={row.orgId} name={row.orgName} />
          {row.bankLast4 ? (
            <bdi dir="ltr" className="block rtl:text-end text-sm font-normal text-muted-foreground">
              •••• {row.bankLast4}
            </bdi>
          ) : null}
          <ProviderId id={row.providerId} />
        </>
      ),
    },
    {
      id: 'state',
      header: t('operation.state'),
      cell: (row) => (
        <>
          <Tag>{t(`moneyWord.${row.state}`)}</Tag>
          {row.failureCode ? (
            <bdi dir="ltr" className="block rtl:text-end font-mono text-xs text-muted-foreground">
              {row.failureCode}
            </bdi>
          ) : null}
        </>
      ),
    },
    { id: 'at', header: t('operation.since'), cell: (row) => <DateText value={row.at} /> },
    amountColumn(t('operation.amount')),
  ];
  return (
    <Listed
      title={t('deal.payouts')}
      none={t('deal.noPayouts')}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      more={more}
    />
  );
}

function Documents({ rows }: { rows: StaffDocument[] }) {
  const { t } = useTranslation('platform');
  const { t: moneyTexts } = useTranslation('money');
  const columns: Column<StaffDocument>[] = [
    {
      id: 'number',
      header: t('search.kinds.document'),
      cell: (row) => (
        <>
          <bdi dir="ltr" className="figures">
            {row.number}
          </bdi>{' '}
          <span className="block text-sm font-normal text-muted-foreground">{moneyTexts(`document.${row.kind}`)}</span>
        </>
      ),
    },
    { id: 'of', header: t('search.kinds.account'), cell: (row) => <bdi>{row.orgName}</bdi> },
    { id: 'at', header: t('search.at'), cell: (row) => <DateText value={row.issuedAt} as="day" /> },
    amountColumn(t('operation.amount')),
  ];
  return (
    <Listed
      title={t('deal.documents')}
      none={t('deal.noDocuments')}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

function Events({ deal }: { deal: StaffDeal }) {
  const { t } = useTranslation('deals');
  return (
    <section>
      <h2 className="heading-section">{t('timeline.title')}</h2>
      <EscrowTimeline
        className="mt-1.5"
        currency={deal.currency}
        events={deal.events.map((event) => ({
          id: event.id,
          at: event.at,
          what: <EventText event={event} deal={deal} />,
          balances: event,
        }))}
      />
    </section>
  );
}
