import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { endedByStaff } from '../../../db/ended-by-staff.ts';
import { behind, placeTime, type ListPlace } from '../../../db/keyset.ts';

export interface Backlog {
  outbox: { waiting: number; oldestSeconds: number | null; dead: number };
  mails: { queued: number; oldestSeconds: number | null; failed: number };
  webhooks: { pending: number; oldestSeconds: number | null };
  notices: { open: number };
}

/** Whether the database was restored from a backup after that time. */
export async function wasRestored(db: Db, after: Date): Promise<boolean> {
  const row = await db.selectFrom('restores').select('id').where('restored_at', '>', after).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Backlog of each queue. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<{
    waiting: number;
    oldest: number | null;
    dead: number;
    queued: number;
    queued_oldest: number | null;
    failed: number;
    pending: number;
    pending_oldest: number | null;
    notices: number;
  }>`
    select o.waiting, o.oldest, d.dead, q.queued, q.queued_oldest, f.failed, w.pending, w.pending_oldest, n.notices from
      (select count(*)::int as waiting, extract(epoch from now() - min(created_at))::float8 as oldest from workflow_outbox where dispatched_at is null and dead_at is null) o,
      (select count(*)::int as dead from workflow_outbox where dispatched_at is null and dead_at is not null) d,
      (select count(*)::int as queued, extract(epoch from now() - min(created_at))::float8 as queued_oldest from mails where state = 'queued') q,
      (select count(*)::int as failed from mails where state = 'failed' and created_at > now() - interval '30 days') f,
      (select count(*)::int as pending, extract(epoch from now() - min(received_at))::float8 as pending_oldest from psp_events where state = 'pending') w,
      (select count(*)::int as notices from notices where expanded_at is null) n`.execute(db);
  const row = rows[0];
  return {
    outbox: { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? null, dead: row?.dead ?? 0 },
    mails: { queued: row?.queued ?? 0, oldestSeconds: row?.queued_oldest ?? null, failed: row?.failed ?? 0 },
    webhooks: { pending: row?.pending ?? 0, oldestSeconds: row?.pending_oldest ?? null },
    notices: { open: row?.notices ?? 0 },
  };
}

/** Money in suspense, per currency, that a ruling keeps as soon as it cannot be appealed any more. */
export async function ruledMoney(db: Db, now: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('parked_decisions')
    .select((eb) => ['currency', eb.fn.sum<number>('amount').as('amount')])
    .where('decision', '<>', 'fraud')
    .where('state', '=', 'open')
    .where('effective_at', '>', now)
    .groupBy('currency')
    .execute();
  return new Map(rows.map(({ currency, amount }) => [currency, Number(amount)]));
}

export interface PlatformCounts {
  brands: number;
  creators: number;
  liveCampaigns: number;
  activeDeals: number;
  claimed: number;
  unknown: number;
  failed: number;
  operationsOldest: Date | null;
  overdueClocks: number;
  clocksOldest: Date | null;
  /** Disputes that staff decide now, since when the oldest is open, and those that are due by `dueBefore`. */
  disputes: number;
  disputesOldest: Date | null;
  disputesDue: number;
}

/** `overdueBefore`: a deadline before it that moved nothing is overdue. */
export async function platformCounts(
  db: Db,
  input: { claimedBefore: Date; failedSince: Date; overdueBefore: Date; dueBefore: Date },
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
      (select min(claimed_at) from operations where state = 'unknown' or (state = 'claimed' and claimed_at < ${input.claimedBefore})) as "operationsOldest",
      d.waiting as disputes, d.oldest as "disputesOldest", d.due as "disputesDue",
      m.overdue as "overdueClocks", m.oldest as "clocksOldest"
    from (select count(*)::int as overdue, min(deadline_at) as oldest from milestones where deadline_at < ${input.overdueBefore} and state not in ('proposed', 'released', 'refunded', 'void', 'settled_split')
         and cardinality(holds) = 0) m,
      (select count(*)::int as waiting, min(opened_at) as oldest, count(*) filter (where phase_ends_at < ${input.dueBefore})::int as due
         from disputes where ended_at is null and state in ('deciding', 'appealed')) d`.execute(db);
  return rows[0]!;
}

/** Escrows under way, the last moved first. */
export async function runningMilestones(db: Db, { after, limit }: { after: ListPlace | null; limit: number }) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('milestones as m')
        .select([
          'm.id',
          'm.contract_id',
          'm.brand_org',
          'm.creator_org',
          'm.state',
          'm.dispute_id',
          'm.title',
          'm.updated_at',
        ])
        // As text, for the index of these states.
        .where(sql<boolean>`m.state not in ('proposed', 'released', 'refunded', 'void', 'settled_split')`)
        .where(behind('m.updated_at', 'm.id', 'descending', after))
        .orderBy('m.updated_at', 'desc')
        .orderBy('m.id', 'desc')
        .limit(limit)
        .as('m'),
    )
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .innerJoin('orgs as b', 'b.id', 'm.brand_org')
    .innerJoin('orgs as k', 'k.id', 'm.creator_org')
    .select([
      'm.id',
      'm.contract_id',
      'm.state',
      'm.updated_at',
      placeTime('m.updated_at').as('at'),
      endedByStaff('m').as('ended_by_staff'),
      'c.title as deal_title',
      'm.title',
      'b.name as brand_name',
      'k.name as creator_name',
    ])
    .orderBy('m.updated_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
}

/** Wakes the workers that compare open rows with their workflows, once the transaction is committed. */
export async function notifyRepair(db: Db, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(db);
}
