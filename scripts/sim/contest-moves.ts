import { NEGOTIABLE } from '../../server/features/disputes/rules.ts';
import { contestIdOf, type Contest } from './contest-row.ts';
import { unearnedOf } from './guarantee.ts';
import { event } from './moves.ts';
import { earnParts } from './release.ts';
import { nowOf, type Sim, type SimMilestone } from './state.ts';

export const openContest = (s: Sim, milestoneId: string): Contest | undefined =>
  s.contests.find((c) => c.milestoneId === milestoneId && c.ended_at === null);

type Begun =
  | 'state'
  | 'amount'
  | 'returned'
  | 'opened_side'
  | 'prior_state'
  | 'prior_deadline_at'
  | 'talk_ends_at'
  | 'evidence_ends_at'
  | 'decision_ends_at'
  | 'appeal_ms'
  | 'execution_ms'
  | 'zone'
  | 'limit_at'
  | 'phase_ends_at'
  | 'decisions';

/** `beginDispute` of the product. */
export function beginContest(s: Sim, row: SimMilestone, own: Pick<Contest, Begun>): Contest {
  const begun: Contest = {
    ...own,
    id: contestIdOf(row.seq, s.contests.filter((c) => c.milestoneId === row.id).length + 1),
    milestoneId: row.id,
    version: 1,
    kept: null,
    opened_at: nowOf(s),
    joined_at: null,
    brand_answered_at: null,
    creator_answered_at: null,
    brand_offered_at: null,
    creator_offered_at: null,
    outcome: null,
    settled_at: null,
    appealed_side: null,
    announced: null,
    ended_at: null,
    offers: {},
    met: null,
    post: row.post ?? null,
    conceded: null,
  };
  s.contests.push(begun);
  return begun;
}

export function swap(c: Contest, set: Partial<Contest>): void {
  Object.assign(c, set, { version: c.version + 1 });
  // Offers that cannot meet any more are deleted.
  if (!(NEGOTIABLE as readonly string[]).includes(c.state)) c.offers = {};
}

/** Whether a dispute between the sides has set the money of a milestone aside. */
export const isSetAside = (s: Sim, row: SimMilestone): boolean =>
  row.dispute_id !== null && s.books.posted.has(`dispute:${row.dispute_id}:aside`);

export function setAside(s: Sim, row: SimMilestone): void {
  if (row.state !== 'disputed' || !row.dispute_id) return;
  if (unearnedOf(s, row) > s.books.of(row.id).held) return;
  const earned = earnParts(s, row);
  const rest = s.rules.restOf(row);
  if (isSetAside(s, row)) return s.books.post(earned);
  const books = s.rules.booksOf(row, '');
  const opened = { ...s.rules.contested('contest_opened', books, rest), opId: `dispute:${row.dispute_id}:aside` };
  const { held, disputed } = s.books.of(row.id);
  if (held < rest) {
    const lifted = { ...s.rules.postings.disputeLifted(books, rest), opId: `dispute:${row.dispute_id}:over` };
    return s.books.post([...earned, ...(disputed === rest ? [lifted, opened] : [])]);
  }
  event(s, row, 'dispute_set_aside', { amount: rest, change: { held: -rest, disputed: rest } });
  s.books.post([...earned, opened]);
}
