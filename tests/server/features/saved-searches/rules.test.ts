import { expect, test } from 'vitest';
import { nextDigestAt } from '../../../../server/features/saved-searches/rules.ts';

test.each([
  ['before eight in Paris', '2026-11-25T06:30:00Z', 'Europe/Paris', '2026-11-25T07:00:00.000Z'],
  ['at eight exactly it is the next day', '2026-11-25T07:00:00Z', 'Europe/Paris', '2026-11-26T07:00:00.000Z'],
  ['the night before the clocks go forward', '2026-03-28T20:00:00Z', 'Europe/Paris', '2026-03-29T06:00:00.000Z'],
  ['the night before the clocks go back', '2026-10-24T20:00:00Z', 'Europe/Paris', '2026-10-25T07:00:00.000Z'],
  ['a zone that is a day ahead', '2026-11-25T20:30:00Z', 'Pacific/Auckland', '2026-11-26T19:00:00.000Z'],
  ['a zone behind UTC', '2026-11-26T02:00:00Z', 'America/Los_Angeles', '2026-11-26T16:00:00.000Z'],
  ['a zone that is not known is UTC', '2026-11-25T09:00:00Z', 'Mars/Base', '2026-11-26T08:00:00.000Z'],
])('the next digest: %s', (_, now, zone, next) => {
  expect(nextDigestAt(new Date(now), zone).toISOString()).toBe(next);
});
