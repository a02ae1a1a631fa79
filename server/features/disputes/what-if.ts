import { factsOf } from './row/rules.ts';
import type { DisputeRow } from './queries/disputes.ts';
import { allTo, appealDueAt, atPhaseEnd, isRespondentSilent, otherSide, resumption } from './rules.ts';
import type { DisputeDto, DisputeIf } from './schema.ts';
import type { Side } from '../terms/schema.ts';

/**
 * What each act that is open to a side leads to, and what happens without one, by the functions that carry it out. While
 * the sides may still agree, the end of the decision is named as well: it is where their silence leads.
 */
export function whatIf(
  row: DisputeRow,
  { side, can, now }: { side: Side; can: DisputeDto['can']; now: Date },
): DisputeIf[] {
  const facts = factsOf(row);
  const end = atPhaseEnd(facts);
  const rows: DisputeIf[] = [];
  if (can.offer === true) rows.push({ event: 'cross', creatorGets: null, at: null });
  if (can.concede === true) rows.push({ event: 'concede', creatorGets: allTo(otherSide(side), row.amount), at: null });
  if (can.withdraw === true) {
    // What cleared before it was disputed is paid at the end of its clearing.
    const creatorGets = row.prior_state === 'clearing' ? row.amount : null;
    rows.push({ event: 'withdraw', creatorGets, at: resumption(row, now).deadlineAt });
  }
  if (can.appeal === true)
    rows.push({ event: 'appeal', creatorGets: null, at: appealDueAt(row.settled_at ?? now, now, row) });
  if (end && row.phase_ends_at) rows.push({ ...end, at: row.phase_ends_at });
  const talks = row.state === 'evidence' || (row.state === 'talk' && !isRespondentSilent(facts));
  const decision = talks ? atPhaseEnd({ ...facts, state: 'deciding' }) : null;
  if (decision) rows.push({ ...decision, at: row.decision_ends_at });
  return rows;
}
