import { describe, expect, test } from 'vitest';
import {
  figuresOfPosts,
  growthOf,
  nextTry,
  pauseAfter,
  QUOTAS,
  refreshDueAt,
  sharesOf,
  windowStart,
} from '../../../../server/features/connections/rules.ts';

const at = new Date('2026-11-25T12:00:00Z');
const HOUR = 3_600_000;
const post = (likes: number, comments: number, views: number | null, viewsReadAt: Date | null = at) => ({
  at,
  likes,
  comments,
  views,
  viewsReadAt,
});

describe('figures of the last posts', () => {
  test('on Instagram are the median of reactions per follower', () => {
    const posts = [post(10, 0, null), post(90, 10, null), post(45, 5, null)];
    expect(figuresOfPosts('instagram', posts, 1_000)).toEqual({
      engagement: { bps: 500, formula: 'er_f' },
      views: null,
      counted: 3,
    });
    expect(figuresOfPosts('instagram', posts, null).engagement).toBeNull();
  });

  test('views are the middle of the posts that have them, with their number and the last reading', () => {
    const before = new Date(at.getTime() - 30 * HOUR);
    const posts = [post(1, 0, null), post(1, 0, 900, before), post(1, 0, 100, at), post(1, 0, 400, before)];
    expect(figuresOfPosts('instagram', posts, 1_000)).toMatchObject({
      views: { value: 400, counted: 3, asOf: at },
      counted: 4,
    });
  });

  test('elsewhere are reactions per view, over posts that have views', () => {
    const posts = [post(90, 10, 1_000), post(0, 0, 3_000), post(500, 0, null)];
    expect(figuresOfPosts('tiktok', posts, 1_000)).toEqual({
      engagement: { bps: 250, formula: 'er_v' },
      views: { value: 2_000, counted: 2, asOf: at },
      counted: 2,
    });
  });

  test('are of thirty posts, and of none without posts', () => {
    const posts = [...Array.from({ length: 30 }, () => post(10, 0, 100)), post(1_000, 0, 100)];
    expect(figuresOfPosts('youtube', posts, null)).toMatchObject({ engagement: { bps: 1_000 }, counted: 30 });
    expect(figuresOfPosts('youtube', [], 10)).toEqual({ engagement: null, views: null, counted: 0 });
  });
});

test('growth needs a number of followers to compare with', () => {
  expect(growthOf(1_000, 1_100)).toBe(1_000);
  expect(growthOf(1_000, 900)).toBe(-1_000);
  expect(growthOf(null, 900)).toBeNull();
  expect(growthOf(0, 900)).toBeNull();
});

test('shares of the followers are basis points of all that were counted', () => {
  expect(
    sharesOf('gender', [
      { value: 'F', count: 60 },
      { value: 'M', count: 30 },
      { value: 'U', count: 10 },
    ]),
  ).toEqual([
    { kind: 'gender', value: 'female', shareBps: 6_000 },
    { kind: 'gender', value: 'male', shareBps: 3_000 },
    { kind: 'gender', value: 'unknown', shareBps: 1_000 },
  ]);
  expect(sharesOf('age', [])).toEqual([]);
  expect(
    sharesOf('age', [
      { value: '45-54', count: 50 },
      { value: '55-64', count: 30 },
      { value: '65+', count: 20 },
    ]),
  ).toEqual([
    { kind: 'age', value: '45-54', shareBps: 5_000 },
    { kind: 'age', value: '55+', shareBps: 5_000 },
  ]);
});

test('a token of 60 days is renewed ten days before its end, one of a day an hour before, one of an hour before each sync', () => {
  const ends = (hours: number): Date => new Date(at.getTime() + hours * HOUR);
  expect(refreshDueAt('instagram', at, ends(1_440))).toEqual(ends(1_200));
  expect(refreshDueAt('tiktok', at, ends(24))).toEqual(ends(23));
  expect(refreshDueAt('youtube', at, ends(1))).toBeNull();
});

test('the pause doubles from half a minute to an hour; a limit is waited for as long as the network says', () => {
  expect([1, 2, 3, 8, 60].map(pauseAfter)).toEqual([30_000, 60_000, 120_000, 3_600_000, 3_600_000]);
  expect(nextTry('rate', 5, 77)).toBe(77_000);
  expect(nextTry('rate', 5, null)).toBe(60_000);
  expect(nextTry('unavailable', 2, null)).toBe(60_000);
  expect(nextTry('missing', 1, null)).toBe(24 * HOUR);
});

test("YouTube's day begins at midnight Pacific time, in winter and in summer", () => {
  expect(windowStart(QUOTAS.youtube, new Date('2026-11-25T12:00:00Z'))).toEqual(new Date('2026-11-25T08:00:00Z'));
  expect(windowStart(QUOTAS.youtube, new Date('2026-07-25T06:59:59Z'))).toEqual(new Date('2026-07-24T07:00:00Z'));
  expect(windowStart(QUOTAS.tiktok, new Date('2026-11-25T12:00:59.999Z'))).toEqual(at);
});
