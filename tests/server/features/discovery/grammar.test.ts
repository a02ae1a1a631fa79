import { describe, expect, test } from 'vitest';
import { intlCases, readByGrammar, scoreNumbers, wordCases } from '../../../../scripts/lib/search/numbers.ts';
import { f1, grammar, heldOutHash, scoreSentences } from '../../../../scripts/lib/search/sentences.ts';
import { LOCALES, type Locale } from '../../../../server/core/locale.ts';
import { filters as schema, type Filters } from '../../../../server/features/discovery/filters/schema.ts';
import { parseQuery } from '../../../../server/features/discovery/grammar/parse.ts';

const read = (text: string, language: Locale = 'en', previous?: Filters) =>
  parseQuery(text, { language, ...(previous ? { previous } : {}) });
const unreadOf = (text: string, language: Locale = 'en') =>
  read(text, language).unread.map(({ start, end }) => text.slice(start, end));
const LYON = 2996944;

describe('the grammar of searches', () => {
  test('the sentences of the held-out half are those that were written before the grammar', () => {
    expect(heldOutHash()).toBe('38f1d94c9be055fb6fdb735e6e56329dc7ff9e5be3292c53088a583eb33887f2');
  });

  test.for(LOCALES)('%s: at least .90 F1 in both halves of its sentences, and no invalid filter', (language) => {
    for (const half of ['tuned', 'held-out'] as const) {
      const { counts, results } = scoreSentences(language, half, grammar);
      expect(f1(counts), half).toBeGreaterThanOrEqual(0.9);
      expect(results.filter((r) => r.invalid).map((r) => r.text)).toEqual([]);
    }
  });

  test.for(LOCALES)('%s: at least 97 %% of numbers by Intl and of those written out are exact', (language) => {
    for (const cases of [intlCases(language), wordCases(language)]) {
      const { right, wrong } = scoreNumbers(cases, language, readByGrammar);
      expect(right / cases.length, wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
    }
  });

  test('a chip names the words that it was read from, and how they compare', () => {
    const text = 'cosy coffee creators in Lyon, around 10k followers, not on tiktok';
    const { chips } = read(text);
    const words = Object.fromEntries(
      chips.map(({ key, comparator, spans }) => [key, [comparator, ...spans.map((s) => text.slice(s.start, s.end))]]),
    );
    expect(words).toEqual({
      followers: ['about', 'around', '10k', 'followers'],
      niches: ['is', 'coffee'],
      places: ['is', 'Lyon'],
      notPlatforms: ['not', 'tiktok'],
    });
    expect(unreadOf(text)).toEqual(['cosy']);
  });

  test.for([
    ['10k followers', { min: 10_000 }],
    ['about 10k followers', { min: 8_000, max: 12_000 }],
    ['exactly 10k followers', { min: 10_000, max: 10_000 }],
    ['5-10k followers', { min: 5_000, max: 10_000 }],
    ['followers between 5k and 10k', { min: 5_000, max: 10_000 }],
    ['١٠ آلاف متابع', { min: 10_000 }],
    ['１万粉', { min: 10_000 }],
    ['10 000 abonnés', { min: 10_000 }],
    ['10.000 seguidores', { min: 10_000 }],
    ['over 5k and under 10k followers', { min: 5_000, max: 10_000 }],
  ] as const)('%s', ([text, followers]) => {
    expect(read(text).filters).toEqual({ followers });
  });

  test('ends that exclude each other are shown with their words and are no filter', () => {
    const { filters, chips } = read('under 5k and over 10k followers, coffee');
    expect(filters).toEqual({ niches: ['coffee'] });
    expect(chips.find(({ key }) => key === 'followers')).toMatchObject({
      value: { min: 10_000, max: 5_000 },
      problem: 'contradiction',
    });
  });

  test('a price in a currency that cannot be searched is a number and no filter', () => {
    const { filters, numbers } = read('фуд-блогер до 5000 рублей', 'ru');
    expect(filters).toEqual({ niches: ['food'] });
    expect(numbers).toMatchObject([{ value: 5000, unit: 'money', currency: 'RUB' }]);
  });

  test('two languages in one sentence, and a sentence in another language than the screen', () => {
    expect(read('food bloggers в Москве, 10к подписчиков').filters).toEqual({
      niches: ['food'],
      places: [{ id: 524901, radiusKm: 30 }],
      followers: { min: 10_000 },
    });
    expect(read('busco influencers de cocina que hablen francés, menos de 200 euros').filters).toMatchObject({
      languages: ['fr'],
      price: { max: 20_000, currency: 'EUR' },
    });
  });

  test('text without a filter is named as not used, and nothing throws', () => {
    expect(read('🥐🥐').filters).toEqual({});
    expect(unreadOf('🥐🥐')).toEqual(['🥐🥐']);
    expect(read('').filters).toEqual({});
    expect(read('like @mаya.eats').filters.like).toBeUndefined();
    for (const text of [
      'k'.repeat(401),
      '@ # " %',
      '9'.repeat(400),
      '1,2,3.4.5 6',
      '10k-',
      '一'.repeat(400),
      'ه'.repeat(401),
      '\u202e\u0000',
    ])
      for (const language of LOCALES) expect(schema.safeParse(read(text, language).filters).success).toBe(true);
  });

  test('more filters than a search takes: the first ones hold, the rest is not used', () => {
    const places = 'Paris Lyon Nice Nantes Lille Bordeaux Toulouse Rennes'.split(' ').join(', ');
    const { filters, unread } = read(`coffee in ${places}`, 'fr');
    expect(filters.places).toHaveLength(5);
    expect(unread).toHaveLength(3);
  });
});

describe('a follow-up', () => {
  const previous: Filters = {
    niches: ['coffee'],
    platforms: ['tiktok', 'instagram'],
    places: [{ id: 2988507, radiusKm: 30 }],
    price: { max: 50_000, currency: 'EUR' },
    followers: { min: 5_000 },
  };
  test.for([
    ['cheaper', 'en', { price: { max: 40_000, currency: 'EUR' } }],
    ['moins cher', 'fr', { price: { max: 40_000, currency: 'EUR' } }],
    ['only in Lyon', 'en', { places: [{ id: LYON, radiusKm: 30 }] }],
    ['solo en Lyon', 'es', { places: [{ id: LYON, radiusKm: 30 }] }],
    ['without tiktok', 'en', { platforms: ['instagram'], notPlatforms: ['tiktok'] }],
    ['bigger', 'en', { followers: { min: 10_000 } }],
    ['only women', 'en', { gender: ['female'] }],
    ['not more than 400 euros', 'en', { price: { max: 40_000, currency: 'EUR' } }],
    ['youtube too', 'en', { platforms: ['tiktok', 'instagram', 'youtube'] }],
  ] as const)('%s', ([text, language, changed]) => {
    const { filters, chips } = read(text, language, previous);
    expect(filters).toEqual({ ...previous, ...changed });
    expect(chips.filter(({ spans }) => spans.length > 0).length).toBeGreaterThan(0);
  });
});
