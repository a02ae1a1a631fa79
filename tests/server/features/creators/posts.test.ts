import { expect, test } from 'vitest';
import { cellOf } from '../../../../server/features/creators/benchmarks/rules.ts';
import { isPaidPost, namedAccounts, paidAgainstOrganic } from '../../../../server/features/creators/posts/rules.ts';

test.each([
  'Autumn menu at @lumen #ad',
  'Un matin à Lyon · Collaboration commerciale avec @lumen',
  'Siete mañanas #Publicidad',
  'Colazione #adv @forno',
  'Кофе #реклама',
  '新菜单 #广告',
  'قهوة #إعلان',
])('a post with a label is paid work: %s', (text) => {
  expect(isPaidPost(text)).toBe(true);
});

test.each(['Best pub in town', '#adventure in the hills', 'Ad hoc dinner', 'publicité sans mot-dièse', '#pubcrawl'])(
  'a word that only looks like a label is none: %s',
  (text) => {
    expect(isPaidPost(text)).toBe(false);
  },
);

test('accounts are named once, in small letters, without the creator and without addresses of mail', () => {
  expect(namedAccounts('With @Cafe.Lumen. and @cafe.lumen, thanks @maya', 'maya')).toEqual(['cafe.lumen']);
  expect(namedAccounts('write to hello@lumen.example', 'maya')).toEqual([]);
});

test('paid and other posts are compared by their middle one, and only from three of each on', () => {
  const post = (text: string, likes: number) => ({ text, likes, comments: 0 });
  const organic = [10, 30, 20, 1_000].map((likes) => post('breakfast', likes));
  const paid = [5, 7].map((likes) => post('#ad', likes));
  expect(paidAgainstOrganic([...organic, ...paid])).toEqual({
    paid: { n: 2, median: null },
    organic: { n: 4, median: 25 },
  });
  expect(paidAgainstOrganic([...organic, ...paid, post('#ad', 9)]).paid).toEqual({ n: 3, median: 7 });
});

test('a rate is compared in the cell of its network, formula and size', () => {
  const cell = cellOf('instagram', 'er_f', 12_400);
  expect(cell).toEqual({ platform: 'instagram', formula: 'er_f', followersFrom: 10_000, followersTo: 50_000 });
  expect(cellOf('tiktok', 'er_v', 2_000_000)).toMatchObject({ followersFrom: 1_000_000, followersTo: null });
  expect(cellOf('instagram', 'er_f', 999)).toBeNull();
});
