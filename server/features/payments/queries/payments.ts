import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { Charge } from '../../ledger/charges/rules.ts';
import type { Returned } from '../card-disputes/rules.ts';
import type { PaymentState } from '../schema.ts';

export interface PaymentRow extends Charge {
  id: string;
  /** The first line of the payment; null: it is the first. */
  lead_id: string | null;
  milestone_id: string;
  contract_id: string;
  brand_org: string;
  creator_org: string;
  op_id: string;
  attempt: number;
  request_key: string;
  /** The saved method that is charged; null: the provider's page. */
  method_id: string | null;
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
  receipt_id: string | null;
}

export const payments = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('quotes as q', 'q.id', 'p.quote_id')
    .select([
      'p.id',
      'p.lead_id',
      'p.milestone_id',
      'p.contract_id',
      'p.brand_org',
      'p.creator_org',
      'p.op_id',
      'p.attempt',
      'p.request_key',
      'p.method_id',
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
      'p.receipt_id',
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

/** The first line of the payment that was paid by this charge. */
export async function paymentOfCharge(db: Db, chargeId: string): Promise<PaymentRow | undefined> {
  return payments(db).where('p.charge_id', '=', chargeId).where('p.lead_id', 'is', null).executeTakeFirst();
}

/** All lines of a payment, the first one first, the others by milestone. */
export async function linesOf(db: Db, leadId: string): Promise<PaymentRow[]> {
  return payments(db)
    .where((eb) => eb.or([eb('p.id', '=', leadId), eb('p.lead_id', '=', leadId)]))
    .orderBy(sql`p.lead_id is not null`)
    .orderBy('p.milestone_id')
    .execute();
}

/** The same, locked until commit, so that none moves between decision and write. */
export async function linesLocked(db: Db, leadId: string): Promise<PaymentRow[]> {
  return (await payments(db)
    .where((eb) => eb.or([eb('p.id', '=', leadId), eb('p.lead_id', '=', leadId)]))
    .orderBy(sql`p.lead_id is not null`)
    .orderBy('p.milestone_id')
    .forNoKeyUpdate(['p'])
    .execute()) as PaymentRow[];
}

/** What of a charge has gone back to its payer or is about to, by line. */
export async function returnedOf(db: Db, paymentIds: readonly string[]): Promise<Map<string, Returned>> {
  const rows = await db
    .selectFrom('refunds')
    .select((eb) => [
      'payment_id',
      eb.fn.sum<string>('amount').as('decided'),
      eb.fn
        .coalesce(eb.fn.sum<string>('amount').filterWhere('state', 'in', ['pending', 'done']), sql<string>`0`)
        .as('made'),
    ])
    .where('payment_id', 'in', [...paymentIds])
    .where('state', '<>', 'failed')
    .groupBy('payment_id')
    .execute();
  return new Map(
    rows.map(({ payment_id, decided, made }) => [payment_id, { decided: Number(decided), made: Number(made) }]),
  );
}

/** A transfer at the provider, as our books have it. */
export async function transferOfProvider(
  db: Db,
  providerId: string,
): Promise<
  { id: string; payee_org: string; contract_id: string; milestone_id: string; leg: string; part: number } | undefined
> {
  return db
    .selectFrom('transfers')
    .select(['id', 'payee_org', 'contract_id', 'milestone_id', 'leg', 'part'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
}

/** Whether a transfer of that operation is claimed, and what the provider made of it not booked. */
export async function isUnbookedTransfer(db: Db, opId: string): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .where('op_id', '=', opId)
    .where('state', '<>', 'sent')
    .executeTakeFirst();
  return row !== undefined;
}

/** Every attempt at paying a milestone, oldest first. */
export async function attemptsOf(db: Db, milestoneId: string): Promise<PaymentRow[]> {
  return payments(db).where('p.milestone_id', '=', milestoneId).orderBy('p.attempt').execute();
}

/** First lines of other payments under way of the milestones that a payment is of, the oldest first. */
export async function rivalsOf(db: Db, leadId: string): Promise<PaymentRow[]> {
  return payments(db)
    .where('p.lead_id', 'is', null)
    .where('p.id', '<>', leadId)
    .where((eb) =>
      eb(
        'p.id',
        'in',
        eb
          .selectFrom('payments as other')
          .innerJoin('payments as own', 'own.milestone_id', 'other.milestone_id')
          .select((q) => q.fn.coalesce('other.lead_id', 'other.id').as('id'))
          .where('other.state', 'in', ['claimed', 'open', 'processing'])
          .where((q) => q.or([q('own.id', '=', leadId), q('own.lead_id', '=', leadId)])),
      ),
    )
    .orderBy('p.id')
    .execute();
}

export async function personName(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('display_name').where('id', '=', userId).executeTakeFirst();
  return row?.display_name ?? null;
}

export async function localeOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('locale').where('id', '=', userId).executeTakeFirst();
  return row?.locale ?? null;
}

export async function deleteWebhooks(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from psp_events where id in (
      select id from psp_events where processed_at < ${before}::timestamptz order by processed_at limit ${limit})`.execute(
      db,
    ),
  );
}
