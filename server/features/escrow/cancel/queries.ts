import type { Db } from '../../../../db/client.ts';
import type { Side } from '../../terms/schema.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { CancelFrom, CancelRequestState } from '../schema.ts';
import type { ProposedCancellation } from './rules.ts';

export interface CancelRequestRow {
  id: string;
  milestone_id: string;
  proposed_by: Side;
  reason: string;
  keeps: number;
  from_state: CancelFrom;
  from_deadline_at: Date;
  answer_by: Date;
  proposed_at: Date;
}

const openRequests = (db: Db) =>
  db
    .selectFrom('cancel_requests')
    .select(['id', 'milestone_id', 'proposed_by', 'reason', 'keeps', 'from_state', 'from_deadline_at', 'answer_by'])
    .select('proposed_at')
    .where('state', '=', 'open');

export const openRequest = (db: Db, milestoneId: string): Promise<CancelRequestRow | undefined> =>
  openRequests(db).where('milestone_id', '=', milestoneId).executeTakeFirst();

export const openRequestsOfContract = (db: Db, contractId: string): Promise<CancelRequestRow[]> =>
  openRequests(db).where('contract_id', '=', contractId).execute();

export async function insertRequest(
  db: Db,
  row: MilestoneRow,
  r: ProposedCancellation & { id: string; byUser: string; reason: string; at: Date },
): Promise<void> {
  await db
    .insertInto('cancel_requests')
    .values({
      id: r.id,
      milestone_id: row.id,
      contract_id: row.contract_id,
      brand_org: row.brand_org,
      creator_org: row.creator_org,
      agency_org: row.agency_org,
      proposed_by: r.proposedBy,
      proposed_by_user: r.byUser,
      reason: r.reason,
      keeps: r.keeps,
      currency: row.currency,
      from_state: r.from,
      from_deadline_at: r.fromDeadlineAt,
      answer_by: r.answerBy,
      state: 'open',
      proposed_at: r.at,
    })
    .execute();
}

export async function endRequest(
  db: Db,
  id: string,
  { to, at }: { to: Exclude<CancelRequestState, 'open'>; at: Date },
): Promise<void> {
  await db
    .updateTable('cancel_requests')
    .set({ state: to, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** A signed addendum changed the clocks that a milestone's open request waits for. */
export async function retimeRequest(
  db: Db,
  milestoneId: string,
  until: { fromDeadlineAt: Date; answerBy: Date },
): Promise<void> {
  await db
    .updateTable('cancel_requests')
    .set({ from_deadline_at: until.fromDeadlineAt, answer_by: until.answerBy })
    .where('milestone_id', '=', milestoneId)
    .where('state', '=', 'open')
    .execute();
}
