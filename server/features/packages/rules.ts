import { amountProblem, type Currency } from '../../core/money.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { ClockRanges, LiveClockRanges } from '../policies/schema.ts';
import { completeClocks, isPublished, LIVE_CLOCKS, releaseProblems, type TermsProblem } from '../terms/rules.ts';
import type { OrderLineState, PackageAddon, PackageContent } from './schema.ts';

export const MAX_PACKAGES = 20;
/** Packages of one creator that are compared, and lines of one cart. */
export const MAX_COMPARED = 4;
export const MAX_CART_LINES = 20;
/** Offers and deals a creator takes at the same time, unless set otherwise. */
export const USUAL_CAPACITY = 6;
export const MAX_DELIVERY_DAYS = 60;

export const PACKAGE_SORTS = ['recent', 'price', 'days'] as const;
/** Around a place, in kilometers. */
export const RADIUS = { min: 1, max: 500, usual: 25 };

/** Price of a package with the chosen add-ons, in minor units of its currency. */
export const priceWith = (
  { price, addons }: Pick<PackageContent, 'price' | 'addons'>,
  chosen: readonly string[],
): number => price + chosenAddons(addons, chosen).reduce((sum, addon) => sum + addon.price, 0);

/** Days to deliver, with those that the chosen add-ons take. */
export const daysWith = (
  { deliveryDays, addons }: Pick<PackageContent, 'deliveryDays' | 'addons'>,
  chosen: readonly string[],
): number => deliveryDays + chosenAddons(addons, chosen).reduce((sum, addon) => sum + addon.days, 0);

export const chosenAddons = (addons: readonly PackageAddon[], chosen: readonly string[]): PackageAddon[] =>
  addons.filter(({ id }) => chosen.includes(id));

/** The first amount of a package that cannot be a price: its field and the code; the whole with all add-ons must be one too. */
export function packagePriceProblem({
  price,
  currency,
  addons,
}: Pick<PackageContent, 'price' | 'currency' | 'addons'>): { field: string; code: ErrorCode } | null {
  const own = problemOf('price', price, currency);
  if (own) return own;
  for (const [i, addon] of addons.entries()) {
    const found = problemOf(`addons.${i}.price`, addon.price, currency);
    if (found) return found;
  }
  return problemOf('price', price + addons.reduce((sum, addon) => sum + addon.price, 0), currency);
}

function problemOf(field: string, amount: number, currency: Currency): { field: string; code: ErrorCode } | null {
  const why = amountProblem(amount, currency);
  return why ? { field, code: `money.${why}` } : null;
}

/** Whether the creator takes another order now. */
export const hasRoom = ({ capacity, openWork }: { capacity: number; openWork: number }): boolean => openWork < capacity;

const MICROS = 1_000_000;

/** An amount in another currency at reference rates, for comparing alone: rates are units per euro, `exponent` the decimals. */
export function atReferenceRate(
  amount: number,
  from: { perEuro: number; exponent: number },
  to: { perEuro: number; exponent: number },
): number {
  return Math.round(((amount / 10 ** from.exponent / from.perEuro) * to.perEuro * 10 ** to.exponent * MICROS) / MICROS);
}

/** How long a quote is valid. */
export const QUOTE_MINUTES = 30;

type Conditions = Pick<PackageContent, 'currency' | 'rights' | 'rounds' | 'releaseTrigger' | 'release' | 'clocks'>;

/** Packages of one creator share an offer, and so its currency, rights, rounds and release. */
export const sameConditions = (a: Conditions, b: Conditions): boolean =>
  a.currency === b.currency &&
  a.rounds === b.rounds &&
  a.rights.use === b.rights.use &&
  a.rights.days === b.rights.days &&
  a.releaseTrigger === b.releaseTrigger &&
  a.release?.approvalBps === b.release?.approvalBps &&
  a.release?.liveBps === b.release?.liveBps &&
  LIVE_CLOCKS.every((name) => a.clocks[name] === b.clocks[name]);

/** Why money cannot wait for the post of this package; its orders have the usual clocks otherwise. */
export const packageReleaseProblem = (
  content: Pick<PackageContent, 'deliverables' | 'releaseTrigger' | 'release' | 'clocks'>,
  { ranges, live }: { ranges: ClockRanges; live: LiveClockRanges },
): TermsProblem | undefined =>
  releaseProblems(
    { ...content, published: content.deliverables.some(isPublished) },
    { live, clocks: completeClocks({}, ranges) },
  )[0];

/** What became of a line of an order, from its offer and contract. */
export function orderLineState({
  offer,
  contract,
  toFund,
}: {
  offer: string | null;
  contract: string | null;
  toFund: boolean;
}): OrderLineState {
  if (offer === null) return 'refused';
  if (offer === 'declined' || offer === 'withdrawn' || offer === 'expired') return offer;
  if (offer !== 'accepted') return 'sent';
  if (contract === 'sent' || contract === 'partially_signed') return 'to_sign';
  if (contract !== 'active') return 'ended';
  return toFund ? 'to_fund' : 'funded';
}
