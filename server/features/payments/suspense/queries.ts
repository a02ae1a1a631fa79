import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency, Money } from '../../../core/money.ts';
import { parkOp, returnOp } from '../rules.ts';

export interface SuspenseDecision {
  payment_id: string;
  attempt: number;
  decision: 'return' | 'accept' | 'paid_by_bank';
  /** Of the bank transfer, with its sum; null: it was not paid by bank. */
  reference: string | null;
  amount: number | null;
}

/** The decision of two staff members about a milestone's suspended money that is not executed yet. */
export async function openDecision(db: Db, milestoneId: string): Promise<SuspenseDecision | undefined> {
  return db
    .selectFrom('suspense_decisions as s')
    .innerJoin('payments as p', 'p.id', 's.payment_id')
    .select(['s.payment_id', 's.attempt', 's.decision', 's.reference', 's.amount'])
    .where('p.milestone_id', '=', milestoneId)
    .where('s.state', '=', 'open')
    .executeTakeFirst();
}

/** False when one about the same money is open. */
export async function insertDecision(
  db: Db,
  input: Pick<SuspenseDecision, 'decision' | 'reference' | 'amount'> & {
    paymentId: string;
    approvalId: string;
    at: Date;
  },
): Promise<boolean> {
  const before = await db
    .selectFrom('suspense_decisions')
    .select((eb) => eb.fn.max('attempt').as('attempt'))
    .where('payment_id', '=', input.paymentId)
    .executeTakeFirst();
  const inserted = await db
    .insertInto('suspense_decisions')
    .values({
      payment_id: input.paymentId,
      attempt: (before?.attempt ?? 0) + 1,
      decision: input.decision,
      reference: input.reference,
      amount: input.amount,
      approval_id: input.approvalId,
      decided_at: input.at,
    })
    .onConflict((c) => c.doNothing())
    .returning('attempt')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whether the provider has refused a return of it, or the payer's bank has sent one back. */
export async function wasReturnRefused(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('op_id')
    .where('op_id', 'like', returnOp(paymentId, '%'))
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when another run was first. */
export async function endDecision(
  db: Db,
  one: SuspenseDecision,
  input: { state: 'done' | 'failed'; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('suspense_decisions')
    .set({ state: input.state, ended_at: input.at })
    .where('payment_id', '=', one.payment_id)
    .where('attempt', '=', one.attempt)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * What is left in suspense of a suspended payment, by its first line, less what a person refunded of it or its card's bank
 * took; undefined: nothing was parked.
 */
export async function suspendedLeft(
  db: Db,
  payment: { id: string; milestone_id: string; op_id: string },
): Promise<Money | undefined> {
  const { rows } = await sql<{ currency: Currency; amount: number }>`
    select e.currency, sum(e.credit - e.debit)::bigint as amount from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.milestone_id in (select milestone_id from payments where ${payment.id}::uuid in (id, lead_id)) and a.code = 'SUSPENSE'
        and (t.milestone_id = ${payment.milestone_id} and starts_with(t.op_id, ${parkOp(payment)})
          or exists (select from card_disputes d join payments p on p.id = d.payment_id
            where ${payment.id}::uuid in (p.id, p.lead_id) and d.milestone_id = t.milestone_id and starts_with(t.op_id, 'dispute:' || d.id || ':')))
      group by e.currency`.execute(db);
  const [row] = rows;
  return row && rows.length === 1 ? { currency: row.currency, amount: Number(row.amount) } : undefined;
}

/** What a payee reads of money that is kept. `effectiveAt`: null when it was appealed before. */
export interface Ruling {
  payeeOrg: string;
  contractId: string | null;
  milestoneId: string | null;
  text: string;
  effectiveAt: Date | null;
}

export interface ParkedDecision {
  approval_id: string;
  case_id: string;
  decision: 'platform' | 'paid_by_bank' | 'brand_owes' | 'fraud';
  amount: number;
  currency: Currency;
  reference: string | null;
  /** Of money that the provider took back from a payee. */
  payee_org: string | null;
  ruling: string | null;
}

/** False when one about the same case was taken before. */
export async function insertParked(
  db: Db,
  row: {
    approvalId: string;
    caseId: string;
    decision: ParkedDecision['decision'];
    amount: number;
    currency: Currency;
    lines: string[];
    reference: string | null;
    ruling: Ruling | null;
    at: Date;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('parked_decisions')
    .values({
      approval_id: row.approvalId,
      case_id: row.caseId,
      decision: row.decision,
      amount: row.amount,
      currency: row.currency,
      lines: row.lines,
      reference: row.reference,
      decided_at: row.at,
      payee_org: row.ruling?.payeeOrg ?? null,
      contract_id: row.ruling?.contractId ?? null,
      milestone_id: row.ruling?.milestoneId ?? null,
      ruling: row.ruling?.text ?? null,
      effective_at: row.ruling?.effectiveAt ?? null,
    })
    .onConflict((c) => c.doNothing())
    .returning('approval_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A decision about the case was taken and is not booked yet. */
export async function isDecided(db: Db, caseId: string): Promise<boolean> {
  const row = await db
    .selectFrom('parked_decisions')
    .select('approval_id')
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

/** The ruling about a case that its payee may still appeal. */
export async function openRulingOf(db: Db, caseId: string): Promise<{ text: string; until: Date } | null> {
  const row = await db
    .selectFrom('parked_decisions')
    .select(['ruling', 'effective_at'])
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .where('ruling', 'is not', null)
    .executeTakeFirst();
  return row?.ruling && row.effective_at ? { text: row.ruling, until: row.effective_at } : null;
}

/** Decisions that take effect now: a ruling only after the time to appeal. */
export async function openParked(db: Db, now: Date): Promise<ParkedDecision[]> {
  return (await db
    .selectFrom('parked_decisions')
    .select(['approval_id', 'case_id', 'decision', 'amount', 'currency', 'reference', 'payee_org', 'ruling'])
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('effective_at', 'is', null), eb('effective_at', '<=', now)]))
    .orderBy('decided_at')
    .limit(100)
    .execute()) as ParkedDecision[];
}

/** False when another run was first. */
export async function endParked(
  db: Db,
  approvalId: string,
  input: { state: 'done' | 'failed'; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('parked_decisions')
    .set({ state: input.state, ended_at: input.at })
    .where('approval_id', '=', approvalId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The balance of these lines of the provider in suspense: positive, received money; negative, lost money. Null: none, or
 * not of one currency.
 */
export async function parkedInLines(db: Db, lines: readonly string[]): Promise<Money | null> {
  if (lines.length === 0) return null;
  const { rows } = await sql<{ currency: Currency; amount: number }>`
    select e.currency, sum(e.credit - e.debit)::bigint as amount from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
      where (t.op_id = any(${lines.map((line) => `moved:${line}`)}::text[]) or (t.kind = 'debt_paid' and t.provider_ref = any(${[...lines]}::text[])))
        and a.code = 'SUSPENSE' group by e.currency having sum(e.credit - e.debit) <> 0`.execute(db);
  const [row] = rows;
  return row && rows.length === 1 ? { currency: row.currency, amount: Number(row.amount) } : null;
}

const RULING = [
  'approval_id',
  'case_id',
  'decision',
  'payee_org',
  'amount',
  'currency',
  'state',
  'ruling',
  'decided_at',
  'effective_at',
  'appeal',
  'appealed_at',
  'document_id',
] as const;

/** What was ruled about a payee's earnings of a milestone, the newest first. */
export const rulingsOf = (db: Db, input: { payeeOrg: string; milestoneId: string }) =>
  db
    .selectFrom('parked_decisions as p')
    .leftJoin('documents as d', 'd.id', 'p.document_id')
    .select(RULING.map((column) => `p.${column}` as const))
    .select(['d.kind', 'd.year', 'd.number', 'd.series'])
    .where('p.payee_org', '=', input.payeeOrg)
    .where('p.milestone_id', '=', input.milestoneId)
    .where('p.state', '<>', 'failed')
    .orderBy('p.decided_at', 'desc')
    .execute();

export const rulingOf = (db: Db, approvalId: string) =>
  db.selectFrom('parked_decisions').select(RULING).where('approval_id', '=', approvalId).executeTakeFirst();

/** False when it was appealed or took effect before: only an open one whose time runs may be appealed. */
export async function appealParked(
  db: Db,
  approvalId: string,
  input: { text: string; by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('parked_decisions')
    .set({ state: 'appealed', appeal: input.text, appealed_by: input.by, appealed_at: input.at, ended_at: input.at })
    .where('approval_id', '=', approvalId)
    .where('state', '=', 'open')
    .where('effective_at', '>', input.at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Cases of rulings that were appealed, which have no due date yet. */
export const appealsWithoutDue = (db: Db): Promise<{ case_id: string; appealed_at: Date | null }[]> =>
  db
    .selectFrom('parked_decisions as p')
    .innerJoin('cases as c', 'c.id', 'p.case_id')
    .select(['p.case_id', 'p.appealed_at'])
    .where('p.state', '=', 'appealed')
    .where('c.state', '=', 'open')
    .where('c.due_at', 'is', null)
    .execute();

/** Rulings of a case that were appealed, with who took them. */
export const appealsOf = (db: Db, caseId: string) =>
  db
    .selectFrom('parked_decisions as p')
    .innerJoin('staff_approvals as s', 's.id', 'p.approval_id')
    .select(['p.ruling', 'p.appeal', 'p.appealed_at', 's.proposed_by', 's.decided_by'])
    .where('p.case_id', '=', caseId)
    .where('p.state', '=', 'appealed')
    .orderBy('p.decided_at')
    .execute();

export async function nameCorrection(db: Db, approvalId: string, documentId: string): Promise<void> {
  await db
    .updateTable('parked_decisions')
    .set({ document_id: documentId })
    .where('approval_id', '=', approvalId)
    .execute();
}
