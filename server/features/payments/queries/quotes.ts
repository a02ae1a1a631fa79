import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { Charge } from '../../ledger/charges/rules.ts';

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
