import type { ErrorCode } from '../../../core/errors.ts';
import type { DisputableState } from '../../escrow/settlement/rules.ts';
import { approvableUntil, reviewable } from '../../escrow/timers/rules.ts';
import type { Clocks, Side } from '../../terms/schema.ts';
import { atPhaseEnd, isRespondentSilent, phaseEnd, resumption, type DisputeFacts } from '../rules.ts';
import type { DisputeOutcome, DisputeState } from '../schema.ts';

/* Decisions on the row of a dispute. */

interface FactsRow {
  state: DisputeState;
  amount: number;
  returned: number;
  kept: number | null;
  opened_side: Side | null;
  joined_at: Date | null;
  brand_answered_at: Date | null;
  brand_offered_at: Date | null;
  creator_answered_at: Date | null;
  creator_offered_at: Date | null;
  prior_state: DisputableState;
  post_is_live?: boolean;
  outcome: DisputeOutcome | null;
  phase_ends_at: Date | null;
}

/** `decided`: a staff member has decided it. */
export const factsOf = (row: FactsRow): DisputeFacts => ({
  state: row.state,
  amount: row.amount,
  returned: row.returned,
  kept: row.kept,
  openedSide: row.opened_side,
  joinedAt: row.joined_at,
  answered: {
    brand: row.brand_answered_at !== null || row.brand_offered_at !== null,
    creator: row.creator_answered_at !== null || row.creator_offered_at !== null,
  },
  priorState: row.prior_state,
  live: row.post_is_live ?? false,
  decided: row.outcome === 'decided',
  phaseEndsAt: row.phase_ends_at,
});

/** The phase is over, whether or not its timer has fired. */
export const hasEnded = (row: Pick<FactsRow, 'phase_ends_at'>, now: Date): boolean =>
  row.phase_ends_at !== null && now >= row.phase_ends_at;

/** Whether the time that the milestone's clock had left still ends before the last day of its money. */
export function resumesInTime(
  row: { prior_state: DisputableState; prior_deadline_at: Date; opened_at: Date },
  milestone: { hold_expires_at: Date | null; terms: { clocks: Clocks } },
  now: Date,
): boolean {
  const end = milestone.hold_expires_at;
  if (!end) return true;
  const { deadlineAt } = resumption(row, now);
  const { clocks } = milestone.terms;
  if (['awaiting_live', 'retention', 'clearing'].includes(row.prior_state)) return deadlineAt <= end;
  return deadlineAt <= (row.prior_state === 'delivered' ? approvableUntil(end, clocks) : reviewable(end, clocks));
}

interface EndingRow extends FactsRow {
  evidence_ends_at: Date;
  decision_ends_at: Date;
  appeal_ms: number;
  execution_ms: number;
  zone?: string | null;
}
export type PhaseChange = Pick<FactsRow, 'state'> &
  Partial<Pick<FactsRow, 'outcome' | 'kept' | 'phase_ends_at'> & { settled_at: Date }>;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** What the end of a phase makes of the row. */
export function endOf(row: EndingRow, now: Date): PhaseChange | null {
  const facts = factsOf(row);
  const end = atPhaseEnd(facts);
  const execution = { phase_ends_at: later(now, row.execution_ms), settled_at: now };
  switch (row.state) {
    case 'talk':
      return isRespondentSilent(facts)
        ? {
            state: 'appeal',
            outcome: 'silent',
            kept: end?.creatorGets ?? 0,
            settled_at: now,
            phase_ends_at: phaseEnd(now, row.appeal_ms, row.zone),
          }
        : { state: 'evidence', phase_ends_at: row.evidence_ends_at };
    case 'evidence':
      return { state: 'deciding', phase_ends_at: row.decision_ends_at };
    case 'deciding':
      return { state: 'executing', outcome: 'clock', kept: end?.creatorGets ?? 0, ...execution };
    case 'appeal':
      return { state: 'executing', phase_ends_at: execution.phase_ends_at };
    case 'appealed':
      return end?.event === 'clock'
        ? { state: 'executing', outcome: 'clock', kept: end.creatorGets, ...execution }
        : { state: 'executing', phase_ends_at: execution.phase_ends_at };
    default:
      return null;
  }
}

/** Why a staff member may not decide or confirm this dispute now; null when it may. `tookPart`: in the decision that is appealed. */
export function decisionProblem(
  row: Pick<FactsRow, 'state' | 'phase_ends_at'>,
  who: { now: Date; related: boolean; tookPart: boolean },
): ErrorCode | null {
  if (row.state === 'talk' || row.state === 'evidence') return 'dispute.not_yet';
  if (row.state !== 'deciding' && row.state !== 'appealed') return 'dispute.settled_meanwhile';
  if (row.phase_ends_at && row.phase_ends_at <= who.now) return 'escrow.deadline_passed';
  if (who.related) return 'dispute.related';
  return row.state === 'appealed' && who.tookPart ? 'dispute.same_person' : null;
}
