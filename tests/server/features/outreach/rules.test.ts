import { expect, test } from 'vitest';
import {
  fillIn,
  isInOrder,
  messagesOf,
  outsideQuietHours,
  outsideQuietHoursOfAll,
  textFor,
  unknownFields,
  variantOf,
  zonesOf,
} from '../../../../server/features/outreach/rules.ts';
import type { Step } from '../../../../server/features/outreach/schema.ts';
import { contactToken, recipientOfToken } from '../../../../server/features/outreach/token.ts';

const steps: Step[] = [
  { kind: 'message', texts: ['Hello {name}', 'Hi {name}'] },
  { kind: 'wait', days: 3 },
  { kind: 'follow_up', texts: ['Still there?'] },
];

test('fields are filled for each recipient, and those without a value are named and stay', () => {
  const values = { name: 'Maya', handle: 'maya', city: null, headline: '', brand: 'Lumen', campaign: null };
  expect(fillIn('Hello {name} of { city }, {brand} here', values)).toEqual({
    text: 'Hello Maya of { city }, Lumen here',
    missing: ['city'],
  });
  expect(unknownFields('{name} {price} {price}')).toEqual(['price']);
});

test('a sequence begins with a message, and each follow-up has a wait before it', () => {
  expect(isInOrder(steps)).toBe(true);
  expect(isInOrder(steps.slice(0, 2))).toBe(false);
  expect(isInOrder([steps[2]!])).toBe(false);
  expect(messagesOf(steps).map(({ afterDays }) => afterDays)).toEqual([0, 3]);
});

test('two texts go to the recipients in turn; a message without a second text has one for all', () => {
  expect([0, 1, 2, 3].map((i) => variantOf(i, steps))).toEqual(['a', 'b', 'a', 'b']);
  expect(variantOf(1, [steps[2]!])).toBe('a');
  const [first, second] = messagesOf(steps);
  expect([textFor(first!, 'b'), textFor(second!, 'b')]).toEqual(['Hi {name}', 'Still there?']);
});

test('nothing is sent in the quiet hours of the recipient, also when the clocks change', () => {
  const at = (iso: string, zone: string) => outsideQuietHours(new Date(iso), zone).toISOString();
  expect(at('2026-11-25T12:00:00Z', 'Europe/Paris')).toBe('2026-11-25T12:00:00.000Z');
  expect(at('2026-11-25T20:30:15Z', 'Europe/Paris')).toBe('2026-11-26T07:00:00.000Z');
  expect(at('2026-11-25T05:10:00Z', 'Europe/Paris')).toBe('2026-11-25T07:00:00.000Z');
  expect(at('2026-11-25T23:00:00Z', 'Asia/Tokyo')).toBe('2026-11-25T23:00:00.000Z');
  // The clocks in Paris go back in the night to 25 October 2026.
  expect(at('2026-10-24T20:00:00Z', 'Europe/Paris')).toBe('2026-10-25T07:00:00.000Z');
});

test('of a person of whom only the country is known, every zone of the country is outside of its quiet hours', () => {
  const zones = zonesOf('US');
  expect(zones.length).toBeGreaterThan(5);
  const open = outsideQuietHoursOfAll(new Date('2026-11-25T14:00:00Z'), zones);
  for (const zone of zones) expect(outsideQuietHours(open, zone)).toEqual(open);
  expect(zonesOf(null)).toEqual([]);
});

test('the link of a message is bound to its recipient by the secret', () => {
  const id = '019e0000-0000-7000-8000-000000000001';
  const token = contactToken('secret', id);
  expect(recipientOfToken('secret', token)).toBe(id);
  expect(recipientOfToken('other', token)).toBeNull();
  expect(recipientOfToken('secret', token.replace('01.', '02.'))).toBeNull();
  expect(recipientOfToken('secret', `${id}.`)).toBeNull();
});
