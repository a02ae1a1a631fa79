import { expect, test } from 'vitest';
import { categoriesOfNiches, refusedOf } from '../../../../server/features/creators/categories/rules.ts';
import { advertisedBy, categoriesInText } from '../../../../server/features/creators/categories/words.ts';

test.each([
  ['A tasting of natural wines by the river', ['alcohol']],
  ['Trois recettes pour la bière d’hiver', ['alcohol']],
  ['Casa de apuestas con bono', ['gambling']],
  ['Scommesse sportive e cantina vinicola', ['alcohol', 'gambling']],
  ['Cervejaria nova na Bahia', ['alcohol']],
  ['Онлайн-казино и пиво', ['alcohol', 'gambling']],
  ['新品葡萄酒试饮', ['alcohol']],
  ['تطبيق الكازينو والمراهنات', ['gambling']],
  ['Sneakers for the autumn', []],
])('a product is recognized in its language: %s', (text, categories) => {
  expect(categoriesInText(text)).toEqual(categories);
});

test.each([
  'Alcohol-free aperitif',
  'Cocktails-free evening, no alcohol',
  'Apéritif sans alcool',
  'Bebida sin alcohol',
  'Aperitivo senza alcol',
  'Вечер без алкоголя',
  '无酒精饮料',
  'مشروب بدون كحول',
])('a product that is left out is not advertised: %s', (text) => {
  expect(categoriesInText(text)).toEqual([]);
});

test('a word is not recognized within a longer one', () => {
  expect(categoriesInText('Ginger tea and virtual reality, drumming, swine')).toEqual([]);
});

test('niches count beside words, each category once', () => {
  expect(categoriesOfNiches(['wine', 'beer', 'coffee'])).toEqual(['alcohol']);
  expect(advertisedBy({ texts: ['Casino night', 'wine'], niches: ['wine'] })).toEqual(['alcohol', 'gambling']);
});

test('only what is both refused and advertised stands against a creator', () => {
  expect(refusedOf(['gambling', 'fur'], ['alcohol', 'gambling'])).toEqual(['gambling']);
  expect(refusedOf([], ['alcohol'])).toEqual([]);
});
