import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { Hold } from '../../escrow/rules.ts';
import type { Charge } from '../../ledger/rules.ts';
import { TERMS_IN_FORCE } from '../../policies/rules.ts';
import type { PaymentState } from '../schema.ts';

export interface PaymentRow extends Charge {
  id: string;
  milestone_id: string;
  contract_id: string;
  brand_org: string;
  creator_org: string;
  op_id: string;
  attempt: number;
  request_key: string;
  state: PaymentState;
  version: number;
  currency: Currency;
  session_id: string | null;
  session_url: string | null;
  payment_intent_id: string | null;
  charge_id: string | null;
  provider_fee: number | null;
  card_brand: string | null;
  card_last4: string | null;
  failure_code: string | null;
  expires_at: Date;
  created_by: string;
  created_at: Date;
  paid_at: Date | null;
  tax_country: string;
  tax_bps: number;
}

export const payments = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('quotes as q', 'q.id', 'p.quote_id')
    .select([
      'p.id',
      'p.milestone_id',
      'p.contract_id',
      'p.brand_org',
      'p.creator_org',
      'p.op_id',
      'p.attempt',
      'p.request_key',
      'p.state',
      'p.version',
      'p.currency',
      'p.price',
      'p.fee',
      'p.tax',
      'p.total',
      'p.session_id',
      'p.session_url',
      'p.payment_intent_id',
      'p.charge_id',
      'p.provider_fee',
      'p.card_brand',
      'p.card_last4',
      'p.failure_code',
      'p.expires_at',
      'p.created_by',
      'p.created_at',
      'p.paid_at',
      'q.tax_country',
      'q.tax_bps',
    ]);

export async function paymentOf(
  db: Db,
  input: { paymentId: string; brandOrg: string },
): Promise<PaymentRow | undefined> {
  return payments(db).where('p.id', '=', input.paymentId).where('p.brand_org', '=', input.brandOrg).executeTakeFirst();
}

export async function paymentById(db: Db, paymentId: string): Promise<PaymentRow | undefined> {
  return payments(db).where('p.id', '=', paymentId).executeTakeFirst();
}

/** The attempt that was paid by this charge. */
export async function paymentOfCharge(db: Db, chargeId: string): Promise<PaymentRow | undefined> {
  return payments(db).where('p.charge_id', '=', chargeId).executeTakeFirst();
}

/** A transfer at the provider, as our books have it. */
export async function transferOfProvider(
  db: Db,
  providerId: string,
): Promise<{ id: string; payee_org: string; contract_id: string; milestone_id: string; leg: string } | undefined> {
  return db
    .selectFrom('transfers')
    .select(['id', 'payee_org', 'contract_id', 'milestone_id', 'leg'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
}

/** Adds what was taken back at the provider. */
export async function reverseTransfer(db: Db, id: string, { amount, at }: { amount: number; at: Date }): Promise<void> {
  await db
    .updateTable('transfers')
    .set((eb) => ({
      reversed_amount: eb('reversed_amount', '+', amount),
      reversed_at: eb.fn.coalesce('reversed_at', eb.val(at)),
    }))
    .where('id', '=', id)
    .execute();
}

/** What was decided about money that was taken back: it was paid to its payee by bank, or the platform keeps it. */
export async function settleReversed(
  db: Db,
  transferId: string,
  { amount, byBank }: { amount: number; byBank: boolean },
): Promise<void> {
  const column = byBank ? 'reversed_by_bank' : 'reversed_kept';
  await db
    .updateTable('transfers')
    .set((eb) => ({ [column]: eb(column, '+', amount) }))
    .where('provider_id', '=', transferId)
    .execute();
}

/** Every attempt at paying a milestone, oldest first. */
export async function attemptsOf(db: Db, milestoneId: string): Promise<PaymentRow[]> {
  return payments(db).where('p.milestone_id', '=', milestoneId).orderBy('p.attempt').execute();
}

/** One attempt, locked until commit, so that it does not move between decision and write. */
export async function paymentLocked(db: Db, paymentId: string): Promise<PaymentRow | undefined> {
  return (await payments(db).where('p.id', '=', paymentId).forNoKeyUpdate(['p']).executeTakeFirst()) as
    | PaymentRow
    | undefined;
}

export interface NewPayment extends Charge {
  id: string;
  milestoneId: string;
  contractId: string;
  brandOrg: string;
  creatorOrg: string;
  quoteId: string;
  opId: string;
  attempt: number;
  requestKey: string;
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
      milestone_id: p.milestoneId,
      contract_id: p.contractId,
      brand_org: p.brandOrg,
      creator_org: p.creatorOrg,
      quote_id: p.quoteId,
      op_id: p.opId,
      attempt: p.attempt,
      request_key: p.requestKey,
      state: 'claimed',
      currency: p.currency,
      price: p.price,
      fee: p.fee,
      tax: p.tax,
      total: p.total,
      expires_at: p.expiresAt,
      created_by: p.createdBy,
      terms_version: TERMS_IN_FORCE,
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
  provider_fee?: number | null;
  card_brand?: string | null;
  card_last4?: string | null;
  failure_code?: string | null;
  paid_at?: Date;
}

/** Compares `(state, version)` and swaps; false when another transaction was first. */
export async function swapPayment(
  db: Db,
  p: Pick<PaymentRow, 'id' | 'state' | 'version'>,
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

export async function personName(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('display_name').where('id', '=', userId).executeTakeFirst();
  return row?.display_name ?? null;
}

export async function localeOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('locale').where('id', '=', userId).executeTakeFirst();
  return row?.locale ?? null;
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

export async function holdMilestone(
  db: Db,
  input: { milestoneId: string; hold: Hold; deadlineAt: Date; at: Date },
): Promise<void> {
  await db
    .updateTable('milestones')
    .set((eb) => ({
      holds: sql<Hold[]>`array_append(holds, ${input.hold})`,
      deadline_at: input.deadlineAt,
      version: eb('version', '+', 1),
      updated_at: input.at,
    }))
    .where('id', '=', input.milestoneId)
    .where(sql<boolean>`not (${input.hold} = any(holds))`)
    .execute();
}
