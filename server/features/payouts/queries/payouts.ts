import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { inIndexOrder, nextById, type IdPage, behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { StatementItem } from '../../documents/schema.ts';
import type { Currency } from '../../../core/money.ts';
import type { PayoutState } from '../schema.ts';

export interface Wallet {
  currency: Currency;
  /** Transferred to the connected account and not on its way out, minor units. */
  available: number;
  inTransit: number;
  /** Transfers that make up what is available, as of the same moment; no payout has been requested for them. */
  transferIds: string[];
}

/**
 * The org's money at the provider per currency: the memo accounts of the ledger, less requested payouts that are not
 * posted yet.
 */
export async function walletsOf(db: Db, { orgId }: { orgId: string }): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    with memo as (
      select currency, sum(balance) filter (where code = 'M_CONNECTED') as connected, sum(balance) filter (where code = 'M_TRANSIT') as transit
      from ledger_accounts where org_id = ${orgId} and code in ('M_CONNECTED', 'M_TRANSIT') and scope = ${orgId}::text group by currency
    ), asked as (
      -- From the index of those that are not paid; the paid ones are nearly all.
      select currency, sum(amount) as open from payouts
      where org_id = ${orgId} and state <> 'paid' and state in ('claimed', 'in_transit', 'unknown') group by currency
    )
    select coalesce(m.currency, a.currency) as currency,
      (coalesce(m.connected, 0) - greatest(coalesce(a.open, 0) - coalesce(m.transit, 0), 0))::bigint as available,
      coalesce(a.open, 0)::bigint as "inTransit",
      array(select t.id from transfers t where t.payee_org = ${orgId} and t.currency = coalesce(m.currency, a.currency) and t.state = 'sent' and t.payout_id is null and t.reversed_amount < t.amount
        and not exists (select from payouts p where p.org_id = ${orgId} and p.state in ('claimed', 'unknown') and t.id = any(p.transfer_ids))) as "transferIds"
    from memo m full join asked a on a.currency = m.currency order by 1`.execute(db);
  return rows;
}

const PAYOUT = [
  'id',
  'org_id',
  'op_id',
  'amount',
  'currency',
  'state',
  'version',
  'provider_id',
  'bank_last4',
  'destination',
  'arrival_at',
  'failure_code',
  'created_at',
  'paid_at',
  'transfer_ids',
  'scheduled',
  'steps',
] as const;

/** The document about its arrival, once it arrived. */
export interface StatementColumns {
  statement_id: string | null;
  statement_year: number | null;
  statement_number: number | null;
}

/** Newest first; one of them when it is named. */
export async function payoutsOf(
  db: Db,
  { orgId, payoutId, after, limit }: { orgId: string; payoutId?: string; after: ListPlace | null; limit: number },
) {
  return inIndexOrder(db, () =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('payouts as p')
          .select(PAYOUT)
          .where('p.org_id', '=', orgId)
          .$if(payoutId !== undefined, (q) => q.where('p.id', '=', payoutId!))
          .where(behind('p.created_at', 'p.id', 'descending', after))
          .orderBy('p.created_at', 'desc')
          .orderBy('p.id', 'desc')
          .limit(limit)
          .as('p'),
      )
      .leftJoin('documents as d', (join) =>
        join.onRef('d.payout_id', '=', 'p.id').on('d.kind', '=', 'payout_statement'),
      )
      .select([
        ...PAYOUT.map((column) => `p.${column}` as const),
        'd.id as statement_id',
        'd.year as statement_year',
        'd.number as statement_number',
        placeTime('p.created_at').as('at'),
      ])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .execute(),
  );
}

export type PayoutRow = Omit<Awaited<ReturnType<typeof payoutsOf>>[number], keyof StatementColumns | 'at'>;

/** The earnings that payouts carry, by payout: as their statement froze them, else as they are linked now. */
export async function itemsOfPayouts(db: Db, payoutIds: readonly string[]): Promise<Map<string, StatementItem[]>> {
  if (payoutIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; items: StatementItem[] }>`
    select p.id, coalesce(
      (select d.data->'items' from documents d where d.payout_id = p.id and d.kind = 'payout_statement'),
      (select jsonb_agg(jsonb_build_object('contractId', t.contract_id, 'milestoneId', t.milestone_id, 'deal', c.title, 'milestone', m.title, 'brand', b.name, 'amount', t.amount - case when t.reversed_amount > 0 then
           (select coalesce(sum((e.data->>'amount')::bigint), 0) from escrow_events e where e.contract_id = t.contract_id and e.milestone_id = t.milestone_id
             and e.type = 'transfer_reversed' and e.data->>'leg' = t.leg and coalesce((e.data->>'part')::int, 1) = t.part and e.at < p.created_at) else 0 end) order by t.sent_at, t.id)
         from transfers t join milestones m on m.id = t.milestone_id join contracts c on c.id = t.contract_id join orgs b on b.id = m.brand_org where t.payout_id = p.id),
      '[]'::jsonb) as items
    from payouts p where p.id = any(${[...payoutIds]}::uuid[])`.execute(db);
  return new Map(rows.map((r) => [r.id, r.items]));
}

export async function payoutByKey(
  db: Db,
  { orgId, requestKey }: { orgId: string; requestKey: string },
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .select(PAYOUT)
    .where('org_id', '=', orgId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

export async function payoutLocked(db: Db, { payoutId }: { payoutId: string }): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').select(PAYOUT).where('id', '=', payoutId).forUpdate().executeTakeFirst();
}

export interface NewPayout {
  id: string;
  orgId: string;
  opId: string;
  requestKey: string;
  amount: number;
  currency: Currency;
  bankLast4: string | null;
  transferIds: string[];
  scheduled: boolean;
  at: Date;
}

export async function insertPayout(db: Db, p: NewPayout): Promise<void> {
  await db
    .insertInto('payouts')
    .values({
      id: p.id,
      org_id: p.orgId,
      op_id: p.opId,
      request_key: p.requestKey,
      amount: p.amount,
      currency: p.currency,
      state: 'claimed',
      bank_last4: p.bankLast4,
      created_at: p.at,
      transfer_ids: p.transferIds,
      scheduled: p.scheduled,
    })
    .execute();
}

/** Moves a payout if it did not move since it was read, and notes the step with its time. */
export async function movePayout(
  db: Db,
  row: Pick<PayoutRow, 'id' | 'version'>,
  at: Date,
  set: { state: PayoutState } & Partial<{
    provider_id: string;
    arrival_at: Date;
    paid_at: Date;
    failure_code: string | null;
  }>,
): Promise<boolean> {
  const moved = await db
    .updateTable('payouts')
    .set((eb) => ({
      ...set,
      version: eb('version', '+', 1),
      steps: sql`steps || jsonb_build_array(jsonb_build_object('state', ${set.state}::text, 'at', ${at}::timestamptz))`,
    }))
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** The bank account that the calls of an attempt name, with its last digits; null: it has not been judged for this one yet. */
export async function setDestination(
  db: Db,
  payoutId: string,
  bank: { externalId: string; last4: string } | null,
): Promise<void> {
  const named = bank ? { destination: bank.externalId, bank_last4: bank.last4 } : { destination: null };
  await db.updateTable('payouts').set(named).where('id', '=', payoutId).execute();
}

export async function openPayouts(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('payouts')
    .select('id')
    .where('state', 'in', ['claimed', 'in_transit', 'unknown'])
    .where('created_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function payoutMayResume(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('payouts').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && !['failed', 'returned'].includes(row.state);
}
