import type { CaseSpec } from '../../core/cases.ts';

export const CASES = {
  help: { closedBySupport: true },
} as const satisfies Record<string, CaseSpec>;
