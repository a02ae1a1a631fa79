import { describe, expect, it } from 'vitest';
import { NICHE_IAB } from '../../../../server/features/niches/iab.ts';
import { LOCALES, type Locale } from '../../../../server/core/locale.ts';
import { NICHE_GROUPS, NICHE_KEYS, NICHE_PARENT, nicheWithChildren } from '../../../../server/features/niches/rules.ts';
import { coverage, readTaxonomy } from '../../../../scripts/niches.ts';
import { nicheWords, scanNiches } from '../../../../server/features/niches/synonyms.ts';

const found = (text: string, language?: Locale): string[] =>
  scanNiches(text, language).map(({ start, end, niche }) => `${text.slice(start, end)} → ${niche}`);

describe('the niches', () => {
  it('keep the keys that profiles and campaigns hold', () => {
    const before = 'food coffee fashion beauty fitness travel home tech family art outdoors music'.split(' ');
    expect(before.filter((key) => !(NICHE_KEYS as string[]).includes(key))).toEqual([]);
    expect(NICHE_KEYS.filter((key) => key.length > 20)).toEqual([]);
  });

  it('are groups and their members, one level deep', () => {
    expect(NICHE_KEYS.filter((key) => NICHE_PARENT[key] !== null && NICHE_PARENT[NICHE_PARENT[key]!] !== null)).toEqual(
      [],
    );
    expect(nicheWithChildren('pets')).toEqual(['pets', 'dogs', 'cats']);
    expect(NICHE_GROUPS.flatMap(nicheWithChildren)).toEqual([...NICHE_KEYS]);
  });

  it('stand for a node of the IAB Content Taxonomy 3.1 each', async () => {
    const nodes = await readTaxonomy();
    expect(NICHE_KEYS.filter((key) => !nodes.has(NICHE_IAB[key]))).toEqual([]);
    const { covered, missing } = coverage(nodes);
    expect(covered.length).toBeGreaterThanOrEqual(26);
    expect(missing).not.toContain('Food & Drink');
  });
});

describe('synonyms', () => {
  it.each(LOCALES)('of %s: at least three for each niche, each finding it', (language) => {
    expect(NICHE_KEYS.filter((niche) => nicheWords(niche, language).length < 3)).toEqual([]);
    const lost = NICHE_KEYS.flatMap((niche) =>
      nicheWords(niche, language).filter(
        (synonym) =>
          scanNiches(synonym, language).some((match) => match.niche !== niche) || found(synonym, language).length === 0,
      ),
    );
    expect(lost).toEqual([]);
  });

  it.each<[Locale, string, string[]]>([
    ['en', 'A foodie in Lyon with 10k followers', ['foodie → food']],
    [
      'en',
      'cafés and bakeries, no vegan restaurants',
      ['cafés → coffee', 'bakeries → bakery', 'vegan → vegan', 'restaurants → restaurants'],
    ],
    ['en', 'I have no pain and it is a nice home', ['home → home']],
    ['fr', 'une blogueuse beauté et des coiffeuses', ['blogueuse beauté → beauty', 'coiffeuses → hair']],
    ['es', '#streetfood #comidasana', ['streetfood → streetFood', 'comidasana → healthyFood']],
    ['es', 'fotógrafos de bodas y cocineras', ['fotógrafos de bodas → weddings', 'cocineras → cooking']],
    ['it', 'parrucchieri e cuochi per il mio locale', ['parrucchieri → hair', 'cuochi → cooking']],
    [
      'pt',
      'blogueiras de moda e tatuadoras, animais',
      ['blogueiras de moda → fashion', 'tatuadoras → tattoos', 'animais → pets'],
    ],
    ['ru', 'Ищу фуд-блогера или мастера маникюра', ['фуд-блогера → food', 'мастера маникюра → nails']],
    ['ru', 'путешествий с детьми, ёлки, кофейням', ['путешествий с детьми → familyTravel', 'кофейням → coffee']],
    [
      'ar',
      'الطَّبخ والسفر، مدونة طعام للمقاهي',
      ['الطَّبخ → cooking', 'والسفر → travel', 'مدونة طعام → food', 'للمقاهي → coffee'],
    ],
    ['zh', '上海美食博主和攝影師，喜欢手沖咖啡', ['美食博主 → food', '攝影師 → photography', '手沖咖啡 → coffee']],
    ['en', 'ＦＯＯＤＩＥ 美食博主 مدون طعام', ['ＦＯＯＤＩＥ → food', '美食博主 → food', 'مدون طعام → food']],
  ])('are found as people of %s write them: %s', (language, text, expected) => {
    expect(found(text, language)).toEqual(expected);
  });

  it('of other languages than the reader’s count when they are long enough to mean nothing else', () => {
    expect(found('restaurante and mode', 'en')).toEqual(['restaurante → restaurants']);
    expect(found('mode', 'fr')).toEqual(['mode → fashion']);
    expect(found('', 'en')).toEqual([]);
    expect(found('🍕🍕', 'en')).toEqual([]);
  });

  it('are found in a long text at once', () => {
    const text = 'Looking for a running coach or кофейня, 美食博主 and مطعم. '.repeat(400);
    const begin = performance.now();
    expect(scanNiches(text, 'en')).toHaveLength(1600);
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});
