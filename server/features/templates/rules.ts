import { allocate } from '../../core/money.ts';
import { scaleMilestones, termsTotal } from '../terms/rules.ts';
import type { Clocks, DealTerms, LiveClock } from '../terms/schema.ts';
import type { TemplateContent } from './schema.ts';

export const MAX_TEMPLATES = 30;
const DAY_MS = 24 * 3_600_000;

/** Templates that everybody has; titles of their milestones: `templates:shipped.<name>.milestone`. */
export const SHIPPED_TEMPLATES = ['singlePost', 'ugc', 'ambassador'] as const;
export type ShippedTemplate = (typeof SHIPPED_TEMPLATES)[number];
export const isShipped = (name: string): name is ShippedTemplate =>
  (SHIPPED_TEMPLATES as readonly string[]).includes(name);

/** What stands in every shipped template. */
const COMMON = {
  rights: { use: 'organic', days: 90, territory: '' },
  exclusivity: { days: 0, category: '' },
  revisions: 2,
  killFeeBps: 1_000,
  disclosureText: '',
  releaseTrigger: 'on_approval',
} as const satisfies Partial<TemplateContent>;
const piece = (
  id: string,
  platform: 'instagram' | 'ugc',
  format: 'reel' | 'story' | 'video' | 'photos',
  count = 1,
) => ({
  id,
  platform,
  format,
  count,
  notes: '',
  brief: [],
});
const added = (...keys: ('confidentiality' | 'conduct' | 'portfolio' | 'likeness' | 'unforeseen')[]) =>
  keys.map((key) => ({ key, title: '', text: '' }));

/** The content of a shipped template; `title` words the milestone with that number. */
export function shippedContent(name: ShippedTemplate, title: (n: number) => string): TemplateContent {
  if (name === 'singlePost')
    return {
      ...COMMON,
      deliverables: [piece('reel', 'instagram', 'reel')],
      milestones: [{ title: title(1), shareBps: 10_000, dueDays: 14, deliverableIds: ['reel'] }],
      releaseTrigger: 'on_live',
      release: { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 },
      clauses: added('conduct'),
    };
  if (name === 'ugc')
    return {
      ...COMMON,
      deliverables: [piece('video', 'ugc', 'video', 2), piece('photos', 'ugc', 'photos', 6)],
      milestones: [{ title: title(1), shareBps: 10_000, dueDays: 14, deliverableIds: ['video', 'photos'] }],
      rights: { use: 'paid_ads', days: 180, territory: '' },
      clauses: added('portfolio', 'likeness'),
    };
  const months = [3_334, 3_333, 3_333];
  return {
    ...COMMON,
    deliverables: months.flatMap((_, i) => [
      piece(`reel${i + 1}`, 'instagram', 'reel'),
      piece(`story${i + 1}`, 'instagram', 'story', 3),
    ]),
    milestones: months.map((shareBps, i) => ({
      title: title(i + 1),
      shareBps,
      dueDays: 30 * (i + 1),
      deliverableIds: [`reel${i + 1}`, `story${i + 1}`],
    })),
    exclusivity: { days: 90, category: '' },
    killFeeBps: 2_000,
    clauses: added('confidentiality', 'conduct', 'unforeseen'),
  };
}

/** What a template keeps of terms: shares instead of amounts, days from now instead of dates. */
export function contentOf(terms: DealTerms, now: Date): TemplateContent {
  const { deliverables, milestones, rights, exclusivity, revisions, killFeeBps, disclosureText } = terms;
  const amounts = milestones.map(({ amount }) => Math.max(0, amount));
  const shares = allocate(10_000, amounts.some((amount) => amount > 0) ? amounts : amounts.map(() => 1));
  return {
    deliverables,
    milestones: milestones.map(({ title, dueAt, deliverableIds }, i) => ({
      title,
      shareBps: shares[i] ?? 0,
      dueDays: Math.min(730, Math.max(1, Math.round((dueAt.getTime() - now.getTime()) / DAY_MS))),
      deliverableIds,
    })),
    rights,
    exclusivity,
    revisions,
    killFeeBps,
    disclosureText,
    releaseTrigger: terms.releaseTrigger,
    ...(terms.release ? { release: terms.release } : {}),
    ...(terms.clauses ? { clauses: terms.clauses } : {}),
  };
}

/**
 * The terms that an offer begins with: those of the template, at the price, in the currency and for the country of `base`.
 * `live`: the clocks that only a release after the post has.
 */
export function termsFrom(
  content: TemplateContent,
  base: DealTerms,
  { now, live }: { now: Date; live: Partial<Record<LiveClock, { fallback: string }>> },
): DealTerms {
  const { milestones, release, clauses, ...same } = content;
  const { release: _release, clauses: _clauses, ...rest } = base;
  const total = termsTotal(base);
  const dated = milestones.map(({ title, shareBps, dueDays, deliverableIds }) => ({
    title,
    amount: shareBps,
    dueAt: new Date(now.getTime() + dueDays * DAY_MS),
    deliverableIds,
  }));
  const { posting: _posting, postGrace: _grace, retention: _retention, ...clocks } = base.clocks;
  const waits: Partial<Clocks> =
    content.releaseTrigger === 'on_approval'
      ? {}
      : {
          ...(live.posting ? { posting: live.posting.fallback } : {}),
          ...(live.postGrace ? { postGrace: live.postGrace.fallback } : {}),
          ...(release && release.holdbackBps > 0 && live.retention ? { retention: live.retention.fallback } : {}),
        };
  return {
    ...rest,
    ...same,
    disclosureText: content.disclosureText || base.disclosureText,
    milestones:
      total > 0
        ? scaleMilestones(dated, total, base.currency)
        : dated.map((milestone) => ({ ...milestone, amount: 0 })),
    clocks: { ...clocks, ...waits },
    ...(release ? { release } : {}),
    ...(clauses?.length ? { clauses } : {}),
  };
}
