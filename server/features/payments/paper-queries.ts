import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import { readableBy, type DocumentRow } from './queries.ts';
import { DOCUMENT_LETTER } from './rules.ts';
import type { DocumentDto } from './schema.ts';

/** A document with what an accountant asks of it. */
export interface PaperRow extends DocumentRow {
  dealTitle: string | null;
  /** Part of the amount. */
  tax: number;
}

export interface PaperFilter {
  orgId: string;
  /** Half-open range of instants; null: from the beginning, or without an end. */
  from: Date | null;
  to: Date | null;
  before: { at: Date; id: string } | null;
  /** Without payout statements, which stand beside their payouts. */
  noStatements?: boolean;
  limit: number;
}

/** Documents that the org may read, newest first. */
export async function papersOf(
  db: Db,
  { orgId, from, to, before, noStatements = false, limit }: PaperFilter,
): Promise<PaperRow[]> {
  const rows = await db
    .selectFrom('documents as d')
    .leftJoin('contracts as c', 'c.id', 'd.contract_id')
    .select([
      'd.id',
      'd.kind',
      'd.year',
      'd.number',
      'd.currency',
      'd.amount',
      'd.issued_at as issuedAt',
      'd.milestone_id as milestoneId',
      'd.contract_id as contractId',
      sql<string | null>`coalesce(d.data->>'deal', c.title)`.as('dealTitle'),
      sql<number>`case when d.kind in ('receipt', 'fee_invoice', 'credit_note') then coalesce((d.data->>'tax')::bigint, 0) else 0 end`.as(
        'tax',
      ),
      sql<
        string | null
      >`case when d.kind = 'self_billed_invoice' then d.data->>(case when d.org_id = ${orgId}::uuid then 'buyer' else 'seller' end) end`.as(
        'party',
      ),
      sql<boolean>`d.org_id <> ${orgId}::uuid`.as('asBuyer'),
    ])
    .where(readableBy(orgId))
    .$if(noStatements, (q) => q.where('d.kind', '<>', 'payout_statement'))
    .$if(from !== null, (q) => q.where('d.issued_at', '>=', from!))
    .$if(to !== null, (q) => q.where('d.issued_at', '<', to!))
    .$if(before !== null, (q) =>
      q.where((eb) => eb(eb.refTuple('d.issued_at', 'd.id'), '<', eb.tuple(before!.at, before!.id))),
    )
    .orderBy('d.issued_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((r) => ({
    ...r,
    kind: r.kind as DocumentDto['kind'],
    currency: r.currency as Currency,
    tax: Number(r.tax),
  }));
}

/** Months (UTC) in which something was issued, newest first. */
export async function paperMonthsOf(db: Db, orgId: string): Promise<{ month: string; count: number }[]> {
  return db
    .selectFrom('documents as d')
    .select([
      sql<string>`to_char(d.issued_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where(readableBy(orgId))
    .groupBy(sql`1`)
    .orderBy(sql`1`, 'desc')
    .execute();
}

/** Documents that the org may read whose printed number holds the text, newest first. */
export async function papersNumbered(
  db: Db,
  input: { orgId: string; text: string; limit: number },
): Promise<Pick<DocumentRow, 'id' | 'kind' | 'year' | 'number' | 'issuedAt'>[]> {
  const letter = sql.join(
    Object.entries(DOCUMENT_LETTER).map(([kind, l]) => sql`when ${kind} then ${l}`),
    sql` `,
  );
  const printed = sql`(case d.kind ${letter} end || '-' || d.year || '-' || lpad(d.number::text, greatest(6, length(d.number::text)), '0'))`;
  const rows = await db
    .selectFrom('documents as d')
    .select(['d.id', 'd.kind', 'd.year', 'd.number', 'd.issued_at as issuedAt'])
    .where(readableBy(input.orgId))
    .where(sql<boolean>`position(upper(${input.text}) in ${printed}) > 0`)
    .orderBy('d.issued_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(input.limit)
    .execute();
  return rows.map((r) => ({ ...r, kind: r.kind as DocumentDto['kind'] }));
}
