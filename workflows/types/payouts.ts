import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  payoutDelivery: { noun: 'payout', queue: 'money' },
  payoutSchedule: { noun: 'payout-schedule', queue: 'money' },
  payoutAccountWatch: { noun: 'payout-account', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
