import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { Charge } from '../../ledger/charges/rules.ts';
import type { PaymentState } from '../../payments/schema.ts';

export interface FundingPayment extends Charge {
  id: string;
  attempt: number;
  state: 'paid' | 'refunding' | 'refunded';
  version: number;
  charge_id: string;
  currency: Currency;
  tax_country: string;
}

/** Payments that fund a milestone. One that came too late and goes back as it came does not count; then there is one at most. */
export async function fundingPayments(db: Db, milestoneId: string): Promise<FundingPayment[]> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('quotes as q', 'q.id', 'p.quote_id')
    .select([
      'p.id',
      'p.attempt',
      'p.state',
      'p.version',
      'p.charge_id',
      'p.currency',
      'p.price',
      'p.fee',
      'p.tax',
      'p.total',
      'q.tax_country',
    ])
    .where('p.milestone_id', '=', milestoneId)
    .where('p.state', 'in', ['paid', 'refunding', 'refunded'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.payment_id', '=', 'p.id')
            .where('r.reason', '=', 'late_payment'),
        ),
      ),
    )
    .orderBy('p.attempt')
    .execute();
  return rows as FundingPayment[];
}

export interface NewPayment extends Charge {
  id: string;
  /** The first line of the payment; null: this is the first. */
  leadId: string | null;
  milestoneId: string;
  contractId: string;
  brandOrg: string;
  creatorOrg: string;
  quoteId: string;
  opId: string;
  attempt: number;
  requestKey: string;
  /** The saved method that is charged; null: the payer chooses on the provider's page. */
  methodId: string | null;
  currency: Currency;
  expiresAt: Date;
  createdBy: string;
  at: Date;
}

export async function insertPayment(db: Db, p: NewPayment): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      id: p.id,
      lead_id: p.leadId,
      milestone_id: p.milestoneId,
      contract_id: p.contractId,
      brand_org: p.brandOrg,
      creator_org: p.creatorOrg,
      quote_id: p.quoteId,
      op_id: p.opId,
      attempt: p.attempt,
      request_key: p.requestKey,
      method_id: p.methodId,
      state: 'claimed',
      currency: p.currency,
      price: p.price,
      fee: p.fee,
      tax: p.tax,
      total: p.total,
      expires_at: p.expiresAt,
      created_by: p.createdBy,
      created_at: p.at,
    })
    .execute();
}

export interface PaymentChange {
  state: PaymentState;
  session_id?: string;
  session_url?: string | null;
  payment_intent_id?: string;
  charge_id?: string | null;
  /** Less than was quoted, of suspended money that was accepted. */
  fee?: number;
  tax?: number;
  total?: number;
  provider_fee?: number | null;
  card_brand?: string | null;
  card_last4?: string | null;
  failure_code?: string | null;
  paid_at?: Date;
}

/** Compares `(state, version)` and swaps; false when another transaction was first. */
export async function swapPayment(
  db: Db,
  p: { id: string; state: PaymentState; version: number },
  change: PaymentChange,
): Promise<boolean> {
  const swapped = await db
    .updateTable('payments')
    .set({ ...change, version: p.version + 1 })
    .where('id', '=', p.id)
    .where('state', '=', p.state)
    .where('version', '=', p.version)
    .returning('id')
    .executeTakeFirst();
  return swapped !== undefined;
}

/** Moves a payment whose money goes back; false when it was in another state. */
export async function movePaidPayment(
  db: Db,
  input: { paymentId: string; from: 'paid' | 'refunding'; to: 'refunding' | 'refunded' },
): Promise<boolean> {
  const moved = await db
    .updateTable('payments')
    .set((eb) => ({ state: input.to, version: eb('version', '+', 1) }))
    .where('id', '=', input.paymentId)
    .where('state', '=', input.from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Its receipt, named by each line of the payment. */
export async function setReceipt(db: Db, input: { leadId: string; documentId: string }): Promise<void> {
  await db
    .updateTable('payments')
    .set({ receipt_id: input.documentId })
    .where((eb) => eb.or([eb('id', '=', input.leadId), eb('lead_id', '=', input.leadId)]))
    .execute();
}

/** A claim that takes longer than planned: its deadline moves, its state does not. */
export async function extendDeadline(
  db: Db,
  input: { milestoneId: string; deadlineAt: Date; at: Date },
): Promise<void> {
  await db
    .updateTable('milestones')
    .set((eb) => ({ deadline_at: input.deadlineAt, version: eb('version', '+', 1), updated_at: input.at }))
    .where('id', '=', input.milestoneId)
    .where('state', '=', 'funding')
    .execute();
}

export async function extendFundingTime(db: Db, input: { milestoneId: string; until: Date; at: Date }): Promise<void> {
  await db
    .updateTable('milestones')
    .set((eb) => ({
      deadline_at: input.until,
      funding_deadline_at: input.until,
      version: eb('version', '+', 1),
      updated_at: input.at,
    }))
    .where('id', '=', input.milestoneId)
    .where('state', '=', 'awaiting_funding')
    .execute();
}
