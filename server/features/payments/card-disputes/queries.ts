import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';

export interface DisputeRow {
  /** The provider's id; of later shares of a joint charge with a number. */
  id: string;
  /** The first share; null: this is the first. */
  share_of: string | null;
  payment_id: string;
  milestone_id: string;
  contract_id: string;
  brand_org: string;
  charge_id: string;
  amount: number;
  currency: Currency;
  reason: string;
  status: string;
  state: 'open' | 'won' | 'lost';
  evidence_due_at: Date | null;
  withdrawn: number;
  withdrawn_currency: Currency | null;
  set_aside: boolean;
  /** Of what was withdrawn, what counts as money that goes back to the brand. */
  returned: number;
  /** Of a payment in suspense: it moves suspended money, and none of its milestone. */
  suspended: boolean;
}

const DISPUTE = [
  'id',
  'share_of',
  'payment_id',
  'milestone_id',
  'contract_id',
  'brand_org',
  'charge_id',
  'amount',
  'currency',
  'reason',
  'status',
  'state',
  'evidence_due_at',
  'withdrawn',
  'withdrawn_currency',
  'set_aside',
  'returned',
  'suspended',
] as const;

export interface OpenDispute {
  milestone_id: string;
  contract_id: string;
  milestone: string;
  title: string;
  amount: number;
  currency: Currency;
  opened_at: Date;
}

/** The oldest payment of the acting brand that its bank disputes now. */
export async function openDispute(db: Db): Promise<OpenDispute | undefined> {
  const { rows } = await sql<OpenDispute>`select * from card_dispute_open()`.execute(db);
  return rows[0];
}

/** The shares of a dispute that are in the books, the first one first. */
export async function sharesKnown(db: Db, id: string): Promise<DisputeRow[]> {
  return (await db
    .selectFrom('card_disputes')
    .select(DISPUTE)
    .where((eb) => eb.or([eb('id', '=', id), eb('share_of', '=', id)]))
    .orderBy(sql`share_of is not null`)
    .orderBy('id')
    .execute()) as DisputeRow[];
}

/** When a dispute was changed last, in microseconds; null: it is not in the books. */
export async function changedAt(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('card_disputes')
    .select(sql<string | null>`(extract(epoch from max(updated_at)) * 1000000)::bigint::text`.as('at'))
    .where((eb) => eb.or([eb('id', '=', id), eb('share_of', '=', id)]))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Disputes of the payment that funds a milestone; those of its other payments concern other money. */
export async function disputesOf(db: Db, milestoneId: string): Promise<DisputeRow[]> {
  return (await db
    .selectFrom('card_disputes as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .select(DISPUTE.map((column) => `d.${column}` as const))
    .where('d.milestone_id', '=', milestoneId)
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
    .orderBy('d.opened_at')
    .execute()) as DisputeRow[];
}

/** Disputes of all lines of a payment. */
export async function disputesOfPayment(db: Db, leadId: string): Promise<DisputeRow[]> {
  return (await db
    .selectFrom('card_disputes as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .select(DISPUTE.map((column) => `d.${column}` as const))
    .where((eb) => eb.or([eb('p.id', '=', leadId), eb('p.lead_id', '=', leadId)]))
    .orderBy('d.opened_at')
    .execute()) as DisputeRow[];
}

/** Saves the current dispute; the values it was opened with stay. */
export async function saveDispute(db: Db, row: DisputeRow, at: Date): Promise<void> {
  const now = {
    amount: row.amount,
    reason: row.reason,
    status: row.status,
    state: row.state,
    evidence_due_at: row.evidence_due_at,
    withdrawn: row.withdrawn,
    withdrawn_currency: row.withdrawn_currency,
    set_aside: row.set_aside,
    returned: row.returned,
    suspended: row.suspended,
    updated_at: at,
  };
  await db
    .insertInto('card_disputes')
    .values({ ...row, opened_at: at, updated_at: at, closed_at: row.state === 'open' ? null : at })
    .onConflict((c) =>
      c.column('id').doUpdateSet({
        ...now,
        closed_at: row.state === 'open' ? null : sql`coalesce(card_disputes.closed_at, ${at}::timestamptz)`,
      }),
    )
    .execute();
}

/** What card banks have taken of a milestone and what still counts for clients' money, in the milestone's currency. */
export async function coverOf(db: Db, milestone: { id: string; currency: Currency }): Promise<number> {
  const { rows } = await sql<{
    cover: number;
  }>`select card_dispute_cover(${milestone.currency}, ${milestone.id}::uuid) as cover`.execute(db);
  return Number(rows[0]?.cover ?? 0);
}

/** Milestones whose release waits for the platform's own money. */
export async function shortReleases(db: Db, currency: Currency): Promise<string[]> {
  const rows = await db
    .selectFrom('milestones')
    .select('id')
    .where('currency', '=', currency)
    .where(sql<boolean>`'float_short' = any(holds)`)
    .execute();
  return rows.map(({ id }) => id);
}
