import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { RecordSearch } from '../../../../db/text-search.ts';
import type { DB } from '../../../../db/types.ts';
import type { Currency } from '../../../core/money.ts';
import type { LegalEntity } from '../../contracts/schema.ts';
import { DOCUMENT_LETTER } from '../rules.ts';
import type { DocumentDto } from '../schema.ts';

/** Stands for the platform in the series of numbers. */
const PLATFORM = '00000000-0000-0000-0000-000000000000';

export interface DocumentRow extends Omit<DocumentDto, 'number'> {
  year: number;
  number: number;
  /** The code of its issuer's series; null: the platform's. */
  series: string | null;
}

/** Issued for the org, or a creator's invoice to it. */
const readableBy = (orgId: string) => sql<boolean>`(d.org_id = ${orgId}::uuid or d.buyer_org = ${orgId}::uuid)`;

/** Of one deal, newest first. */
export async function documentsOf(
  db: Db,
  input: { orgId: string; contractId: string },
): Promise<(DocumentRow & { alsoOf: string[] })[]> {
  const rows = await db
    .selectFrom('documents as d')
    .select([
      'd.id',
      'd.kind',
      'd.year',
      'd.number',
      'd.series',
      'd.currency',
      'd.amount',
      'd.issued_at',
      'd.milestone_id',
      'd.contract_id',
      sql<
        string | null
      >`case when d.kind = 'self_billed_invoice' or d.issuer_org is not null then d.data->>(case when d.org_id = ${input.orgId}::uuid then 'buyer' else 'seller' end) end`.as(
        'party',
      ),
      sql<boolean>`d.org_id <> ${input.orgId}::uuid`.as('asBuyer'),
      sql<string[]>`array(select l->>'milestoneId' from jsonb_array_elements(coalesce(d.data->'lines', '[]')) l)`.as(
        'alsoOf',
      ),
    ])
    .where(readableBy(input.orgId))
    // Its own, and the receipts of payments that funded milestones of several contracts.
    .where(
      sql<boolean>`d.id in (select id from documents where contract_id = ${input.contractId}::uuid
        union all select receipt_id from payments where contract_id = ${input.contractId}::uuid)`,
    )
    .orderBy('d.issued_at', 'desc')
    // Those of one payment are issued together.
    .orderBy('d.kind')
    .orderBy('d.id', 'desc')
    .execute();
  return rows.map(({ issued_at, milestone_id, contract_id, ...r }) => ({
    ...r,
    kind: r.kind,
    currency: r.currency,
    issuedAt: issued_at,
    milestoneId: milestone_id,
    contractId: contract_id,
  }));
}

/** One document that the org may read, with its data; `deal` are the names both sides signed under. */
export async function documentOf(db: Db, input: { documentId: string; orgId: string }) {
  return db
    .selectFrom('documents as d')
    .innerJoin('orgs as o', 'o.id', 'd.org_id')
    .leftJoin('contracts as c', 'c.id', 'd.contract_id')
    .select([
      'd.id',
      'd.org_id',
      'd.kind',
      'd.year',
      'd.number',
      'd.issuer_org',
      'd.series',
      'd.currency',
      'd.amount',
      'd.issued_at',
      'd.data',
      'o.name as org_name',
      sql<string | null>`c.document->'brand'->>'name'`.as('brand_name'),
      sql<string | null>`c.document->'creator'->>'name'`.as('creator_name'),
      sql<LegalEntity | null>`c.document->'creator'->'legal'`.as('creator_legal'),
    ])
    .where('d.id', '=', input.documentId)
    .where(readableBy(input.orgId))
    .executeTakeFirst();
}
export type DocumentFile = NonNullable<Awaited<ReturnType<typeof documentOf>>>;

/** The receipt of a payment; of a milestone funded before receipts named their payment, its only one. */
export async function receiptOfPayment(
  db: Db,
  input: { milestoneId: string; paymentId: string; orgId: string },
): Promise<{ id: string; year: number; number: number } | null> {
  const row = await db
    .selectFrom('documents')
    .select(['id', 'year', 'number'])
    .where('milestone_id', '=', input.milestoneId)
    .where('org_id', '=', input.orgId)
    .where('kind', '=', 'receipt')
    .where(sql<boolean>`coalesce(data->>'paymentId', ${input.paymentId}) = ${input.paymentId}`)
    .executeTakeFirst();
  return row ?? null;
}

/** A document with the columns of an accountant's list. */
export interface ListedRow extends DocumentRow {
  dealTitle: string | null;
  /** Part of the amount. */
  tax: number;
  /** Service fee in it, without tax. */
  fee: number;
  /** Of what was earned, what the creator’s agency got. */
  commission: number;
  /** Corrects what was issued for earnings. */
  ofEarnings: boolean;
  /** Takes back a payment that came too late, whose fee was not invoiced. */
  ofLatePayment: boolean;
  /** Legal name of the operator at that time; null where it was not frozen. */
  issuer: string | null;
}

export interface DocumentFilter {
  orgId: string;
  /** Half-open range of instants; null: from the beginning, or without an end. */
  from: Date | null;
  to: Date | null;
  after: ListPlace | null;
  /** Without payout statements, which stand beside their payouts. */
  noStatements?: boolean;
  limit: number;
}

/** Documents that the org may read, newest first: those issued for it and those it buys by, each read from its index. */
export async function documentsPage(
  db: Db,
  { orgId, from, to, after, noStatements = false, limit }: DocumentFilter,
): Promise<(ListedRow & ListPlace)[]> {
  const readAs = (side: 'org_id' | 'buyer_org') =>
    db
      .selectFrom('documents as d')
      .selectAll('d')
      .where(`d.${side}`, '=', orgId)
      .where(behind('d.issued_at', 'd.id', 'descending', after))
      .$if(noStatements, (q) => q.where('d.kind', '<>', 'payout_statement'))
      .$if(from !== null, (q) => q.where('d.issued_at', '>=', from!))
      .$if(to !== null, (q) => q.where('d.issued_at', '<', to!))
      .orderBy('d.issued_at', 'desc')
      .orderBy('d.id', 'desc')
      .limit(limit);
  const rows = await db
    .selectFrom(sql<DB['documents']>`((${readAs('org_id')}) union all (${readAs('buyer_org')}))`.as('d'))
    .leftJoin('contracts as c', 'c.id', 'd.contract_id')
    .select([
      'd.id',
      'd.kind',
      'd.year',
      'd.number',
      'd.series',
      'd.currency',
      'd.amount',
      'd.issued_at as issuedAt',
      'd.milestone_id as milestoneId',
      'd.contract_id as contractId',
      placeTime('d.issued_at').as('at'),
      sql<string | null>`coalesce(d.data->>'deal', c.title)`.as('dealTitle'),
      sql<number>`coalesce((d.data->>'sellerTax')::bigint, case when d.kind in ('receipt', 'fee_invoice', 'credit_note') then (d.data->>'tax')::bigint end, 0)`.as(
        'tax',
      ),
      sql<boolean>`d.kind = 'credit_note' and d.data->>'reason' = 'transfer_reversed'`.as('ofEarnings'),
      sql<boolean>`d.kind = 'credit_note' and d.data->>'reason' = 'late_payment'`.as('ofLatePayment'),
      sql<number>`coalesce((d.data->>'fee')::bigint, 0)`.as('fee'),
      sql<number>`coalesce((d.data->>'commission')::bigint, 0)`.as('commission'),
      sql<
        string | null
      >`case when d.kind = 'self_billed_invoice' or d.issuer_org is not null then d.data->>(case when d.org_id = ${orgId}::uuid then 'buyer' else 'seller' end) end`.as(
        'party',
      ),
      sql<string | null>`d.data->>'issuer'`.as('issuer'),
      sql<boolean>`d.org_id <> ${orgId}::uuid`.as('asBuyer'),
    ])
    .orderBy('d.issued_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((r) => ({
    ...r,
    tax: Number(r.tax),
    fee: Number(r.fee),
    commission: Number(r.commission),
  })) as (ListedRow & ListPlace)[];
}

/** Months (UTC) in which something was issued, newest first, with their documents up to `cap`: from month to month by the indexes. */
export async function documentMonthsOf(
  db: Db,
  { orgId, cap }: { orgId: string; cap: number },
): Promise<{ month: string; count: number }[]> {
  const sides = ['org_id', 'buyer_org'].map((side) => sql`${sql.ref(side)} = ${orgId}::uuid`);
  const lastBefore = (end: RawBuilder<unknown>) =>
    sql`date_trunc('month', greatest(${sql.join(
      sides.map(
        (own) =>
          sql`(select issued_at from documents where ${own} and issued_at < ${end} order by issued_at desc limit 1)`,
      ),
    )}) at time zone 'UTC')`;
  const counts = sides.map(
    (own) => sql`(select count(*) from (select from documents
      where ${own} and issued_at >= month at time zone 'UTC' and issued_at < (month + interval '1 month') at time zone 'UTC' limit ${cap}) d)`,
  );
  const { rows } = await sql<{ month: string; count: number }>`
    with recursive months as (
      select ${lastBefore(sql`'infinity'::timestamptz`)} as month
      union all
      select ${lastBefore(sql`months.month at time zone 'UTC'`)} from months where months.month is not null
    ) select to_char(month, 'YYYY-MM') as month, least(${sql.join(counts, sql` + `)}, ${cap})::int as count
        from months where month is not null order by months.month desc`.execute(db);
  return rows;
}

/** How many documents the org may read, of one month (UTC) when it is named. */
export async function countDocuments(
  db: Db,
  { orgId, month }: { orgId: string; month: string | null },
): Promise<number> {
  const first = month === null ? null : `${month}-01`;
  const within =
    first === null
      ? sql`true`
      : sql`issued_at >= ${first}::timestamp at time zone 'UTC' and issued_at < (${first}::timestamp + interval '1 month') at time zone 'UTC'`;
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from documents where org_id = ${orgId}::uuid and ${within})
      + (select count(*) from documents where buyer_org = ${orgId}::uuid and ${within}))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Documents that the org may read whose printed number holds the text, newest first. */
export async function documentsNumbered(
  db: Db,
  input: RecordSearch,
): Promise<Pick<DocumentRow, 'id' | 'kind' | 'year' | 'number' | 'series' | 'issuedAt'>[]> {
  const letter = sql.join(
    Object.entries(DOCUMENT_LETTER).map(([kind, l]) => sql`when ${kind} then ${l}`),
    sql` `,
  );
  const printed = sql`(case d.kind ${letter} end || coalesce('-' || d.series, '') || '-' || d.year || '-' || lpad(d.number::text, greatest(6, length(d.number::text)), '0'))`;
  const rows = await db
    .selectFrom('documents as d')
    .select(['d.id', 'd.kind', 'd.year', 'd.number', 'd.series', 'd.issued_at as issuedAt'])
    .where(readableBy(input.orgId))
    .where(sql<boolean>`position(upper(${input.text}) in ${printed}) > 0`)
    .orderBy('d.issued_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(input.limit)
    .execute();
  return rows.map((r) => ({ ...r, kind: r.kind }));
}

/** Billing details of an org as they are now; undefined before it has given any. */
export async function billingOf(db: Db, orgId: string) {
  return db
    .selectFrom('billing_profiles')
    .select(['legal_name', 'country', 'tax_id', 'address', 'po_number'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

/** Receipt and fee invoice of a payment, oldest first; of a milestone funded before documents named their payment, its only ones. */
export async function documentsOfPayment(
  db: Db,
  input: { milestoneId: string; paymentId: string },
): Promise<Pick<DocumentRow, 'kind' | 'year' | 'number'>[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['kind', 'year', 'number'])
    .where('kind', 'in', ['receipt', 'fee_invoice'])
    // Its own, and the receipt that it shares with the other lines of its payment.
    .where(
      sql<boolean>`id in (select id from documents where milestone_id = ${input.milestoneId}::uuid
          and coalesce(data->>'paymentId', ${input.paymentId}) in (${input.paymentId}, (select lead_id::text from payments where id = ${input.paymentId}::uuid))
        union all select receipt_id from payments where id = ${input.paymentId}::uuid)`,
    )
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .execute();
  return rows.map((r) => ({ ...r, kind: r.kind }));
}

/** The code of an issuer's series; undefined before it has one. */
export const seriesOf = async (db: Db, issuerOrg: string): Promise<string | undefined> =>
  (await db.selectFrom('document_series').select('code').where('org_id', '=', issuerOrg).executeTakeFirst())?.code;

/** Gives an issuer that has no series this code; nothing where another issuer has it. */
export async function insertSeries(db: Db, series: { issuerOrg: string; code: string }): Promise<void> {
  await db
    .insertInto('document_series')
    .values({ org_id: series.issuerOrg, code: series.code })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** What is stored when a document is issued. `data`: JSON, frozen with it. */
export interface DocumentInsert {
  id: string;
  orgId: string;
  kind: DocumentDto['kind'];
  currency: Currency;
  amount: number;
  contractId: string | null;
  issuerOrg: string | null;
  /** The code of its series. */
  series: string | null;
  milestoneId: string | null;
  payoutId: string | null;
  data: string;
  at: Date;
}

/** Inserts a document under the next number of its issuer, kind and year, whose counter stays locked until commit. Returns the number. */
export async function insertDocument(db: Db, d: DocumentInsert): Promise<number> {
  const year = d.at.getUTCFullYear();
  const { rows } = await sql<{ number: number }>`
    with counter as (
      insert into document_counters(issuer, kind, year, last) values (coalesce(${d.issuerOrg}::uuid, ${PLATFORM}::uuid), ${d.kind}, ${year}, 1)
        on conflict (issuer, kind, year) do update set last = document_counters.last + 1 returning last
    )
    insert into documents(id, org_id, kind, year, number, currency, amount, contract_id, milestone_id, payout_id, data, issued_at, issuer_org, series, buyer_org)
      select ${d.id}::uuid, ${d.orgId}::uuid, ${d.kind}, ${year}, last, ${d.currency}, ${d.amount}, ${d.contractId}::uuid,
             ${d.milestoneId}::uuid, ${d.payoutId}::uuid, ${d.data}::jsonb, ${d.at}::timestamptz, ${d.issuerOrg}::uuid, ${d.series},
             case when ${d.kind} = 'self_billed_invoice' or ${d.issuerOrg}::uuid is not null then (select brand_org from contracts where id = ${d.contractId}::uuid) end
        from counter returning number`.execute(db);
  const [issued] = rows;
  if (!issued) throw new Error(`no number for a ${d.kind}`);
  return issued.number;
}
