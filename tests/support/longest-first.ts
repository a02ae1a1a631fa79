import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What runs whole servers for minutes begins first, so that a run does not end with one of them alone. The rest is in
 * the order that Vitest recorded in the last run.
 */
const LONG = [
  'kill/kill-and-restart',
  'scripts/start',
  'db/seed',
  'workflows/worker',
  'server/features/escrow/races',
  'workflows/payouts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const found = LONG.findIndex((name) => moduleId.endsWith(`/${name}.integration.test.ts`));
  return found < 0 ? LONG.length : found;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
