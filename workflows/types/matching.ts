import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  matchBatch: { noun: 'campaign-matches', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
