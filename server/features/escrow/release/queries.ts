import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { TransferBooks } from '../../ledger/rules.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { PartCause } from '../live/schema.ts';
import type { TransferState } from '../schema.ts';

export interface TransferRow extends TransferBooks {
  id: string;
  state: TransferState;
  /** Which part of the milestone's price, from 1. */
  part: number;
  /** Waits at least until then; null: for its payee's account alone. */
  clearsAt: Date | null;
}

export async function transfersOf(db: Db, milestoneId: string): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .select([
      'id',
      'op_id as opId',
      'payee_org as payeeOrg',
      'leg',
      'amount',
      'currency',
      'state',
      'part',
      'clears_at as clearsAt',
    ])
    .where('milestone_id', '=', milestoneId)
    .orderBy('part')
    .orderBy('leg', 'desc')
    .execute();
}

/** A transfer with all that its call to the provider needs. */
export interface PayableTransfer extends TransferRow {
  /** Provider account of the payee, null while it cannot be paid. */
  account: string | null;
  /** The charge whose money it passes on, as it was claimed; null: it comes from the platform's balance. */
  sourceCharge: string | null;
  /** The contract by which the charge is grouped at the provider: of a joint payment, that of its first line. */
  group: string;
}

/** Transfers of a milestone whose outcome the provider has to prove. */
export async function openTransfers(db: Db, milestoneId: string): Promise<PayableTransfer[]> {
  const rows = await db
    .selectFrom('transfers as t')
    .leftJoin('payout_accounts as a', (join) =>
      join.onRef('a.org_id', '=', 't.payee_org').on('a.state', '=', 'enabled'),
    )
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.milestone_id', '=', 't.milestone_id')
        .on('p.state', 'in', ['paid', 'refunding', 'refunded'])
        // Money that came too late went back; its charge has nothing to pass on.
        .on(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('refunds as r')
                .select('r.id')
                .whereRef('r.payment_id', '=', 'p.id')
                .where('r.reason', '=', 'late_payment'),
            ),
          ),
        ),
    )
    .leftJoin('payments as lead', 'lead.id', 'p.lead_id')
    .select([
      't.id',
      't.op_id as opId',
      't.payee_org as payeeOrg',
      't.leg',
      't.amount',
      't.currency',
      't.state',
      't.part',
      't.clears_at as clearsAt',
      'a.provider_account_id as account',
      't.source_charge as sourceCharge',
      sql<string>`coalesce(lead.contract_id, t.contract_id)`.as('group'),
    ])
    .where('t.milestone_id', '=', milestoneId)
    .where('t.state', 'in', ['claimed', 'unknown'])
    .orderBy('t.part')
    .orderBy('t.leg', 'desc')
    .execute();
  return rows as PayableTransfer[];
}

/**
 * Whether a charge covers transfers: not once it was refunded by hand for good, or a paid debt was refunded from it. Of a joint
 * charge that holds for every line, whichever it was refunded for.
 */
export async function coversTransfers(db: Db, chargeId: string): Promise<boolean> {
  const { rows } = await sql<{ covers: boolean }>`
    select not exists (select from payments l where l.charge_id = ${chargeId} and (
      exists (select from cases k where k.payment_id = l.id and k.kind = 'provider_refund' and k.outcome in ('brand_owes', 'platform'))
      or exists (select from refunds r where r.payment_id = l.id and r.reason = 'debt_repaid'))) as covers`.execute(db);
  return rows[0]!.covers;
}

/** Provider account of each payee that can be paid now. */
export async function readyAccounts(db: Db, orgIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('payout_accounts')
    .select(['org_id', 'provider_account_id'])
    .where('org_id', 'in', [...orgIds])
    .where('state', '=', 'enabled')
    .where('provider_account_id', 'is not', null)
    .execute();
  return new Map(rows.map((r) => [r.org_id, r.provider_account_id!]));
}

export interface NewTransfer extends TransferBooks {
  id: string;
  milestoneId: string;
  contractId: string;
  part: number;
  clearsAt: Date | null;
  state: TransferState;
  sourceCharge: string | null;
  at: Date;
}

export async function insertTransfer(db: Db, t: NewTransfer): Promise<void> {
  await db
    .insertInto('transfers')
    .values({
      id: t.id,
      op_id: t.opId,
      milestone_id: t.milestoneId,
      contract_id: t.contractId,
      payee_org: t.payeeOrg,
      leg: t.leg,
      amount: t.amount,
      currency: t.currency,
      part: t.part,
      clears_at: t.clearsAt,
      state: t.state,
      source_charge: t.sourceCharge,
      created_at: t.at,
    })
    .execute();
}

/** Moves a transfer from the state it was read in; false when another transaction was first. */
export async function moveTransfer(
  db: Db,
  t: Pick<TransferRow, 'id' | 'state'>,
  to: TransferState,
  change: { provider_id: string; sent_at: Date } | { source_charge: string | null } | Record<string, never> = {},
): Promise<boolean> {
  const moved = await db
    .updateTable('transfers')
    .set({ state: to, ...change })
    .where('id', '=', t.id)
    .where('state', '=', t.state)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Adds what was taken back at the provider; the time is that of the last of it. */
export async function addReversed(db: Db, id: string, { amount, at }: { amount: number; at: Date }): Promise<void> {
  await db
    .updateTable('transfers')
    .set((eb) => ({
      reversed_amount: eb('reversed_amount', '+', amount),
      reversed_at: at,
    }))
    .where('id', '=', id)
    .execute();
}

/** What was decided about money that was taken back: it was paid to its payee by bank, or the platform keeps it. */
export async function addReversedDecision(
  db: Db,
  providerId: string,
  { amount, byBank }: { amount: number; byBank: boolean },
): Promise<void> {
  const column = byBank ? 'reversed_by_bank' : 'reversed_kept';
  await db
    .updateTable('transfers')
    .set((eb) => ({ [column]: eb(column, '+', amount) }))
    .where('provider_id', '=', providerId)
    .execute();
}

/** Those of the transfers that no payout has taken. */
export async function setPayout(db: Db, payoutId: string, transferIds: readonly string[]): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ payout_id: payoutId })
    .where('id', 'in', [...transferIds])
    .where('payout_id', 'is', null)
    .execute();
}

export async function clearPayout(db: Db, payoutId: string): Promise<void> {
  await db.updateTable('transfers').set({ payout_id: null }).where('payout_id', '=', payoutId).execute();
}

export interface PartRow {
  id: string;
  milestone_id: string;
  n: number;
  amount: number;
  clears_at: Date;
  released_at: Date;
  released_by: string;
  earned_at: Date | null;
}

const parts = (db: Db) =>
  db
    .selectFrom('release_parts')
    .select(['id', 'milestone_id', 'n', 'amount', 'clears_at', 'released_at', 'released_by', 'earned_at']);

/** Parts of a milestone that its brand has released, in their order. */
export const partsOfMilestone = (db: Db, milestoneId: string): Promise<PartRow[]> =>
  parts(db).where('milestone_id', '=', milestoneId).orderBy('n').execute();

export const partsOfContract = (db: Db, contractId: string): Promise<PartRow[]> =>
  parts(db).where('contract_id', '=', contractId).orderBy('milestone_id').orderBy('n').execute();

export async function insertPart(
  db: Db,
  row: MilestoneRow,
  part: { id: string; n: number; amount: number; cause: PartCause; clearsAt: Date; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('release_parts')
    .values({
      id: part.id,
      milestone_id: row.id,
      contract_id: row.contract_id,
      brand_org: row.brand_org,
      creator_org: row.creator_org,
      agency_org: row.agency_org,
      n: part.n,
      amount: part.amount,
      cause: part.cause,
      currency: row.currency,
      clears_at: part.clearsAt,
      released_by: part.by,
      released_at: part.at,
    })
    .execute();
}

export async function markEarned(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('release_parts').set({ earned_at: at }).where('id', '=', id).execute();
}

/** What a person released in parts of a deal after a moment, minor units. */
export async function releasedInParts(
  db: Db,
  { contractId, by, after }: { contractId: string; by: string; after: Date },
): Promise<number> {
  const { sum } = await db
    .selectFrom('release_parts')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('contract_id', '=', contractId)
    .where('released_by', '=', by)
    .where('cause', '=', 'brand')
    .where('released_at', '>', after)
    .executeTakeFirstOrThrow();
  return sum;
}
