import { expect, test } from 'vitest';
import { createConnectionLimiter } from '../../../../server/features/live/connection-limiter.ts';

test("a user's oldest connection is closed for a ninth, and no other user's", () => {
  const limiter = createConnectionLimiter({ total: 100, perUser: 8 });
  const other = limiter.acquire('noah');
  const own = Array.from({ length: 8 }, () => limiter.acquire('maya'));
  expect(own.some((s) => s.signal.aborted)).toBe(false);
  limiter.acquire('maya');
  expect(own.map((s) => s.signal.aborted)).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
  expect(other.signal.aborted).toBe(false);
  expect(limiter.open).toBe(9);
});

test('with all slots taken the next connection is refused with a code; a slot that is released twice is freed once', () => {
  const limiter = createConnectionLimiter({ total: 2, perUser: 8 });
  const first = limiter.acquire('a');
  limiter.acquire('b');
  expect(() => limiter.acquire('c')).toThrow('service.unavailable');
  first.release();
  first.release();
  expect(limiter.open).toBe(1);
  expect(() => limiter.acquire('c')).not.toThrow();
  expect(() => limiter.acquire('d')).toThrow('service.unavailable');
});

test('with all slots taken a user at the limit still replaces the oldest connection by a new one', () => {
  const limiter = createConnectionLimiter({ total: 2, perUser: 2 });
  const first = limiter.acquire('a');
  limiter.acquire('a');
  limiter.acquire('a');
  expect(first.signal.aborted).toBe(true);
  expect(limiter.open).toBe(2);
});
