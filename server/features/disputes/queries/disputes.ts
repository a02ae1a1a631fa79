import { sql, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { endingRows } from '../../../../db/ending-rows.ts';
import type { DB } from '../../../../db/types.ts';
import type { Side } from '../../terms/schema.ts';
import type { DisputeState, StatementKind, DisputeReason } from '../schema.ts';

export type DisputeRow = Selectable<DB['disputes']> & {
  /** A look has found the post of its milestone live, and none after it a fault. */
  post_is_live?: boolean;
};

const withPost = (db: Db) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .select(
      sql<boolean>`exists (select from publications p where p.milestone_id = disputes.milestone_id
        and p.passed_at is not null and p.state in ('watching', 'kept'))`.as('post_is_live'),
    );

/** `lock`: until commit. A dispute is locked before its milestone. */
export async function disputeById(db: Db, id: string, lock = false): Promise<DisputeRow | undefined> {
  let query = withPost(db).where('id', '=', id);
  if (lock) query = query.forNoKeyUpdate('disputes');
  return query.executeTakeFirst();
}

/** The open dispute of a milestone. */
export async function openDisputeOf(db: Db, milestoneId: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('disputes')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** The open disputes of these milestones. A decision of staff that has not taken effect is none yet. */
export async function openDisputesOf(db: Db, milestoneIds: readonly string[]): Promise<DisputeRow[]> {
  if (milestoneIds.length === 0) return [];
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('milestone_id', 'in', milestoneIds)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('opened_side', 'is not', null), eb('kept', 'is not', null)]))
    .execute();
}

/** The open dispute of a milestone, else its last one. A decision of staff is one once it has taken effect. */
export async function latestDisputeOf(db: Db, milestoneId: string): Promise<DisputeRow | undefined> {
  return withPost(db)
    .where('milestone_id', '=', milestoneId)
    .where((eb) => eb.or([eb('opened_side', 'is not', null), eb('kept', 'is not', null)]))
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type NewDispute = Omit<
  Selectable<DB['disputes']>,
  | 'version'
  | 'joined_at'
  | 'brand_answered_at'
  | 'creator_answered_at'
  | 'brand_offered_at'
  | 'creator_offered_at'
  | 'outcome'
  | 'kept'
  | 'settled_at'
  | 'appealed_side'
  | 'appealed_at'
  | 'announced'
  | 'ended_at'
>;

export async function insertDispute(db: Db, row: NewDispute): Promise<void> {
  await db.insertInto('disputes').values(row).execute();
}

/** Compares `(state, version)` and swaps; false when another transaction was first. */
export async function swapDispute(
  db: Db,
  row: Pick<DisputeRow, 'id' | 'state' | 'version'>,
  set: Updateable<DB['disputes']> & { state?: DisputeState },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('disputes')
    .set({ ...set, version: row.version + 1, updated_at: at })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertStatement(
  db: Db,
  s: {
    id: string;
    dispute: Pick<DisputeRow, 'id' | 'contract_id' | 'brand_org' | 'creator_org' | 'agency_org'>;
    side: Side;
    kind: StatementKind;
    reason: DisputeReason | null;
    body: string;
    userId: string;
    name: string;
    at: Date;
  },
): Promise<void> {
  const { dispute: d } = s;
  await db
    .insertInto('dispute_statements')
    .values({
      id: s.id,
      dispute_id: d.id,
      contract_id: d.contract_id,
      brand_org: d.brand_org,
      creator_org: d.creator_org,
      agency_org: d.agency_org,
      side: s.side,
      kind: s.kind,
      reason: s.reason,
      body: s.body,
      author_user: s.userId,
      author_name: s.name,
      created_at: s.at,
    })
    .execute();
}

/** Shown of each side; a side that writes more hides its own older ones, never the other's. */
const STATEMENTS_SHOWN = 250;

interface StatementRow {
  id: string;
  side: Side;
  kind: StatementKind;
  reason: DisputeReason | null;
  body: string;
  author_name: string;
  created_at: Date;
}

/** What the sides said, oldest first: the first statement of each and its newest ones. */
export async function statementsOf(db: Db, disputeId: string): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select id, side, kind, reason, body, author_name, created_at from (
      select s.*, row_number() over (partition by side order by created_at, id) as oldest,
             row_number() over (partition by side order by created_at desc, id desc) as newest
        from dispute_statements s where dispute_id = ${disputeId}::uuid) ranked
     where oldest = 1 or newest <= ${STATEMENTS_SHOWN}
     order by created_at, id`.execute(db);
  return rows;
}

/** Writes or changes the side's own offer. */
export async function putOffer(
  db: Db,
  offer: { disputeId: string; side: Side; orgId: string; creatorGets: number; at: Date },
): Promise<void> {
  const set = { creator_gets: offer.creatorGets, offered_at: offer.at };
  await db
    .insertInto('dispute_offers')
    .values({ dispute_id: offer.disputeId, side: offer.side, org_id: offer.orgId, ...set })
    .onConflict((c) => c.columns(['dispute_id', 'side']).doUpdateSet(set))
    .execute();
}

/** The org's own offer; row security shows no other. */
export const ownOfferOf = (db: Db, { disputeId, orgId }: { disputeId: string; orgId: string }) =>
  db
    .selectFrom('dispute_offers')
    .select(['creator_gets as creatorGets', 'offered_at as at'])
    .where('dispute_id', '=', disputeId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();

/** Settles halfway when both offers meet; what the creator gets, or null. */
export async function settleIfMet(db: Db, disputeId: string, at: Date): Promise<number | null> {
  const { rows } = await sql<{
    agreed: number | null;
  }>`select dispute_settle(${disputeId}::uuid, ${at}) as agreed`.execute(db);
  return rows[0]?.agreed ?? null;
}

/** Disputes whose workflow must be running. Late: the phase ended, or its last step was not announced. */
export const openDisputes = endingRows(
  'disputes',
  ({ before, since }) =>
    sql<boolean>`phase_ends_at < ${since} or (updated_at < ${before} and announced is distinct from state)`,
);

/** Part of a person's erasure: the name goes, what was said stays with the deal. */
export async function eraseAuthor(db: Db, { userId, name }: { userId: string; name: string }): Promise<void> {
  await db
    .updateTable('dispute_statements')
    .set({ author_user: null, author_name: name })
    .where('author_user', '=', userId)
    .execute();
}
