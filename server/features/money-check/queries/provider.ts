import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { ACCOUNT_GONE } from '../../payouts/rules.ts';

export interface OperationRow {
  op_id: string;
  kind: string;
  state: string;
  currency: string | null;
  provider_id: string | null;
  settled_at: Date | null;
  /** Of an account that its owner disconnected: its row says that it is gone, or names another one. */
  disconnected: boolean;
}

/** Calls to the provider, in the order of their ids. */
export async function operationsAfter(db: Db, after: string, limit: number): Promise<OperationRow[]> {
  const { rows } = await sql<OperationRow>`
    select op_id, kind, state, currency, provider_id, settled_at,
           kind = 'account' and not exists (select from payout_accounts p
             where p.provider_account_id = operations.provider_id and p.disabled_reason is distinct from ${ACCOUNT_GONE}) as disconnected
      from operations where op_id > ${after} order by op_id limit ${limit}`.execute(db);
  return rows;
}

export interface Mirrored {
  ref: string;
  currency: string;
  moved: number;
}

export interface Posted {
  id: string;
  opId: string;
  kind: string;
  ref: string | null;
  currency: string;
  moved: number;
  at: Date;
}

const MOVED = sql`sum(e.debit - e.credit)::bigint`;
/** From the posting to its entries (offset 0 keeps the planner from another order): the account has those of all deals. */
const AT_PROVIDER = sql`cross join lateral (select * from ledger_entries own where own.tx_id = t.id offset 0) e join ledger_accounts a on a.id = e.account_id and a.code = 'PSP_BAL'`;

/**
 * The amounts that our postings moved at the provider for these lines: of a joint charge, the postings of all its
 * milestones together. The fee of a charge is a posting of its own, named after the operation, without a reference.
 */
export async function mirroredBy(db: Db, refs: readonly string[]): Promise<Map<string, Mirrored>> {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<Mirrored>`
    select ref, currency, sum(moved)::bigint as moved from (
      select t.provider_ref as ref, e.currency,
             (${MOVED} + coalesce((select sum(fe.debit - fe.credit) filter (where fa.code = 'PSP_BAL') from ledger_tx f join ledger_entries fe on fe.tx_id = f.id join ledger_accounts fa on fa.id = fe.account_id
                                    where f.kind = 'provider_fee' and f.op_id = regexp_replace(t.op_id, ':suspense$', '') || ':fee'), 0))::bigint as moved
        from ledger_tx t ${AT_PROVIDER} where t.provider_ref = any(${refs}::text[]) group by t.provider_ref, t.op_id, e.currency
    ) postings group by ref, currency`.execute(db);
  return new Map(rows.map((row) => [row.ref, row]));
}

/** Of the operation: open, and of that amount. */
export interface OpenOperation {
  opId: string;
  what: 'payment' | 'transfer' | 'refund' | 'top_up';
  /** What its line moves before fees. */
  amount: number;
  currency: string;
  since: Date;
}

export async function openOperations(db: Db, opIds: readonly string[]): Promise<OpenOperation[]> {
  if (opIds.length === 0) return [];
  const { rows } = await sql<OpenOperation>`
    select p.op_id as "opId", 'payment' as what,
           p.total + coalesce((select sum(x.total) from payments x where x.lead_id = p.id), 0)::bigint as amount, p.currency, p.created_at as since
      from payments p where p.op_id = any(${opIds}::text[])
       and (p.state in ('claimed', 'open', 'processing')
            or p.state in ('failed', 'expired') and exists (select from psp_events e where e.milestone_id = p.milestone_id and e.state = 'pending' and e.type = 'payment_intent.succeeded'))
    union all
    select op_id, 'payment', amount, currency, created_at from debt_payments where op_id = any(${opIds}::text[]) and state in ('claimed', 'open', 'processing')
    union all
    select op_id, 'transfer', -amount, currency, created_at from transfers where op_id = any(${opIds}::text[]) and state in ('claimed', 'unknown')
    union all
    select op_id, 'refund', -amount, currency, created_at from refunds where op_id = any(${opIds}::text[]) and state in ('claimed', 'unknown', 'pending')
    union all
    -- One that came back, and is about to be read again.
    select op_id, 'refund', amount, currency, created_at from refunds where op_id = any(${opIds}::text[]) and state = 'unknown'
    union all
    -- Suspended money on its way back, which is no refund of a deal.
    select op_id, 'refund', -amount, currency, claimed_at from operations where op_id = any(${opIds}::text[]) and op_id like 'return:%' and state in ('claimed', 'unknown')
    union all
    select op_id, 'top_up', amount, currency, claimed_at from operations where op_id = any(${opIds}::text[]) and kind = 'top_up' and state in ('claimed', 'unknown')`.execute(
    db,
  );
  return rows;
}

/** Objects named by webhooks that were received and not applied yet. */
export async function announced(db: Db, objectIds: readonly string[]): Promise<Map<string, Date>> {
  if (objectIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    at: Date;
  }>`select object_id as id, min(received_at) as at from psp_events where state = 'pending' and object_id = any(${objectIds}::text[]) group by object_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.at]));
}

const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Times that divide the postings that mirror a line into parts of `size`; the first one begins the history. */
export async function partsOfHistory(db: Db, { since, size }: { since: Date | null; size: number }): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select min(posted_at) as at from (
      select posted_at, (row_number() over (order by posted_at) - 1) / ${size} as part from ledger_tx where provider_ref is not null and posted_at >= ${since ?? new Date(0)}::timestamptz
    ) parts group by part order by 1`.execute(db);
  return rows.map((row) => row.at);
}

export interface PostingsPage {
  since: Date | null;
  after: string | null;
  limit: number;
}

const pageOf = ({ since, after, limit }: PostingsPage) =>
  sql`select * from ledger_tx where id > ${after ?? NO_UUID}::uuid and posted_at >= ${since ?? new Date(0)}::timestamptz and kind <> 'provider_fee' order by id limit ${limit}`;

/** Postings of a page that moved money at the provider, but no fees. */
export async function postingsAtProvider(db: Db, page: PostingsPage): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select t.id, t.op_id as "opId", t.kind, t.provider_ref as ref, e.currency, ${MOVED} as moved, t.posted_at as at
      from (${pageOf(page)}) t ${AT_PROVIDER}
      group by t.id, t.op_id, t.kind, t.provider_ref, e.currency, t.posted_at order by t.id`.execute(db);
  return rows;
}

/** The last posting of a page, after which the next one begins; null when the page is empty. */
export async function lastPosting(db: Db, page: PostingsPage): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select max(id::text) as id from (${pageOf(page)}) t`.execute(db);
  return rows[0]?.id ?? null;
}

/** Postings that moved money at the provider since then. */
export async function postingsSince(db: Db, at: Date): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select t.id, t.op_id as "opId", t.kind, t.provider_ref as ref, e.currency, ${MOVED} as moved, t.posted_at as at from ledger_tx t ${AT_PROVIDER}
      where t.posted_at >= ${at}::timestamptz group by t.id, t.op_id, t.kind, t.provider_ref, e.currency, t.posted_at`.execute(
    db,
  );
  return rows;
}

/** Our mirror of the provider's balance, by currency. */
export async function providerMirrors(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{
    currency: string;
    balance: number;
  }>`select currency, balance from ledger_accounts where code = 'PSP_BAL'`.execute(db);
  return new Map(rows.map((row) => [row.currency, row.balance]));
}
