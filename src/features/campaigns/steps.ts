import type { CampaignPatch } from '../../../server/features/campaigns/schema.ts';

/** Names of the wizard's steps, in order and as written in the address. */
export const STEP_NAMES = ['goal', 'deliverables', 'creators', 'pay', 'terms', 'review'] as const;
export type Step = (typeof STEP_NAMES)[number];

/** The step that contains a field of the draft. */
export const STEP_OF: Record<keyof CampaignPatch, Step> = {
  title: 'goal',
  summary: 'goal',
  product: 'goal',
  goal: 'goal',
  country: 'goal',
  city: 'goal',
  coverId: 'goal',
  deliverables: 'deliverables',
  slots: 'creators',
  wanted: 'creators',
  applicationDeadline: 'creators',
  currency: 'pay',
  pay: 'pay',
  milestones: 'pay',
  rights: 'terms',
  exclusivity: 'terms',
  revisions: 'terms',
  killFeeBps: 'terms',
  disclosureCountry: 'terms',
  disclosureText: 'terms',
  releaseTrigger: 'terms',
  release: 'terms',
  clocks: 'terms',
};
