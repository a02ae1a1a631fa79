import { describe, expect, test } from 'vitest';
import type { AmendableDeal } from '../../../../server/features/addenda/changes/rules.ts';
import {
  ADDENDUM_CLOCKS,
  keepUntilWith,
  type AmendableMilestone,
  type AmendablePost,
} from '../../../../server/features/addenda/clocks/rules.ts';
import type { AddendumChange, AddendumClock } from '../../../../server/features/addenda/schema.ts';
import { nextCheck } from '../../../../server/features/publications/rules.ts';
import { CLOCK_NAMES, LIVE_CLOCKS } from '../../../../server/features/terms/rules.ts';
import type { Clocks } from '../../../../server/features/terms/schema.ts';
import { dealTermsWith, TEST_CLOCKS } from '../../../support/deal-terms.ts';
import { at, codeOf, deal, funded, milestone, now, planned } from './amendable.ts';

/** A deal whose money waits for the post: 7 days to publish, 3 of grace, 14 to stay up. */
const LIVE: Clocks = { ...TEST_CLOCKS, posting: 'P7D', postGrace: 'P3D', retention: 'P14D' };
const liveDeal = (milestones: AmendableMilestone[], clocks: Partial<Clocks> = {}): AmendableDeal =>
  deal(milestones, {
    terms: dealTermsWith(milestones, {
      releaseTrigger: 'split',
      release: { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 },
      clocks: { ...LIVE, ...clocks },
    }),
  });
/** Approved two days ago; the last day of its money is in sixty days. */
const waiting = (more: Partial<AmendableMilestone> = {}): AmendableMilestone =>
  funded({ state: 'awaiting_live', approvedAt: at(-2), deadlineAt: at(5), holdEnd: at(60), ...more });
const linked = (more: Partial<AmendablePost> = {}): AmendablePost => ({
  state: 'watching',
  linkedAt: at(-1),
  passedAt: null,
  keepUntil: null,
  ...more,
});
/** Its post was seen live four days ago. */
const kept = (more: Partial<AmendableMilestone> = {}): AmendableMilestone =>
  waiting({
    state: 'retention',
    approvedAt: at(-5),
    deadlineAt: at(10),
    post: linked({ linkedAt: at(-5), passedAt: at(-4), keepUntil: at(10) }),
    ...more,
  });
const asked = (more: Partial<AmendableMilestone> = {}): AmendableMilestone =>
  funded({
    state: 'cancel_requested',
    deadlineAt: at(2),
    request: { from: 'funded', fromDeadlineAt: at(13), proposedAt: at(-1), answerBy: at(2) },
    ...more,
  });
const clocks = (of: Partial<Record<AddendumClock, string>>): AddendumChange => ({ kind: 'clocks', clocks: of });
const changeOf = (of: AmendableDeal, change: Partial<Record<AddendumClock, string>>) =>
  planned(of, clocks(change)).changed[0];

test('an addendum names every clock of the terms but the time to sign', () => {
  expect([...ADDENDUM_CLOCKS].toSorted()).toEqual(
    [...CLOCK_NAMES, ...LIVE_CLOCKS].filter((name) => name !== 'signature').toSorted(),
  );
});

test('a bonus can be funded from the signatures of its addendum on, and the clock to fund alone moves that time', () => {
  // What may follow work fills 71 of the 75 days, so that work of the same date could not be funded for eight days.
  const long = { grace: 'P14D', retention: 'P30D' };
  const of = (...bonuses: AmendableMilestone[]) => liveDeal([milestone(1), ...bonuses], long);
  const [bonus] = planned(of(), { kind: 'bonus', title: 'Thank you', amount: 5_000 }).added;
  expect(bonus).toMatchObject({ fundableFrom: null, deadlineAt: at(3) });
  const { seq, title, amount, dueAt } = bonus!;
  const until = (deadlineAt: Date, change: Partial<Record<AddendumClock, string>>): Date | null => {
    const unfunded = milestone(seq, { title, amount, dueAt, deadlineAt, bonus: true });
    const { changed } = planned(of(unfunded), clocks(change));
    return changed.find(({ milestoneId }) => milestoneId === unfunded.id)?.deadlineAt ?? null;
  };
  for (const clock of ['overdueAfter', 'grace', 'review', 'clearing', 'posting', 'retention'] as const)
    expect(until(at(3), { [clock]: clock === 'retention' ? 'P14D' : 'P3D' }), clock).toBeNull();
  expect(until(at(1), { funding: 'P5D' }), 'two of three days have passed').toEqual(at(3));
  expect(until(at(11), { funding: 'P5D' }), 'signed with more time').toEqual(at(13));
});

describe('the time to publish', () => {
  test('is counted anew from the approval, rests of its clock stay', () => {
    expect(changeOf(liveDeal([waiting()]), { posting: 'P10D' })).toMatchObject({ deadlineAt: at(8) });
    expect(changeOf(liveDeal([waiting({ deadlineAt: at(9) })]), { posting: 'P4D' })).toMatchObject({
      deadlineAt: at(6),
    });
    expect(codeOf(liveDeal([waiting()]), clocks({ posting: 'P2D' }))).toBe('addendum.clock_in_past');
    expect(codeOf(liveDeal([waiting()]), clocks({ posting: 'P15D' }))).toBe('terms.clock_out_of_range');
  });

  test('of an overdue post may run again, else its grace period moves with it', () => {
    const overdue = waiting({ approvedAt: at(-8), postOverdueAt: at(-1), deadlineAt: at(2) });
    expect(changeOf(liveDeal([overdue]), { posting: 'P10D' })).toEqual({
      milestoneId: 'm1',
      state: 'awaiting_live',
      postInTime: true,
      deadlineAt: at(2),
    });
    expect(changeOf(liveDeal([overdue]), { posting: 'P6D' })).toEqual({
      milestoneId: 'm1',
      state: 'awaiting_live',
      deadlineAt: at(1),
    });
    expect(changeOf(liveDeal([overdue]), { posting: 'P10D', postGrace: 'P5D' })).toMatchObject({ deadlineAt: at(2) });
  });

  test('leaves its checks four days, with a post that was given', () => {
    const given = waiting({ deadlineAt: at(9), post: linked() });
    expect(changeOf(liveDeal([given]), { posting: 'P9D' })).toMatchObject({ deadlineAt: at(11) });
    // It was given after the time for it: only its own checks count.
    const late = waiting({ approvedAt: at(-9), deadlineAt: at(3), post: linked(), postOverdueAt: at(-2) });
    expect(planned(liveDeal([late]), clocks({ posting: 'P6D' })).changed).toEqual([]);
  });
});

describe('the grace period of a post', () => {
  const overdue = waiting({ approvedAt: at(-8), postOverdueAt: at(-1), deadlineAt: at(2) });
  test('is counted anew once the post is overdue, and the extension after it', () => {
    expect(changeOf(liveDeal([overdue]), { postGrace: 'P5D' })).toMatchObject({ deadlineAt: at(4) });
    expect(codeOf(liveDeal([overdue]), clocks({ postGrace: 'PT24H' }))).toBe('addendum.clock_in_past');
    const extended = waiting({ approvedAt: at(-8), postExtendedAt: at(-1), deadlineAt: at(5) });
    expect(changeOf(liveDeal([extended]), { postGrace: 'P5D' })).toMatchObject({ deadlineAt: at(7) });
    expect(changeOf(liveDeal([extended]), { extension: 'PT48H' })).toMatchObject({ deadlineAt: at(4) });
  });
  test('moves no deadline before it begins', () => {
    expect(planned(liveDeal([waiting()]), clocks({ postGrace: 'P5D' }))).toMatchObject({
      changed: [],
      termsAfter: { clocks: { postGrace: 'P5D' } },
    });
  });
});

describe('the time a post stays up', () => {
  test('is counted anew from the first check that found it live, on milestone and post', () => {
    expect(changeOf(liveDeal([kept()]), { retention: 'P20D' })).toMatchObject({ deadlineAt: at(16) });
    expect(codeOf(liveDeal([kept()], { retention: 'P30D' }), clocks({ retention: 'P7D' }))).toBe(
      'addendum.clock_in_past',
    );
    const post = linked({ passedAt: at(-4), keepUntil: at(10) });
    const longer = { ...LIVE, retention: 'P20D' };
    expect(keepUntilWith({ state: 'retention', post }, LIVE, longer, now)).toEqual(at(16));
    expect(keepUntilWith({ state: 'retention', post }, LIVE, LIVE, now)).toBeNull();
    expect(keepUntilWith({ state: 'settled_split', post }, LIVE, longer, now), 'nothing is kept back').toBeNull();
  });

  test('is over with its last check: what ended is not counted anew', () => {
    for (const post of [
      linked({ state: 'kept', keepUntil: at(10) }),
      linked({ state: 'ended', keepUntil: at(10) }),
      linked({ state: 'undecided', keepUntil: at(-1) }),
    ]) {
      expect(planned(liveDeal([kept({ post, deadlineAt: at(2) })]), clocks({ retention: 'P20D' })).changed).toEqual([]);
      expect(keepUntilWith({ state: 'retention', post }, LIVE, { ...LIVE, retention: 'P20D' }, now)).toBeNull();
    }
  });

  test('of a post that was live before the approval may not end in the past either', () => {
    const early = funded({
      state: 'delivered',
      submittedAt: at(-9),
      deadlineAt: at(1),
      post: linked({ passedAt: at(-8), keepUntil: at(6) }),
    });
    expect(codeOf(liveDeal([early]), clocks({ retention: 'P7D' }))).toBe('addendum.clock_in_past');
    expect(codeOf(liveDeal([early]), clocks({ retention: 'P20D' }))).toBe('planned');
  });

  test('moves the next look with it, but none that is due or tried again', () => {
    const looks = [at(-4), at(3), at(16)];
    expect(nextCheck({ nextCheckAt: at(3), looksDone: 1, misses: 0 }, looks, now)).toEqual(at(3));
    expect(nextCheck({ nextCheckAt: at(10), looksDone: 2, misses: 0 }, looks, now)).toEqual(at(16));
    expect(nextCheck({ nextCheckAt: at(7), looksDone: 2, misses: 0 }, [at(-4), at(2)], now)).toEqual(at(2));
    expect(nextCheck({ nextCheckAt: at(0), looksDone: 2, misses: 0 }, looks, now)).toEqual(at(0));
    expect(nextCheck({ nextCheckAt: at(0.1), looksDone: 2, misses: 1 }, looks, now)).toEqual(at(0.1));
    expect(nextCheck({ nextCheckAt: null, looksDone: 2, misses: 0 }, looks, now)).toBeNull();
  });
});

describe('the time to answer a proposal to cancel', () => {
  test('is counted anew from the proposal, up to the end of the interrupted state', () => {
    expect(changeOf(deal([asked()]), { cancelAnswer: 'P5D' })).toMatchObject({
      deadlineAt: at(4),
      request: { fromDeadlineAt: at(13), answerBy: at(4) },
    });
    const short = asked({
      request: { from: 'funded', fromDeadlineAt: at(3), proposedAt: at(-1), answerBy: at(2) },
    });
    expect(changeOf(deal([short]), { cancelAnswer: 'P7D' })).toMatchObject({
      deadlineAt: at(3),
      request: { answerBy: at(6) },
    });
    expect(codeOf(deal([asked()]), clocks({ cancelAnswer: 'PT24H' }))).toBe('addendum.clock_in_past');
    expect(codeOf(deal([asked()]), clocks({ cancelAnswer: 'PT72H' })), 'what a silent contract says').toBe(
      'addendum.no_change',
    );
  });

  test('interrupts a clock that counts on, and that an addendum re-times as well', () => {
    const review = asked({
      submittedAt: at(-4),
      deadlineAt: at(1),
      request: { from: 'delivered', fromDeadlineAt: at(1), proposedAt: at(-1), answerBy: at(2) },
    });
    expect(changeOf(deal([review]), { review: 'P8D' })).toMatchObject({
      deadlineAt: at(2),
      request: { fromDeadlineAt: at(4), answerBy: at(2) },
    });
    expect(codeOf(deal([review]), clocks({ review: 'P4D' }))).toBe('addendum.clock_in_past');
    expect(codeOf(deal([{ ...review, holdEnd: at(3) }]), clocks({ review: 'P8D' }))).toBe('addendum.beyond_last_day');
  });
});

test('a running clearing is counted anew, and ends by the last day', () => {
  const clearing = funded({ state: 'clearing', approvedAt: at(-1), deadlineAt: at(2), holdEnd: at(6) });
  const of = (more: Partial<AmendableMilestone> = {}) =>
    deal([{ ...clearing, ...more }], {
      terms: dealTermsWith([clearing], { clocks: { ...TEST_CLOCKS, clearing: 'P3D' } }),
    });
  expect(changeOf(of(), { clearing: 'P5D' })).toMatchObject({ deadlineAt: at(4) });
  expect(codeOf(of(), clocks({ clearing: 'P8D' }))).toBe('addendum.beyond_last_day');
  expect(codeOf(of(), clocks({ clearing: 'PT12H' }))).toBe('addendum.clock_in_past');
  expect(codeOf(of({ deadlineAt: at(0) }), clocks({ clearing: 'P5D' })), 'the clock has decided').toBe(
    'addendum.overtaken',
  );
});

test('the time to fund is counted anew from its beginning', () => {
  const open = milestone(1, { deadlineAt: at(1) });
  expect(changeOf(deal([open]), { funding: 'P5D' })).toMatchObject({ deadlineAt: at(3) });
  expect(changeOf(deal([open]), { grace: 'P8D' })).toMatchObject({ deadlineAt: at(1) });
  expect(codeOf(deal([open]), clocks({ funding: 'PT48H' }))).toBe('addendum.clock_in_past');
});

describe('the last day of the money', () => {
  // Grace, checks and the time to dispute follow.
  test.each([
    ['posting', 'awaiting_live', waiting({ holdEnd: at(35) }), { posting: 'P9D' }, { posting: 'P10D' }],
    [
      'postGrace before it begins',
      'awaiting_live',
      waiting({ holdEnd: at(35) }),
      { postGrace: 'P5D' },
      { postGrace: 'P6D' },
    ],
    [
      'postGrace',
      'awaiting_live',
      waiting({ postOverdueAt: at(-1), deadlineAt: at(2), holdEnd: at(29) }),
      { postGrace: 'P5D' },
      { postGrace: 'P6D' },
    ],
    ['retention', 'retention', kept({ holdEnd: at(19) }), { retention: 'P16D' }, { retention: 'P17D' }],
    ['retention ahead', 'awaiting_live', waiting({ holdEnd: at(35) }), { retention: 'P16D' }, { retention: 'P17D' }],
    [
      'retention after a review',
      'delivered',
      funded({ state: 'delivered', submittedAt: at(-1), deadlineAt: at(4), holdEnd: at(41) }),
      { retention: 'P16D' },
      { retention: 'P17D' },
    ],
    [
      'review',
      'delivered',
      funded({ state: 'delivered', submittedAt: at(-1), deadlineAt: at(4), holdEnd: at(41) }),
      { review: 'P7D' },
      { review: 'P8D' },
    ],
  ] as const)('%s leaves what follows its time: %s', (_name, _state, m, fits, tooLong) => {
    expect(codeOf(liveDeal([m]), clocks(fits))).toBe('planned');
    expect(codeOf(liveDeal([m]), clocks(tooLong))).toBe('addendum.beyond_last_day');
  });

  test('that rounds of changes have reached already admits shorter clocks', () => {
    const tight = waiting({ holdEnd: at(20) });
    expect(codeOf(liveDeal([tight]), clocks({ retention: 'P10D' }))).toBe('planned');
    expect(codeOf(liveDeal([tight]), clocks({ retention: 'P15D' }))).toBe('addendum.beyond_last_day');
  });

  test('admits no clocks that together outlast it, of money that is still to come', () => {
    const long = { posting: 'P14D', review: 'P14D', grace: 'P14D' };
    expect(codeOf(liveDeal([milestone(1, { dueAt: at(30) })], long), clocks({ retention: 'P45D' }))).toBe(
      'terms.release_too_long',
    );
    expect(codeOf(liveDeal([kept({ holdEnd: at(60) })], long), clocks({ retention: 'P45D' }))).toBe('planned');
  });
});

test('a clock that no milestone has ahead is overtaken, and one that the contract lacks is refused', () => {
  expect(codeOf(liveDeal([kept()]), clocks({ posting: 'P9D' }))).toBe('addendum.overtaken');
  expect(codeOf(liveDeal([kept(), milestone(2)]), clocks({ posting: 'P9D' }))).toBe('planned');
  for (const state of ['clearing', 'releasing', 'refunding'] as const)
    for (const [name, length] of [
      ['posting', 'P9D'],
      ['postGrace', 'P4D'],
      ['retention', 'P20D'],
      ['cancelAnswer', 'P4D'],
      ['review', 'P6D'],
    ] as const)
      expect(codeOf(liveDeal([funded({ state })]), clocks({ [name]: length })), `${name}, ${state}`).toBe(
        'addendum.overtaken',
      );
  expect(codeOf(deal([funded()]), clocks({ posting: 'P9D' }))).toBe('addendum.clock_not_in_contract');
  expect(codeOf(liveDeal([waiting({ holds: ['card_dispute'] })]), clocks({ posting: 'P9D' }))).toBe('addendum.busy');
});
