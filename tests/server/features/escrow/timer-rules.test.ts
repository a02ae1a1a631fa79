import { describe, expect, test } from 'vitest';
import {
  approvableUntil,
  areTimersPaused,
  deadlines,
  isLastDayNear,
  isOverdue,
  nextDeadline,
  reviewable,
  workBefore,
  type DeadlineRow,
} from '../../../../server/features/escrow/timers/rules.ts';
import type { Clocks } from '../../../../server/features/terms/schema.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = new Date('2026-09-10T12:00:00Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);

const CLOCKS: Clocks = {
  signature: 'P7D',
  funding: 'PT72H',
  review: 'P5D',
  extension: 'PT72H',
  revisionTurn: 'P3D',
  overdueAfter: 'PT24H',
  grace: 'P7D',
  clearing: 'PT72H',
};

test('funded work is overdue from the moment of its deadline, other work once its timer has marked it', () => {
  expect(isOverdue({ state: 'funded', deadlineAt: NOW }, NOW)).toBe(true);
  expect(isOverdue({ state: 'funded', deadlineAt: NOW }, after(-1))).toBe(false);
  expect(isOverdue({ state: 'funded', deadlineAt: null }, NOW)).toBe(false);
  expect(isOverdue({ state: 'delivered', deadlineAt: NOW }, after(DAY))).toBe(false);
  expect(isOverdue({ state: 'overdue', deadlineAt: null }, NOW)).toBe(true);
});

test('a hold stops the clocks of money at rest alone, and a card dispute of approved work stops none', () => {
  expect(areTimersPaused({ state: 'funded', holds: ['staff_hold'] })).toBe(true);
  expect(areTimersPaused({ state: 'funded', holds: [] })).toBe(false);
  expect(areTimersPaused({ state: 'delivered', holds: ['staff_hold'] })).toBe(false);
  expect(areTimersPaused({ state: 'approved', holds: ['card_dispute'] })).toBe(false);
});

test('the last day is near from its first warning on', () => {
  expect(isLastDayNear(null, NOW)).toBe(false);
  expect(isLastDayNear(after(21 * DAY), NOW)).toBe(true);
  expect(isLastDayNear(after(21 * DAY + 1), NOW)).toBe(false);
});

test('the work before a milestone is the last that is due before it, of equal dates the one that is listed first', () => {
  const [first, second, third] = [1, 2, 3].map((seq) => ({ seq, due_at: NOW }));
  const late = { seq: 0, due_at: after(1) };
  const early = { seq: 9, due_at: after(-DAY) };
  expect(workBefore(first!, [first!, second!, late])).toBeNull();
  expect(workBefore(second!, [first!, second!, third!, late])).toEqual(NOW);
  expect(workBefore(first!, [first!, early, late])).toEqual(after(-DAY));
  expect(workBefore(late, [early, first!, late])).toEqual(NOW);
});

describe('the deadline that people see', () => {
  const row = (more: Partial<DeadlineRow>): DeadlineRow => ({
    state: 'funded',
    due_at: NOW,
    work_due_at: null,
    deadline_at: after(DAY),
    funding_deadline_at: null,
    holds: [],
    ...more,
  });

  test('of a payment page is that of the funding, which the page does not outlast', () => {
    const paying = (page: Date | null, funding: Date | null) =>
      nextDeadline(row({ state: 'funding', deadline_at: page, funding_deadline_at: funding }), NOW);
    expect(paying(after(HOUR), after(HOUR))).toEqual({ at: after(HOUR), event: 'void' });
    expect(paying(after(HOUR), after(DAY))).toEqual({ at: after(DAY), event: 'void' });
    expect(paying(after(HOUR + 1), after(HOUR))).toBeNull();
    expect(paying(null, after(HOUR))).toBeNull();
    expect(paying(after(HOUR), null)).toBeNull();
  });

  test('of work is its due date until that has come, and the end of what a request for changes gave', () => {
    expect(nextDeadline(row({}), after(-1))).toEqual({ at: NOW, event: 'due' });
    expect(nextDeadline(row({}), NOW)).toEqual({ at: after(DAY), event: 'overdue' });
    expect(nextDeadline(row({ work_due_at: after(DAY) }), NOW)).toEqual({ at: after(DAY), event: 'due' });
    expect(nextDeadline(row({ work_due_at: after(DAY + 1) }), NOW)).toEqual({ at: after(DAY), event: 'overdue' });
    expect(nextDeadline(row({ state: 'delivered', due_at: after(HOUR) }), NOW)).toEqual({
      at: after(DAY),
      event: 'auto_approve',
    });
  });

  test('is none while a person decides, or nothing comes by itself', () => {
    expect(nextDeadline(row({ state: 'clearing' }), NOW)).toEqual({ at: after(DAY), event: 'release' });
    expect(nextDeadline(row({ state: 'clearing', holds: ['staff_hold'] }), NOW)).toBeNull();
    expect(nextDeadline(row({ holds: ['staff_hold'] }), NOW)).toBeNull();
    expect(nextDeadline(row({ deadline_at: null }), NOW)).toBeNull();
    expect(nextDeadline(row({ state: 'released' }), NOW)).toBeNull();
  });
});

describe('before the last day of the money', () => {
  const end = after(30 * DAY);
  const waiting: Clocks = { ...CLOCKS, posting: 'P3D', postGrace: 'PT24H', retention: 'P7D' };
  const live = end.getTime() - approvableUntil(end, waiting).getTime();

  test('a review still fits when grace has ended, and clearing ends by then, never before now', () => {
    const fits = reviewable(end, CLOCKS);
    expect(end.getTime() - fits.getTime()).toBe(5 * DAY);
    expect(deadlines.overdue(NOW, CLOCKS, end)).toEqual(after(7 * DAY));
    const late = new Date(fits.getTime() - 2 * DAY);
    expect(deadlines.overdue(late, CLOCKS, end)).toEqual(fits);
    expect(deadlines.overdue(end, CLOCKS, end)).toEqual(end);
    expect(deadlines.approved(NOW, CLOCKS, end)).toEqual(after(3 * DAY));
    expect(deadlines.approved(after(29 * DAY), CLOCKS, end)).toEqual(end);
    expect(deadlines.approved(after(31 * DAY), CLOCKS, end)).toEqual(after(31 * DAY));
  });

  test('a post is given so early that its checks and the time it stays up end by then', () => {
    expect(deadlines.lastPost(null, waiting)).toBeNull();
    expect(deadlines.lastPost(end, waiting)).toEqual(new Date(end.getTime() - live + 4 * DAY));
    const { posting: _posting, postGrace: _grace, ...atOnce } = waiting;
    expect(deadlines.lastPost(end, atOnce)).toEqual(approvableUntil(end, atOnce));
    expect(deadlines.posting(NOW, waiting, null)).toEqual(after(3 * DAY));
    expect(deadlines.posting(NOW, waiting, end)).toEqual(after(3 * DAY));
    const late = new Date(end.getTime() - live + DAY);
    // Approved too late for all of it: what is left for the post is cut, never below nothing.
    expect(deadlines.posting(late, waiting, end)).toEqual(new Date(end.getTime() - live + 3 * DAY));
    expect(deadlines.posting(end, waiting, end)).toEqual(end);
  });

  test('its grace is cut where the checks need the time, never before the time to publish has ended', () => {
    expect(deadlines.postGrace(NOW, waiting, null)).toEqual(after(DAY));
    expect(deadlines.postGrace(NOW, waiting, end)).toEqual(after(DAY));
    const last = deadlines.lastPost(end, waiting)!;
    expect(deadlines.postGrace(new Date(last.getTime() - HOUR), waiting, end)).toEqual(last);
    expect(deadlines.postGrace(end, waiting, end)).toEqual(end);
    const { postGrace: _, ...without } = waiting;
    expect(deadlines.postGrace(NOW, without, null)).toEqual(NOW);
  });
});
