import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  priceSuggestions: { noun: 'price-suggestions', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
