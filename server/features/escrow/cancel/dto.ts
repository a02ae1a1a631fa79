import { restOfCharge, type Charge } from '../../ledger/charges/rules.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { agreedSettlement } from '../refund/rules.ts';
import { restOf } from '../release/rules.ts';
import type { CancelRequestDto, CancelShares } from '../schema.ts';
import type { CancelRequestRow } from './queries.ts';
import { silentOutcome, type ProposedCancellation, type SilenceFacts } from './rules.ts';

export const proposalOf = (r: CancelRequestRow): ProposedCancellation => ({
  proposedBy: r.proposed_by,
  keeps: r.keeps,
  from: r.from_state,
  fromDeadlineAt: r.from_deadline_at,
  answerBy: r.answer_by,
});

/** The request with what it comes to, by the functions that settle it. `charge`: of the whole milestone. */
export function cancelRequestDto(row: MilestoneRow, request: CancelRequestRow, charge: Charge): CancelRequestDto {
  const silent = silentOutcome(proposalOf(request), silenceFacts(row));
  const rest = restOfCharge(charge, row.released_parts, row.currency);
  const shares = (keeps: number): CancelShares => ({
    keeps,
    back: agreedSettlement(rest, keeps, row.currency).back.total,
  });
  return {
    ...shares(request.keeps),
    by: request.proposed_by,
    reason: request.reason,
    silent: { outcome: silent.outcome, at: silent.at, ...shares(silent.outcome === 'cancel' ? silent.keeps : 0) },
  };
}

export const silenceFacts = (row: MilestoneRow): SilenceFacts => ({
  held: restOf(row),
  submittedAt: row.submitted_at,
  killFeeBps: row.terms.killFeeBps,
  currency: row.currency,
});
