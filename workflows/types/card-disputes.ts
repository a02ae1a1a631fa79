import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  cardDispute: { noun: 'card-dispute', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
