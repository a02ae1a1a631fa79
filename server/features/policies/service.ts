import type { ServiceContext, StaffContext } from '../../context.ts';
import {
  clockPolicyAt,
  feeScheduleAt,
  feeSchedules,
  liveClocksAt,
  feeTaxOf,
  insertFeeSchedule,
  offerFacts,
  representationOf,
  taxBpsAt,
  type FeeScheduleRow,
  type OfferFacts,
  type Representation,
} from './queries.ts';
import type { Currency } from '../../core/money.ts';
import type { ClockRanges, FeeSchedule, FeeTax, LiveClockRanges } from './schema.ts';

/*
 * Dated data in force now: clock ranges, fee schedule, tax on the fee. Contracts store a snapshot of these values;
 * nothing here is read again for a contract that exists. Call inside an open transaction.
 */

/** Ranges of every clock under the policy this installation runs on. Throws when the policy has no row: a broken installation. */
export async function clockRanges(ctx: ServiceContext): Promise<ClockRanges> {
  const name = ctx.integrations.settings.clockPolicy;
  const ranges = await clockPolicyAt(ctx.db, name, ctx.clock.now());
  if (!ranges) throw new Error(`no clock policy "${name}" is in force`);
  return ranges;
}

/** The same for the clocks of money that waits for a live post. */
export async function liveClockRanges(ctx: ServiceContext): Promise<LiveClockRanges> {
  const name = ctx.integrations.settings.clockPolicy;
  const ranges = await liveClocksAt(ctx.db, name, ctx.clock.now());
  if (!ranges) throw new Error(`no clocks for live posts are in force under "${name}"`);
  return ranges;
}

/**
 * The service fee of a brand of that country in that currency, as its contract will keep it. Throws when no schedule is in
 * force.
 */
export async function brandFee(
  ctx: ServiceContext,
  { country, currency }: { country: string | null; currency: Currency },
): Promise<FeeSchedule> {
  const row = await feeScheduleAt(ctx.db, { payer: 'brand', country, currency, at: ctx.clock.now() });
  if (!row) throw new Error('no fee schedule is in force for brands');
  return toSchedule(row);
}

/** The fee of brands that no row of their country counts for, in euros: what the terms and the public pages state. */
export const publicFee = (ctx: ServiceContext): Promise<FeeSchedule> =>
  brandFee(ctx, { country: null, currency: 'EUR' });

const toSchedule = (row: FeeScheduleRow): FeeSchedule => ({
  id: row.id,
  bps: row.bps,
  fixed: row.fixed,
  minimum: row.minimum,
  maximum: row.maximum,
  country: row.country,
  currency: row.currency,
  validFrom: row.valid_from,
});

/** The schedules of brands: in force, past and to come. */
export const brandFees = async (ctx: ServiceContext): Promise<FeeSchedule[]> =>
  (await feeSchedules(ctx.db)).map(toSchedule);

/** Adds a schedule that two staff members confirmed, in their transaction. */
export const addBrandFee = (tx: StaffContext, { validFrom, ...row }: FeeSchedule): Promise<void> =>
  insertFeeSchedule(tx.db, { ...row, payer: 'brand', valid_from: validFrom });

/** Tax on the fee for this org; null until its billing profile is filled in. */
export async function feeTax(ctx: ServiceContext, orgId: string): Promise<FeeTax | null> {
  return (await feeTaxOf(ctx.db, orgId, ctx.clock.now())) ?? null;
}

/** True when the tax rate of that country is configured, so that a quote can be made. */
export async function isBillable(ctx: ServiceContext, country: string): Promise<boolean> {
  return (await taxBpsAt(ctx.db, country, ctx.clock.now())) !== undefined;
}

/** Tax and language of an offer's brand, also for the creator who cannot read the brand's billing profile. */
export async function factsOfOffer(ctx: ServiceContext, offerId: string): Promise<OfferFacts> {
  return offerFacts(ctx.db, offerId, ctx.clock.now());
}

export async function currentRepresentation(ctx: ServiceContext, creatorOrg: string): Promise<Representation | null> {
  return representationOf(ctx.db, creatorOrg, ctx.clock.now());
}
