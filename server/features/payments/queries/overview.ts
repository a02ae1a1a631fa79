import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { endedByStaff } from '../../../../db/ended-by-staff.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import { isOwn } from '../../../../db/parties.ts';
import { likeText } from '../../../../db/like.ts';
import type { OrgKind } from '../../../context.ts';
import type { Currency } from '../../../core/money.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import type { FeeTerms } from '../../ledger/charges/rules.ts';
import type { DealTerms } from '../../terms/schema.ts';
import type { BrandMoneyRow } from '../../ledger/schema.ts';
import type { PaymentState } from '../schema.ts';

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
  fee_terms: FeeTerms | null;
  tax_bps: number;
  commission_bps: number;
  /** The attempt that funds the milestone, else the newest one; null for readers other than the brand. */
  payment_id: string | null;
  payment_state: PaymentState | null;
  refund_owed: number;
  /** A refund that is not credited yet. */
  refund_open: boolean;
  ended_by_staff: boolean;
  /** What that attempt charges; null where it charged nothing, or came too late and goes back. */
  fee: number | null;
  tax: number | null;
}

/** Whose milestones are listed, and in which states; an agency's for as long as it represents the creator. */
export interface MoneyReader {
  orgId: string;
  orgKind: OrgKind;
  states: readonly MilestoneState[];
}

/**
 * The next `limit` milestones behind a place, the last changed first. Each state is read in the order of its index; with
 * all states in one condition, the rows of every state would be read and sorted.
 */
const placed = (reader: MoneyReader, { after, limit }: { after: ListPlace | null; limit: number }) =>
  sql<MoneyRow>`(select * from (${sql.join(
    reader.states.map(
      (state) => sql`
      (select m.id, m.contract_id, m.dispute_id, m.brand_org, m.creator_org, m.title, m.currency, m.amount, m.state, m.due_at, m.work_due_at,
          m.deadline_at, m.funding_deadline_at, m.holds, m.updated_at
        from milestones m where ${isOwn('m', reader)} and m.state = ${sql.lit(state)}
          and ${behind('m.updated_at', 'm.id', 'descending', after)}
        order by m.updated_at desc, m.id desc limit ${limit})`,
    ),
    sql` union all `,
  )}) every order by updated_at desc, id desc limit ${limit}) m`;

/** Milestones with their contract and the payment that funds each, else its newest one. */
const moneyFrom = (milestones: RawBuilder<unknown>) => sql`
    select m.id, ${placeTime('m.updated_at')} as at, m.id as milestone_id, m.contract_id, c.title as deal_title, m.title as milestone_title, m.brand_org, m.creator_org,
      m.currency, m.amount, m.state, m.due_at, m.work_due_at, m.deadline_at, m.funding_deadline_at, m.holds, m.updated_at,
      c.fee_bps, c.fee_terms, c.tax_bps, c.commission_bps, p.id as payment_id, p.state as payment_state, p.fee, p.tax,
      coalesce((select sum(r.amount) from refunds r where r.milestone_id = m.id and r.state = 'failed'), 0)::bigint as refund_owed,
      exists (select from refunds r where r.milestone_id = m.id and r.state not in ('done', 'by_bank')) as refund_open,
      ${endedByStaff('m')} as ended_by_staff
    from ${milestones}
      join contracts c on c.id = m.contract_id
      left join lateral (
        select x.id, x.state, case when f.counts then x.fee end as fee, case when f.counts then x.tax end as tax from payments x
          cross join lateral (select x.state in ('paid', 'refunding', 'refunded') as paid, x.state not in ('failed', 'expired')
            and not exists (select from refunds r where r.payment_id = x.id and r.reason = 'late_payment') as counts) f
          where x.milestone_id = m.id order by f.paid and f.counts desc, x.attempt desc limit 1) p on true`;

/** One milestone of the reader's own, whatever its state. */
export async function moneyRowOf(
  db: Db,
  { milestoneId, ...reader }: { milestoneId: string } & Omit<MoneyReader, 'states'>,
): Promise<MoneyRow | undefined> {
  const { rows } = await sql<MoneyRow>`
    ${moneyFrom(sql`milestones m`)} where m.id = ${milestoneId}::uuid and ${isOwn('m', reader)}`.execute(db);
  return rows[0];
}

/** A milestone that waits for its payment, with the terms in force. */
export interface UnfundedRow extends MoneyRow {
  seq: number;
  bonus: boolean;
  terms: DealTerms;
}

/** Milestones of a brand that wait for their payment, of some contracts when they are named. */
export async function unfundedRows(
  db: Db,
  { orgId, contractIds, limit }: { orgId: string; contractIds: readonly string[] | null; limit: number },
): Promise<UnfundedRow[]> {
  const ofContracts = contractIds === null ? sql`true` : sql`m.contract_id = any(${[...contractIds]}::uuid[])`;
  const { rows } = await sql<UnfundedRow>`
    select w.*, s.seq, s.bonus, coalesce(c.amended_terms, c.terms) as terms from (${moneyFrom(sql`(
      select * from milestones m where m.brand_org = ${orgId}::uuid and m.state = 'awaiting_funding' and ${ofContracts}
        order by m.updated_at desc, m.id desc limit ${limit}) m`)}) w join contracts c on c.id = w.contract_id join milestones s on s.id = w.milestone_id`.execute(
    db,
  );
  return rows;
}

/** Text is compared with so many rows at a time; a page can end before it is full. */
const WINDOW = 1_000;

/**
 * Milestones with the payment of each, the last changed first. `next`: the place to read on from; null at the end.
 * With a text, a page may hold fewer rows than `limit`, even none, while there are more behind it.
 */
export async function moneyRows(
  db: Db,
  input: MoneyReader & { q: string | null; after: ListPlace | null; limit: number },
): Promise<{ rows: MoneyRow[]; next: ListPlace | null }> {
  const { q, after, limit } = input;
  const like = q === null ? null : likeText(q);
  const { rows } = await sql<MoneyRow & ListPlace>`
    ${moneyFrom(placed(input, { after, limit: like === null ? limit + 1 : WINDOW }))}
    where ${
      like === null
        ? sql<boolean>`true`
        : sql<boolean>`(c.title ilike ${like} or m.title ilike ${like} or exists (select from orgs o where o.id in (m.brand_org, m.creator_org) and o.name ilike ${like}))`
    }
    order by m.updated_at desc, m.id desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  if (rows.length > limit) return { rows: page, next: page.at(-1) ?? null };
  if (like === null) return { rows: page, next: null };
  const { rows: last } = await sql<ListPlace>`
    select m.id, ${placeTime('m.updated_at')} as at from ${placed(input, { after, limit: WINDOW })}
      order by m.updated_at desc, m.id desc offset ${WINDOW - 1}`.execute(db);
  return { rows: page, next: last[0] ?? null };
}

export interface BrandSums extends BrandMoneyRow {
  /** Held for work that is in the brand's review. */
  to_approve: number;
  /** The price part of refunds that are not credited yet. */
  returning: number;
  /** Charged with the brand's payments. */
  tax: number;
}

/** Where a brand's money is and what it was charged, per currency. In one statement: a brand's home reads it each time. */
export async function brandSums(db: Db, orgId: string): Promise<BrandSums[]> {
  const { rows } = await sql<BrandSums>`
    select m.*, coalesce(d.held, 0)::bigint as to_approve, coalesce(r.price, 0)::bigint as returning, coalesce(t.tax, 0)::bigint as tax
      from brand_money(${orgId}::uuid) m
      left join (${heldForReview(orgId)}) d on d.currency = m.currency
      left join (${refundsReturning(orgId)}) r on r.currency = m.currency
      left join (${taxCharged(orgId)}) t on t.currency = m.currency`.execute(db);
  return rows;
}

const refundsReturning = (orgId: string) => sql`
    select r.currency, sum(case when r.reason = 'late_payment' then p.price else least(p.price, b.refunded - coalesce(l.price, 0)) end)::bigint as price
      from refunds r
      join payments p on p.id = r.payment_id
      join lateral milestone_balances(array[r.milestone_id]) b on true
      left join lateral (select sum(x.price) as price from refunds o join payments x on x.id = o.payment_id where o.milestone_id = r.milestone_id and o.reason = 'late_payment') l on true
      where r.brand_org = ${orgId}::uuid and r.state not in ('done', 'by_bank') and r.reason <> 'debt_repaid' group by r.currency`;

const taxCharged = (orgId: string) => sql`
    select currency, sum(tax) as tax from payments
      where brand_org = ${orgId}::uuid and state in ('paid', 'refunding', 'refunded') group by currency`;

const heldForReview = (orgId: string) => sql`
    select m.currency, sum(a.balance)::bigint as held
      from milestones m
      -- From the milestone to its account (offset 0 keeps the planner from another order): a brand has those of years.
      cross join lateral (select balance from ledger_accounts own where own.code = 'ESCROW_HELD' and own.scope = m.id::text and own.currency = m.currency and own.org_id = m.brand_org offset 0) a
      where m.brand_org = ${orgId}::uuid and m.state = 'delivered' group by m.currency`;
