import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readCount, readRate } from '../../../../server/features/imports/cells.ts';
import { merged, readRecord } from '../../../../server/features/imports/records.ts';
import { guessMapping } from '../../../../server/features/imports/rules.ts';
import { findDelimiter, findEncoding } from '../../../../server/features/imports/table-file.ts';

describe('a number is read or refused, never guessed', () => {
  test.each([
    ['48.5M', 'en', 48_500_000],
    ['1,2 тыс.', 'ru', 1_200],
    ['3,4 млн', 'ru', 3_400_000],
    ['12\u202f345', 'fr', 12_345],
    ['2,5 mil', 'es', 2_500],
    ['1.5万', 'zh', 15_000],
    ['٣٬٥٠٠', 'ar', 3_500],
    ['٢٫٥ مليون', 'ar', 2_500_000],
    ['1,200', 'en', 1_200],
    ['N/A', 'en', null],
  ] as const)('%s', (text, locale, value) => {
    expect(readCount(text, locale)).toEqual({ value });
  });
  test.each([
    ['1,200K', 'en', 'ambiguous'],
    ['12-15k', 'en', 'invalid'],
    ['about ten', 'en', 'invalid'],
    ['12.5', 'en', 'not_whole'],
    ['9999999999', 'en', 'out_of_range'],
  ] as const)('%s is refused', (text, locale, code) => {
    expect(readCount(text, locale)).toEqual({ code });
  });
  test.each([
    ['٣٫٥٪', 'ar', false, { value: 350 }],
    ['5,6 %', 'fr', false, { value: 560 }],
    ['5.6', 'en', true, { value: 560 }],
    ['5.6', 'en', false, { code: 'no_percent' }],
    ['3,500%', 'en', false, { code: 'ambiguous' }],
    ['120%', 'en', false, { code: 'out_of_range' }],
    ['н/д', 'ru', false, { value: null }],
  ] as const)('%s as a rate', (text, locale, percent, read) => {
    expect(readRate(text, locale, percent)).toEqual(read);
  });
});

test('columns are recognised by headings of eight languages', () => {
  const of = (headings: string) => guessMapping(headings.split('|'));
  expect(of('Username|Followers (Instagram)|Engagement rate (%)|Email')).toEqual({
    mapping: { handle: 0, followers: 1, engagement: 2, email: 3 },
    locale: 'en',
  });
  expect(of('Nom d’utilisateur|Abonnés|Pays').locale).toBe('fr');
  expect(of('Usuario|Seguidores|Correo electrónico').mapping).toEqual({ handle: 0, followers: 1, email: 2 });
  expect(of('Nome utente|Iscritti|Città').locale).toBe('it');
  expect(of('Nome de usuário|Inscritos|Cidade').locale).toBe('pt');
  expect(of('账号|粉丝数|邮箱').mapping).toEqual({ handle: 0, followers: 1, email: 2 });
  expect(of('Ник|Подписчики|ER, %').mapping).toEqual({ handle: 0, followers: 1, engagement: 2 });
  expect(of('اسم المستخدم|المتابعون|البريد الإلكتروني').mapping).toEqual({ handle: 0, followers: 1, email: 2 });
});

test.each([
  ['utf-8', 'Ник;Имя\nmasha;Маша\n'],
  ['windows-1251', 'Ник;Имя;Подписчики\nmasha.k;Маша Кузнецова;1200\n'],
  ['koi8-r', 'Ник;Имя;Подписчики\nmasha.k;Маша Кузнецова;1200\n'],
  ['windows-1252', 'Pseudo;Prénom;Abonnés\nzoe;Zoé Müller;1200\n'],
  ['gb18030', '账号,姓名,粉丝数\nwang,王小明,1200\n'],
  ['windows-1256', 'اسم المستخدم,الاسم,المتابعون\nnour,نور,1200\n'],
])('a file in %s is recognised', (encoding, text) => {
  expect(findEncoding(iconv.encode(text, encoding))).toBe(encoding);
});

test('the delimiter is the sign that divides the heading', () => {
  expect(findDelimiter('a;b;"c,d,e"\n1,5;2')).toBe(';');
  expect(findDelimiter('a\tb\n')).toBe('\t');
});

const settings = { locale: 'en', platform: null, percent: false } as const;
test('the network and the handle are read from an address', () => {
  expect(readRecord({ url: 'https://www.tiktok.com/@Maya.Eats?lang=fr' }, settings)).toMatchObject({
    platform: 'tiktok',
    handle: 'maya.eats',
  });
  expect(readRecord({ handle: 'maya' }, settings)).toEqual({ field: 'platform', code: 'missing' });
  expect(readRecord({ handle: 'mаya' }, { ...settings, platform: 'instagram' })).toEqual({
    field: 'handle',
    code: 'invalid',
  });
  expect(
    readRecord({ handle: 'maya', platform: 'Инстаграм', country: 'Франция', language: 'français' }, settings),
  ).toMatchObject({ platform: 'instagram', country: 'FR', language: 'fr' });
});

test('a text in another encoding is refused at its field', () => {
  const wrong = iconv.decode(iconv.encode('Маша', 'windows-1251'), 'utf-8');
  expect(readRecord({ handle: 'masha', name: wrong }, { ...settings, platform: 'tiktok' })).toEqual({
    field: 'name',
    code: 'unreadable',
  });
});

test('a merge keeps the older value where the newer row has none', () => {
  const person = readRecord({ handle: 'maya', platform: 'tiktok', name: 'Maya', followers: '1200' }, settings);
  const newer = readRecord({ handle: 'maya', platform: 'tiktok', name: 'Maya R.', followers: 'N/A' }, settings);
  if ('code' in person || 'code' in newer) throw new Error('refused');
  expect(merged(person, newer)).toMatchObject({ name: 'Maya R.', followers: 1_200 });
});
