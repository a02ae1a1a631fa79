import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { ClockRanges, FeeTax, LiveClockRanges } from './schema.ts';

/** Ranges of another kind are rows of their own, named `live:<policy>`. */
export const liveClocksAt = (db: Db, name: string, at: Date): Promise<LiveClockRanges | undefined> =>
  rangesAt<LiveClockRanges>(db, `live:${name}`, at);

export const clockPolicyAt = (db: Db, name: string, at: Date): Promise<ClockRanges | undefined> =>
  rangesAt<ClockRanges>(db, name, at);

async function rangesAt<Ranges>(db: Db, name: string, at: Date): Promise<Ranges | undefined> {
  const row = await db
    .selectFrom('clock_policies')
    .select('ranges')
    .where('name', '=', name)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ranges as Ranges | undefined;
}

const FEE_SCHEDULE = [
  'id',
  'payer',
  'country',
  'currency',
  'bps',
  'fixed',
  'minimum',
  'maximum',
  'valid_from',
] as const;

/** The schedule in force for a payer: that of its country before the general one, that of the currency before one for all. */
export async function feeScheduleAt(
  db: Db,
  input: { payer: 'brand' | 'creator'; country: string | null; currency: Currency; at: Date },
) {
  return db
    .selectFrom('fee_schedules')
    .select(FEE_SCHEDULE)
    .where('payer', '=', input.payer)
    .where('valid_from', '<=', input.at)
    .where((eb) => eb.or([eb('country', 'is', null), eb('country', '=', input.country)]))
    .where((eb) => eb.or([eb('currency', 'is', null), eb('currency', '=', input.currency)]))
    .orderBy(sql`country is null`)
    .orderBy(sql`currency is null`)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
export type FeeScheduleRow = NonNullable<Awaited<ReturnType<typeof feeScheduleAt>>>;

/** Every schedule of brands, the last to come into force first. */
export async function feeSchedules(db: Db): Promise<FeeScheduleRow[]> {
  return db
    .selectFrom('fee_schedules')
    .select(FEE_SCHEDULE)
    .where('payer', '=', 'brand')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

export async function insertFeeSchedule(db: Db, row: FeeScheduleRow): Promise<void> {
  await db.insertInto('fee_schedules').values(row).execute();
}

export async function taxBpsAt(db: Db, country: string, at: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('tax_rates')
    .select('bps')
    .where('country', '=', country)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.bps;
}

/** Tax of the org's billing country; undefined until its billing profile names a country with a rate. */
export async function feeTaxOf(db: Db, orgId: string, at: Date): Promise<FeeTax | undefined> {
  const billing = await db
    .selectFrom('billing_profiles')
    .select('country')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  if (!billing) return undefined;
  const bps = await taxBpsAt(db, billing.country, at);
  return bps === undefined ? undefined : { country: billing.country, bps };
}

export interface OfferFacts {
  tax: FeeTax | null;
  /** Language of the person who sent the offer. */
  language: string | null;
}

/**
 * The brand's billing facts that a party of the offer may read: tax country and rate, and the language the offer was
 * written in.
 */
export async function offerFacts(db: Db, offerId: string, at: Date): Promise<OfferFacts> {
  const { rows } = await sql<{ tax_country: string | null; tax_bps: number | null; language: string | null }>`
    select tax_country, tax_bps, language from offer_facts(${offerId}, ${at})`.execute(db);
  const row = rows[0];
  return {
    tax: row?.tax_country != null && row.tax_bps != null ? { country: row.tax_country, bps: row.tax_bps } : null,
    language: row?.language ?? null,
  };
}

export interface Representation {
  agencyOrg: string;
  commissionBps: number;
  scopes: string[];
}

/** The agency that represents the creator at that time, or null. */
export async function representationOf(db: Db, creatorOrg: string, at: Date): Promise<Representation | null> {
  const { rows } = await sql<{ agency_org: string; commission_bps: number; scopes: string[] }>`
    select agency_org, commission_bps, scopes from representation_of(${creatorOrg}, ${at})`.execute(db);
  const row = rows[0];
  return row ? { agencyOrg: row.agency_org, commissionBps: row.commission_bps, scopes: row.scopes } : null;
}
