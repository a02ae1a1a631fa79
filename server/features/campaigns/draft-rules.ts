import type { ErrorCode } from '../../core/errors.ts';
import {
  clockProblems,
  completeClocks,
  dueProblem,
  isPublished,
  liveClocksIn,
  priceProblems,
  releaseProblems,
  scaleMilestones,
  termsTotal,
  type TermsProblem,
} from '../terms/rules.ts';
import type { Clocks, DealTerms, MilestoneTerms } from '../terms/schema.ts';
import type { ClockRanges, LiveClockRanges } from '../policies/schema.ts';
import { campaignPatch, wanted, type DraftTerms, type pay } from './schema.ts';
import * as z from 'zod';
import { NICHE_KEYS } from '../niches/rules.ts';
import { TITLE_MIN } from './rules.ts';

/** A draft of a campaign: its terms, and what is missing before it can be published. */
export type Wanted = z.infer<typeof wanted>;
export type Pay = z.infer<typeof pay>;

/** The parts of a campaign that are terms, as they are stored: whatever was typed so far. */
export const storedTerms = campaignPatch.pick({
  deliverables: true,
  milestones: true,
  rights: true,
  exclusivity: true,
  revisions: true,
  killFeeBps: true,
  disclosureCountry: true,
  disclosureText: true,
  releaseTrigger: true,
  release: true,
  clocks: true,
});
export type StoredTerms = z.infer<typeof storedTerms>;
export const TERM_FIELDS = Object.keys(storedTerms.shape) as (keyof StoredTerms)[];

const DISCLOSURE: Record<string, string> = {
  FR: 'Collaboration commerciale',
  BE: 'Publicité',
  ES: 'Publicidad',
  IT: 'Pubblicità',
  PT: 'Publicidade',
  DE: 'Anzeige',
  NL: 'Reclame',
};

/** What a new campaign starts from. */
export const firstTerms = (country: string): StoredTerms => ({
  deliverables: [],
  milestones: [],
  rights: { use: 'organic', days: 90, territory: '' },
  exclusivity: { days: 0, category: '' },
  revisions: 2,
  killFeeBps: 0,
  disclosureCountry: country,
  disclosureText: DISCLOSURE[country] ?? '#ad',
  clocks: {},
});

const brandTargets = z.object({
  niches: z.array(z.enum(NICHE_KEYS)).catch([]).default([]),
  places: z
    .array(z.object({ city: z.string() }))
    .catch([])
    .default([]),
  followersMin: z.number().nullable().catch(null).default(null),
  followersMax: z.number().nullable().catch(null).default(null),
});

/** Whom a new campaign looks for: what the brand's profile says, the usual sizes where it says nothing. */
export function firstWanted(stored: unknown): Wanted {
  const targets = brandTargets.parse(stored ?? {});
  const usual = wanted.parse({});
  const followersMin = targets.followersMin ?? Math.min(usual.followersMin, targets.followersMax ?? Infinity);
  return {
    ...usual,
    niches: targets.niches,
    city: targets.places[0]?.city ?? '',
    followersMin,
    followersMax: targets.followersMax ?? Math.max(usual.followersMax, followersMin),
  };
}

/** The draft's terms with every clock filled in from the policy. */
export const draftTerms = (
  { release, ...stored }: StoredTerms,
  currency: DealTerms['currency'],
  ranges: ClockRanges,
): DraftTerms => ({
  ...stored,
  currency,
  releaseTrigger: stored.releaseTrigger ?? 'on_approval',
  ...(release ? { release } : {}),
  clocks: completeClocks(stored.clocks, ranges),
});

/** Pay per creator: a fixed price is its own minimum and maximum. */
export const payRange = (p: Pay): { min: number; max: number } =>
  p.kind === 'fixed' ? { min: p.min, max: p.min } : { min: p.min, max: p.max };

/** Amounts of a creator's parts at that price, in the proportion of the campaign's milestones. */
export function partsAt(
  price: number,
  milestones: readonly MilestoneTerms[],
  currency: DealTerms['currency'],
): number[] {
  if (milestones.length === 0 || price <= 0) return [price];
  return termsTotal({ milestones }) === price
    ? milestones.map((m) => m.amount)
    : scaleMilestones(milestones, price, currency).map((m) => m.amount);
}

export interface DraftContent {
  title: string;
  slots: number;
  currency: DealTerms['currency'];
  wanted: Wanted;
  pay: Pay;
  applicationDeadline: Date | null;
  terms: DraftTerms;
}

export interface Missing {
  step: number;
  field: string;
  code: ErrorCode;
  data: TermsProblem['data'];
}

const inStep = (step: number, found: readonly TermsProblem[]): Missing[] => found.map((p) => ({ step, ...p }));
const invalid = (field: string, why: string, data: TermsProblem['data'] = {}): TermsProblem => ({
  field,
  code: 'input.invalid',
  data: { field, problem: why, ...data },
});

function payProblems({ pay: p, currency, terms }: DraftContent): TermsProblem[] {
  const milestones = terms.milestones ?? [];
  const wrong = priceProblems('pay.min', p.min, currency);
  if (p.kind === 'range') {
    wrong.push(...priceProblems('pay.max', p.max, currency));
    if (p.max < p.min) wrong.push(invalid('pay.max', 'below_minimum'));
  }
  if (milestones.length === 0) return [...wrong, invalid('milestones', 'required')];
  const amounts = milestones.flatMap((m, i) => priceProblems(`milestones.${i}.amount`, m.amount, currency));
  const { min, max } = payRange(p);
  const total = termsTotal({ milestones });
  if (amounts.length === 0 && wrong.length === 0 && (total < min || total > max)) {
    amounts.push({
      field: 'milestones',
      code: 'terms.total_mismatch',
      data: { field: 'milestones', total, expected: min, currency },
    });
  }
  return [...wrong, ...amounts];
}

const dueDates = ({ terms }: DraftContent): Date[] => (terms.milestones ?? []).map((m) => m.dueAt);

function closingProblems(draft: DraftContent, now: Date): TermsProblem[] {
  const closes = draft.applicationDeadline?.getTime();
  if (closes === undefined) return [];
  if (closes <= now.getTime()) return [invalid('applicationDeadline', 'in_past')];
  // A due date that has passed is its own problem, and the one to mend.
  const late = dueDates(draft).some((at) => at > now && closes >= at.getTime());
  return late
    ? [{ field: 'applicationDeadline', code: 'terms.deadline_after_due', data: { field: 'applicationDeadline' } }]
    : [];
}

/**
 * Everything that keeps a campaign from being published at `now`, by wizard step: 1 goal, 2 deliverables, 3 creators and
 * until when they apply, 4 pay and due dates, 5 rights and clocks.
 */
export function draftProblems(
  draft: DraftContent,
  facts: { now: Date; ranges: ClockRanges; live: LiveClockRanges; billable: boolean },
): Missing[] {
  const { terms } = draft;
  const chosen: Partial<Clocks> = terms.clocks ?? {};
  const clocksWrong = clockProblems(chosen, facts.ranges);
  const review = clocksWrong.some((p) => p.field === 'clocks.review')
    ? facts.ranges.review.fallback
    : (terms.clocks?.review ?? facts.ranges.review.fallback);
  const zone = clocksWrong.length === 0 ? chosen.workingDaysIn : undefined;
  const ids = new Set((terms.deliverables ?? []).map((d) => d.id));
  const lost = (terms.milestones ?? []).flatMap((m, i) =>
    m.deliverableIds.every((id) => ids.has(id))
      ? []
      : [invalid(`milestones.${i}.deliverableIds`, 'unknown_deliverable')],
  );
  return [
    ...inStep(1, draft.title.length < TITLE_MIN ? [invalid('title', 'too_small', { min: TITLE_MIN })] : []),
    ...inStep(
      2,
      ids.size === 0
        ? [invalid('deliverables', 'required')]
        : ids.size < (terms.deliverables ?? []).length
          ? [invalid('deliverables', 'duplicate')]
          : [],
    ),
    ...inStep(3, [
      ...(draft.wanted.followersMax < draft.wanted.followersMin
        ? [invalid('wanted.followersMax', 'below_minimum')]
        : []),
      ...closingProblems(draft, facts.now),
    ]),
    ...inStep(4, [
      ...payProblems(draft),
      ...lost,
      ...dueDates(draft).flatMap((at, i) => dueProblem(`milestones.${i}.dueAt`, at, facts.now, review, zone) ?? []),
    ]),
    ...inStep(4, facts.billable ? [] : [{ field: 'billing', code: 'billing.incomplete', data: { field: 'billing' } }]),
    ...inStep(5, clocksWrong),
    ...inStep(
      5,
      releaseProblems(
        {
          releaseTrigger: terms.releaseTrigger ?? 'on_approval',
          release: terms.release,
          clocks: liveClocksIn(chosen),
          published: (terms.deliverables ?? []).some(isPublished),
        },
        { live: facts.live, clocks: clocksWrong.length === 0 ? completeClocks(chosen, facts.ranges) : null },
      ),
    ),
  ];
}
