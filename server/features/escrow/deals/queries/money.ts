import { sql } from 'kysely';
import type { Db } from '../../../../../db/client.ts';
import type { Currency } from '../../../../core/money.ts';

export interface PaymentBrief {
  id: string;
  milestone_id: string;
  state: string;
  session_url: string | null;
  started_by: string | null;
  price: number;
  fee: number;
  tax: number;
  total: number;
  expires_at: Date;
  /** It came too late, and goes back. */
  late: boolean;
}

/** Payments of a contract that hold or held money or are under way; row security shows them to the brand alone. */
export async function paymentsOfContract(db: Db, contractId: string): Promise<PaymentBrief[]> {
  return db
    .selectFrom('payments as p')
    .leftJoin('profiles as u', 'u.id', 'p.created_by')
    .select([
      'p.id',
      'p.milestone_id',
      'p.state',
      'p.session_url',
      'u.display_name as started_by',
      'p.price',
      'p.fee',
      'p.tax',
      'p.total',
      'p.expires_at',
      sql<boolean>`exists (select from refunds r where r.payment_id = p.id and r.reason = 'late_payment')`.as('late'),
    ])
    .where('p.contract_id', '=', contractId)
    .where('p.state', 'in', ['claimed', 'open', 'processing', 'paid', 'refunding', 'refunded'])
    .orderBy('p.attempt')
    .execute();
}

export interface RefundBrief {
  milestone_id: string;
  amount: number;
  reason: string;
  state: string;
  settled_at: Date | null;
  reference: string | null;
  /** Price of the payment that goes back. */
  paid_price: number;
  note_id: string | null;
  note_year: number | null;
  note_number: number | null;
}

/** Refunds of a contract's milestones with their credit notes, oldest first; row security shows them to the brand alone. */
export async function refundsOfContract(db: Db, contractId: string): Promise<RefundBrief[]> {
  return (
    db
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .leftJoin('documents as d', (join) =>
        join
          .onRef('d.milestone_id', '=', 'r.milestone_id')
          .on('d.kind', '=', 'credit_note')
          .on(sql<boolean>`d.data->>'paymentId' = r.payment_id::text`),
      )
      .select([
        'r.milestone_id',
        'r.amount',
        'r.reason',
        'r.state',
        'r.settled_at',
        'r.reference',
        'p.price as paid_price',
        'd.id as note_id',
        'd.year as note_year',
        'd.number as note_number',
      ])
      .where('p.contract_id', '=', contractId)
      // What was paid of a debt is no part of a milestone's price.
      .where('r.reason', '<>', 'debt_repaid')
      .orderBy('r.created_at')
      .execute()
  );
}

/** What the brand still owes by milestone; nothing for any other reader, whom row security shows no debt. */
export async function owedByBrand(
  db: Db,
  contractId: string,
): Promise<{ milestone_id: string; amount: number; currency: Currency }[]> {
  const { rows } = await sql<{ milestone_id: string; amount: number; currency: Currency }>`
    select milestone_id, sum(amount - cancelled - paid - written_off)::bigint as amount, currency from brand_debts
    where contract_id = ${contractId} and milestone_id is not null and cancelled + paid + written_off < amount
    group by milestone_id, currency`.execute(db);
  return rows;
}

/** What was taken back of the org's own transfers and is not decided about, by milestone. */
export async function takenBackFrom(
  db: Db,
  { contractId, orgId }: { contractId: string; orgId: string },
): Promise<{ milestone_id: string; amount: number; currency: Currency; at: Date }[]> {
  const { rows } = await sql<{ milestone_id: string; amount: number; currency: Currency; at: Date }>`
    select milestone_id, sum(reversed_amount - reversed_by_bank - reversed_kept)::bigint as amount, currency, max(reversed_at) as at from transfers
    where contract_id = ${contractId} and payee_org = ${orgId} and reversed_amount > reversed_by_bank + reversed_kept
    group by milestone_id, currency`.execute(db);
  return rows;
}
