import { expect, test } from 'vitest';
import { createSeats } from '../../../../server/features/live/seats.ts';

test("a person's oldest connection makes room for a ninth, and only theirs", () => {
  const seats = createSeats({ total: 100, perUser: 8 });
  const other = seats.take('noah');
  const own = Array.from({ length: 8 }, () => seats.take('maya'));
  expect(own.some((s) => s.signal.aborted)).toBe(false);
  seats.take('maya');
  expect(own.map((s) => s.signal.aborted)).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
  expect(other.signal.aborted).toBe(false);
  expect(seats.taken).toBe(9);
});

test('a full house refuses the next with a code; a place that is left twice is free once', () => {
  const seats = createSeats({ total: 2, perUser: 8 });
  const first = seats.take('a');
  seats.take('b');
  expect(() => seats.take('c')).toThrow('service.unavailable');
  first.leave();
  first.leave();
  expect(seats.taken).toBe(1);
  expect(() => seats.take('c')).not.toThrow();
  expect(() => seats.take('d')).toThrow('service.unavailable');
});

test('whoever is at the limit may still trade the oldest for a new one in a full house', () => {
  const seats = createSeats({ total: 2, perUser: 2 });
  const first = seats.take('a');
  seats.take('a');
  seats.take('a');
  expect(first.signal.aborted).toBe(true);
  expect(seats.taken).toBe(2);
});
