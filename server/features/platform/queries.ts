import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export interface Backlog {
  outbox: { waiting: number; oldestSeconds: number | null; dead: number };
  mails: { queued: number; failed: number };
  webhooks: { pending: number; oldestSeconds: number | null };
  notices: { open: number };
}

/** Backlog of each queue. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<{
    waiting: number;
    oldest: number | null;
    dead: number;
    queued: number;
    failed: number;
    pending: number;
    pending_oldest: number | null;
    notices: number;
  }>`
    select o.waiting, o.oldest, d.dead, q.queued, f.failed, w.pending, w.pending_oldest, n.notices from
      (select count(*)::int as waiting, extract(epoch from now() - min(created_at))::float8 as oldest from workflow_outbox where dispatched_at is null and dead_at is null) o,
      (select count(*)::int as dead from workflow_outbox where dispatched_at is null and dead_at is not null) d,
      (select count(*)::int as queued from mails where state = 'queued') q,
      (select count(*)::int as failed from mails where state = 'failed' and created_at > now() - interval '30 days') f,
      (select count(*)::int as pending, extract(epoch from now() - min(received_at))::float8 as pending_oldest from psp_events where state = 'pending') w,
      (select count(*)::int as notices from notices where expanded_at is null) n`.execute(db);
  const row = rows[0];
  return {
    outbox: { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? null, dead: row?.dead ?? 0 },
    mails: { queued: row?.queued ?? 0, failed: row?.failed ?? 0 },
    webhooks: { pending: row?.pending ?? 0, oldestSeconds: row?.pending_oldest ?? null },
    notices: { open: row?.notices ?? 0 },
  };
}

const DEAD = ['id', 'workflow_id', 'kind', 'name', 'attempts', 'last_error', 'created_at', 'dead_at'] as const;

export async function deadCommands(db: Db, { limit }: { limit: number }) {
  return db
    .selectFrom('workflow_outbox')
    .select(DEAD)
    .where('dead_at', 'is not', null)
    .where('dispatched_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
export type DeadCommand = Awaited<ReturnType<typeof deadCommands>>[number];

/** Gives a dead command all its tries back. Undefined when it is not dead. */
export async function reviveCommand(db: Db, { id, at }: { id: number; at: Date }): Promise<DeadCommand | undefined> {
  return db
    .updateTable('workflow_outbox')
    .set({ dead_at: null, attempts: 0, locked_until: null, available_at: at })
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .where('dispatched_at', 'is', null)
    .returning(DEAD)
    .executeTakeFirst();
}

/** Calls to the provider with the deal that they belong to, both its sides, and the person of the org whose money it is. */
const operations = (db: Db) =>
  db
    .selectFrom('operations as o')
    .leftJoin('milestones as m', 'm.id', 'o.milestone_id')
    .leftJoin('contracts as c', (join) => join.on(sql<boolean>`c.id = coalesce(o.contract_id, m.contract_id)`))
    .leftJoin('orgs as b', 'b.id', 'c.brand_org')
    .leftJoin('orgs as k', 'k.id', 'c.creator_org')
    .leftJoin('orgs as w', (join) => join.on(sql<boolean>`w.id = coalesce(o.org_id, c.brand_org)`))
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
export async function openOperationRows(db: Db, input: { claimedBefore: Date; failedSince: Date; limit: number }) {
  return operations(db)
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
    .orderBy('o.claimed_at', 'desc')
    .limit(input.limit)
    .execute();
}

export async function operationRow(db: Db, { opId }: { opId: string }) {
  return operations(db).where('o.op_id', '=', opId).executeTakeFirst();
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

export interface PlatformCounts {
  brands: number;
  creators: number;
  liveCampaigns: number;
  activeDeals: number;
  claimed: number;
  unknown: number;
  failed: number;
  overdueClocks: number;
}

/** `overdueBefore`: a deadline before it that moved nothing is overdue. */
export async function platformCounts(
  db: Db,
  input: { claimedBefore: Date; failedSince: Date; overdueBefore: Date },
): Promise<PlatformCounts> {
  const { rows } = await sql<PlatformCounts>`
    select
      (select count(*)::int from orgs where kind = 'brand') as brands,
      (select count(*)::int from orgs where kind = 'creator') as creators,
      (select count(*)::int from campaigns where state = 'live') as "liveCampaigns",
      (select count(*)::int from contracts where state = 'active') as "activeDeals",
      (select count(*)::int from operations where state = 'claimed' and claimed_at < ${input.claimedBefore}) as claimed,
      (select count(*)::int from operations where state = 'unknown') as unknown,
      (select count(*)::int from operations where state = 'failed' and (claimed_at > ${input.failedSince} or kind = 'refund')) as failed,
      (select count(*)::int from milestones where deadline_at < ${input.overdueBefore} and state not in ('proposed', 'released', 'refunded', 'void')
         and cardinality(holds) = 0) as "overdueClocks"`.execute(db);
  return rows[0]!;
}

/** Escrows under way, the last moved first. */
export async function runningMilestones(db: Db, { limit }: { limit: number }) {
  return db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .innerJoin('orgs as b', 'b.id', 'm.brand_org')
    .innerJoin('orgs as k', 'k.id', 'm.creator_org')
    .select([
      'm.id',
      'm.contract_id',
      'm.state',
      'm.updated_at',
      'c.title as deal_title',
      'm.title',
      'b.name as brand_name',
      'k.name as creator_name',
    ])
    .where('m.state', 'not in', ['proposed', 'void', 'released', 'refunded'])
    .orderBy('m.updated_at', 'desc')
    .limit(limit)
    .execute();
}
