import type { MilestoneBooks } from '../../ledger/rules.ts';
import type { Side } from '../../terms/schema.ts';
import type { MilestoneFacts } from '../rules.ts';
import { failedInClearing, postTime, postWord } from '../live/rules.ts';
import { restOf } from '../release/rules.ts';
import type { MilestoneRow } from './queries.ts';

/** Input of the rules. */
export const factsOf = (row: MilestoneRow): MilestoneFacts => ({
  state: row.state,
  deadlineAt: row.deadline_at,
  round: row.round,
  roundsMax: row.rounds_max,
  reviewExtended: row.review_extended,
  holds: row.holds,
  dueAt: row.due_at,
  bonus: row.bonus,
  clocks: row.terms.clocks,
  holdEnd: row.hold_expires_at,
  creatorOnHold: row.creator_on_hold_since !== null,
  accepted: row.accepted_at !== null,
  held: restOf(row),
  cancelProposedBy: row.cancel_proposed_by,
  withdrew: row.withdrew,
  ...(row.charged_back_at === null ? {} : { chargedBack: true }),
  ...(failedInClearing(row) ? { postFailed: true } : {}),
  ...(row.post === undefined ? {} : { post: postWord(row.post), postTime: postTime(row, row.post) }),
});

export const sideOf = (row: { brand_org: string }, orgId: string): Side =>
  row.brand_org === orgId ? 'brand' : 'creator';

/** The accounts of a milestone. */
export const booksOf = (row: MilestoneRow, taxCountry: string): MilestoneBooks => ({
  milestoneId: row.id,
  brandOrg: row.brand_org,
  currency: row.currency,
  taxCountry,
});
