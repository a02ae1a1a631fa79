import { isTerminal } from '../../../server/features/escrow/milestone/rules.ts';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';

/** A deadline is carried out within seconds; after this it is late on the platform's side. */
export const LATE_AFTER_MS = 3 * 60_000;

type Timed = Pick<MilestoneDto, 'state' | 'deadlineAt'>;

const lateAt = ({ state, deadlineAt }: Timed): number | null =>
  // The end of the time to pay waits for an open payment page.
  deadlineAt && state !== 'funding' ? deadlineAt.getTime() + LATE_AFTER_MS : null;

/** Whether what comes at the deadline has not come, though no hold or pause stops it. */
export const isLate = (m: Timed, now: number): boolean => {
  const at = lateAt(m);
  return at !== null && now >= at;
};

/** How long until the next of them is late, ms; null when there is none. */
export function untilLate(milestones: readonly Timed[], now: number): number | null {
  const left = milestones.map((m) => (lateAt(m) ?? 0) - now).filter((ms) => ms > 0);
  return left.length > 0 ? Math.min(...left) : null;
}

const ON_ITS_WAY: readonly MilestoneDto['state'][] = ['releasing', 'refunding', 'settling'];

/**
 * Whether something of the deal may be late. Its last milestone completes a deal, though the share of an agency may still be on
 * its way then.
 */
export const mayHaveDelay = (deal: Pick<DealDto, 'state' | 'agency' | 'milestones'>, now: number): boolean =>
  (deal.state === 'active' || deal.state === 'completed') &&
  deal.milestones.some((m) => isOnItsWay(m, deal) || isLate(m, now));

/**
 * Whether money of the milestone may be with the provider: a part of it, while the rest is held, and an agency's share when the
 * rest has arrived.
 */
export const isOnItsWay = (m: Pick<MilestoneDto, 'state' | 'parts'>, { agency }: Pick<DealDto, 'agency'>): boolean =>
  ON_ITS_WAY.includes(m.state) || (isTerminal(m.state) ? agency !== null && m.state !== 'void' : m.parts.length > 0);
