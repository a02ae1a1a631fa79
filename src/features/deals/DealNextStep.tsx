import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTerminal } from '../../../server/features/escrow/milestone/rules.ts';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionPanel } from '@/components/deal/DecisionPanel.tsx';
import { ifNothingText, releaseWait, shownRest } from '@/components/deal/waiting-money.ts';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { LazyLiveText } from '@/components/live/lazy.tsx';
import type { Turn } from '@/components/money/TurnTag.tsx';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import {
  hasAction,
  hasQuietAction,
  isToJudge,
  loadDecision,
  MainActions,
  QuietActions,
} from '@/features/deals/AskActions.tsx';
import type { Decision } from '@/features/deals/DealDecision.tsx';
import { clockStart } from '@/features/deals/deal-words.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const CancelRequestPanel = lazyNamed(
  async () => (await Promise.all([import('@/features/deals/CancelRequestPanel.tsx'), loadTexts('cancel')]))[0],
  'CancelRequestPanel',
);
/** Money that waits for a live post. */
const LivePanel = lazyNamed(
  async () => (await Promise.all([import('@/features/deals/LivePanel.tsx'), loadTexts('live-release')]))[0],
  'LivePanel',
);
const DealDecision = lazyNamed(loadDecision, 'DealDecision');

/** The next step of the deal: who acts next, what happens without an action, the deadline, and the actions. */
export function DealNextStep({ deal }: { deal: DealDto }) {
  const focus = deal.milestones.find((m) => m.id === deal.focusMilestoneId);
  // A finished deal is reported once, above; only a pending refund to the brand is still shown.
  if (deal.state === 'completed' && focus?.state === 'released') return null;
  // The room of the dispute says who acts next, and until when.
  if (focus?.state === 'disputed') return null;
  // When a milestone is decided, its focused control disappears: the focus moves to the next step.
  return focus ? (
    <div role="group" aria-labelledby="deal-ask" className="outline-offset-4">
      {focus.cancelRequest ? (
        <Suspense fallback={null}>
          <CancelRequestPanel key={focus.id} deal={deal} m={focus} request={focus.cancelRequest} />
        </Suspense>
      ) : focus.state === 'awaiting_live' || focus.state === 'retention' ? (
        <Suspense fallback={null}>
          <LivePanel key={focus.id} deal={deal} m={focus} />
        </Suspense>
      ) : (
        <MilestoneAsk key={focus.id} deal={deal} m={focus} />
      )}
    </div>
  ) : null;
}

function MilestoneAsk({ deal, m }: { deal: DealDto; m: MilestoneDto }) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  const [decision, setDecision] = useState<Decision | null>(null);
  // Once opened, a dialog keeps what was typed.
  const [reached, setReached] = useState(false);
  const open = (next: Decision) => {
    setReached(true);
    setDecision(next);
  };
  const words = useAskWords(deal, m);
  // Accepted work is not judged again; its money waits for a person who may release it.
  const accepted = m.state === 'delivered' ? m.accepted : null;
  const judges = isToJudge(m, deal.mySide);
  return (
    <>
      <DecisionPanel
        id="deal-ask"
        turn={turnOf(deal, m)}
        title={words.title}
        {...(words.consequence === null ? {} : { consequence: words.consequence })}
        {...(words.calendar === null ? {} : { clock: <AskClock m={m} calendar={words.calendar} /> })}
        actions={hasAction(m, deal.mySide) ? <MainActions m={m} open={open} mySide={deal.mySide} /> : undefined}
        {...(judges
          ? { actionsNote: t('rounds', { count: m.roundsMax - m.round, max: m.roundsMax }) }
          : deal.mySide === 'brand' && accepted?.by
            ? { actionsNote: t('acceptedBy', { name: accepted.by, date: format.dateTime(accepted.at) }) }
            : {})}
        quietActions={hasQuietAction(m, judges) ? <QuietActions m={m} open={open} judges={judges} /> : undefined}
      />
      {reached ? (
        <Suspense fallback={null}>
          <DealDecision deal={deal} m={m} decision={decision} onClose={() => setDecision(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

type AtZero = Exclude<NonNullable<MilestoneDto['atZero']>, 'post' | 'retention'>;

/** What the milestone's clock ends with, where this panel has it. */
const waitsFor = ({ deadlineAt, atZero }: MilestoneDto): { deadlineAt: Date; atZero: AtZero } | null =>
  deadlineAt && atZero && atZero !== 'post' && atZero !== 'retention' ? { deadlineAt, atZero } : null;

function turnOf(deal: DealDto, m: MilestoneDto): Turn | undefined {
  // While a hold stops the clock there is no deadline to wait for; why is said above.
  const stopped = m.turn === null && m.holds.length > 0 && !(m.deadlineAt && m.atZero);
  if (isTerminal(m.state) || stopped) return undefined;
  if (m.turn === null) return { who: m.state === 'releasing' || m.state === 'refunding' ? 'bank' : 'clock' };
  if (m.turn === deal.mySide) return { who: isForTeam(m) ? 'team' : 'you' };
  return { who: 'them', name: deal.mySide === 'brand' ? deal.creator.name : deal.brand.name };
}

/** The question, what happens without an answer or has happened, and the same for a calendar. */
function useAskWords(
  deal: DealDto,
  m: MilestoneDto,
): { title: string; consequence: ReactNode; calendar: string | null } {
  const { t } = useTranslation('deals');
  const { t: moneyTexts } = useTranslation('money');
  const format = useFormat();
  const wait = releaseWait(m, usePausedCurrencies());
  const settled = useSettledText(deal, m);
  const amount = format.money({ amount: shownRest(m, deal.mySide, m.atZero === 'refund'), currency: m.currency });
  const values = { amount, milestone: m.title, n: m.submissionN, creator: deal.creator.name, brand: deal.brand.name };
  const owed = m.refundOwed > 0 ? format.money({ amount: m.refundOwed, currency: m.currency }) : null;
  const early = m.state === 'awaiting_funding' ? m.fundableFrom : null;
  const asked = m.state === 'delivered' && m.accepted ? 'accepted' : m.state;
  const title = owed
    ? moneyTexts('refundOwed.title', { amount: owed })
    : early
      ? t('ask.early', { milestone: m.title, date: format.date(early) })
      : t(`ask.${asked}.${m.turn === deal.mySide ? 'mine' : 'theirs'}` as 'ask.delivered.mine', values);
  const next = waitsFor(m);
  if (next) {
    const ifNothing = t(ifNothingText(next.atZero, wait), values);
    const postFollows = m.live !== null && next.atZero === 'auto_approve';
    return {
      title,
      consequence: postFollows ? (
        <LazyLiveText text="outcome.autoApproveThenPost" words={{ creator: deal.creator.name }} />
      ) : (
        <Rich
          text={ifNothing}
          parts={{
            date: (
              <b className="font-semibold">
                <DateText value={next.deadlineAt} />
              </b>
            ),
          }}
        />
      ),
      calendar: [
        m.title,
        amount,
        postFollows ? t('until.auto_approve') : ifNothing.replace('<date/>', format.dateTime(next.deadlineAt)),
      ].join(' · '),
    };
  }
  const note = m.refunds.findLast((r) => r.creditNote)?.creditNote;
  const consequence = owed ? (
    moneyTexts('refundOwed.text')
  ) : m.state === 'releasing' || m.state === 'refunding' ? (
    t('ask.moving')
  ) : settled && note ? (
    <>
      {settled} {moneyTexts('document.credit_note')} <DocumentLink document={note} />
    </>
  ) : (
    settled
  );
  return { title, consequence, calendar: null };
}

function AskClock({ m, calendar }: { m: MilestoneDto; calendar: string }) {
  const { t } = useTranslation('deals');
  const next = waitsFor(m);
  if (!next) return null;
  const start = clockStart(m);
  return (
    <Clock
      deadline={next.deadlineAt}
      {...(start ? { start, startLabel: <DateText value={start} /> } : {})}
      endLabel={<DateText value={next.deadlineAt} />}
      until={t(`until.${next.atZero}`)}
      calendar={calendar}
    />
  );
}

/** The reader’s role does not allow the step: of delivered work the decision, which is not the release of a part. */
const isForTeam = ({ state, accepted, can }: MilestoneDto): boolean => {
  if (state === 'delivered') return (accepted ? can.release : can.approve) === 'auth.not_allowed';
  const answers = Object.values(can);
  return answers.includes('auth.not_allowed') && !answers.includes(true);
};

/** Where the money of a settled milestone went, and when; null while it is not settled. */
function useSettledText(deal: DealDto, m: MilestoneDto): string | null {
  const { t } = useTranslation('deals');
  const format = useFormat();
  const moneyText = (amount: number) => format.money({ amount, currency: m.currency });
  const names = { creator: deal.creator.name, brand: deal.brand.name };
  if (m.state === 'void') return t('settled.void');
  if (m.releasedAt)
    return t('settled.released', {
      ...names,
      amount: moneyText(deal.mySide === 'brand' ? m.balances.released : m.creatorShare.released),
      date: format.dateTime(m.releasedAt),
    });
  if (!m.refundedAt) return null;
  const back = m.refunds.findLast((r) => r.at);
  if (back?.at && m.refunds.some((r) => r.state === 'owed' || r.state === 'on_its_way')) return null;
  if (back?.at) {
    const values = { ...names, amount: moneyText(back.amount), date: format.dateTime(back.at) };
    if (back.reference) return t('settled.refundedByBank', { ...values, reference: back.reference });
    if (m.balances.released > 0 && (m.parts.length > 0 || m.refundReason === 'agreed'))
      return t('settled.refundedRest', { ...values, released: moneyText(m.balances.released) });
    return t(m.balances.refunded === m.amount ? 'settled.refundedWhole' : 'settled.refundedPart', values);
  }
  const date = format.dateTime(m.refundedAt);
  return t('settled.refunded', { ...names, amount: moneyText(m.balances.refunded), date });
}
