import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { Hold } from '../escrow/rules.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import type { Charge } from '../ledger/rules.ts';
import { TERMS_IN_FORCE } from '../policies/rules.ts';
import type { PaymentState } from './schema.ts';

export interface QuoteRow extends Charge {
  id: string;
  milestone_id: string;
  currency: Currency;
  tax_country: string;
  tax_bps: number;
  expires_at: Date;
}

const QUOTE_COLUMNS = [
  'id',
  'milestone_id',
  'currency',
  'price',
  'fee',
  'tax',
  'total',
  'tax_country',
  'tax_bps',
  'expires_at',
] as const;

export async function quoteOf(
  db: Db,
  input: { quoteId: string; milestoneId: string; brandOrg: string },
): Promise<QuoteRow | undefined> {
  return db
    .selectFrom('quotes')
    .select(QUOTE_COLUMNS)
    .where('id', '=', input.quoteId)
    .where('milestone_id', '=', input.milestoneId)
    .where('brand_org', '=', input.brandOrg)
    .executeTakeFirst();
}

/** A quote of the milestone with the same values that is valid for a while yet. */
export async function sameQuote(
  db: Db,
  input: { milestoneId: string; brandOrg: string; total: number; taxCountry: string; taxBps: number; goodAt: Date },
): Promise<QuoteRow | undefined> {
  return db
    .selectFrom('quotes')
    .select(QUOTE_COLUMNS)
    .where('milestone_id', '=', input.milestoneId)
    .where('brand_org', '=', input.brandOrg)
    .where('total', '=', input.total)
    .where('tax_country', '=', input.taxCountry)
    .where('tax_bps', '=', input.taxBps)
    .where('expires_at', '>', input.goodAt)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertQuote(
  db: Db,
  quote: QuoteRow & { brandOrg: string; createdBy: string; createdAt: Date },
): Promise<void> {
  const { brandOrg, createdBy, createdAt, ...row } = quote;
  await db
    .insertInto('quotes')
    .values({ ...row, brand_org: brandOrg, created_by: createdBy, created_at: createdAt })
    .execute();
}

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

const payments = (db: Db) =>
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

export interface SuspenseDecision {
  payment_id: string;
  attempt: number;
  decision: 'return' | 'accept';
}

/** The decision of two staff members about a milestone's suspended money that is not executed yet. */
export async function openDecision(db: Db, milestoneId: string): Promise<SuspenseDecision | undefined> {
  return db
    .selectFrom('suspense_decisions as s')
    .innerJoin('payments as p', 'p.id', 's.payment_id')
    .select(['s.payment_id', 's.attempt', 's.decision'])
    .where('p.milestone_id', '=', milestoneId)
    .where('s.state', '=', 'open')
    .executeTakeFirst();
}

/** False when one about the same money is open. */
export async function insertDecision(
  db: Db,
  input: { paymentId: string; decision: SuspenseDecision['decision']; approvalId: string; at: Date },
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
      approval_id: input.approvalId,
      decided_at: input.at,
    })
    .onConflict((c) => c.doNothing())
    .returning('attempt')
    .executeTakeFirst();
  return inserted !== undefined;
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

/** The amount that the posting of that operation put into suspense. */
export async function parkedBy(db: Db, opId: string): Promise<{ amount: number; currency: Currency } | undefined> {
  return (await db
    .selectFrom('ledger_tx as t')
    .innerJoin('ledger_entries as e', 'e.tx_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['e.credit as amount', 'e.currency'])
    .where('t.op_id', '=', opId)
    .where('a.code', '=', 'SUSPENSE')
    .executeTakeFirst()) as { amount: number; currency: Currency } | undefined;
}

export interface ParkedDecision {
  approval_id: string;
  case_id: string;
  decision: 'platform' | 'paid_by_bank' | 'brand_owes';
  amount: number;
  currency: Currency;
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
    })
    .onConflict((c) => c.doNothing())
    .returning('approval_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function openParked(db: Db): Promise<ParkedDecision[]> {
  return (await db
    .selectFrom('parked_decisions')
    .select(['approval_id', 'case_id', 'decision', 'amount', 'currency'])
    .where('state', '=', 'open')
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

export interface DisputeRow {
  /** The provider's id. */
  id: string;
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
}
const DISPUTE = [
  'id',
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
] as const;

export async function disputeRow(db: Db, id: string): Promise<DisputeRow | undefined> {
  return (await db.selectFrom('card_disputes').select(DISPUTE).where('id', '=', id).executeTakeFirst()) as
    | DisputeRow
    | undefined;
}

export async function disputesOf(db: Db, milestoneId: string): Promise<DisputeRow[]> {
  return (await db
    .selectFrom('card_disputes')
    .select(DISPUTE)
    .where('milestone_id', '=', milestoneId)
    .orderBy('opened_at')
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

export interface MoneyRow {
  milestone_id: string;
  contract_id: string;
  deal_title: string;
  milestone_title: string;
  brand_org: string;
  creator_org: string;
  currency: Currency;
  amount: number;
  state: MilestoneState;
  due_at: Date;
  work_due_at: Date | null;
  deadline_at: Date | null;
  funding_deadline_at: Date | null;
  holds: string[];
  updated_at: Date;
  fee_bps: number;
  tax_bps: number;
  commission_bps: number;
  payment_state: PaymentState | null;
  refund_owed: number;
  /** A refund that is not credited yet. */
  refund_open: boolean;
  fee: number | null;
  tax: number | null;
}

/** Milestones with the newest payment of each, newest change first, of one side. */
export async function moneyRows(
  db: Db,
  input: {
    orgId: string;
    side: 'brand_org' | 'creator_org' | 'agency_org';
    states: readonly MilestoneState[];
    q: string | null;
    before: { at: Date; id: string } | null;
    limit: number;
  },
): Promise<MoneyRow[]> {
  let query = db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .innerJoin('orgs as b', 'b.id', 'm.brand_org')
    .innerJoin('orgs as k', 'k.id', 'm.creator_org')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments as p')
          .select(['p.state', 'p.fee', 'p.tax'])
          .whereRef('p.milestone_id', '=', 'm.id')
          .orderBy('p.attempt', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select([
      'm.id as milestone_id',
      'm.contract_id',
      'c.title as deal_title',
      'm.title as milestone_title',
      'm.brand_org',
      'm.creator_org',
      'm.currency',
      'm.amount',
      'm.state',
      'm.due_at',
      'm.work_due_at',
      'm.deadline_at',
      'm.funding_deadline_at',
      'm.holds',
      'm.updated_at',
      'c.fee_bps',
      'c.tax_bps',
      'c.commission_bps',
      'p.state as payment_state',
      'p.fee',
      'p.tax',
      sql<number>`coalesce((select sum(r.amount) from refunds r where r.milestone_id = m.id and r.state = 'failed'), 0)::bigint`.as(
        'refund_owed',
      ),
      sql<boolean>`exists (select from refunds r where r.milestone_id = m.id and r.state not in ('done', 'by_bank'))`.as(
        'refund_open',
      ),
    ])
    .where(`m.${input.side}`, '=', input.orgId)
    .where('m.state', 'in', [...input.states])
    .orderBy('m.updated_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(input.limit);
  const { q, before } = input;
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([
        eb('c.title', 'ilike', like),
        eb('m.title', 'ilike', like),
        eb('b.name', 'ilike', like),
        eb('k.name', 'ilike', like),
      ]),
    );
  }
  if (before) query = query.where((eb) => eb(eb.refTuple('m.updated_at', 'm.id'), '<', eb.tuple(before.at, before.id)));
  return (await query.execute()) as MoneyRow[];
}

/** The price part of refunds to a brand that are not credited yet, per currency. */
export async function refundsReturning(db: Db, orgId: string): Promise<{ currency: Currency; price: number }[]> {
  const { rows } = await sql<{ currency: Currency; price: number }>`
    select r.currency, sum(case when r.reason = 'late_payment' then p.price else least(p.price, b.refunded - coalesce(l.price, 0)) end)::bigint as price
      from refunds r
      join payments p on p.id = r.payment_id
      join lateral milestone_balances(array[r.milestone_id]) b on true
      left join lateral (select sum(x.price) as price from refunds o join payments x on x.id = o.payment_id where o.milestone_id = r.milestone_id and o.reason = 'late_payment') l on true
      where r.brand_org = ${orgId}::uuid and r.state not in ('done', 'by_bank') group by r.currency`.execute(db);
  return rows;
}

/** Tax that was charged with the brand's payments, per currency. */
export async function taxCharged(db: Db, orgId: string): Promise<{ currency: Currency; tax: number }[]> {
  const { rows } = await sql<{ currency: Currency; tax: number }>`
    select currency, sum(tax)::bigint as tax from payments where brand_org = ${orgId}::uuid and state in ('paid', 'refunding', 'refunded') group by currency`.execute(
    db,
  );
  return rows;
}

/** Milestones whose work is in the brand's review. */
export async function toApprove(db: Db, brandOrg: string): Promise<{ id: string; currency: Currency }[]> {
  return (await db
    .selectFrom('milestones')
    .select(['id', 'currency'])
    .where('brand_org', '=', brandOrg)
    .where('state', '=', 'delivered')
    .execute()) as { id: string; currency: Currency }[];
}

/** Future earnings of a payee, by state of its milestones; amounts are the payee's own share. */
export async function comingTo(
  db: Db,
  orgId: string,
): Promise<
  {
    currency: Currency;
    state: MilestoneState;
    held: boolean;
    amount: number;
    commission_bps: number;
    is_agency: boolean;
  }[]
> {
  const { rows } = await sql<{
    currency: Currency;
    state: MilestoneState;
    held: boolean;
    amount: number;
    commission_bps: number;
    is_agency: boolean;
  }>`
    select m.currency, m.state, cardinality(m.holds) > 0 as held, m.amount, c.commission_bps, m.creator_org <> ${orgId}::uuid as is_agency
      from milestones m join contracts c on c.id = m.contract_id
      where (m.creator_org = ${orgId}::uuid or m.agency_org = ${orgId}::uuid) and m.funded_at is not null and m.state not in ('released', 'refunded', 'refunding', 'void')`.execute(
    db,
  );
  return rows;
}

export interface PayeeMoney {
  currency: Currency;
  /** Transfers that wait for the payee, and those under way to its account at the provider. */
  waiting: number;
  claimed: number;
  /** All that is at the provider; `leaving` is the part of it that a payout takes to the bank. */
  wallet: number;
  leaving: number;
  bank: number;
}

/** Transfers to a payee that have not arrived, its wallet at the provider, and what reached its bank. */
export async function payeeMoney(db: Db, orgId: string): Promise<PayeeMoney[]> {
  const { rows } = await sql<PayeeMoney>`
    select currency, sum(waiting)::bigint as waiting, sum(claimed)::bigint as claimed, sum(wallet)::bigint as wallet, sum(leaving)::bigint as leaving, sum(bank)::bigint as bank from (
      select currency, case when state in ('waiting', 'failed') then amount else 0 end as waiting, case when state in ('claimed', 'unknown') then amount else 0 end as claimed,
             0 as wallet, 0 as leaving, 0 as bank
        from transfers where payee_org = ${orgId}::uuid and state <> 'sent'
      union all
      select currency, 0, 0, case when code in ('M_CONNECTED', 'M_TRANSIT') then balance else 0 end, 0, case when code = 'M_BANK' then balance else 0 end
        from ledger_accounts where org_id = ${orgId}::uuid and code in ('M_CONNECTED', 'M_TRANSIT', 'M_BANK')
      union all
      select currency, 0, 0, 0, amount, 0 from payouts where org_id = ${orgId}::uuid and state in ('claimed', 'in_transit', 'unknown')
    ) s group by currency`.execute(db);
  return rows;
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
