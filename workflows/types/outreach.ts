import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  outreachSequence: { noun: 'outreach', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
