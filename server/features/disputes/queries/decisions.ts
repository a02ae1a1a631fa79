import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { Currency } from '../../../core/money.ts';
import type { DisputeRow } from './disputes.ts';

const DECISION = [
  'id',
  'n',
  'kept',
  'reason',
  'decided_by',
  'decided_by_name',
  'confirmed_by',
  'confirmed_by_name',
  'confirmation',
  'effective_at',
] as const;

/** Decisions in force, in their order. */
export const effectiveDecisions = (db: Db, disputeId: string) =>
  db
    .selectFrom('dispute_decisions')
    .select(DECISION)
    .where('dispute_id', '=', disputeId)
    .where('effective_at', 'is not', null)
    .orderBy('n')
    .execute();
export type DecisionRow = Awaited<ReturnType<typeof effectiveDecisions>>[number];

/** The decision of a proposal. */
export const decisionOfApproval = (db: Db, approvalId: string) =>
  db
    .selectFrom('dispute_decisions')
    .select([...DECISION, 'dispute_id'])
    .where('approval_id', '=', approvalId)
    .executeTakeFirst();

export async function insertDecision(
  db: Db,
  d: {
    id: string;
    dispute: Pick<DisputeRow, 'id' | 'contract_id' | 'brand_org' | 'creator_org' | 'agency_org'>;
    n: number;
    kept: number;
    reason: string;
    by: { userId: string; name: string };
    approvalId: string | null;
    /** The second person has confirmed it. */
    confirmedBy?: { userId: string; name: string };
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('dispute_decisions')
    .values({
      id: d.id,
      dispute_id: d.dispute.id,
      contract_id: d.dispute.contract_id,
      brand_org: d.dispute.brand_org,
      creator_org: d.dispute.creator_org,
      agency_org: d.dispute.agency_org,
      n: d.n,
      kept: d.kept,
      reason: d.reason,
      decided_by: d.by.userId,
      decided_by_name: d.by.name,
      approval_id: d.approvalId,
      created_at: d.at,
      confirmed_by: d.confirmedBy?.userId ?? null,
      confirmed_by_name: d.confirmedBy?.name ?? null,
      effective_at: d.approvalId && !d.confirmedBy ? null : d.at,
    })
    .execute();
}

/** The second person confirmed it; false when it is in force already. */
export async function confirmDecisionRow(
  db: Db,
  id: string,
  by: { userId: string; name: string; confirmation: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dispute_decisions')
    .set({
      confirmed_by: by.userId,
      confirmed_by_name: by.name,
      confirmation: by.confirmation,
      effective_at: by.at,
    })
    .where('id', '=', id)
    .where('effective_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a staff member belongs to one of the parties. */
export async function isRelated(db: Db, disputeId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{
    related: boolean;
  }>`select dispute_is_related(${disputeId}::uuid, ${userId}) as related`.execute(db);
  return rows[0]?.related ?? true;
}

/** Up to which sum one person decides alone, by the row in force; 0 for a currency without one. */
export async function aloneUpTo(db: Db, currency: Currency, at: Date): Promise<number> {
  const row = await db
    .selectFrom('dispute_limits')
    .select('alone_up_to')
    .where('currency', '=', currency)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.alone_up_to ?? 0;
}

/** Open disputes for staff, the next to decide first. */
export const queuedDisputes = (db: Db, input: { after: ListPlace | null; limit: number; at: Date }) =>
  db
    .selectFrom('disputes as d')
    .innerJoin('contracts as c', 'c.id', 'd.contract_id')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .innerJoin('orgs as b', 'b.id', 'd.brand_org')
    .innerJoin('orgs as k', 'k.id', 'd.creator_org')
    .select((eb) => [
      'd.id',
      'c.title as deal_title',
      'm.title as milestone_title',
      'b.name as brand_name',
      'k.name as creator_name',
      'd.amount',
      'd.currency',
      'd.reason',
      'd.opened_side',
      'd.state',
      'd.opened_at',
      'd.phase_ends_at',
      'd.decision_ends_at',
      placeTime('d.decision_ends_at').as('place'),
      'd.appealed_side',
      eb
        .selectFrom('staff_approvals as a')
        .innerJoin('dispute_decisions as p', 'p.approval_id', 'a.id')
        .select('p.decided_by_name')
        .where('a.kind', '=', 'dispute_decision')
        .where('a.subject', '=', sql<string>`d.id::text`)
        .where('a.state', '=', 'proposed')
        .where('a.expires_at', '>', input.at)
        .limit(1)
        .as('proposed_by_name'),
    ])
    .where('d.ended_at', 'is', null)
    .where(behind('d.decision_ends_at', 'd.id', 'ascending', input.after))
    .orderBy('d.decision_ends_at')
    .orderBy('d.id')
    .limit(input.limit)
    .execute();
