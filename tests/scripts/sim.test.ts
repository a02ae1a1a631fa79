import { expect, test } from 'vitest';
import { BROKEN } from '../../scripts/sim/broken.ts';
import type { Command } from '../../scripts/sim/commands.ts';
import { playSeed, replay } from '../../scripts/sim/play.ts';
import { Random } from '../../scripts/sim/random.ts';
import { PRODUCT } from '../../scripts/sim/rules.ts';
import { firstFailure } from '../../scripts/sim/search.ts';
import { shrink } from '../../scripts/sim/shrink.ts';
import { dealOf } from '../../scripts/sim/deal.ts';

const OPS = 100;
/** A bound for what hangs: it takes a second or two. */
const BUSY_MS = 120_000;

/** The seed that showed each broken rule first: tried before all others are. */
const SHOWN_BY: Readonly<Record<string, number>> = {
  'addendum-moves-nothing': 14,
  'addendum-past-last-day': 51,
  'bank-refunds-twice': 10,
  'blind-repeat': 114,
  'charged-back-not-noticed': 10,
  'commission-per-part': 11,
  'decided-too-early': 15,
  'dispute-fee-lost': 1,
  'disputed-not-set-aside': 1,
  'endless-extensions': 198,
  'endless-rounds': 11,
  'fee-per-part': 11,
  'funded-too-early': 11,
  'grace-past-last-day': 105,
  'holdback-not-kept': 38,
  'joint-dispute-on-each': 4,
  'joint-fee-on-each': 4,
  'joint-refund-of-all': 15,
  'key-for-ever': 114,
  'kill-fee-for-all': 17,
  'lost-once': 53,
  'more-time-past-last-day': 1,
  'offers-do-not-meet': 46,
  'own-minimum-ignored': 84,
  'paid-debts-kept': 64,
  'part-above-held': 1,
  'past-the-deadline': 1,
  'payouts-of-nothing': 4,
  'phases-not-cut': 89,
  'refund-during-dispute': 17,
  'refund-ignores-parts': 6,
  'refused-transfer-kept': 4,
  'release-limit': 13,
  'release-on-hold': 65,
  'settlement-per-part': 61,
  'silence-hides-a-fault': 8,
  'silence-wins': 63,
  'stale-acts': 9,
  'taken-is-owed-twice': 64,
  'timers-never-rest': 20,
  'unjudged-is-removed': 86,
  'void-share-kept': 45,
  'weekends-count': 4,
};

test('43 rules can be switched off in the simulation, by names of their own, each with the seed that is tried first', () => {
  expect(BROKEN).toHaveLength(43);
  expect(new Set(BROKEN.map(({ name }) => name)).size).toBe(43);
  expect(Object.keys(SHOWN_BY).toSorted()).toEqual(BROKEN.map(({ name }) => name).toSorted());
});

test.each(BROKEN.map((rule) => [rule.name, rule.what, rule] as const))(
  'the broken rule %s is found within a thousand seeds: %s',
  (name, _what, { rules }) => {
    const seed = SHOWN_BY[name]!;
    expect(firstFailure(seed, seed, OPS, rules) ?? firstFailure(1, 1_000, OPS, rules)).not.toBeNull();
  },
  BUSY_MS,
);

test('a seed plays the same again, and its shortened list breaks the same invariant', () => {
  const { name, rules } = BROKEN.find((rule) => rule.name === 'refund-during-dispute')!;
  const { played } = (firstFailure(SHOWN_BY[name]!, SHOWN_BY[name]!, OPS, rules) ??
    firstFailure(1, 1_000, OPS, rules))!;
  const again = playSeed(played.seed, { ops: OPS, rules });
  expect(again.commands).toEqual(played.commands);
  expect(again.outcomes).toEqual(played.outcomes);
  expect(again.failure!.invariant).toBe(played.failure!.invariant);
  const found = shrink(played, rules)!;
  expect(found.commands.length).toBeLessThan(20);
  expect(replay(found.deal, found.commands, rules)!.invariant).toBe(played.failure!.invariant);
  expect(replay(found.deal, found.commands)).toBeNull();
});

test('a refund whose answer was lost and that came back before it was looked for is booked, not made once more', () => {
  const deal = { ...dealOf(new Random(1)), currency: 'EUR' as const, amounts: [40_000], dueIn: [10 * 86_400_000] };
  const owner = { side: 'brand', role: 'owner' } as const;
  const commands: Command[] = [
    { do: 'fund', m: 1, role: 'owner' },
    { do: 'pay', m: 1, how: 'refundFails' },
    { do: 'send', n: 0 },
    { do: 'turn', m: 1 },
    { do: 'act', m: 1, act: 'cancel', by: owner },
    { do: 'turn', m: 1, mishap: { fault: 'lost_after', write: 1 } },
    { do: 'wait', ms: 30 * 3_600_000 },
  ];
  expect(replay(deal, commands)).toBeNull();
  const unseen = { ...PRODUCT, isOfAttempt: (found: { status: string }) => found.status !== 'failed' };
  expect(replay(deal, commands, unseen)?.invariant).toBe('provider.lines');
});
