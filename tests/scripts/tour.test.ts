import { expect, test } from 'vitest';
import { LOCALES } from '../../server/core/locale.ts';
import { PERSONAS } from '../../src/lib/screens.ts';
import { type Records, recordRoutesOf, stopsOf, THEMES, viewsOf } from '../../scripts/lib/tour.ts';

const recordsOf = (persona: (typeof PERSONAS)[number]): Records =>
  Object.fromEntries(recordRoutesOf(persona).map((route) => [route, `${route} of ${persona}`]));
const tour = (which: 'all' | 'one') => [
  ...stopsOf('public', {}, which),
  ...PERSONAS.flatMap((persona) => stopsOf(persona, recordsOf(persona), which)),
];

test('one visit of every screen leaves none out and repeats none', () => {
  const once = tour('one').map(({ route }) => route);
  expect(once.sort()).toEqual([...new Set(tour('all').map(({ route }) => route))].sort());
});

test('each is visited by a persona that may open it, and the visits show every persona, language, theme and size', () => {
  const all = tour('all').map(({ persona, route }) => `${persona} ${route}`);
  const stops = tour('one');
  for (const { persona, route } of stops) expect(all).toContain(`${persona} ${route}`);
  const views = stops.flatMap((stop) => viewsOf(stop, 'one'));
  expect(views).toHaveLength(stops.length);
  const shown = (key: 'lang' | 'theme' | 'size') => [...new Set(views.map((view) => view[key]))].sort();
  expect([...new Set(stops.map(({ persona }) => persona))].sort()).toEqual(['public', ...PERSONAS].sort());
  expect([shown('lang'), shown('theme'), shown('size')]).toEqual([
    [...LOCALES].sort(),
    [...THEMES].sort(),
    ['desktop', 'phone'],
  ]);
});
