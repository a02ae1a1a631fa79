import type { Clocks, DealTerms } from '../../server/features/terms/schema.ts';

const DAY = 24 * 3_600_000;

/** Clocks on which the sides of tests agree: the shipped ones, but what is approved clears at once. */
export const TEST_CLOCKS: Clocks = {
  signature: 'P7D',
  funding: 'PT72H',
  review: 'P5D',
  extension: 'PT72H',
  revisionTurn: 'P3D',
  overdueAfter: 'PT24H',
  grace: 'P7D',
  clearing: 'PT0S',
};

export const FIRST_OF_BRIEF = 'All three drinks shown';

/** Terms on which the sides of tests agree, about one reel that is paid in these milestones. */
export const dealTermsWith = (
  milestones: readonly Pick<DealTerms['milestones'][number], 'title' | 'amount' | 'dueAt'>[],
  more: Partial<DealTerms> = {},
): DealTerms => ({
  currency: 'EUR',
  deliverables: [{ id: 'reel', platform: 'instagram', format: 'reel', count: 1, notes: '', brief: [FIRST_OF_BRIEF] }],
  milestones: milestones.map(({ title, amount, dueAt }) => ({ title, amount, dueAt, deliverableIds: ['reel'] })),
  rights: { use: 'organic', days: 90, territory: 'France' },
  exclusivity: { days: 0, category: '' },
  revisions: 2,
  killFeeBps: 0,
  disclosureCountry: 'FR',
  disclosureText: 'Collaboration commerciale',
  releaseTrigger: 'on_approval',
  clocks: TEST_CLOCKS,
  ...more,
});

/** The same with one milestone of this amount, due in twelve days, and a brief of two items. */
export function dealTermsOf(amount: number): DealTerms {
  const terms = dealTermsWith([{ title: 'Reel', amount, dueAt: new Date(Date.now() + 12 * DAY) }]);
  return {
    ...terms,
    deliverables: terms.deliverables.map((one) => ({
      ...one,
      brief: [FIRST_OF_BRIEF, 'The shop front in the first seconds'],
    })),
  };
}
