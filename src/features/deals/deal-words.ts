import type {
  DealDto,
  MilestoneDto,
  MilestoneState,
  PostingDto,
  TimelineEvent,
} from '../../../server/features/escrow/schema.ts';
import { isApproved, isTerminal, releaseStops } from '../../../server/features/escrow/milestone/rules.ts';
import type { PostingKind } from '../../../server/features/ledger/rules.ts';
import type { EscrowParts } from '@/components/money/escrow-parts.ts';

const LEAVING: readonly MilestoneState[] = ['approved', 'auto_approved', 'clearing', 'releasing', 'refunding'];
const AWAITING: readonly MilestoneState[] = ['proposed', 'awaiting_funding', 'funding'];

/**
 * The part of a milestone's price that returns to the brand and is not credited yet; 0 for the creator, who does not
 * see it.
 */
export const returningOf = (m: Pick<MilestoneDto, 'refunds'>): number =>
  m.refunds.filter(({ state }) => state !== 'credited').reduce((sum, { price }) => sum + price, 0);

/** Money of this milestone is being sent to the creator or back to the brand. */
export const waitsForPayment = (m: Pick<MilestoneDto, 'state' | 'refunds'>): boolean =>
  LEAVING.includes(m.state) || m.refunds.some(({ state }) => state !== 'credited');

/** The bar of a whole deal: where its money is, and what is not funded. */
export function dealParts(deal: Pick<DealDto, 'balances' | 'milestones'>): EscrowParts {
  const { held, released, refunded, disputed } = deal.balances;
  const returning = deal.milestones.reduce((sum, m) => sum + returningOf(m), 0);
  const awaiting = deal.milestones.filter((m) => AWAITING.includes(m.state)).reduce((sum, m) => sum + m.amount, 0);
  return { held, released, releasing: returning, refunded: refunded - returning, disputed, awaiting };
}

/** Whether all the money that is set aside belongs to milestones that staff ended, about which no side disputes. */
export function isOnlyTerminated(milestones: readonly Pick<MilestoneDto, 'terminated' | 'balances'>[]): boolean {
  const aside = milestones.filter((m) => m.balances.disputed > 0);
  return aside.length > 0 && aside.every((m) => m.terminated);
}

export interface PaymentHold {
  why: 'disputed' | 'fraud' | 'noFloat' | 'byStaff' | 'checked';
  /** The reason written by staff. */
  note: string | null;
}

/** The creator's, whatever becomes of the brand's payment: approved work, on its way. */
export const isEarned = (state: MilestoneState): boolean => isApproved(state) || state === 'releasing';

/**
 * Why the money of this milestone is blocked; null if it is not, or if it has left. A card dispute has precedence; it does
 * not block approved work.
 */
export function paymentHold(
  m: Pick<MilestoneDto, 'id' | 'state' | 'holds'>,
  timeline: readonly Pick<TimelineEvent, 'milestoneId' | 'type' | 'data'>[],
): PaymentHold | null {
  const earned = isEarned(m.state);
  if (m.holds.length === 0 || isTerminal(m.state) || (earned && !releaseStops(m.holds))) return null;
  const events = timeline.filter((event) => event.milestoneId === m.id);
  const byStaff = m.holds.includes('staff_hold');
  const reason = byStaff
    ? events.findLast(({ type, data }) => type === 'payment_on_hold' && data['reason'] === 'staff_hold')?.data['note']
    : null;
  const note = typeof reason === 'string' ? reason : null;
  if (m.holds.includes('float_short')) return { why: 'noFloat', note };
  const suspected = m.holds.includes('fraud_warning');
  if (suspected && events.some(({ type }) => type === 'dispute_lost')) return { why: 'fraud', note };
  if (m.holds.includes('card_dispute')) {
    if (suspected) return { why: 'fraud', note };
    return { why: byStaff && earned ? 'byStaff' : 'disputed', note };
  }
  return { why: byStaff ? 'byStaff' : 'checked', note };
}

/** The start of the current deadline's period, as far as the row has it. */
export function clockStart(m: MilestoneDto): Date | null {
  if (m.state === 'delivered') return m.submittedAt;
  if (m.state === 'funded') return m.fundedAt;
  if (m.state === 'approved' || m.state === 'auto_approved' || m.state === 'clearing') return m.approvedAt;
  return null;
}

/** The posting kinds that belong to an event; an event that is not listed moves no money. */
const BOOKED_WITH: Partial<Record<string, readonly PostingKind[]>> = {
  funded: ['funded', 'provider_fee'],
  late_payment_refunded: ['funded', 'provider_fee', 'refund_decided', 'refund_claimed'],
  release_started: ['release', 'transfer_claimed'],
  part_release_started: ['release', 'transfer_claimed'],
  transfer_sent: ['transfer_claimed', 'transfer_sent'],
  transfer_reversed: ['transfer_reversed'],
  released: ['transfer_sent'],
  refund_started: [
    'dispute_lifted',
    'refund_decided',
    'dispute_refunded',
    'dispute_lost',
    'refund_claimed',
    'release',
    'transfer_claimed',
  ],
  refunded: ['refund_sent'],
  refund_refused: ['refund_refused'],
  refund_came_back: ['refund_sent', 'refund_failed'],
  payment_disputed: ['dispute_withdrawn', 'dispute_opened'],
  dispute_won: ['dispute_recovered', 'dispute_reinstated', 'dispute_lifted'],
  dispute_lost: ['dispute_lost'],
  paid_despite_dispute: ['dispute_guaranteed', 'dispute_lost'],
  dispute_set_aside: ['contest_opened'],
  dispute_resumed: ['contest_closed'],
  settlement_started: [
    'contest_closed',
    'release',
    'transfer_claimed',
    'refund_decided',
    'dispute_refunded',
    'dispute_lost',
    'refund_claimed',
  ],
  settled_split: ['transfer_sent', 'refund_sent'],
  payment_suspended: ['suspense_in', 'provider_fee'],
  payment_returned: ['suspense_out', 'suspense_difference'],
  refund_made_good: ['refund_claimed', 'refund_sent', 'refund_by_bank', 'dispute_refunded'],
};
const SAME_ACT_MS = 5_000;

/** The postings of one event: matched by kind and time, because a later attempt may repeat a kind. */
export const postingsAt = <P extends Pick<PostingDto, 'kind' | 'postedAt'>>(
  { type, at }: Pick<TimelineEvent, 'type' | 'at'>,
  postings: readonly P[],
): P[] =>
  postings.filter(
    (p) => BOOKED_WITH[type]?.includes(p.kind) && Math.abs(p.postedAt.getTime() - at.getTime()) < SAME_ACT_MS,
  );
