import { expect, test } from 'vitest';
import { plannedDate } from '../../../../server/core/inputs.ts';

test('a planned date lies in this century; empty ones are not read as 1970', () => {
  for (const at of ['2000-01-01T00:00:00Z', '2026-11-23', new Date('2099-12-31T23:59:59Z')])
    expect(plannedDate.safeParse(at).success, String(at)).toBe(true);
  for (const at of [
    new Date(Date.UTC(-200_000, 0, 1)),
    '-200000-01-01T00:00:00.000Z',
    '1999-12-31T23:59:59Z',
    '2100-01-01T00:00:01Z',
    new Date(8.64e15),
    new Date(Number.NaN),
    null,
    0,
    '',
    'tomorrow',
  ]) {
    expect(plannedDate.safeParse(at).success, String(at)).toBe(false);
  }
});
