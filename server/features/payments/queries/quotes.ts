import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { Charge } from '../../ledger/charges/rules.ts';

export interface QuoteRow extends Charge {
  id: string;
  /** The first line of the quote; null: it is the first. */
  lead_id: string | null;
  milestone_id: string;
  currency: Currency;
  tax_country: string;
  tax_bps: number;
  expires_at: Date;
  /** Of the first line: Ed25519 over the whole quote, and the key. */
  signature: string | null;
  signed_by: string | null;
}

const QUOTE_COLUMNS = [
  'id',
  'lead_id',
  'milestone_id',
  'currency',
  'price',
  'fee',
  'tax',
  'total',
  'tax_country',
  'tax_bps',
  'expires_at',
  'signature',
  'signed_by',
] as const;

/** A quote with all its lines, the first one first; empty when the brand has none under that id. */
export async function quoteOf(
  db: Db,
  input: { quoteId: string; milestoneId: string; brandOrg: string },
): Promise<QuoteRow[]> {
  const lines = await db
    .selectFrom('quotes')
    .select(QUOTE_COLUMNS)
    .where((eb) => eb.or([eb('id', '=', input.quoteId), eb('lead_id', '=', input.quoteId)]))
    .where('brand_org', '=', input.brandOrg)
    .orderBy(sql`lead_id is not null`)
    .orderBy('milestone_id')
    .execute();
  return lines[0]?.id === input.quoteId && lines[0].milestone_id === input.milestoneId ? lines : [];
}

/** Quotes whose first line is of this milestone and that are valid for a while yet, the newest first. */
export async function quotesOf(
  db: Db,
  input: { milestoneId: string; brandOrg: string; goodAt: Date },
): Promise<QuoteRow[][]> {
  const rows = await db
    .selectFrom('quotes as lead')
    .innerJoin('quotes as q', (join) =>
      join.on((eb) => eb.or([eb('q.id', '=', eb.ref('lead.id')), eb('q.lead_id', '=', eb.ref('lead.id'))])),
    )
    .select(QUOTE_COLUMNS.map((column) => `q.${column}` as const))
    .where('lead.milestone_id', '=', input.milestoneId)
    .where('lead.brand_org', '=', input.brandOrg)
    .where('lead.lead_id', 'is', null)
    .where('lead.expires_at', '>', input.goodAt)
    .orderBy('lead.expires_at', 'desc')
    .orderBy('lead.id')
    .orderBy(sql`q.lead_id is not null`)
    .execute();
  const quotes = new Map<string, QuoteRow[]>();
  for (const row of rows) {
    const id = row.lead_id ?? row.id;
    quotes.set(id, [...(quotes.get(id) ?? []), row]);
  }
  return [...quotes.values()];
}

export async function insertQuotes(
  db: Db,
  lines: readonly QuoteRow[],
  by: { brandOrg: string; createdBy: string; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('quotes')
    .values(
      lines.map((line) => ({ ...line, brand_org: by.brandOrg, created_by: by.createdBy, created_at: by.createdAt })),
    )
    .execute();
}
