import type { CaseSpec } from '../../core/cases.ts';

export const CASES = {
  staff_hold: { hold: 'staff_hold', closingLifts: true },
} as const satisfies Record<string, CaseSpec>;
