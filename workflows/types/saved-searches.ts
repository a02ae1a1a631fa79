import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  savedSearchDigest: { noun: 'saved-search', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
