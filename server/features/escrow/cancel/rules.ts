import type { Currency } from '../../../core/money.ts';
import { shareOf, stepOf } from '../../../core/money.ts';
import { CANCEL_ANSWER_MS } from '../../policies/rules.ts';
import { plusCounted } from '../../../core/working-days.ts';
import type { Clocks, Side } from '../../terms/schema.ts';
import type { MilestoneAction } from '../milestone/rules.ts';
import type { CancelFrom } from '../schema.ts';

/** How the milestone goes back to the state that the request interrupted. */
export const BACK_TO: Record<CancelFrom, MilestoneAction> = {
  funded: 'backToFunded',
  delivered: 'backToDelivered',
  changes_requested: 'backToChanges',
  overdue: 'backToOverdue',
};

export type KeepsProblem = 'not_integer' | 'not_positive' | 'off_step' | 'above_held';

/** Why the creator cannot keep so much of what is held, or null. Something has to go back: else it is an approval. */
export function keepsProblem(keeps: number, held: number, currency: Currency): KeepsProblem | null {
  if (!Number.isSafeInteger(keeps)) return 'not_integer';
  if (keeps < 0) return 'not_positive';
  if (keeps % stepOf(currency) !== 0) return 'off_step';
  return keeps >= held ? 'above_held' : null;
}

/** What an unanswered request comes to. */
export type SilentOutcome =
  /** The milestone ends; `keeps`: what the creator keeps of what is held. */
  | { outcome: 'cancel'; at: Date; keeps: number }
  /** Work was delivered, or the interrupted state ends first: the request lapses and that state's own deadline decides. */
  | { outcome: 'lapse'; at: Date };

export interface ProposedCancellation {
  proposedBy: Side;
  keeps: number;
  from: CancelFrom;
  fromDeadlineAt: Date;
  answerBy: Date;
}

export interface SilenceFacts {
  /** What is held, minor units. */
  held: number;
  submittedAt: Date | null;
  killFeeBps: number;
  currency: Currency;
}

/** The share that the dialog proposes: what the kill fee of the contract gives when the brand cancels, else nothing. */
export const proposedShare = (by: Side, m: Pick<SilenceFacts, 'held' | 'killFeeBps' | 'currency'>): number =>
  by === 'brand' ? Math.min(m.held, shareOf(m.held, m.killFeeBps, m.currency)) : 0;

/**
 * What silence comes to. The silent side loses nothing by it: it gets what the asking side's own cancellation would have
 * given it, or what was offered when that is more.
 */
export function silentOutcome(request: ProposedCancellation, m: SilenceFacts): SilentOutcome {
  const { proposedBy, from, answerBy, fromDeadlineAt } = request;
  if (fromDeadlineAt <= answerBy) return { outcome: 'lapse', at: fromDeadlineAt };
  if (m.submittedAt !== null || from === 'delivered') return { outcome: 'lapse', at: answerBy };
  const killFee = from === 'funded' ? proposedShare('brand', m) : 0;
  return { outcome: 'cancel', at: answerBy, keeps: proposedBy === 'brand' ? Math.max(request.keeps, killFee) : 0 };
}

/** By when the other side answers: as the contract says, or 72 hours where it says nothing. */
export const answerBy = (
  now: Date,
  { cancelAnswer, workingDaysIn }: Pick<Clocks, 'cancelAnswer' | 'workingDaysIn'>,
): Date => plusCounted(now, cancelAnswer ?? `PT${CANCEL_ANSWER_MS / 1_000}S`, workingDaysIn);

/** When the request ends by itself: it is answered, or the state that it interrupted ends. */
export const endOfRequest = ({
  answerBy,
  fromDeadlineAt,
}: Pick<ProposedCancellation, 'answerBy' | 'fromDeadlineAt'>): Date =>
  answerBy < fromDeadlineAt ? answerBy : fromDeadlineAt;
