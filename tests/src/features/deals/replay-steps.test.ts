import { expect, test } from 'vitest';
import type { TimelineEvent } from '../../../../server/features/escrow/schema.ts';
import { replaySteps, shortHash } from '../../../../src/features/deals/replay-steps.ts';

const event = (seq: number, amounts: Partial<TimelineEvent>) =>
  ({ id: String(seq), seq, held: 0, released: 0, disputed: 0, refunded: 0, ...amounts }) as TimelineEvent;

test('each step is the difference of two balances, and nothing of what was funded is lost on the way', () => {
  const steps = replaySteps([
    event(1, {}),
    event(2, { held: 28_000 }),
    event(3, { held: 40_000 }),
    event(4, { held: 12_000, released: 28_000 }),
    event(5, { released: 28_000, disputed: 12_000 }),
    event(6, { released: 35_000, refunded: 5_000 }),
  ]);
  expect(steps.map(({ change }) => change.funded)).toEqual([0, 28_000, 12_000, 0, 0, 0]);
  expect(steps.map(({ change }) => change.held)).toEqual([0, 28_000, 12_000, -28_000, -12_000, 0]);
  for (const [index, step] of steps.entries()) {
    expect(step.before).toEqual(
      steps[index - 1]?.after ?? { held: 0, released: 0, disputed: 0, refunded: 0, funded: 0 },
    );
    expect(step.change.held + step.change.released + step.change.disputed + step.change.refunded).toBe(
      step.change.funded,
    );
  }
});

test('a hash is shortened to its first eight digits', () => {
  expect(shortHash('9e34c71bffff')).toBe('9e34 c71b');
});
