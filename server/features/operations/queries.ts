import { sql, type Compilable } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { placeTime } from '../../../db/keyset.ts';
import type { DB } from '../../../db/types.ts';

/** Calls to the provider with the deal that they belong to, both its sides, and the person of the org whose money it is. */
const operations = (db: Db, rows: Compilable) =>
  db
    .selectFrom(sql<DB['operations']>`(${rows})`.as('o'))
    .leftJoin('milestones as m', 'm.id', 'o.milestone_id')
    // `case`, not `coalesce`: under row security an index is used for leakproof expressions only.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('contracts')
          .select(['id', 'title', 'brand_org', 'creator_org'])
          .where(sql<boolean>`id = case when o.contract_id is null then m.contract_id else o.contract_id end`)
          .limit(1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .leftJoin('orgs as b', 'b.id', 'c.brand_org')
    .leftJoin('orgs as k', 'k.id', 'c.creator_org')
    .leftJoin('orgs as w', (join) =>
      join.on(sql<boolean>`w.id = case when o.org_id is null then c.brand_org else o.org_id end`),
    )
    .select([
      'o.op_id',
      'o.kind',
      'o.state',
      'o.attempt',
      'o.milestone_id',
      'o.org_id',
      'o.amount',
      'o.currency',
      'o.error',
      'o.claimed_at',
      'o.provider_id',
      'c.id as contract_id',
      'c.title as deal_title',
      'm.title as milestone_title',
      'b.name as brand_name',
      'k.name as creator_name',
      'w.id as whose_org',
      'w.name as whose_name',
    ]);

/** Calls to the provider whose outcome is open: unknown, claimed before `claimedBefore`, or failed since `failedSince`; a refund that failed stays. */
export async function openOperationRows(
  db: Db,
  input: { claimedBefore: Date; failedSince: Date; after: { at: string; opId: string } | null; limit: number },
) {
  const { after } = input;
  const page = db
    .selectFrom('operations as o')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('o.state', '=', 'unknown'),
        eb.and([eb('o.state', '=', 'claimed'), eb('o.claimed_at', '<', input.claimedBefore)]),
        eb.and([
          eb('o.state', '=', 'failed'),
          eb.or([eb('o.claimed_at', '>', input.failedSince), eb('o.kind', '=', 'refund')]),
        ]),
      ]),
    )
    .$if(after !== null, (q) =>
      q.where(
        sql<boolean>`(o.claimed_at, o.op_id) < ('epoch'::timestamptz + ${after?.at ?? '0'}::bigint * interval '1 microsecond', ${after?.opId ?? ''})`,
      ),
    )
    .orderBy('o.claimed_at', 'desc')
    .orderBy('o.op_id', 'desc')
    .limit(input.limit);
  return operations(db, page)
    .select(placeTime('o.claimed_at').as('at'))
    .orderBy('o.claimed_at', 'desc')
    .orderBy('o.op_id', 'desc')
    .execute();
}

export async function operationRow(db: Db, { opId }: { opId: string }) {
  return operations(db, db.selectFrom('operations').selectAll().where('op_id', '=', opId)).executeTakeFirst();
}

export type OperationRow = NonNullable<Awaited<ReturnType<typeof operationRow>>>;

/** Among these operations, the refunds that came back or were refused and are not decided. */
export async function undecidedRefunds(db: Db, opIds: readonly string[]): Promise<Set<string>> {
  if (opIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('refunds as r')
    .innerJoin('operations as o', 'o.op_id', 'r.op_id')
    .leftJoin('refund_decisions as d', (join) =>
      join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
    )
    .select('r.op_id')
    .where('r.op_id', 'in', [...opIds])
    .where('r.state', '=', 'failed')
    .where('d.op_id', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.op_id));
}

/** False when this attempt was decided before. */
export async function insertRefundDecision(
  db: Db,
  row: {
    opId: string;
    attempt: number;
    decision: 'paid_by_bank' | 'send_again';
    reference: string | null;
    by: string;
    at: Date;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('refund_decisions')
    .values({
      op_id: row.opId,
      attempt: row.attempt,
      decision: row.decision,
      reference: row.reference,
      decided_by: row.by,
      decided_at: row.at,
    })
    .onConflict((c) => c.columns(['op_id', 'attempt']).doNothing())
    .returning('op_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Which of these operations an operator requested to send again under a new key, and when; of their present attempt.
 */
export async function sendAgainRequests(db: Db, opIds: readonly string[]): Promise<Map<string, Date>> {
  if (opIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('send_again_decisions as d')
    .innerJoin('operations as o', (join) => join.onRef('o.op_id', '=', 'd.op_id').onRef('o.attempt', '=', 'd.attempt'))
    .select(['d.op_id', 'd.decided_at'])
    .where('d.op_id', 'in', [...opIds])
    .execute();
  return new Map(rows.map((row) => [row.op_id, row.decided_at]));
}

/** False when this attempt was decided before. */
export async function insertSendAgain(
  db: Db,
  row: { opId: string; attempt: number; by: string; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('send_again_decisions')
    .values({ op_id: row.opId, attempt: row.attempt, decided_by: row.by, decided_at: row.at })
    .onConflict((c) => c.columns(['op_id', 'attempt']).doNothing())
    .returning('op_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function payoutOfOperation(db: Db, { opId }: { opId: string }): Promise<string | undefined> {
  return (await db.selectFrom('payouts').select('id').where('op_id', '=', opId).executeTakeFirst())?.id;
}
