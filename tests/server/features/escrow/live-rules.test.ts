import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { durationMs } from '../../../../server/core/clock.ts';
import { whatIf } from '../../../../server/features/escrow/deals/what-if.ts';
import type { MilestoneRow } from '../../../../server/features/escrow/milestone/queries.ts';
import {
  agreedRelease,
  failedInClearing,
  isPostOverdue,
  livePlan,
  liveStep,
  liveStepOf,
  partUpTo,
  releasedByLive,
  postTime,
  postWord,
  waitsForPost,
  type LiveFacts,
  type PostFacts,
} from '../../../../server/features/escrow/live/rules.ts';
import { approvableUntil, deadlines, fundableFrom, holdEnd } from '../../../../server/features/escrow/timers/rules.ts';
import {
  HOLD_CAP_MS,
  LIVE_CHECK_MS,
  LIVE_DISPUTE_MS,
  SHIPPED_CLOCKS,
  SHIPPED_LIVE_CLOCKS,
} from '../../../../server/features/policies/rules.ts';
import { MILESTONE_STATES } from '../../../../server/features/escrow/schema.ts';
import {
  completeClocks,
  liveTimeMs,
  releaseAmounts,
  shareAmounts,
  termsProblems,
} from '../../../../server/features/terms/rules.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';

const NOW = new Date('2027-03-28T00:30:00Z');
const at = (ms: number, from = NOW) => new Date(from.getTime() + ms);
const CLOCKS = { ...completeClocks({}, SHIPPED_CLOCKS), posting: 'P7D', retention: 'P30D' };
const TERMS: DealTerms = {
  currency: 'EUR',
  deliverables: [{ id: 'a', platform: 'instagram', format: 'reel', count: 1, notes: '', brief: [] }],
  milestones: [{ title: 'Reel', amount: 40_001, dueAt: at(20 * 86_400_000), deliverableIds: ['a'] }],
  rights: { use: 'organic', days: 90, territory: '' },
  exclusivity: { days: 0, category: '' },
  revisions: 2,
  killFeeBps: 0,
  disclosureCountry: 'FR',
  disclosureText: '',
  releaseTrigger: 'split',
  release: { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 },
  clocks: CLOCKS,
};
const post = (change: Partial<PostFacts> = {}): PostFacts => ({
  state: 'watching',
  fault: false,
  passedAt: null,
  keepUntil: null,
  decideUntil: null,
  linkedAt: NOW,
  changedAt: NOW,
  ...change,
});
const END = at(60 * 86_400_000);
const facts = (change: Partial<LiveFacts> = {}): LiveFacts => ({
  state: 'awaiting_live',
  deadlineAt: at(durationMs('P7D')),
  approvedAt: NOW,
  overdueAt: null,
  extendedAt: null,
  holdEnd: END,
  clocks: CLOCKS,
  holdback: 8_000,
  ...change,
});
/** What comes a second before a moment, at it, and a second after. */
const around = (moment: Date, m: LiveFacts, p: PostFacts | null) =>
  [-1_000, 0, 1_000].map((ms) => liveStep(m, p, at(ms, moment)).do);

describe('the shares of a price', () => {
  test('are the price together, to the minor unit, in every currency, whatever parts came before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('EUR', 'JPY', 'KWD' as const),
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.integer({ min: 0, max: 9_999 }),
        fc.integer({ min: 0, max: 2_000 }),
        fc.nat(),
        (currency, units, approval, holdback, released) => {
          const amount = currency === 'KWD' ? units * 10 : units;
          const approvalBps = Math.min(approval, 10_000 - holdback - 1);
          const release = { approvalBps, holdbackBps: holdback, liveBps: 10_000 - approvalBps - holdback };
          const plan = livePlan({ seq: 1, amount, currency, terms: { ...TERMS, release } });
          // The other shares of a small price are rounded to nothing.
          if (!plan) {
            expect(shareAmounts(amount, release, currency)).toEqual({ approval: amount, live: 0, holdback: 0 });
            return;
          }
          expect(plan.approval).toBeLessThan(amount);
          expect(plan.approval + plan.live + plan.holdback).toBe(amount);
          for (const share of Object.values(plan)) expect(share).toBeGreaterThanOrEqual(0);
          const before = released % (amount + 1);
          const first = partUpTo(plan.approval, before);
          const second = partUpTo(plan.approval + plan.live, before + first);
          expect(before + first + second).toBeLessThanOrEqual(Math.max(amount, before));
        },
      ),
    );
  });

  test('are none where all but the share of the approval is rounded to nothing: nothing would wait for the post', () => {
    const release = { approvalBps: 9_996, liveBps: 4, holdbackBps: 0 };
    const plan = (amount: number) => livePlan({ seq: 1, amount, currency: 'KWD', terms: { ...TERMS, release } });
    expect(plan(6_840)).toBeNull();
    expect(plan(68_400)).toEqual({ approval: 68_370, live: 30, holdback: 0 });
  });

  test('are none for work without a post of its own, and for terms that release on approval', () => {
    const plan = (change: Partial<DealTerms>) =>
      livePlan({ seq: 1, amount: 40_000, currency: 'EUR', terms: { ...TERMS, ...change } });
    expect(plan({})).toEqual({ approval: 20_000, live: 12_000, holdback: 8_000 });
    expect(plan({ deliverables: [{ ...TERMS.deliverables[0]!, platform: 'ugc' }] })).toBeNull();
    expect(plan({ deliverables: [{ ...TERMS.deliverables[0]!, format: 'story' }] })).toBeNull();
    const { release: _, ...without } = TERMS;
    expect(
      livePlan({ seq: 1, amount: 40_000, currency: 'EUR', terms: { ...without, releaseTrigger: 'on_approval' } }),
    ).toBeNull();
  });

  test('are agreed with the clocks of the post, of which a contract may have none but the time to publish', () => {
    const agreed = (clocks: DealTerms['clocks'], change: Partial<DealTerms> = {}) =>
      agreedRelease({ seq: 1, amount: 40_000, currency: 'EUR', terms: { ...TERMS, ...change, clocks } });
    const shares = { approval: 20_000, live: 12_000, holdback: 8_000 };
    expect(agreed(CLOCKS)).toEqual({ ...shares, posting: 'P7D', postGrace: null, retention: 'P30D' });
    const { posting: _posting, retention: _retention, ...others } = CLOCKS;
    expect(agreed({ ...others, posting: 'P7D', postGrace: 'PT72H' })).toEqual({
      ...shares,
      posting: 'P7D',
      postGrace: 'PT72H',
      retention: null,
    });
    expect(agreed(others), 'no time to publish').toBeNull();
    expect(agreed(CLOCKS, { releaseTrigger: 'on_approval' })).toBeNull();
  });

  test('count the parts that the brand released before: nothing is released twice, and nothing below zero', () => {
    expect(partUpTo(20_000, 0)).toBe(20_000);
    expect(partUpTo(20_000, 12_500)).toBe(7_500);
    expect(partUpTo(20_000, 20_000)).toBe(0);
    expect(partUpTo(20_000, 25_000)).toBe(0);
  });

  test('that counting as live pays: the share of the live post, or all of the rest where nothing waits longer', () => {
    const row = { seq: 1, amount: 40_000, currency: 'EUR', terms: TERMS, state: 'awaiting_live' } as const;
    expect(releasedByLive({ ...row, released_parts: 20_000 })).toBe(12_000);
    expect(releasedByLive({ ...row, released_parts: 35_000 })).toBe(0);
    expect(releasedByLive({ ...row, state: 'retention', released_parts: 32_000 })).toBe(8_000);
    const release = { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 };
    expect(releasedByLive({ ...row, terms: { ...TERMS, release }, released_parts: 1_000 })).toBe(39_000);
  });
});

test('the sides read of a post whether it is waited for, live, or why it is not', () => {
  expect([postWord(null), postWord(undefined), postWord(post({ state: 'stopped', passedAt: NOW }))]).toEqual([
    null,
    null,
    null,
  ]);
  for (const state of ['failing', 'undecided', 'ended'] as const)
    expect(postWord(post({ state, passedAt: NOW }))).toBe(state);
  expect(postWord(post())).toBe('waiting');
  expect(postWord(post({ passedAt: NOW }))).toBe('live');
  expect(postWord(post({ state: 'kept', passedAt: NOW }))).toBe('live');
  expect(MILESTONE_STATES.filter(waitsForPost)).toEqual(['awaiting_live', 'retention']);
});

test('what clears has a failed check while the last look shows a fault that the brand has not let pass, and was released by its post', () => {
  const clears = (fault: PostFacts | null, more: object = {}) =>
    failedInClearing({
      seq: 1,
      amount: 40_001,
      currency: 'EUR',
      terms: TERMS,
      state: 'clearing',
      post: fault,
      ...more,
    });
  for (const state of ['failing', 'undecided', 'ended'] as const) {
    expect([state, clears(post({ state, fault: true }))]).toEqual([state, true]);
    // The brand's own judgement, or a page that could not be seen, is no fault that a look saw.
    expect([state, clears(post({ state }))]).toEqual([state, false]);
    expect(clears(post({ state, fault: true }), { state: 'releasing' })).toBe(false);
    expect(clears(post({ state, fault: true }), { terms: { ...TERMS, releaseTrigger: 'on_approval' } })).toBe(false);
  }
  for (const state of ['watching', 'kept', 'stopped'] as const)
    expect(clears(post({ state, fault: true }))).toBe(false);
  expect(clears(null)).toBe(false);
});

describe('each clock at −1 s, 0 and +1 s', () => {
  test('no post by its date: the rest goes back', () => {
    expect(around(facts().deadlineAt, facts(), null)).toEqual(['wait', 'refund', 'refund']);
  });
  test('with a grace period no post by its date is overdue, and goes back only at the end of that', () => {
    const clocks = { ...CLOCKS, postGrace: 'PT72H' };
    const late = facts({ clocks });
    const until = at(durationMs('PT72H'), late.deadlineAt);
    expect(around(late.deadlineAt, late, null)).toEqual(['wait', 'overdue', 'overdue']);
    expect(liveStep(late, null, late.deadlineAt)).toEqual({ do: 'overdue', until });
    const overdue = facts({ clocks, overdueAt: late.deadlineAt, deadlineAt: until });
    expect(around(until, overdue, null)).toEqual(['wait', 'refund', 'refund']);
    // A post that comes late still has the time of its checks.
    const given = post({ linkedAt: at(-1_000, until) });
    expect(liveStep(overdue, given, at(-1_000, until))).toEqual({
      do: 'extend',
      until: at(LIVE_CHECK_MS - 1_000, until),
    });
  });
  test('the grace period ends early enough for the checks and the time the post stays up', () => {
    const clocks = { ...CLOCKS, postGrace: 'PT72H' };
    const end = at(liveTimeMs(clocks) - durationMs('PT71H'));
    const late = facts({ clocks, holdEnd: end });
    const by = deadlines.posting(NOW, clocks, end);
    expect(deadlines.postGrace(by, clocks, end).getTime()).toBeLessThanOrEqual(
      deadlines.lastPost(end, clocks)!.getTime(),
    );
    expect(liveStep({ ...late, deadlineAt: at(0, deadlines.lastPost(end, clocks)!) }, null, END).do).toBe('refund');
  });
  test('an overdue post can be extended once, by the extension of the contract, while there is time for it', () => {
    const clocks = { ...CLOCKS, postGrace: 'PT72H' };
    const by = at(durationMs('P7D'));
    const until = at(durationMs('PT72H'), by);
    const row = {
      state: 'awaiting_live' as const,
      deadline_at: by,
      post_overdue_at: null,
      post_extended_at: null,
      hold_expires_at: END,
      terms: { clocks },
    };
    const marked = { ...row, deadline_at: until, post_overdue_at: by };
    const open = { until, overdueFrom: by, extension: at(durationMs(CLOCKS.extension), until) };
    expect(postTime(row, null)).toEqual(open);
    expect(postTime(marked, null), 'whether or not the timer marked it').toEqual(open);
    expect([-1_000, 0, 1_000].map((ms) => isPostOverdue(postTime(row, null), at(ms, by)))).toEqual([false, true, true]);
    expect(postTime({ ...marked, post_extended_at: by }, null)?.extension).toBe('escrow.already_extended');
    expect(postTime({ ...marked, hold_expires_at: at(liveTimeMs(clocks)) }, null)?.extension).toBe(
      'escrow.held_too_long',
    );
    expect(postTime(marked, post()), 'a post was given').toBeNull();
    expect(postTime(marked, post({ state: 'stopped' })), 'one that counts no more').toEqual(open);
    expect(postTime({ ...marked, state: 'retention' }, null)).toBeNull();
    expect(postTime({ ...marked, deadline_at: null }, null)).toBeNull();
    expect(isPostOverdue(null, until)).toBe(false);
    expect(postTime({ ...row, terms: { clocks: CLOCKS } }, null)).toMatchObject({ until: by, overdueFrom: null });
  });
  test('one that is extended before its timer has marked it has the extension and no grace period after it', () => {
    const clocks = { ...CLOCKS, postGrace: 'PT72H' };
    const by = at(durationMs('P7D'));
    const until = at(durationMs('PT72H') + durationMs(CLOCKS.extension), by);
    const row = {
      state: 'awaiting_live' as const,
      deadline_at: until,
      post_overdue_at: null,
      post_extended_at: at(1_000, by),
      hold_expires_at: END,
      terms: { clocks },
    };
    expect(postTime(row, null)).toEqual({
      until,
      overdueFrom: at(1_000, by),
      extension: 'escrow.already_extended',
    });
    const extended = facts({ clocks, extendedAt: at(1_000, by), deadlineAt: until });
    expect(around(until, extended, null)).toEqual(['wait', 'refund', 'refund']);
  });
  test('a post given in time has the time of its checks, and with a fault goes back only at their end', () => {
    expect(liveStep(facts(), post(), NOW)).toEqual({ do: 'extend', until: at(durationMs('P7D') + LIVE_CHECK_MS) });
    const checked = facts({ deadlineAt: at(durationMs('P7D') + LIVE_CHECK_MS) });
    expect(around(checked.deadlineAt, checked, post({ state: 'failing' }))).toEqual(['wait', 'refund', 'refund']);
  });
  test('a check without a verdict is never a removal: at the end of its time the post counts as live', () => {
    const checked = facts({ deadlineAt: at(durationMs('P7D') + LIVE_CHECK_MS) });
    expect(around(checked.deadlineAt, checked, post())).toEqual(['wait', 'retain', 'retain']);
    const asked = post({ state: 'undecided', decideUntil: at(5_000, checked.deadlineAt) });
    expect(around(checked.deadlineAt, checked, asked)).toEqual(['wait', 'extend', 'extend']);
    const late = { ...checked, deadlineAt: at(5_000, checked.deadlineAt) };
    expect(around(late.deadlineAt, late, asked)).toEqual(['wait', 'retain', 'retain']);
    expect(liveStep({ ...late, holdback: 0 }, asked, late.deadlineAt)).toEqual({ do: 'clear' });
  });
  test('a fault about which the brand says nothing does not become live, whichever timer fires first', () => {
    const checked = at(durationMs('P7D') + LIVE_CHECK_MS);
    const asked = post({ state: 'undecided', fault: true, decideUntil: at(5_000, checked) });
    const late = facts({ deadlineAt: at(5_000, checked) });
    expect(around(late.deadlineAt, late, asked)).toEqual(['wait', 'refund', 'refund']);
    // Of a holdback it can still be disputed.
    const kept = facts({ state: 'retention', deadlineAt: at(5_000, checked) });
    const then = { ...asked, passedAt: NOW, keepUntil: checked };
    const end = at(LIVE_CHECK_MS, checked);
    expect(liveStep({ ...kept, deadlineAt: end }, then, at(-1_000, end)).do).toBe('wait');
    const dispute = at(LIVE_DISPUTE_MS, then.decideUntil!);
    const ended = facts({ state: 'retention', deadlineAt: then.decideUntil! });
    expect(liveStep(ended, then, then.decideUntil!)).toEqual({ do: 'extend', until: dispute });
    expect(around(dispute, { ...ended, deadlineAt: dispute }, then)).toEqual(['wait', 'refund', 'refund']);
  });
  test('a live post releases its share at once, and the holdback when it has stayed up', () => {
    const keepUntil = at(durationMs('P30D'));
    const live = post({ passedAt: NOW, keepUntil });
    expect(liveStep(facts(), live, NOW)).toEqual({ do: 'retain', until: keepUntil });
    expect(liveStep(facts({ holdback: 0 }), live, NOW)).toEqual({ do: 'clear' });
    expect(liveStep(facts({ holdEnd: at(1_000) }), live, NOW)).toEqual({ do: 'retain', until: at(1_000) });
    const kept = facts({ state: 'retention', deadlineAt: keepUntil });
    // The clock waits for the last look, which says that the post was kept.
    expect(around(keepUntil, kept, live)).toEqual(['wait', 'extend', 'extend']);
    expect(liveStep(kept, { ...live, state: 'kept' }, keepUntil)).toEqual({ do: 'clear' });
    expect(around(keepUntil, kept, null)).toEqual(['wait', 'clear', 'clear']);
    const checked = { ...kept, deadlineAt: at(LIVE_CHECK_MS, keepUntil) };
    expect(around(checked.deadlineAt, checked, live), 'no look answered').toEqual(['wait', 'clear', 'clear']);
    expect(around(checked.deadlineAt, checked, { ...live, state: 'failing' })).toEqual(['wait', 'refund', 'refund']);
  });
  test('a post that fails after it was live releases nothing more, and one that was replaced is waited for again', () => {
    const failed = post({ state: 'failing', passedAt: NOW, keepUntil: END });
    expect(liveStep(facts(), failed, NOW).do).toBe('extend');
    const stopped = post({ state: 'stopped', passedAt: NOW });
    expect(around(facts().deadlineAt, facts(), stopped)).toEqual(['wait', 'refund', 'refund']);
    expect(liveStep(facts(), stopped, facts().deadlineAt)).toEqual({ do: 'refund', reason: 'not_posted' });
    const kept = facts({ state: 'retention', deadlineAt: at(1_000) });
    expect(liveStep(kept, stopped, at(1_000)), 'no one watches it any more').toEqual({ do: 'clear' });
  });
  test('money without a last day waits as long as the clocks of the post say', () => {
    const free = facts({ holdEnd: null });
    expect(liveStep(free, post(), NOW)).toEqual({ do: 'extend', until: at(durationMs('P7D') + LIVE_CHECK_MS) });
    expect(liveStep(free, post({ passedAt: NOW }), NOW)).toEqual({ do: 'retain', until: at(durationMs('P30D')) });
    const { retention: _, ...clocks } = CLOCKS;
    expect(liveStep({ ...free, clocks }, post({ passedAt: NOW }), NOW)).toEqual({ do: 'retain', until: NOW });
  });
  test('a holdback waits for the answer about a post that no look could judge, and is then released', () => {
    const keepUntil = at(0);
    const end = at(LIVE_CHECK_MS);
    const asked = post({ state: 'undecided', passedAt: NOW, keepUntil, decideUntil: at(5_000, end) });
    const kept = facts({ state: 'retention', deadlineAt: end });
    expect(around(end, kept, asked)).toEqual(['wait', 'extend', 'extend']);
    expect(liveStep(kept, asked, end)).toEqual({ do: 'extend', until: at(5_000, end) });
    const late = { ...kept, deadlineAt: at(5_000, end) };
    expect(around(late.deadlineAt, late, asked)).toEqual(['wait', 'clear', 'clear']);
  });
  test('a post that is not live at the end leaves time to dispute before the holdback goes back', () => {
    const keepUntil = at(0);
    const ended = post({ state: 'ended', passedAt: NOW, keepUntil, changedAt: at(10_000) });
    const kept = facts({ state: 'retention', deadlineAt: keepUntil });
    expect(liveStep(kept, ended, at(10_000))).toEqual({ do: 'extend', until: at(10_000 + LIVE_DISPUTE_MS) });
    const open = { ...kept, deadlineAt: at(10_000 + LIVE_DISPUTE_MS) };
    expect(around(open.deadlineAt, open, ended)).toEqual(['wait', 'refund', 'refund']);
    expect(liveStep({ ...kept, deadlineAt: END }, ended, END), 'the last day ends it').toEqual({
      do: 'refund',
      reason: 'not_live',
    });
  });
});

test('all that follows the due date ends by the last day, the latest approval included', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 45 }), (posting, retention) => {
      const clocks = { ...CLOCKS, posting: `P${posting}D`, ...(retention > 0 ? { retention: `P${retention}D` } : {}) };
      const due = at(90 * 86_400_000);
      const funded = fundableFrom({ dueAt: due, bonus: false }, clocks)!;
      const end = holdEnd(funded);
      const latest = approvableUntil(end, clocks);
      // Late, its grace over, then reviewed to the end: what follows the approval still fits.
      const approved = ['overdueAfter', 'grace', 'review'] as const;
      expect(approved.reduce((sum, name) => sum + durationMs(clocks[name]), due.getTime())).toBeLessThanOrEqual(
        latest.getTime(),
      );
      const by = deadlines.posting(latest, clocks, end);
      expect(by.getTime()).toBe(latest.getTime() + durationMs(clocks.posting));
      expect(latest.getTime() + liveTimeMs(clocks)).toBe(end.getTime());
      expect(deadlines.posting(at(1, end), clocks, end).getTime()).toBeLessThanOrEqual(end.getTime() + 1);
    }),
  );
});

test('amounts of a deal: published work by its shares, other work at its approval', () => {
  const milestones = [
    { ...TERMS.milestones[0]!, amount: 40_001 },
    { ...TERMS.milestones[0]!, amount: 10_000, deliverableIds: ['b'] },
  ];
  const story = { ...TERMS.deliverables[0]!, id: 'b', format: 'story' as const };
  const both = { ...TERMS, deliverables: [...TERMS.deliverables, story], milestones };
  expect(releaseAmounts(both)).toEqual({ approval: 30_001, live: 12_000, holdback: 8_000 });
  expect(releaseAmounts({ ...both, release: undefined })).toBeNull();
});

test('terms whose money cannot wait so are refused at their field', () => {
  const codes = (change: Partial<DealTerms>) =>
    termsProblems({ ...TERMS, ...change }, { now: NOW, ranges: SHIPPED_CLOCKS, live: SHIPPED_LIVE_CLOCKS }).map(
      ({ field, code }) => `${field} ${code}`,
    );
  const share = (approvalBps: number, liveBps: number, holdbackBps: number) => ({
    release: { approvalBps, liveBps, holdbackBps },
  });
  expect(codes({})).toEqual([]);
  expect(codes(share(5_000, 2_900, 2_100))).toEqual(['release.holdbackBps terms.holdback_too_high']);
  expect(codes(share(5_000, 3_000, 1_900))).toEqual(['release.liveBps terms.split_not_whole']);
  expect(codes({ clocks: { ...CLOCKS, posting: 'P15D' } })).toEqual(['clocks.posting terms.clock_out_of_range']);
  expect(codes({ clocks: { ...CLOCKS, retention: 'P46D' } })).toEqual(['clocks.retention terms.clock_out_of_range']);
  expect(codes({ clocks: { ...CLOCKS, posting: 'P14D', retention: 'P45D' } })).toEqual([
    'clocks.retention terms.release_too_long',
  ]);
  expect(codes({ clocks: { ...CLOCKS, postGrace: 'P8D' } })).toEqual(['clocks.postGrace terms.clock_out_of_range']);
  expect(codes({ deliverables: [{ ...TERMS.deliverables[0]!, platform: 'ugc' }] })).toEqual([
    'releaseTrigger terms.nothing_published',
  ]);
  expect(codes({ releaseTrigger: 'on_approval' })).toEqual(['releaseTrigger input.invalid']);
  expect(codes({ releaseTrigger: 'on_live' })).toEqual(['releaseTrigger input.invalid']);
  expect(liveTimeMs(CLOCKS)).toBeLessThan(HOLD_CAP_MS);
});

test('row 7: if you do this now: a post is released by its share once it is live, and without one the rest goes back', () => {
  const row = {
    state: 'awaiting_live',
    seq: 1,
    amount: 40_001,
    released_parts: 20_001,
    commission_bps: 0,
    currency: 'EUR',
    holds: [],
    due_at: NOW,
    work_due_at: null,
    funding_deadline_at: null,
    deadline_at: at(durationMs('P7D')),
    hold_expires_at: END,
    terms: TERMS,
    post: null,
  } as unknown as MilestoneRow;
  const shown = {
    charge: { price: 40_001, fee: 2_000, tax: 400, total: 42_401 },
    can: {} as never,
    approval: 'release',
    cancelRequest: null,
  } as const;
  const rows = (change: object, side: 'brand' | 'creator', now = NOW) =>
    whatIf({ ...row, ...change } as MilestoneRow, shown, side, now).map(
      ({ choice, outcome, amount, recipient }) => `${choice}: ${outcome} ${amount} ${recipient}`,
    );
  expect(rows({}, 'creator')).toEqual(['post: whenLive 12000 creator', 'nothing: notPosted 21200 brand']);
  expect(rows({ commission_bps: 1_500 }, 'creator'), 'her share, and of what goes back the price').toEqual([
    'post: whenLive 10200 creator',
    'nothing: notPosted 21200 brand',
  ]);
  expect(rows({}, 'brand'), 'the creator publishes').toEqual(['nothing: notPosted 21200 brand']);
  expect(rows({ post: post() }, 'creator'), 'it is being checked').toEqual(['nothing: postChecked 20000 held']);
  expect(rows({ post: post({ state: 'failing' }) }, 'creator'), 'a correction').toEqual([
    'post: whenLive 12000 creator',
    'nothing: postChecked 20000 held',
  ]);
  expect(rows({ holds: ['card_dispute'] }, 'creator'), 'its clock stands still').toEqual([]);
  expect(rows({}, 'creator', at(durationMs('P7D'))), 'at zero').toEqual(['nothing: notPosted 21200 brand']);
});

test('a live post is paid although a bank disputes the payment; what would go back waits', () => {
  const row = (change: object) =>
    ({
      state: 'awaiting_live',
      seq: 1,
      amount: 40_001,
      currency: 'EUR',
      holds: ['card_dispute'],
      deadline_at: at(1_000),
      approved_at: NOW,
      hold_expires_at: END,
      terms: { ...TERMS, release: { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 } },
      post: post({ passedAt: NOW }),
      ...change,
    }) as unknown as MilestoneRow;
  expect(liveStepOf(row({}), NOW)).toEqual({ do: 'clear' });
  expect(liveStepOf(row({ holds: ['card_dispute', 'fraud_warning'] }), NOW)).toBeNull();
  expect(liveStepOf(row({ holds: ['staff_hold'] }), NOW)).toBeNull();
  expect(liveStepOf(row({ post: null }), at(2_000))).toBeNull();
  const free = { holds: [] };
  expect(liveStepOf(row({ ...free, post: null }), at(2_000)), 'without a hold its time ends').toEqual({
    do: 'refund',
    reason: 'not_posted',
  });
  for (const state of ['approved', 'released', 'disputed'] as const)
    expect(liveStepOf(row({ ...free, state }), NOW), state).toBeNull();
  expect(liveStepOf(row({ ...free, deadline_at: null }), NOW)).toBeNull();
  expect(liveStepOf(row({ ...free, terms: { ...TERMS, releaseTrigger: 'on_approval' } }), NOW)).toBeNull();
  // The time of the post counts from the approval, or where none is recorded from the deadline.
  const given = { ...free, post: post() };
  expect(liveStepOf(row(given), NOW)).toEqual({ do: 'extend', until: at(durationMs('P7D') + LIVE_CHECK_MS) });
  expect(liveStepOf(row({ ...given, approved_at: null }), NOW)).toEqual({
    do: 'extend',
    until: at(durationMs('P7D') + LIVE_CHECK_MS + 1_000),
  });
});
