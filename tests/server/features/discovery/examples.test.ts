import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import { parseQuery } from '../../../../server/features/discovery/grammar/parse.ts';

test.for(LOCALES)('the question of the start page is read as the same filters in every language: %s', (language) => {
  const { ask } = JSON.parse(readFileSync(`locales/${language}/landing.json`, 'utf8')) as { ask: { example: string } };
  const text = ask.example.replace(/[\u2066-\u2069]/gu, '');
  const { filters, unread } = parseQuery(text, { language });
  expect(filters).toEqual({
    followers: { min: 10_000 },
    engagementBps: { min: 500 },
    places: [{ id: 2_996_944, radiusKm: 30 }],
  });
  expect(unread).toEqual([]);
});

test.for(LOCALES)('every example of the page is read whole in its own language: %s', (language) => {
  const { example } = JSON.parse(readFileSync(`locales/${language}/discovery.json`, 'utf8')) as {
    example: Record<string, string>;
  };
  const examples = Object.values(example);
  expect(examples).toHaveLength(6);
  const read = examples.map((text) => {
    const { chips, unread } = parseQuery(text, { language });
    return { text, chips: chips.length, unread: unread.map(({ start, end }) => text.slice(start, end)) };
  });
  expect(read.filter(({ chips, unread }) => chips < 2 || unread.length > 0)).toEqual([]);
});
