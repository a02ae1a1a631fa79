import { withTx } from '../../../server/context.ts';
import type { Currency } from '../../../server/core/money.ts';
import { completeClocks } from '../../../server/features/terms/rules.ts';
import type { Clocks, DealTerms, Deliverable } from '../../../server/features/terms/schema.ts';
import { clockRanges } from '../../../server/features/policies/service.ts';
import type { Stage } from './stage.ts';

/** One payable part of a deal: deliverables, price, due date. */
export interface Part {
  title: string;
  amount: number;
  dueAt: Date;
  platform: Deliverable['platform'];
  format: Deliverable['format'];
  count?: number;
  notes?: string;
  brief: string[];
}

export interface TermsSeed {
  currency: Currency;
  country: string;
  disclosure: string;
  parts: readonly Part[];
  rights?: DealTerms['rights'];
  exclusivity?: DealTerms['exclusivity'];
  killFeeBps?: number;
  clocks?: Partial<Clocks>;
  /** Money that waits for the live post; `clocks` then name its times. */
  release?: DealTerms['release'];
}

/** A territory is written by hand, as people name a country. */
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

const deliverablesOf = (parts: readonly Part[]): Deliverable[] =>
  parts.map((p, i) => ({
    id: `part${i + 1}`,
    platform: p.platform,
    format: p.format,
    count: p.count ?? 1,
    notes: p.notes ?? '',
    brief: p.brief,
  }));

const milestonesOf = (parts: readonly Part[]): DealTerms['milestones'] =>
  parts.map((p, i) => ({ title: p.title, amount: p.amount, dueAt: p.dueAt, deliverableIds: [`part${i + 1}`] }));

/** Complete terms from the few facts of a story; every duration it leaves out has the policy's default. */
export async function termsOf(stage: Stage, seed: TermsSeed): Promise<DealTerms> {
  const ranges = await withTx(stage.system(), clockRanges);
  return {
    currency: seed.currency,
    deliverables: deliverablesOf(seed.parts),
    milestones: milestonesOf(seed.parts),
    rights: seed.rights ?? { use: 'organic', days: 90, territory: COUNTRY_NAMES.of(seed.country) ?? '' },
    exclusivity: seed.exclusivity ?? { days: 0, category: '' },
    revisions: 2,
    killFeeBps: seed.killFeeBps ?? 0,
    disclosureCountry: seed.country,
    disclosureText: seed.disclosure,
    releaseTrigger: seed.release ? 'split' : 'on_approval',
    ...(seed.release ? { release: seed.release } : {}),
    clocks: completeClocks(seed.clocks, ranges),
  };
}

/** The same facts as the wizard stores them. */
export const draftTermsOf = (seed: TermsSeed) => ({
  currency: seed.currency,
  deliverables: deliverablesOf(seed.parts),
  milestones: milestonesOf(seed.parts),
  rights: seed.rights ?? { use: 'organic' as const, days: 90, territory: COUNTRY_NAMES.of(seed.country) ?? '' },
  exclusivity: seed.exclusivity ?? { days: 0, category: '' },
  revisions: 2,
  killFeeBps: seed.killFeeBps ?? 0,
  disclosureCountry: seed.country,
  disclosureText: seed.disclosure,
  clocks: seed.clocks ?? {},
});
