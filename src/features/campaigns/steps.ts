/** Names of the wizard's steps, in their order and as they stand in the address. */
export const STEP_NAMES = ['goal', 'deliverables', 'creators', 'pay', 'terms', 'review'] as const;
export type Step = (typeof STEP_NAMES)[number];
