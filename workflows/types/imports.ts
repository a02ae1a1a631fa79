import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  creatorImport: { noun: 'creator-import', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
