import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  staffApproval: { noun: 'staff-approval', queue: 'accounts' },
} as const satisfies Record<string, WorkflowSpec>;
