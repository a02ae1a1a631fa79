import { durationMs } from '../../core/clock.ts';
import { longestMs, plusCounted } from '../../core/working-days.ts';
import { isZone } from '../../core/zone.ts';
import type { ErrorCode, ErrorData } from '../../core/errors.ts';
import { allocate, amountProblem, exponentOf, shareOf, stepOf, type Currency } from '../../core/money.ts';
import { chargeFor, commissionOf, MAX_CHARGE, type Charge, type FeeRate } from '../ledger/charges/rules.ts';
import { HOLD_CAP_MS, HOLDBACK_CHECK_MS, HOLDBACK_MAX_BPS, LIVE_CHECK_MS } from '../policies/rules.ts';
import type { ClockRanges, LiveClockRanges } from '../policies/schema.ts';
import type {
  AddedClause,
  ClockName,
  Clocks,
  DealTerms,
  LiveClock,
  LiveClocks,
  MilestoneTerms,
  ReleaseShares,
} from './schema.ts';

export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const;
export const FORMATS = ['reel', 'story', 'post', 'video', 'short', 'photos', 'article'] as const;
export const RIGHTS = ['organic', 'paid_ads', 'all_channels'] as const;
/** Clauses that the sides may add, worded in `clauses:clause.<key>`. */
export const LIBRARY_CLAUSES = [
  'confidentiality',
  'conduct',
  'portfolio',
  'likeness',
  'loanedGoods',
  'unforeseen',
] as const;
export type LibraryClause = (typeof LIBRARY_CLAUSES)[number];
export const MAX_ADDED_CLAUSES = 12;
export const CLAUSE_LENGTH = 1500;
export const RELEASE_TRIGGERS = ['on_approval', 'on_live', 'split'] as const;

export const CLOCK_NAMES = [
  'signature',
  'funding',
  'review',
  'extension',
  'revisionTurn',
  'overdueAfter',
  'grace',
  'clearing',
  'cancelAnswer',
] as const satisfies readonly ClockName[];
export const LIVE_CLOCKS = ['posting', 'postGrace', 'retention'] as const satisfies readonly LiveClock[];

/** Every clock of the terms: the chosen ones, the policy's fallback elsewhere. Those of a live post only where chosen. */
export function completeClocks(chosen: Partial<Clocks> | undefined, ranges: ClockRanges): Clocks {
  const { workingDaysIn } = chosen ?? {};
  const clocks = { ...liveClocksIn(chosen), ...(workingDaysIn === undefined ? {} : { workingDaysIn }) } as Clocks;
  for (const name of CLOCK_NAMES) clocks[name] = chosen?.[name] ?? ranges[name].fallback;
  return clocks;
}

/** The clocks of a live post among these. */
export const liveClocksIn = (clocks: LiveClocks | undefined): LiveClocks =>
  Object.fromEntries(LIVE_CLOCKS.flatMap((name) => (clocks?.[name] === undefined ? [] : [[name, clocks[name]]])));

export const termsTotal = (terms: { milestones: readonly { amount: number }[] }): number =>
  terms.milestones.reduce((sum, m) => sum + m.amount, 0);

/** Brief sentences of the deliverables that belong to the milestone at `seq` (from 1), each once; all of the deal's when it names none. */
export function briefOf(terms: Pick<DealTerms, 'milestones' | 'deliverables'>, seq: number): string[] {
  const ids = terms.milestones[seq - 1]?.deliverableIds ?? [];
  return [...new Set(terms.deliverables.filter((d) => ids.length === 0 || ids.includes(d.id)).flatMap((d) => d.brief))];
}

/**
 * Whether a milestone has a post that a look can judge: work for the brand's own use is published nowhere, and a story has
 * no page. The money of such a milestone is released at its approval.
 */
export function hasPost(terms: Pick<DealTerms, 'milestones' | 'deliverables'>, seq: number): boolean {
  const ids = terms.milestones[seq - 1]?.deliverableIds ?? [];
  return terms.deliverables.some((d) => (ids.length === 0 || ids.includes(d.id)) && isPublished(d));
}

/** Whether a look can judge the post of that work. */
export const isPublished = ({ platform, format }: Pick<DealTerms['deliverables'][number], 'platform' | 'format'>) =>
  platform !== 'ugc' && format !== 'story';

/** What of a price is released at the approval, when the post is live, and at the end. Together the price. */
export interface ShareAmounts {
  approval: number;
  live: number;
  holdback: number;
}

/** Shares are cumulative, so that they are the price together. */
export function shareAmounts(amount: number, release: ReleaseShares, currency: Currency): ShareAmounts {
  const { approvalBps, liveBps, holdbackBps } = release;
  const approval = shareOf(amount, approvalBps, currency);
  const untilLive = holdbackBps === 0 ? amount : shareOf(amount, approvalBps + liveBps, currency);
  return { approval, live: untilLive - approval, holdback: amount - untilLive };
}

/** What all parts of a deal release at each point: work without a post at its approval. Null: all of it then. */
export function releaseAmounts(
  terms: Pick<DealTerms, 'milestones' | 'deliverables' | 'currency' | 'release'>,
): ShareAmounts | null {
  const { release, currency } = terms;
  if (!release) return null;
  return terms.milestones.reduce<ShareAmounts>(
    (sum, { amount }, i) => {
      const part = hasPost(terms, i + 1)
        ? shareAmounts(amount, release, currency)
        : { approval: amount, live: 0, holdback: 0 };
      return {
        approval: sum.approval + part.approval,
        live: sum.live + part.live,
        holdback: sum.holdback + part.holdback,
      };
    },
    { approval: 0, live: 0, holdback: 0 },
  );
}

/** The time after an approval during which money may wait for a post: to publish, to be checked, to stay up. */
export function liveTimeMs({ posting, postGrace, retention }: Pick<Clocks, LiveClock>): number {
  if (posting === undefined) return 0;
  const staysUp = retention === undefined ? 0 : durationMs(retention);
  const late = postGrace === undefined ? 0 : durationMs(postGrace);
  return durationMs(posting) + late + LIVE_CHECK_MS + (staysUp > 0 ? staysUp + HOLDBACK_CHECK_MS : 0);
}

/** One reason why terms cannot be agreed on: the dotted path of the field, the coded refusal and its placeholders. */
export interface TermsProblem {
  field: string;
  code: ErrorCode;
  data: ErrorData;
}

const problem = (field: string, code: ErrorCode, data: ErrorData = {}): TermsProblem => ({
  field,
  code,
  data: { ...data, field },
});

/** Why this amount cannot be a price in that currency, or nothing. */
export function priceProblems(field: string, amount: number, currency: Currency): TermsProblem[] {
  const why = amountProblem(amount, currency);
  return why ? [problem(field, `money.${why}`, { amount, currency })] : [];
}

/** What is added to a price when it is paid. */
export interface ChargeFacts {
  feeBps: FeeRate;
  taxBps: number;
}

/** The same, and why no provider takes it in one payment together with fee and tax. */
export function chargedPriceProblems(
  field: string,
  amount: number,
  currency: Currency,
  { feeBps, taxBps }: ChargeFacts,
): TermsProblem[] {
  const wrong = priceProblems(field, amount, currency);
  if (wrong.length > 0 || chargeFor(amount, feeBps, taxBps, currency).total <= MAX_CHARGE) return wrong;
  return [problem(field, 'terms.charge_too_large', { amount, currency })];
}

/** Clocks outside the policy's ranges. A clock that is no duration at all counts as outside. */
export function clockProblems(clocks: Partial<Clocks>, ranges: ClockRanges, prefix = 'clocks'): TermsProblem[] {
  const found: TermsProblem[] = [];
  for (const name of CLOCK_NAMES) {
    const value = clocks[name];
    if (value === undefined) continue;
    if (!withinRange(value, ranges[name]))
      found.push(
        problem(`${prefix}.${name}`, 'terms.clock_out_of_range', {
          clock: name,
          min: ranges[name].min,
          max: ranges[name].max,
        }),
      );
  }
  if (clocks.workingDaysIn !== undefined && !isZone(clocks.workingDaysIn))
    found.push(problem(`${prefix}.workingDaysIn`, 'terms.working_days_zone'));
  return found;
}

export function withinRange(duration: string, range: { min: string; max: string }): boolean {
  try {
    const ms = durationMs(duration);
    return ms >= durationMs(range.min) && ms <= durationMs(range.max);
  } catch {
    return false;
  }
}

/**
 * Why a milestone cannot be delivered at that moment: it has passed, or it is nearer than the review window, so that
 * the brand could not review the work before its planned date.
 */
export function dueProblem(
  field: string,
  dueAt: Date,
  now: Date,
  review: string,
  workingDaysIn?: string,
): TermsProblem | null {
  if (dueAt.getTime() <= now.getTime()) return problem(field, 'terms.due_in_past');
  if (dueAt < plusCounted(now, review, workingDaysIn)) return problem(field, 'terms.due_before_review', { review });
  return null;
}

function milestoneProblems(
  milestones: readonly MilestoneTerms[],
  currency: Currency,
  known: ReadonlySet<string>,
  charge: ChargeFacts | undefined,
): TermsProblem[] {
  return milestones.flatMap((m, i) => [
    ...(charge
      ? chargedPriceProblems(`milestones.${i}.amount`, m.amount, currency, charge)
      : priceProblems(`milestones.${i}.amount`, m.amount, currency)),
    ...m.deliverableIds
      .filter((id) => !known.has(id))
      .map(() => problem(`milestones.${i}.deliverableIds`, 'input.invalid', { problem: 'unknown_deliverable' })),
  ]);
}

/**
 * Everything that keeps complete terms from being offered or published now, in the order of the form. Shape is zod's
 * affair; this is about amounts, dates and clocks. `charge`: of the brand that will pay; absent where it is not known.
 */
export function termsProblems(
  terms: DealTerms,
  { now, ranges, live, charge }: { now: Date; ranges: ClockRanges; live?: LiveClockRanges; charge?: ChargeFacts },
): TermsProblem[] {
  const ids = terms.deliverables.map((d) => d.id);
  const clocksWrong = clockProblems(terms.clocks, ranges);
  const reviewUsable = !clocksWrong.some((p) => p.field === 'clocks.review');
  return [
    ...ids.flatMap((id, i) =>
      ids.indexOf(id) === i ? [] : [problem(`deliverables.${i}.id`, 'input.invalid', { problem: 'duplicate' })],
    ),
    ...milestoneProblems(terms.milestones, terms.currency, new Set(ids), charge),
    ...terms.milestones.flatMap(
      (m, i) =>
        dueProblem(
          `milestones.${i}.dueAt`,
          m.dueAt,
          now,
          reviewUsable ? terms.clocks.review : ranges.review.fallback,
          clocksWrong.length === 0 ? terms.clocks.workingDaysIn : undefined,
        ) ?? [],
    ),
    ...clocksWrong,
    ...releaseProblems(
      { ...terms, published: terms.milestones.some((_, i) => hasPost(terms, i + 1)) },
      { live, clocks: clocksWrong.length === 0 ? terms.clocks : null },
    ),
    ...addedClauseProblems(terms.clauses ?? []),
  ];
}

/** Each clause of the library once; a clause of the sides' own has a heading and words. */
function addedClauseProblems(clauses: readonly AddedClause[]): TermsProblem[] {
  return clauses.flatMap(({ key, title, text }, i) => {
    if (key === 'own')
      return [
        ...(title ? [] : [problem(`clauses.${i}.title`, 'input.invalid', { problem: 'required' })]),
        ...(text ? [] : [problem(`clauses.${i}.text`, 'input.invalid', { problem: 'required' })]),
      ];
    const first = clauses.findIndex((one) => one.key === key);
    return first === i ? [] : [problem(`clauses.${i}.key`, 'input.invalid', { problem: 'duplicate' })];
  });
}

/** When the money of some work is to be released. */
export interface ReleaseTerms {
  releaseTrigger: DealTerms['releaseTrigger'];
  release?: ReleaseShares | undefined;
  clocks: LiveClocks;
  /** Some of the work is published where a look can judge it. */
  published: boolean;
}

/**
 * Why money cannot wait for the post as these terms say. `live`: of the policy; absent where no terms wait for one.
 * `clocks`: all clocks of the terms; null while one of them is wrong.
 */
export function releaseProblems(
  terms: ReleaseTerms,
  { live, clocks: whole }: { live: LiveClockRanges | undefined; clocks: Clocks | null },
): TermsProblem[] {
  const { releaseTrigger, release, clocks } = terms;
  const waits = releaseTrigger !== 'on_approval';
  const wrong = (field: string) => [problem(field, 'input.invalid', { problem: 'release' })];
  if (!waits) return release || LIVE_CLOCKS.some((name) => clocks[name] !== undefined) ? wrong('releaseTrigger') : [];
  if (!release || !live || clocks.posting === undefined) return wrong('releaseTrigger');
  const { approvalBps, liveBps, holdbackBps } = release;
  if (releaseTrigger === 'on_live' && (approvalBps !== 0 || holdbackBps !== 0)) return wrong('releaseTrigger');
  const found: TermsProblem[] = [];
  if (holdbackBps > HOLDBACK_MAX_BPS)
    found.push(problem('release.holdbackBps', 'terms.holdback_too_high', { maxBps: HOLDBACK_MAX_BPS }));
  if (approvalBps + liveBps + holdbackBps !== 10_000 || liveBps + holdbackBps === 0)
    found.push(problem('release.liveBps', 'terms.split_not_whole'));
  if (holdbackBps > 0 !== (clocks.retention !== undefined)) found.push(...wrong('clocks.retention'));
  for (const name of LIVE_CLOCKS) {
    const value = clocks[name];
    if (value !== undefined && !withinRange(value, live[name]))
      found.push(
        problem(`clocks.${name}`, 'terms.clock_out_of_range', {
          clock: name,
          min: live[name].min,
          max: live[name].max,
        }),
      );
  }
  if (!terms.published) found.push(problem('releaseTrigger', 'terms.nothing_published'));
  if (found.length === 0 && whole && !fitsHold({ ...whole, ...clocks }))
    found.push(problem(clocks.retention ? 'clocks.retention' : 'clocks.posting', 'terms.release_too_long'));
  return found;
}

/** Whether all that may follow the due date ends within the time for which money is held. */
export function fitsHold(clocks: Clocks): boolean {
  const after = [clocks.overdueAfter, clocks.grace, clocks.clearing];
  const review = longestMs(clocks.review, clocks.workingDaysIn);
  return after.reduce((sum, one) => sum + durationMs(one), review) + liveTimeMs(clocks) < HOLD_CAP_MS;
}

/**
 * The same milestones, worth `total` together: in proportion, no minor unit lost. A total in whole units of the currency is
 * split into whole units, where every part that had a share keeps one; anything else into multiples of the currency's step.
 */
export function scaleMilestones(
  milestones: readonly MilestoneTerms[],
  total: number,
  currency: Currency,
): MilestoneTerms[] {
  if (milestones.length === 0) return [];
  const weights = milestones.map((m) => Math.max(0, Number.isSafeInteger(m.amount) ? m.amount : 0));
  const shares = weights.some((w) => w > 0) ? weights : weights.map(() => 1);
  const unit = 10 ** exponentOf(currency);
  const whole = total % unit === 0 ? allocate(total, shares, unit) : [];
  const parts =
    whole.length > 0 && whole.every((part, i) => part > 0 || shares[i] === 0)
      ? whole
      : allocate(total, shares, stepOf(currency));
  return milestones.map((m, i) => ({ ...m, amount: parts[i] ?? 0 }));
}

/** What the brand pays for all parts together. Each part is charged on its own, so the lines are summed, not computed on the sum. */
export function chargeOfParts(amounts: readonly number[], facts: ChargeFacts & { currency: Currency }): Charge {
  return amounts.reduce<Charge>(
    (sum, amount) => {
      const part = chargeFor(amount, facts.feeBps, facts.taxBps, facts.currency);
      return {
        price: sum.price + part.price,
        fee: sum.fee + part.fee,
        tax: sum.tax + part.tax,
        total: sum.total + part.total,
      };
    },
    { price: 0, fee: 0, tax: 0, total: 0 },
  );
}

/** What the creator receives for all parts together after an agency's commission, of each part as it is paid. */
export const creatorShareOf = (amounts: readonly number[], commissionBps: number, currency: Currency): number =>
  amounts.reduce((sum, amount) => sum + commissionOf(amount, commissionBps, currency).creator, 0);

/** A price and what its payees get of it; what is left is the brand's. Minor units. */
export interface SharedPrice {
  amount: number;
  creatorShare: number;
  agencyShare: number;
  currency: Currency;
}

/** The price of all parts together, shared as each part is when it is paid. */
export function sharedPrice(amounts: readonly number[], commissionBps: number, currency: Currency): SharedPrice {
  const amount = amounts.reduce((sum, part) => sum + part, 0);
  const creatorShare = creatorShareOf(amounts, commissionBps, currency);
  return { amount, creatorShare, agencyShare: amount - creatorShare, currency };
}
