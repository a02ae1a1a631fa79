import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  publicationCheck: { noun: 'publication', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
