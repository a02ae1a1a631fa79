import { expect, test } from 'vitest';
import { BROKEN } from '../../scripts/sim/broken.ts';
import type { Command } from '../../scripts/sim/commands.ts';
import { playSeed, replay } from '../../scripts/sim/play.ts';
import { Random } from '../../scripts/sim/random.ts';
import { PRODUCT, type Rules } from '../../scripts/sim/rules.ts';
import { firstFailure } from '../../scripts/sim/search.ts';
import { shrink } from '../../scripts/sim/shrink.ts';
import { dealOf, type Deal } from '../../scripts/sim/deal.ts';
import { TEST_CLOCKS } from '../support/deal-terms.ts';

const OPS = 100;
/** A bound for what hangs: it takes a second or two. */
const BUSY_MS = 120_000;

/** The seed that showed each broken rule first: tried before all others are. */
const SHOWN_BY: Readonly<Record<string, number>> = {
  'added-work-expires-early': 86,
  'accepted-as-quoted': 30,
  'addendum-as-proposed': 27,
  'addendum-moves-nothing': 10,
  'addendum-past-last-day': 41,
  'anything-is-accepted': 65,
  'automatic-before-switched-on': 70,
  'automatic-though-off': 70,
  'bank-refunds-twice': 49,
  'blind-repeat': 131,
  'bonus-follows-clocks': 94,
  'bonus-waits-for-work': 10,
  'charged-back-not-noticed': 14,
  'cleared-without-fault': 5,
  'commission-per-part': 37,
  'converted-money-counts': 41,
  'debit-in-any-currency': 41,
  'decided-too-early': 33,
  'dispute-fee-lost': 1,
  'disputed-again': 5,
  'disputed-not-set-aside': 1,
  'disputed-of-another': 97,
  'early-money-funds': 214,
  'endless-extensions': 125,
  'endless-rounds': 35,
  'exchange-not-noticed': 77,
  'fee-per-part': 37,
  'funded-is-repriced': 118,
  'funded-too-early': 11,
  'grace-past-last-day': 384,
  'hand-refund-not-held': 31,
  'holdback-not-kept': 60,
  'holder-not-asked': 17,
  'joint-dispute-on-each': 4,
  'joint-fee-on-each': 4,
  'joint-refund-of-all': 15,
  'key-for-ever': 337,
  'kill-fee-for-all': 4,
  'lost-once': 37,
  'more-time-past-last-day': 158,
  'moved-work-stays-late': 10,
  'new-bank-is-paid': 51,
  'offers-do-not-meet': 46,
  'old-price-funds': 11,
  'own-minimum-ignored': 745,
  'paid-debts-kept': 64,
  'paid-on-hold': 357,
  'part-above-held': 95,
  'past-the-deadline': 1,
  'payouts-of-nothing': 15,
  'phases-not-cut': 89,
  'refund-during-dispute': 85,
  'refund-ignores-parts': 4,
  'refused-transfer-kept': 5,
  'release-limit': 4,
  'release-on-hold': 67,
  'removed-method-is-charged': 1,
  'reprice-in-terms-alone': 11,
  'reversal-kept-in-wallet': 9,
  'schedule-names-a-wait': 153,
  'settlement-per-part': 182,
  'signed-too-late': 8,
  'silence-hides-a-fault': 99,
  'silence-wins': 49,
  'stale-acts': 9,
  'taken-is-owed-twice': 64,
  'timers-never-rest': 1,
  'unjudged-is-removed': 86,
  'void-share-kept': 40,
  'weekends-count': 4,
};

test('70 rules can be switched off in the simulation, by names of their own, each with the seed that is tried first', () => {
  expect(BROKEN).toHaveLength(70);
  expect(new Set(BROKEN.map(({ name }) => name)).size).toBe(70);
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

test('a bank account that is entered while a payout is between the read of the account and its call gets nothing', () => {
  const deal = { ...dealOf(new Random(1)), currency: 'EUR' as const, amounts: [40_000], dueIn: [10 * 86_400_000] };
  const commands: Command[] = [
    { do: 'fund', m: 1, role: 'owner' },
    { do: 'pay', m: 1, how: 'card' },
    { do: 'send', n: 0 },
    { do: 'turn', m: 1 },
    { do: 'act', m: 1, act: 'submit', by: { side: 'creator', role: 'owner' } },
    { do: 'act', m: 1, act: 'approve', by: { side: 'brand', role: 'owner' } },
    { do: 'turn', m: 1 },
    { do: 'wait', ms: 12 * 86_400_000 },
    { do: 'turn', m: 1 },
    { do: 'payOut', leg: 'creator' },
    { do: 'payout', n: 0, mishap: { pause: 1 } },
    { do: 'exchangeBank', leg: 'creator', all: true },
    { do: 'resume', n: 0 },
  ];
  const states: string[] = [];
  const failure = replay(deal, commands, PRODUCT, (s, command, outcome) => {
    if (command.do === 'payout' || command.do === 'resume')
      states.push(`${outcome}: ${s.payouts.map(({ state }) => state).join()}`);
  });
  expect(failure).toBeNull();
  expect(states.slice(0, 2)).toEqual(['paused: claimed', 'ended: failed']);
});

test('money of a page that had been given up goes back when an addendum has made the milestone fundable only later', () => {
  const any = dealOf(new Random(1));
  const deal: Deal = {
    ...any,
    currency: 'EUR',
    amounts: [40_000],
    dueIn: [50 * 86_400_000],
    clocks: { ...any.clocks, ...TEST_CLOCKS },
    terms: { releaseTrigger: 'on_approval' },
  };
  const longer = { do: 'amend', clock: 'overdueAfter', length: 'P30D' } as const;
  const commands: Command[] = [
    { do: 'fund', m: 1, role: 'owner', mishap: { crash: 2 } },
    longer,
    { do: 'closePage', m: 1, role: 'owner', mishap: { unlisted: true } },
    longer,
    { do: 'pay', m: 1, how: 'card' },
    { do: 'send', n: 0 },
    { do: 'turn', m: 1 },
  ];
  const amended: string[] = [];
  const note = (_: unknown, { do: what }: Command, outcome: string) => {
    if (what === 'amend') amended.push(outcome);
  };
  expect(replay(deal, commands, PRODUCT, note)).toBeNull();
  expect(amended, 'not while the payment is under way').toEqual(['addendum.busy', 'done']);
  const atAnyTime: Rules = {
    ...PRODUCT,
    isLate: (payment, milestone, now) => PRODUCT.isLate(payment, { ...milestone, bonus: true }, now),
  };
  expect(replay(deal, commands, atAnyTime)?.invariant).toBe('deal.deadlines');
});

test('a price that both sides have signed for a milestone is overtaken once the milestone is paid', () => {
  const deal = { ...dealOf(new Random(1)), currency: 'EUR' as const, amounts: [40_000], dueIn: [20 * 86_400_000] };
  const commands: Command[] = [
    { do: 'proposeChanges', by: 'brand', changes: [{ kind: 'reprice', m: 1, amount: 50_000 }] },
    { do: 'signChanges', by: { side: 'creator', role: 'owner' } },
    { do: 'signChanges', by: { side: 'brand', role: 'owner' } },
    { do: 'fund', m: 1, role: 'owner' },
    { do: 'pay', m: 1, how: 'card' },
    { do: 'send', n: 0 },
    { do: 'turn', m: 1 },
    { do: 'followAddendum' },
  ];
  const played: string[] = [];
  const failure = replay(deal, commands, PRODUCT, (s, command, outcome) => {
    if (command.do === 'followAddendum') played.push(`${outcome}: ${s.milestones[0]!.amount}`);
  });
  expect(failure).toBeNull();
  expect(played).toEqual(['overtaken: 40000']);
  const asProposed = BROKEN.find(({ name }) => name === 'addendum-as-proposed')!;
  expect(replay(deal, commands, asProposed.rules)?.invariant).toBe('deal.state-fits-money');
});
