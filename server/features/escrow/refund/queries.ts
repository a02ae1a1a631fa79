import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { RefundBooks } from '../../ledger/rules.ts';
import type { RefundState } from '../schema.ts';
import type { RefundReason } from './rules.ts';

export interface RefundRow extends RefundBooks {
  id: string;
  reason: RefundReason;
  state: RefundState;
  providerId: string | null;
  /** The operator's decision about the failed attempt. */
  decision: 'send_again' | 'paid_by_bank' | null;
  /** A card's bank disputes its payment. */
  disputed: boolean;
}

/** Refunds of a milestone, oldest first. */
export async function refundsOf(db: Db, milestoneId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('operations as o', 'o.op_id', 'r.op_id')
    .leftJoin('refund_decisions as d', (join) =>
      join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
    )
    .select([
      'r.id',
      'r.op_id as opId',
      'r.payment_id as paymentId',
      'r.brand_org as brandOrg',
      'r.amount',
      'r.currency',
      'r.reason',
      'r.state',
      'r.provider_id as providerId',
      'd.decision',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('card_disputes as c')
          .select('c.id')
          .whereRef('c.payment_id', '=', 'r.payment_id')
          .where('c.state', '=', 'open'),
      )
        .$castTo<boolean>()
        .as('disputed'),
    )
    .where('r.milestone_id', '=', milestoneId)
    .orderBy('r.created_at')
    .execute();
}

export interface NewRefund {
  id: string;
  opId: string;
  paymentId: string;
  milestoneId: string;
  brandOrg: string;
  amount: number;
  currency: Currency;
  reason: RefundReason;
  at: Date;
}

export async function insertRefund(db: Db, r: NewRefund): Promise<void> {
  await db
    .insertInto('refunds')
    .values({
      id: r.id,
      op_id: r.opId,
      payment_id: r.paymentId,
      milestone_id: r.milestoneId,
      brand_org: r.brandOrg,
      amount: r.amount,
      currency: r.currency,
      reason: r.reason,
      state: 'claimed',
      created_at: r.at,
    })
    .execute();
}

/** Moves a refund from the state it was read in; false when another transaction was first. */
export async function moveRefund(
  db: Db,
  r: Pick<RefundRow, 'id' | 'state'>,
  input: { to: RefundState; at: Date; providerId?: string },
): Promise<boolean> {
  const { to, at, providerId } = input;
  const moved = await db
    .updateTable('refunds')
    .set({
      state: to,
      ...(providerId ? { provider_id: providerId } : {}),
      ...(to === 'done' || to === 'by_bank' ? { settled_at: at } : {}),
    })
    .where('id', '=', r.id)
    .where('state', '=', r.state)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Copies the bank's reference from the operator's decision about the current attempt. */
export async function copyReference(db: Db, refundId: string): Promise<void> {
  await db
    .updateTable('refunds as r')
    .from('operations as o')
    .innerJoin('refund_decisions as d', (join) =>
      join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
    )
    .set((eb) => ({ reference: eb.ref('d.reference') }))
    .whereRef('o.op_id', '=', 'r.op_id')
    .where('r.id', '=', refundId)
    .execute();
}

/** Makes a settled refund unknown; false when there is none. */
export async function setUnknown(db: Db, input: { milestoneId: string; providerId: string }): Promise<boolean> {
  const marked = await db
    .updateTable('refunds')
    .set({ state: 'unknown' })
    .where('milestone_id', '=', input.milestoneId)
    .where('provider_id', '=', input.providerId)
    .where('state', '=', 'done')
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** The charge that a refund goes back on, at the provider. */
export async function chargeIdOf(db: Db, paymentId: string): Promise<string | null> {
  const payment = await db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return payment.charge_id;
}

/** What was charged, with the tax of its quote. */
export const chargeOf = (db: Db, paymentId: string) =>
  db
    .selectFrom('payments as p')
    .innerJoin('quotes as q', 'q.id', 'p.quote_id')
    .select(['p.price', 'p.fee', 'p.tax', 'p.total', 'q.tax_country', 'q.tax_bps'])
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow();
