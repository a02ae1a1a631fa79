import type { CaseSpec } from '../../core/cases.ts';

export const CASES = {
  profile_reported: { closedBySupport: true },
} as const satisfies Record<string, CaseSpec>;
