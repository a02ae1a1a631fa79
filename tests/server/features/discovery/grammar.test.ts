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

  test.for<[Locale, string, Filters]>([
    ['en', 'between five and ten thousand followers', { followers: { min: 5_000, max: 10_000 } }],
    ['fr', 'entre cent et deux cents euros', { price: { min: 10_000, max: 20_000, currency: 'EUR' } }],
    ['it', 'tra cinque e diecimila follower', { followers: { min: 5_000, max: 10_000 } }],
    ['it', 'tra mille e cinquemila follower', { followers: { min: 1_000, max: 5_000 } }],
    ['fr', 'moins d’un million de vues', { views: { max: 1_000_000 } }],
    ['en', '3 hundred dollars', { price: { max: 30_000, currency: 'USD' } }],
    ['ar', 'بين خمسة وعشرة آلاف متابع', { followers: { min: 5_000, max: 10_000 } }],
    ['es', 'dos o tres mil seguidores', { followers: { min: 2_000, max: 3_000 } }],
    ['zh', '两三千粉丝', { followers: { min: 2_000, max: 3_000 } }],
    ['ru', 'тысяч десять подписчиков', { followers: { min: 8_000, max: 12_000 } }],
    ['en', 'half a million or one thousand, two hundred followers', { followers: { min: 500_000 } }],
    ['fr', 'trois pour cent d’engagement', { engagementBps: { min: 300 } }],
    ['zh', '百分之三到百分之五的互动率', { engagementBps: { min: 300, max: 500 } }],
    ['ar', 'ثلاثة بالمئة تفاعل', { engagementBps: { min: 300 } }],
    ['fr', 'plus de 5k et moins de 10k', { followers: { min: 5_000, max: 10_000 } }],
    ['pt', '12,5k seguidores mais ou menos', { followers: { min: 10_000, max: 15_000 } }],
    ['en', 'not older than 30', { age: { max: 30 } }],
    ['it', 'donne dai 25 ai 34 anni', { gender: ['female'], age: { min: 25, max: 34 } }],
    ['es', '500 pesos mexicanos', {}],
  ])('%s: %s', ([language, text, filters]) => {
    expect(read(text, language).filters).toEqual(filters);
  });

  test.for<[Locale, string, Filters]>([
    ['es', 'que no hablen de política', { notText: ['política'] }],
    ['zh', '不聊政治的', { notText: ['政治'] }],
    ['en', 'not on tiktok, who review restaurants', { notPlatforms: ['tiktok'], niches: ['restaurants'] }],
    ['it', 'non a Roma, giardinaggio', { notPlaces: [3_169_070], niches: ['gardening'] }],
    ['it', 'fuori Roma, giardinaggio', { notPlaces: [3_169_070], niches: ['gardening'] }],
    ['zh', '不在上海的园艺博主', { notPlaces: [1_796_236], niches: ['gardening'] }],
    ['zh', '有没有拍美食的？', { niches: ['food'] }],
    ['zh', '像@ana.kitchen但便宜一点', { like: ['ana.kitchen'], sort: 'price' }],
    ['fr', 'hors Île-de-France, jardinage', { niches: ['gardening'] }],
    ['ar', 'موضة الرياض', { niches: ['fashion'], places: [{ id: 108_410, radiusKm: 30 }] }],
    ['es', 'en un radio de 25 km de Zaragoza', { places: [{ id: 3_104_324, radiusKm: 25 }] }],
  ])('%s: %s', ([language, text, filters]) => {
    expect(read(text, language).filters).toEqual(filters);
  });

  test.for<[Locale, string, Filters]>([
    ['en', 'seven figures in followers, travel', { followers: { min: 1_000_000 }, niches: ['travel'] }],
    [
      'en',
      'mom with a six-figure following',
      { followers: { min: 100_000 }, niches: ['parenting'], gender: ['female'] },
    ],
    ['fr', 'influenceurs à sept chiffres, humour', { followers: { min: 1_000_000 }, niches: ['comedy'] }],
    ['es', 'influencer de siete cifras en México', { followers: { min: 1_000_000 }, countries: ['MX'] }],
    ['it', 'influencer a sei cifre, moda', { followers: { min: 100_000 }, niches: ['fashion'] }],
    ['pt', 'influenciador de sete dígitos, humor', { followers: { min: 1_000_000 }, niches: ['comedy'] }],
    ['zh', '粉丝五位数的美食博主', { followers: { min: 10_000 }, niches: ['food'] }],
    ['ru', 'блогер о еде с шестизначной аудиторией', { followers: { min: 100_000 }, niches: ['food'] }],
    ['ar', 'صانع محتوى متابعوه سبعة أرقام', { followers: { min: 1_000_000 } }],
  ])('%s: a number by how many figures it has: %s', ([language, text, filters]) => {
    expect(read(text, language).filters).toEqual(filters);
  });

  test.for<[Locale, string, number]>([
    ['en', 'posted in the last half year', 180],
    ['en', 'posted in the last 2 years', 730],
    ['fr', 'publié dans les six derniers mois', 180],
    ['es', 'publicó en los últimos seis meses', 180],
    ['es', 'que hayan publicado en el último medio año', 180],
    ['it', 'che hanno pubblicato negli ultimi sei mesi', 180],
    ['it', 'attivi nell’ultimo semestre', 180],
    ['pt', 'ativo no último ano', 365],
    ['zh', '半年内发过视频', 180],
    ['zh', '一年内活跃', 365],
    ['ru', 'выкладывали посты за последние полгода', 180],
    ['ar', 'نشر خلال نصف سنة', 180],
  ])('%s: how long ago, in half years and years: %s', ([language, text, days]) => {
    expect(read(text, language).filters).toEqual({ lastPostDays: days });
  });

  test.for<[Locale, string, Filters]>([
    [
      'en',
      '70% of her followers are women',
      { gender: ['female'], audienceGender: { gender: 'female', shareBps: 7_000 } },
    ],
    ['en', 'at least two thirds female followers', { audienceGender: { gender: 'female', shareBps: 6_667 } }],
    ['en', 'a quarter of the audience in Germany', { audienceCountries: [{ country: 'DE', shareBps: 2_500 }] }],
    ['fr', 'trois quarts de l’audience féminine', { audienceGender: { gender: 'female', shareBps: 7_500 } }],
    ['es', 'el 70% de sus seguidores son mujeres', { audienceGender: { gender: 'female', shareBps: 7_000 } }],
    ['it', 'un terzo di pubblico femminile', { audienceGender: { gender: 'female', shareBps: 3_333 } }],
    ['pt', 'metade do público em Portugal', { audienceCountries: [{ country: 'PT', shareBps: 5_000 }] }],
    ['zh', '女性受众三成以上', { audienceGender: { gender: 'female', shareBps: 3_000 } }],
    ['zh', '七成五粉丝是女性', { audienceGender: { gender: 'female', shareBps: 7_500 } }],
    ['zh', '互动率半成以上', { engagementBps: { min: 500 } }],
    ['ru', 'треть аудитории женщины', { audienceGender: { gender: 'female', shareBps: 3_333 } }],
    ['ar', 'ثلاثة أرباع الجمهور من مصر', { audienceCountries: [{ country: 'EG', shareBps: 7_500 }] }],
    ['en', 'three quarters of a million followers', { followers: { min: 750_000 } }],
    ['zh', '一成功就分享的三成员乐队', { niches: ['music'] }],
  ])('%s: shares of an audience in words and tenths: %s', ([language, text, filters]) => {
    expect(read(text, language).filters).toEqual(filters);
  });

  test.for<[Locale, string, Filters]>([
    ['en', 'women in their twenties', { gender: ['female'], age: { min: 20, max: 29 } }],
    ['en', 'men in their 30s', { gender: ['male'], age: { min: 30, max: 39 } }],
    ['fr', 'trentenaires, jardinage', { age: { min: 30, max: 39 }, niches: ['gardening'] }],
    ['es', 'veinteañeras, moda', { age: { min: 20, max: 29 }, niches: ['fashion'] }],
    ['it', 'quarantenni, cucina', { age: { min: 40, max: 49 }, niches: ['cooking'] }],
    ['zh', '二十多岁的女生', { gender: ['female'], age: { min: 20, max: 29 } }],
    ['ru', 'тридцатилетние, кулинария', { age: { min: 30, max: 39 }, niches: ['cooking'] }],
    ['ar', 'نساء في الثلاثينات', { gender: ['female'], age: { min: 30, max: 39 } }],
  ])('%s: ages by their decade: %s', ([language, text, filters]) => {
    expect(read(text, language).filters).toEqual(filters);
  });

  test('a part of something else is named as not used', () => {
    expect(unreadOf('a third birthday party')).toEqual(['a third']);
    expect(unreadOf('half price shopping')).toEqual(['half']);
  });

  test('words for creators are neither filters nor unread', () => {
    for (const text of ['مبدعو قهوة في ليون', 'صناع محتوى قهوة في ليون']) expect(read(text, 'ar').unread).toEqual([]);
  });

  test('numbers of a range have the value that they mean', () => {
    expect(read('20-50 тысяч', 'ru').numbers.map(({ value }) => value)).toEqual([20_000, 50_000]);
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
