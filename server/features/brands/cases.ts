import type { CaseSpec } from '../../core/cases.ts';

export const CASES = {
  domain_claimed: { closedBySupport: true },
} as const satisfies Record<string, CaseSpec>;
