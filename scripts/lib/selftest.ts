/** How `npm run money:check -- --selftest` runs the test of the checker. */
export const SELFTEST = {
  test: 'tests/server/features/money-check/checker.integration.test.ts',
  /** Variable of the file in which the test notes its corruptions. */
  file: 'SELFTEST_FILE',
  /** Corruptions of each invariant. */
  least: 2,
  /** It is about the provider's own arithmetic, which a corruption of our rows does not change; a test of its own plays it. */
  besides: 'provider.adds-up',
} as const;

/** By invariant: corruptions that were made, and those that the check named. */
export type Corruptions = Record<string, { made: number; named: number }>;
