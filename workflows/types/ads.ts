import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  adLifecycle: { noun: 'ad', queue: 'discovery' },
  adAlert: { noun: 'ad-alert', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
