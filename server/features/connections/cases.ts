import type { CaseSpec } from '../../core/cases.ts';

export const CASES = {
  account_claimed: { closedBySupport: true },
} as const satisfies Record<string, CaseSpec>;
