import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { DebtPaymentState } from '../schema.ts';
import type { DebtSums } from './rules.ts';

export interface DebtRow extends DebtSums {
  id: string;
  brand_org: string;
  contract_id: string | null;
  milestone_id: string | null;
  dispute_id: string | null;
  case_id: string | null;
  currency: Currency;
  opened_at: Date;
}

const DEBT = [
  'id',
  'brand_org',
  'contract_id',
  'milestone_id',
  'dispute_id',
  'case_id',
  'currency',
  'amount',
  'cancelled',
  'paid',
  'written_off',
  'repaid',
  'regained',
  'opened_at',
] as const;

/**
 * A refund about the same work did not go through, and staff decide about it: until then the debt is not requested, since
 * the brand is owed more than it owes.
 */
const waitsFor = (debts: string) =>
  sql<boolean>`exists (select from refunds r where r.milestone_id = ${sql.ref(`${debts}.milestone_id`)} and r.state = 'failed')`;

const isOwed = sql<boolean>`cancelled + paid + written_off < amount`;

/** Adds a debt; one of the same dispute that is lost once more grows. */
export async function insertDebt(
  db: Db,
  d: Omit<DebtRow, 'cancelled' | 'paid' | 'written_off' | 'repaid' | 'regained' | 'opened_at'> & { at: Date },
): Promise<void> {
  const { at, ...row } = d;
  await db
    .insertInto('brand_debts')
    .values({ ...row, opened_at: at, updated_at: at })
    .onConflict((c) =>
      c
        .column(d.dispute_id ? 'dispute_id' : 'case_id')
        .doUpdateSet((eb) => ({ amount: eb('brand_debts.amount', '+', d.amount), updated_at: at })),
    )
    .execute();
}

export async function debtOfDispute(db: Db, disputeId: string): Promise<DebtRow | undefined> {
  return (await db
    .selectFrom('brand_debts')
    .select(DEBT)
    .where('dispute_id', '=', disputeId)
    .forNoKeyUpdate()
    .executeTakeFirst()) as DebtRow | undefined;
}

/** What its brand owes of the disputes of one payment, the oldest first, locked. */
export async function lockOwedOfPayment(db: Db, paymentId: string): Promise<DebtRow[]> {
  return (await db
    .selectFrom('brand_debts')
    .select(DEBT)
    .where('dispute_id', 'in', db.selectFrom('card_disputes').select('id').where('payment_id', '=', paymentId))
    .where(isOwed)
    .orderBy('opened_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()) as DebtRow[];
}

/** Locked by the worker; staff read it. */
export async function debtById(db: Db, id: string, lock: boolean): Promise<DebtRow | undefined> {
  const query = db.selectFrom('brand_debts').select(DEBT).where('id', '=', id);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) as DebtRow | undefined;
}

/** What a brand owes in a currency, the oldest first, what waits for a refund last; locked. */
export async function lockOwed(db: Db, of: { brandOrg: string; currency: Currency }): Promise<DebtRow[]> {
  return (await db
    .selectFrom('brand_debts')
    .select(DEBT)
    .where('brand_org', '=', of.brandOrg)
    .where('currency', '=', of.currency)
    .where(isOwed)
    .orderBy(waitsFor('brand_debts'))
    .orderBy('opened_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()) as DebtRow[];
}

export async function changeDebt(
  db: Db,
  id: string,
  by: Partial<Pick<DebtSums, 'cancelled' | 'paid' | 'written_off' | 'repaid' | 'regained'>>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('brand_debts')
    .set((eb) => ({
      ...Object.fromEntries(
        (Object.entries(by) as [keyof typeof by, number][]).map(([column, amount]) => [
          column,
          eb(column, '+', amount),
        ]),
      ),
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute();
}

export interface OwedRow extends DebtRow {
  title: string | null;
  milestone: string | null;
  brand_name: string;
  /** Two staff members decide about it. */
  proposed: boolean;
  /** Not requested until staff have decided about a refund. */
  waits: boolean;
}

/** What is owed, the oldest first: all that one brand owes, or for staff the oldest of all. */
export async function owedRows(db: Db, of: { brandOrg: string } | { limit: number }): Promise<OwedRow[]> {
  const query = db
    .selectFrom('brand_debts as d')
    .innerJoin('orgs as b', 'b.id', 'd.brand_org')
    .leftJoin('contracts as c', 'c.id', 'd.contract_id')
    .leftJoin('milestones as m', 'm.id', 'd.milestone_id')
    .select(DEBT.map((column) => `d.${column}` as const))
    .select(['c.title', 'm.title as milestone', 'b.name as brand_name', waitsFor('d').as('waits')])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('staff_approvals as a')
            .select('a.id')
            .where('a.kind', '=', 'debt_write_off')
            .whereRef('a.subject', '=', sql<string>`d.id::text`)
            .where('a.state', '=', 'proposed'),
        )
        .as('proposed'),
    )
    .where(sql<boolean>`d.cancelled + d.paid + d.written_off < d.amount`)
    .orderBy('d.opened_at')
    .orderBy('d.id');
  return (await (
    'limit' in of ? query.limit(of.limit) : query.where('d.brand_org', '=', of.brandOrg)
  ).execute()) as OwedRow[];
}

interface DebtDeal {
  contractId: string;
  milestoneId: string;
  deal: string;
  milestone: string;
  seller: string;
}

/** The work that debts are about, by debt; one without a deal is absent. */
export async function dealsOfDebts(db: Db, ids: readonly string[]): Promise<Map<string, DebtDeal>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('brand_debts as d')
    .innerJoin('contracts as c', 'c.id', 'd.contract_id')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .innerJoin('orgs as s', 's.id', 'c.creator_org')
    .select(['d.id', 'c.id as contractId', 'm.id as milestoneId', 'c.title as deal', 'm.title as milestone'])
    .select('s.name as seller')
    .where('d.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...deal }) => [id, deal]));
}

export const brandNameOf = async (db: Db, orgId: string): Promise<string> =>
  (await db.selectFrom('orgs').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()).name;

export interface DebtPaymentRow {
  id: string;
  brand_org: string;
  currency: Currency;
  amount: number;
  op_id: string;
  state: DebtPaymentState;
  session_id: string | null;
  session_url: string | null;
  created_by: string;
  created_at: Date;
  expires_at: Date;
}

const PAYMENT = [
  'id',
  'brand_org',
  'currency',
  'amount',
  'op_id',
  'state',
  'session_id',
  'session_url',
  'created_by',
  'created_at',
  'expires_at',
] as const;

export async function insertDebtPayment(db: Db, p: DebtPaymentRow): Promise<void> {
  await db.insertInto('debt_payments').values(p).execute();
}

/** Held until commit by who begins to pay what a brand owes: two at once find one payment. */
export async function lockDebts(
  db: Db,
  { brandOrg, currency }: { brandOrg: string; currency: Currency },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`debts:${brandOrg}:${currency}`}, 0))`.execute(db);
}

const UNDER_WAY = ['claimed', 'open', 'processing'] as const;

/** The payment of what a brand owes that is under way. */
export async function openDebtPayment(
  db: Db,
  of: { brandOrg: string; currency: Currency },
): Promise<DebtPaymentRow | undefined> {
  return db
    .selectFrom('debt_payments')
    .select(PAYMENT)
    .where('brand_org', '=', of.brandOrg)
    .where('currency', '=', of.currency)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst();
}

export type LastPayment = Pick<DebtPaymentRow, 'state' | 'session_id' | 'created_at'>;

/** The last payment that was begun of what a brand owes; none begins while one is under way. */
export async function lastDebtPayment(
  db: Db,
  of: { brandOrg: string; currency: Currency },
): Promise<LastPayment | undefined> {
  return db
    .selectFrom('debt_payments')
    .select(['state', 'session_id', 'created_at'])
    .where('brand_org', '=', of.brandOrg)
    .where('currency', '=', of.currency)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export const debtPaymentById = (db: Db, id: string): Promise<DebtPaymentRow | undefined> =>
  db.selectFrom('debt_payments').select(PAYMENT).where('id', '=', id).executeTakeFirst();

/** From the state it was read in; false when another transaction was first. */
export async function moveDebtPayment(
  db: Db,
  p: Pick<DebtPaymentRow, 'id' | 'state'>,
  set: {
    state: DebtPaymentState;
    session_id?: string;
    session_url?: string | null;
    payment_intent_id?: string;
    charge_id?: string;
    ended_at?: Date;
  },
): Promise<boolean> {
  const moved = await db
    .updateTable('debt_payments')
    .set(set)
    .where('id', '=', p.id)
    .where('state', '=', p.state)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Payments whose page has ended, so that the provider is read: the oldest first, so that each has its turn. */
export async function endedPages(db: Db, before: Date, limit = 100): Promise<string[]> {
  const rows = await db
    .selectFrom('debt_payments')
    .select('id')
    .where('state', 'in', UNDER_WAY)
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** False when one is decided already. */
export async function insertWriteOff(
  db: Db,
  w: { approvalId: string; debtId: string; amount: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('debt_write_offs')
    .values({ approval_id: w.approvalId, debt_id: w.debtId, amount: w.amount, decided_at: w.at })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const openWriteOffs = (db: Db): Promise<{ approval_id: string; debt_id: string; amount: number }[]> =>
  db
    .selectFrom('debt_write_offs')
    .select(['approval_id', 'debt_id', 'amount'])
    .where('state', '=', 'open')
    .orderBy('decided_at')
    .limit(100)
    .execute();

export async function endWriteOff(
  db: Db,
  approvalId: string,
  { state, at }: { state: 'done' | 'failed'; at: Date },
): Promise<boolean> {
  const ended = await db
    .updateTable('debt_write_offs')
    .set({ state, ended_at: at })
    .where('approval_id', '=', approvalId)
    .where('state', '=', 'open')
    .returning('approval_id')
    .executeTakeFirst();
  return ended !== undefined;
}
