import { NEGOTIABLE } from '../../server/features/disputes/rules.ts';
import type { Contest } from './contest-row.ts';
import { unearnedOf } from './guarantee.ts';
import { event } from './moves.ts';
import { earnParts } from './release.ts';
import type { Sim, SimMilestone } from './state.ts';

export const openContest = (s: Sim, milestoneId: string): Contest | undefined =>
  s.contests.find((c) => c.milestoneId === milestoneId && c.ended_at === null);

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
