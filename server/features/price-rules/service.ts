import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { lockedRateCard, moveRate, rateCard, type Rate } from '../creators/prices.ts';
import { workOf } from '../packages/market.ts';
import { movePrice, offeredPackages } from '../packages/prices.ts';
import type { PackageDto } from '../packages/schema.ts';
import { termsTotal } from '../terms/rules.ts';
import {
  basesOf,
  decide,
  offersSince,
  outdate,
  policyOf,
  rateKey,
  savePolicy,
  suggestionFor,
  suggestionsOf,
  type BaseOf,
  type PolicyRow,
  type ReceivedOffer,
  type SuggestionRow,
} from './queries.ts';
import { DAY, factsOfTerms, ruledPrice, SIMULATED_DAYS } from './rules.ts';
import type {
  decideSuggestionInput,
  OwnPriceRules,
  PriceFacts,
  PricePolicy,
  PriceSuggestion,
  PriceTarget,
  savePricePolicyInput,
  Simulation,
} from './schema.ts';

/** Suggestions that were decided, shown below the open ones. */
const PAST_SHOWN = 20;
const OPEN_SHOWN = 40;
const SIMULATED = 200;

export const NO_POLICY: PolicyRow = {
  active: false,
  automatic: false,
  rules: [],
  floorBps: 7_000,
  ceilingBps: 15_000,
  version: 0,
};

/** What a package says of itself: facts for the rules, at this moment. */
export const factsOfPackage = (item: PackageDto, busyBps: number, at: Date): PriceFacts => ({
  at,
  hours: item.deliveryDays * 24,
  rights: item.rights,
  exclusivityDays: 0,
  pieces: item.deliverables.reduce((sum, { count }) => sum + count, 0),
  busyBps,
});

/** A rate is the price of one piece for which nothing else is agreed: of the rules, season and demand count. */
export const factsOfRate = (busyBps: number, at: Date): PriceFacts => ({
  at,
  hours: null,
  rights: { use: 'organic', days: 0 },
  exclusivityDays: 0,
  pieces: 1,
  busyBps,
});

type RateWithBase = Rate & { base: number };

/** A card's rates, one for each work and currency, each with its base. */
export function withBases(card: readonly Rate[], baseOf: BaseOf): RateWithBase[] {
  const rates = new Map(card.toReversed().map((rate) => [rateKey(rate), rate]));
  return card
    .filter((rate) => rate.amount > 0 && rates.get(rateKey(rate)) === rate)
    .map((rate) => ({ ...rate, base: baseOf(rateKey(rate), rate.amount, rate.currency) }));
}

/** Open offers and deals as a part of what the creator takes, basis points. */
export async function busyBpsOf(tx: ServiceContext, orgId: string): Promise<number> {
  const work = (await workOf(tx, [orgId])).get(orgId);
  if (!work || work.capacity === 0) return work ? 10_000 : 0;
  return Math.min(10_000, Math.round((work.openWork * 10_000) / work.capacity));
}

const toSuggestion = (row: SuggestionRow): PriceSuggestion => ({
  id: row.id,
  target:
    row.platform && row.format
      ? { kind: 'rate', platform: row.platform, format: row.format }
      : { kind: 'package', packageId: row.package_id ?? '', title: row.title ?? '' },
  currency: row.currency,
  base: row.base,
  was: row.was,
  price: row.price,
  lines: row.lines as unknown as PriceSuggestion['lines'],
  state: row.state,
  byRule: row.by_rule,
  day: row.created_at,
});

/** Newest day first; of one day the rates, then the packages, always in the same order. */
function inOrder(suggestions: readonly PriceSuggestion[]): PriceSuggestion[] {
  const name = ({ target }: PriceSuggestion) =>
    target.kind === 'rate' ? `0 ${target.platform} ${target.format}` : `1 ${target.title}`;
  return suggestions.toSorted(
    (a, b) => b.day.getTime() - a.day.getTime() || name(a).localeCompare(name(b), 'en') || a.id.localeCompare(b.id),
  );
}

async function ownRules(tx: OrgContext): Promise<OwnPriceRules> {
  const { orgId } = tx.actor;
  const { version, ...policy } = (await policyOf(tx.db, orgId)) ?? NO_POLICY;
  const busyBps = await busyBpsOf(tx, orgId);
  const baseOf = await basesOf(tx.db, orgId);
  const now = tx.clock.now();
  const packages = (await offeredPackages(tx, orgId)).map((item) => {
    const base = baseOf(item.id, item.price, item.currency);
    const { price, lines } = ruledPrice(base, policy, factsOfPackage(item, busyBps, now), item.currency);
    const target: PriceTarget = { kind: 'package', packageId: item.id, title: item.title };
    return { target, price: { amount: item.price, currency: item.currency }, base, ruled: price, lines };
  });
  const rates = withBases(await rateCard(tx, orgId), baseOf).map((rate) => {
    const { platform, format, amount, currency, base } = rate;
    const { price, lines } = ruledPrice(base, policy, factsOfRate(busyBps, now), currency);
    const target: PriceTarget = { kind: 'rate', platform, format };
    return { target, price: { amount, currency }, base, ruled: price, lines };
  });
  const open = await suggestionsOf(tx.db, { orgId, states: ['open'], limit: OPEN_SHOWN });
  const past = await suggestionsOf(tx.db, { orgId, states: ['accepted', 'ignored'], limit: PAST_SHOWN });
  return {
    policy,
    version,
    rates,
    packages,
    open: inOrder(open.map(toSuggestion)),
    past: inOrder(past.map(toSuggestion)),
    busyBps,
  };
}

/** The creator's rules, what they make of each rate and package now, and what they proposed. */
export const myPriceRules = (ctx: OrgContext): Promise<OwnPriceRules> => withTx(ctx, ownRules);

/**
 * Saves the rules. Offers that were sent keep their terms; open proposals are outdated. Throws pricing.changed when they
 * were saved elsewhere since `version`.
 */
export async function savePriceRules(
  ctx: OrgContext,
  { version, ...policy }: z.output<typeof savePricePolicyInput>,
): Promise<OwnPriceRules> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const at = tx.clock.now();
    if (!(await savePolicy(tx.db, { orgId, userId, version, policy, at }))) throw new AppError('pricing.changed');
    await outdate(tx.db, { orgId, at });
    await audit(tx, 'price_rules.saved', `org:${orgId}`, { version: version + 1, rules: policy.rules.length });
    return ownRules(tx);
  });
}

type Decided = NonNullable<Awaited<ReturnType<typeof suggestionFor>>>;

/** Throws package.changed or pricing.rate_changed where the price is not the one that the proposal was made for. */
async function take(tx: OrgContext, suggestion: Decided): Promise<void> {
  const { orgId } = tx.actor;
  const { package_id: packageId, package_version: version, platform, format, currency, was, price } = suggestion;
  if (platform && format) {
    if (!(await moveRate(tx, { orgId, platform, format, currency, amount: was, price })))
      throw new AppError('pricing.rate_changed');
  } else if (!packageId || !version || !(await movePrice(tx, { packageId, orgId, version, price })))
    throw new AppError('package.changed');
}

/**
 * Takes a proposal as the price of its rate or package, or leaves it. Throws pricing.decided when it is not open any more,
 * and what {@link take} throws.
 */
export async function decideSuggestion(
  ctx: OrgContext,
  { suggestionId, decision }: z.output<typeof decideSuggestionInput>,
): Promise<OwnPriceRules> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const at = tx.clock.now();
    // The nightly run locks the card before its suggestions.
    await lockedRateCard(tx, orgId);
    const found = await suggestionFor(tx.db, { id: suggestionId, orgId });
    if (!found) throw new AppError('not_found');
    if (found.state !== 'open') throw new AppError('pricing.decided');
    if (decision === 'accept') await take(tx, found);
    await decide(tx.db, { id: found.id, state: decision === 'accept' ? 'accepted' : 'ignored', at });
    const { package_id: packageId, platform, format, currency, price } = found;
    const target = packageId ? `package:${packageId}` : `org:${orgId}`;
    await audit(tx, `price_suggestion.${decision}`, target, { price, currency, platform, format });
    return ownRules(tx);
  });
}

/** The rate card's sum of an offer's work in its currency, before the rules; null where the card does not price all of it. */
function cardPrice({ terms }: ReceivedOffer, card: readonly RateWithBase[]): number | null {
  let sum = 0;
  for (const { platform, format, count } of terms.deliverables) {
    const rate = card.find((r) => r.platform === platform && r.format === format && r.currency === terms.currency);
    if (!rate) return null;
    sum += rate.base * count;
  }
  return sum || null;
}

/** The offers of the last 90 days as the rules would have priced them, from the rate card where it covers the work. */
export async function simulate(
  ctx: OrgContext,
  policy: Pick<PricePolicy, 'rules' | 'floorBps' | 'ceilingBps'>,
): Promise<Simulation> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const rates = withBases(await rateCard(tx, orgId), await basesOf(tx.db, orgId));
    const since = new Date(tx.clock.now().getTime() - SIMULATED_DAYS * DAY);
    const received = await offersSince(tx.db, { orgId, since, limit: SIMULATED + 1 });
    const offers = received.slice(0, SIMULATED).map((offer) => {
      const { terms, created_at: at } = offer;
      const due = terms.milestones.map(({ dueAt }) => new Date(dueAt).getTime());
      const facts = factsOfTerms({
        at,
        rights: terms.rights,
        exclusivityDays: terms.exclusivity.days,
        pieces: terms.deliverables.reduce((sum, { count }) => sum + count, 0),
        dueAt: due.length > 0 ? new Date(Math.min(...due)) : null,
      });
      const offered = termsTotal(terms);
      return {
        id: offer.id,
        title: offer.title,
        at,
        offered: { amount: offered, currency: terms.currency },
        ruled: ruledPrice(cardPrice(offer, rates) ?? offered, policy, facts, terms.currency).price,
      };
    });
    return { offers, leftOut: Math.max(0, received.length - SIMULATED) };
  });
}
