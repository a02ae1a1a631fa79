import { useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTerminal } from '../../../server/features/escrow/milestone/rules.ts';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { MessageThread } from '@/components/deal/MessageThread.tsx';
import { EscrowBarWithLegend } from '@/components/money/EscrowBarWithLegend.tsx';
import { dealWhilePaused } from '@/components/deal/waiting-money.ts';
import { beginsDispute } from '@/components/disputes/begins-dispute.ts';
import { PaymentsPaused, usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { RefundOwed } from '@/components/money/RefundOwed.tsx';
import type { Crumb } from '@/components/page/PageHeader.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { PairAvatar, faceOf } from '@/components/people/Party.tsx';
import { useNow } from '@/components/time/use-now.ts';
import { Visits } from '@/components/visits/Visits.tsx';
import { DealNextStep } from '@/features/deals/DealNextStep.tsx';
import { DealHelp } from '@/features/deals/DealHelp.tsx';
import { DealMoney } from '@/features/deals/DealMoney.tsx';
import { DealTimeline } from '@/features/deals/DealTimeline.tsx';
import { DealWork } from '@/features/deals/DealWork.tsx';
import { DisputeButtons } from '@/features/deals/DisputeButtons.tsx';
import { DealWhatIf } from '@/features/deals/DealWhatIf.tsx';
import { dealParts, isOnlyTerminated, returningOf, waitsForPayment } from '@/features/deals/deal-words.ts';
import { mayHaveDelay, untilLate } from '@/features/deals/delays.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale, loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { dealWorkUrl } from '../../../server/features/content/rules.ts';

const GaveUpPayment = lazyNamed(() => import('@/components/deal/GaveUpPayment.tsx'), 'GaveUpPayment');
const PaymentHolds = lazyNamed(() => import('@/features/deals/PaymentHolds.tsx'), 'PaymentHolds');
const PaymentsWaitNotice = lazyNamed(
  async () => (await Promise.all([import('@/components/money/PaymentsWaitNotice.tsx'), loadTexts('payments')]))[0],
  'PaymentsWaitNotice',
);
const MoneyGoneBack = lazyNamed(() => import('@/features/deals/PaymentHolds.tsx'), 'MoneyGoneBack');
const DealDisputes = lazyNamed(
  async () => (await Promise.all([import('@/components/disputes/DealDisputes.tsx'), loadTexts('disputes')]))[0],
  'DealDisputes',
);
const DealAddenda = lazyNamed(
  async () => (await Promise.all([import('@/components/addenda/DealAddenda.tsx'), loadTexts('addenda')]))[0],
  'DealAddenda',
);
const CardDisputes = lazyNamed(
  async () => (await Promise.all([import('@/features/deals/CardDisputes.tsx'), loadTexts('disputes')]))[0],
  'CardDisputes',
);
const DealDelays = lazyNamed(
  async () => (await Promise.all([import('@/features/deals/DealDelays.tsx'), loadTexts('disputes')]))[0],
  'DealDelays',
);
const PostPanel = lazyNamed(() => import('@/components/publications/PostPanel.tsx'), 'PostPanel');
const OpenRequests = lazyNamed(() => import('@/components/representation/OpenRequests.tsx'), 'OpenRequests');
const DealRatings = lazyNamed(() => import('@/features/deals/DealRatings.tsx'), 'DealRatings');

/** Loads what is said of a delay when money is on its way or a deadline has passed. */
function Delays({ deal }: { deal: DealDto }) {
  const now = useNow((at) => untilLate(deal.milestones, at));
  return mayHaveDelay(deal, now) ? (
    <Suspense fallback={null}>
      <DealDelays deal={deal} />
    </Suspense>
  ) : null;
}

export interface DealPageProps {
  contractId: string;
  /** The payment whose hosted page the user just left by its "cancel" link. */
  gaveUp: string | undefined;
  onGaveUp: () => void;
}

function MoneyBar({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const { t: common } = useTranslation();
  const { t: words } = useTranslation('money');
  return (
    <>
      {deal.demoClocks && deal.milestones.some((m) => !isTerminal(m.state)) ? (
        <p className="mb-3 text-sm text-muted-foreground">{t('demoClocks')}</p>
      ) : null}
      <EscrowBarWithLegend
        parts={dealParts(deal)}
        currency={deal.currency}
        notes={legendNotes(deal, t)}
        labels={{
          releasing: common('escrowPart.returning'),
          ...(isOnlyTerminated(deal.milestones) ? { disputed: words('word.terminated') } : {}),
        }}
      />
    </>
  );
}

/** Above the next step: what is late, held back or waits for a person. */
function Notices({ deal }: { deal: DealDto }) {
  return (
    <>
      {deal.milestones.some(waitsForPayment) ? <PaymentsPaused currencies={[deal.currency]} /> : null}
      <Delays deal={deal} />
      <DealEnded deal={deal} />
      {deal.milestones.some((m) => m.holds.length > 0 || m.owes || m.takenBack) ||
      deal.timeline.some(({ type }) => type === 'dispute_lost') ? (
        <Suspense fallback={null}>
          <div className="grid gap-3 empty:hidden">
            <PaymentHolds deal={deal} />
            <CardDisputes deal={deal} />
            <MoneyGoneBack deal={deal} />
          </div>
        </Suspense>
      ) : null}
      {deal.milestones
        .filter((m) => m.id !== deal.focusMilestoneId)
        .map((m) => (
          <RefundOwed key={m.id} money={{ amount: m.refundOwed, currency: m.currency }} milestone={m.title} />
        ))}
      {deal.creatorConfirms ? (
        <Suspense fallback={null}>
          {deal.milestones.map((m) => (
            <OpenRequests key={m.id} subjectId={m.id} />
          ))}
        </Suspense>
      ) : null}
      {deal.mySide === 'brand' && deal.milestones.some((m) => m.state === 'awaiting_funding') ? (
        <PaymentsWait contractId={deal.contractId} />
      ) : null}
    </>
  );
}

/** The shared page of one deal: both sides see the same balances, deadlines and events, updated live. */
export function DealPage({ contractId, gaveUp, onGaveUp }: DealPageProps) {
  const { t } = useTranslation('deals');
  // Taken out of the address once it is handled; its notice stays.
  const [leftPayment] = useState(gaveUp !== undefined);
  const format = useFormat();
  const paused = usePausedCurrencies();
  const query = useQuery({
    ...api.escrow.deal.queryOptions({ contractId }),
    select: (deal) => dealWhilePaused(deal, paused),
  });
  return (
    <DetailPage
      query={query}
      errorTitle={t('loadFailed')}
      moneySafe
      header={(deal) => ({
        title: t('title', { creator: deal.creator.name, brand: deal.brand.name }),
        crumbs: crumbsOf(deal, t('crumb.deals')),
        lead: <PairAvatar brand={faceOf(deal.brand)} creator={faceOf(deal.creator)} size="lg" />,
        status: [
          deal.title,
          deal.signedAt ? t('status.signed', { date: format.longDate(deal.signedAt) }) : null,
          t('status.total', { amount: format.money({ amount: deal.total, currency: deal.currency }) }),
        ]
          .filter(Boolean)
          .join(' · '),
        actions: (
          <Button asChild variant="quiet" className="max-sm:-ms-2.5">
            <a href={inOrg(`/files/contracts/${contractId}.pdf?lang=${currentLocale()}`)}>
              <FileText aria-hidden />
              {t('contractPdf')}
            </a>
          </Button>
        ),
      })}
      lead={(deal) => <MoneyBar deal={deal} />}
      asideLabel={t('aside')}
      aside={(deal) => <DealMoney deal={deal} />}
    >
      {(deal) => (
        <div className="grid grid-cols-1 gap-10">
          {leftPayment ? (
            <Suspense fallback={null}>
              <GaveUpPayment paymentId={gaveUp} onHandled={onGaveUp} />
            </Suspense>
          ) : null}
          <Notices deal={deal} />
          <DealNextStep deal={deal} />
          {deal.timeline.some(beginsDispute) ? (
            <Suspense fallback={<PendingSkeleton as="panel" rows={8} />}>
              <DealDisputes deal={deal} />
            </Suspense>
          ) : null}
          <MoreActs deal={deal} />
          {deal.state === 'completed' ? (
            <Suspense fallback={null}>
              <DealRatings deal={deal} />
            </Suspense>
          ) : null}
          <DealWork deal={deal} />
          <Visits subject={{ kind: 'contract', id: contractId }} label={t('visit')} />
          {deal.milestones.some((m) => m.approvedAt !== null) ? (
            <Suspense fallback={null}>
              <PostPanel contractId={contractId} />
            </Suspense>
          ) : null}
          <DealWhatIf deal={deal} />
          <DealTimeline deal={deal} />
          <DealHelp deal={deal} />
          <MessageThread thread={{ contractId }} title={t('thread')} />
        </div>
      )}
    </DetailPage>
  );
}

/** As on the pages about payments; in this file, since a file of its own would be loaded with every deal. */
function PaymentsWait({ contractId }: { contractId: string }) {
  const { data } = useQuery(api.payments.disputeInTheWay.queryOptions());
  return data ? (
    <Suspense fallback={null}>
      <PaymentsWaitNotice dispute={data} isHere={data.contractId === contractId} />
    </Suspense>
  ) : null;
}

/** Acts besides the next step, in one row; changes of the contract are loaded where there are any and when they are opened. */
function MoreActs({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const [opened, setOpened] = useState(false);
  const mayPropose = usePermitted('offer.negotiate') === true;
  const changes = opened || deal.timeline.some((event) => event.type === 'addendum_proposed');
  return (
    <>
      <div className="-ms-2.25 -mt-6 flex flex-wrap gap-x-2 empty:hidden">
        <DisputeButtons deal={deal} />
        {!changes && mayPropose && deal.state === 'active' ? (
          <Button variant="quiet" onClick={() => setOpened(true)}>
            <FileText aria-hidden />
            {t('changes')}
          </Button>
        ) : null}
      </div>
      {changes ? (
        <Suspense fallback={null}>
          <DealAddenda deal={deal} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A finished deal offers all its approved work as one download. */
function DealEnded({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  if (!deal.milestones.every((m) => isTerminal(m.state))) return null;
  const files = deal.milestones.reduce((sum, m) => sum + m.approvedFiles, 0);
  if (deal.state !== 'completed' && files === 0) return null;
  return (
    <Alert
      tone={deal.state === 'completed' ? 'done' : 'note'}
      action={
        files > 0 ? (
          <Button asChild size="small">
            <a href={inOrg(dealWorkUrl(deal.contractId))} download>
              <Download aria-hidden />
              {t('downloadAll', { count: files })}
            </a>
          </Button>
        ) : null
      }
    >
      {t(deal.state === 'completed' ? 'completed' : 'over')}
    </Alert>
  );
}

function crumbsOf(deal: DealDto, deals: string): Crumb[] {
  const campaign: Crumb[] =
    deal.mySide === 'brand' && deal.campaignId && deal.campaignTitle
      ? [
          {
            label: deal.campaignTitle,
            link: { to: '/my-campaigns/$campaignId', params: { campaignId: deal.campaignId } },
          },
        ]
      : [];
  return [
    { label: deals, link: { to: '/my-campaigns' } },
    ...campaign,
    { label: deal.mySide === 'brand' ? deal.creator.name : deal.brand.name },
  ];
}

/** One line under each part of the bar: its milestones. */
function legendNotes(
  deal: DealDto,
  t: (
    key:
      | 'legend.held'
      | 'legend.onHold'
      | 'legend.disputed'
      | 'legend.terminated'
      | 'legend.awaiting'
      | 'legend.released'
      | 'legend.returning'
      | 'legend.refunded',
    values: { titles: string },
  ) => string,
) {
  const named = (milestones: readonly MilestoneDto[]) => milestones.map((m) => m.title).join(', ');
  const milestonesIn = (states: readonly string[]) =>
    deal.milestones.filter((m) => states.includes(m.state) && returningOf(m) === 0);
  const titles = (states: readonly string[]) => named(milestonesIn(states));
  const inEscrow = milestonesIn([
    'funded',
    'delivered',
    'changes_requested',
    'overdue',
    'approved',
    'auto_approved',
    'clearing',
    'awaiting_live',
    'retention',
    'releasing',
    'refunding',
    'settling',
  ]);
  // What waits for a post is not released on approval; the plan beside says when.
  const held = named(inEscrow.filter((m) => m.holds.length === 0 && m.live === null));
  // Money that a card dispute took out of escrow is under "Disputed".
  const onHold = named(inEscrow.filter((m) => m.holds.length > 0 && m.balances.disputed === 0));
  const disputed = named([
    ...inEscrow.filter((m) => m.holds.length > 0 && m.balances.disputed > 0),
    ...milestonesIn(['disputed']).filter((m) => !m.terminated),
  ]);
  const terminated = named(deal.milestones.filter((m) => m.terminated));
  const asideNote = [
    disputed && t('legend.disputed', { titles: disputed }),
    terminated && t('legend.terminated', { titles: terminated }),
  ]
    .filter(Boolean)
    .join(' ');
  const heldNote = [held && t('legend.held', { titles: held }), onHold && t('legend.onHold', { titles: onHold })]
    .filter(Boolean)
    .join(' ');
  const awaiting = titles(['proposed', 'awaiting_funding', 'funding']);
  const released = titles(['released', 'settled_split']);
  const refunded = titles(['refunded']);
  const returning = named(deal.milestones.filter((m) => returningOf(m) > 0));
  return {
    ...(heldNote ? { held: heldNote } : {}),
    ...(asideNote ? { disputed: asideNote } : {}),
    ...(awaiting ? { awaiting: t('legend.awaiting', { titles: awaiting }) } : {}),
    ...(released ? { released: t('legend.released', { titles: released }) } : {}),
    ...(returning ? { releasing: t('legend.returning', { titles: returning }) } : {}),
    ...(refunded ? { refunded: t('legend.refunded', { titles: refunded }) } : {}),
  };
}
