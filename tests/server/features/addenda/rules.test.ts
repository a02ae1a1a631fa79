import { expect, test } from 'vitest';
import type { AddendumChange } from '../../../../server/features/addenda/schema.ts';
import { dealTerms } from '../../../../server/features/terms/schema.ts';
import { at, codeOf, deal, funded, milestone, planned } from './amendable.ts';

test('an unfunded milestone is re-priced, a funded one is not, and the total and the terms follow', () => {
  const both = deal([funded(), milestone(2)]);
  const { totalAfter, termsAfter, changed } = planned(both, { kind: 'reprice', milestoneId: 'm2', amount: 55_000 });
  expect([totalAfter, termsAfter.milestones.map((m) => m.amount)]).toEqual([95_000, [40_000, 55_000]]);
  expect(changed).toEqual([{ milestoneId: 'm2', state: 'awaiting_funding', amount: 55_000 }]);
  expect(codeOf(both, { kind: 'reprice', milestoneId: 'm1', amount: 55_000 })).toBe('addendum.already_funded');
  expect(codeOf(both, { kind: 'reprice', milestoneId: 'm2', amount: 40_000 })).toBe('addendum.no_change');
  expect(codeOf(both, { kind: 'reprice', milestoneId: 'm2', amount: 0 })).toBe('money.not_positive');
  expect(codeOf(both, { kind: 'reprice', milestoneId: 'm9', amount: 100 })).toMatch(/money|not_found/);
});

test.each([
  ['released', 'addendum.overtaken'],
  ['void', 'addendum.overtaken'],
  ['funding', 'addendum.busy'],
  ['cancel_requested', 'addendum.already_funded'],
] as const)('a milestone that is %s keeps its price: %s', (state, code) => {
  const m = milestone(1, { state, fundedAt: state === 'cancel_requested' || state === 'released' ? at(-3) : null });
  expect(codeOf(deal([m]), { kind: 'reprice', milestoneId: 'm1', amount: 50_000 })).toBe(code);
});

test('a moved due date moves the deadline of funded work by the same time, paused or not', () => {
  const move = { kind: 'move', milestoneId: 'm1', dueAt: at(20) } as const;
  const [change] = planned(deal([funded()]), move).changed;
  expect(change).toMatchObject({ dueAt: at(20), deadlineAt: at(21) });
  const [paused] = planned(deal([funded({ deadlineAt: at(15) })]), move).changed;
  expect(paused!.deadlineAt).toEqual(at(23));
});

test('a later milestone is funded once the work before it is due, also when that date has moved', () => {
  const second = milestone(2, { dueAt: at(30), deadlineAt: at(15) });
  const both = deal([funded(), second]);
  const { changed, effects } = planned(both, { kind: 'move', milestoneId: 'm1', dueAt: at(22) });
  expect(changed.map((c) => [c.milestoneId, c.deadlineAt])).toEqual([
    ['m1', at(23)],
    ['m2', at(25)],
  ]);
  expect(effects.filter((e) => e.kind === 'deadline')).toHaveLength(2);
  expect(planned(both, { kind: 'move', milestoneId: 'm1', dueAt: at(10) }).changed[1]).toMatchObject({
    deadlineAt: at(13),
  });
});

test('more time takes overdue work back to where it was', () => {
  const late = funded({ state: 'overdue', dueAt: at(-3), deadlineAt: at(4) });
  const move = { kind: 'move', milestoneId: 'm1', dueAt: at(6) } as const;
  expect(planned(deal([late]), move).changed[0]).toMatchObject({ reopens: 'reopenFunded', deadlineAt: at(7) });
  const reworked = planned(deal([{ ...late, round: 1, changesAt: at(-5) }]), move).changed[0];
  expect(reworked).toMatchObject({ reopens: 'reopenChanges', deadlineAt: at(7), workDueAt: at(6) });
});

test('a date in the past, nearer than the review or past the last day of the money is refused', () => {
  const move = (days: number): AddendumChange => ({ kind: 'move', milestoneId: 'm1', dueAt: at(days) });
  expect(codeOf(deal([funded()]), move(-1))).toBe('terms.due_in_past');
  expect(codeOf(deal([funded()]), move(2))).toBe('terms.due_before_review');
  expect(codeOf(deal([funded()]), { kind: 'clocks', clocks: { review: 'P9D' } }, move(8)), 'the new review').toBe(
    'terms.due_before_review',
  );
  // Day 75 less review, grace and the day until it is overdue; funded two days ago.
  expect(codeOf(deal([funded()]), move(60))).toBe('planned');
  expect(codeOf(deal([funded()]), move(60.1))).toBe('addendum.beyond_last_day');
  expect(codeOf(deal([milestone(1)]), move(60.1))).toBe('planned');
});

test('a running clock is counted anew from its beginning, and none may end in the past', () => {
  const delivered = funded({ state: 'delivered', deadlineAt: at(1) });
  const review = (iso: string): AddendumChange => ({ kind: 'clocks', clocks: { review: iso } });
  expect(planned(deal([delivered]), review('P9D')).changed[0]).toMatchObject({ deadlineAt: at(5) });
  expect(codeOf(deal([delivered]), review('P4D'))).toBe('addendum.clock_in_past');
  expect(codeOf(deal([delivered]), review('P20D'))).toBe('terms.clock_out_of_range');
  expect(codeOf(deal([delivered]), review('PT120H'))).toBe('addendum.no_change');
  expect(planned(deal([funded()]), review('P9D'))).toMatchObject({
    changed: [],
    termsAfter: { clocks: { review: 'P9D' } },
  });
  expect(codeOf(deal([funded({ state: 'disputed' })]), review('P9D'))).toBe('addendum.busy');
  expect(codeOf(deal([funded({ state: 'delivered', deadlineAt: at(1), holdEnd: at(2) })]), review('P9D'))).toBe(
    'addendum.beyond_last_day',
  );
});

test('a clock changes while a payment, a dispute or a hold decides about work that has left it behind, and else not', () => {
  const clocks = (name: string, iso: string): AddendumChange => ({ kind: 'clocks', clocks: { [name]: iso } });
  const other = milestone(2);
  const held = funded({ state: 'clearing', holds: ['card_dispute'] });
  const { changed, termsAfter } = planned(deal([held, other]), clocks('review', 'P9D'));
  expect(changed.map((c) => c.milestoneId)).toEqual(['m2']);
  expect(termsAfter.clocks.review).toBe('P9D');
  expect(codeOf(deal([held, other]), clocks('clearing', 'P5D')), 'its own clock').toBe('addendum.busy');
  const disputed = funded({ state: 'disputed' });
  expect(codeOf(deal([disputed, other]), clocks('funding', 'P5D'))).toBe('planned');
  for (const [name, iso] of [
    ['review', 'P9D'],
    ['grace', 'P9D'],
    ['clearing', 'P5D'],
  ] as const) {
    expect(codeOf(deal([disputed, other]), clocks(name, iso)), name).toBe('addendum.busy');
    expect(codeOf(deal([milestone(1, { state: 'funding' }), other]), clocks(name, iso)), name).toBe('addendum.busy');
  }
});

test('a milestone and a bonus are added at the end; the bonus has no brief', () => {
  const { added, totalAfter, termsAfter, effects } = planned(
    deal([funded()]),
    { kind: 'add', title: 'Story', amount: 10_000, dueAt: at(15), items: ['The shop is named'] },
    { kind: 'bonus', title: 'Thank you', amount: 5_000 },
  );
  expect(totalAfter).toBe(55_000);
  expect(added.map((part) => [part.seq, part.bonus, part.deadlineAt])).toEqual([
    [2, false, at(15)],
    [3, true, at(3)],
  ]);
  expect(termsAfter.deliverables.map((d) => [d.id, d.brief])).toEqual([
    ['reel', ['All three drinks shown']],
    ['added-2', ['The shop is named']],
  ]);
  expect(dealTerms.parse(JSON.parse(JSON.stringify(termsAfter)))).toEqual(termsAfter);
  expect(effects.map((e) => e.kind)).toEqual(['add', 'bonus']);
});

test('the time to fund a bonus follows no work: an addendum about another clock, or of a later due date, leaves it', () => {
  const [bonus] = planned(deal([funded()]), { kind: 'bonus', title: 'Thank you', amount: 5_000 }).added;
  const { seq, title, amount, dueAt, deadlineAt } = bonus!;
  const unfunded = milestone(seq, { title, amount, dueAt, deadlineAt, bonus: true });
  for (const change of [
    { kind: 'clocks', clocks: { clearing: 'P5D' } } satisfies AddendumChange,
    { kind: 'move', milestoneId: 'm1', dueAt: at(20) } satisfies AddendumChange,
  ]) {
    const { changed } = planned(deal([funded(), unfunded]), change);
    const time = changed.find(({ milestoneId }) => milestoneId === unfunded.id)?.deadlineAt ?? deadlineAt;
    expect([change.kind, time]).toEqual([change.kind, deadlineAt]);
  }
});

test('an added milestone is funded once the work before it is due, as any other, and a later addendum about a clock leaves that', () => {
  const add = { kind: 'add', title: 'Story', amount: 10_000, dueAt: at(20), items: [] } satisfies AddendumChange;
  const second = milestone(2, { dueAt: at(30), deadlineAt: at(15) });
  const { added, changed, effects } = planned(deal([funded(), second]), add);
  expect(added[0]!.deadlineAt).toEqual(at(15));
  expect(changed, 'the one after it waits for its work').toMatchObject([{ milestoneId: 'm2', deadlineAt: at(23) }]);
  expect(effects.map(({ kind }) => kind)).toEqual(['add', 'deadline']);
  const { seq, title, amount, dueAt, deadlineAt } = added[0]!;
  const both = [{ ...second, deadlineAt: at(23) }, milestone(seq, { title, amount, dueAt, deadlineAt })];
  const later = planned(deal([funded(), ...both]), { kind: 'clocks', clocks: { clearing: 'P5D' } });
  expect(
    later.effects.map(({ kind }) => kind),
    'no deadline',
  ).toEqual(['clock']);
});

test('the limits of a deal hold: twelve milestones, the highest price, the largest payment, an active contract, each change once', () => {
  const add: AddendumChange = { kind: 'add', title: 'Story', amount: 10_000, dueAt: at(15), items: [] };
  const twelve = deal(Array.from({ length: 12 }, (_, i) => milestone(i + 1)));
  expect(codeOf(twelve, add)).toBe('addendum.too_many_milestones');
  const most = { ...add, amount: 99_999_900 } as AddendumChange;
  expect(['addendum.beyond_limit', 'money.too_large']).toContain(codeOf(deal([funded({ amount: 90_000_000 })]), most));
  const dear = deal([funded()], { feeBps: 1000 });
  expect(codeOf(dear, { ...add, amount: 90_000_000 }), 'with its fee and tax').toBe('terms.charge_too_large');
  expect(codeOf(deal([funded()], { active: false }), add)).toBe('addendum.deal_over');
  const move: AddendumChange = { kind: 'move', milestoneId: 'm1', dueAt: at(20) };
  expect(codeOf(deal([funded()]), move, move)).toBe('input.invalid');
});
