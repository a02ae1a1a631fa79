import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  campaignLifecycle: { noun: 'campaign', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
