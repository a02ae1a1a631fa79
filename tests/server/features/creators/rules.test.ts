import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intlTag, LOCALES } from '../../../../server/core/locale.ts';
import { platformProfile } from '../../../../server/features/creators/schema.ts';
import { followerCount, handleOf, MAX_FOLLOWERS, profileLink } from '../../../../server/features/creators/rules.ts';

describe('a count of followers', () => {
  test.each([
    ['12k', 12_000],
    ['12K', 12_000],
    ['1.2M', 1_200_000],
    ['1,2 m', 1_200_000],
    ['12 000', 12_000],
    ['12.000', 12_000],
    ['12,000', 12_000],
    ['1 234 567', 1_234_567],
    ['1’234’567', 1_234_567],
    ['12\u202f000', 12_000],
    ['12\u00a0000', 12_000],
    ['850', 850],
    ['0', 0],
    ['12 mil', 12_000],
    ['1,2 mln', 1_200_000],
    ['12 тыс.', 12_000],
    ['1,5 млн', 1_500_000],
    ['12к', 12_000],
    ['3万', 30_000],
    ['1.2万', 12_000],
    ['١٢٬٠٠٠', 12_000],
    ['١٢ ألف', 12_000],
    ['１２０００', 12_000],
    ['1.234k', 1_234],
    ['12.5k', 12_500],
    ['1 mi', 1_000_000],
  ])('%s is %d', (text, count) => expect(followerCount(text)).toBe(count));

  test.each([
    '12.5',
    '1.2345k',
    '12.00',
    '1,2,3',
    '1.234,567',
    '-5',
    'k',
    'many',
    '12 dozen',
    '1e3',
    '12k!',
    '2000000000',
    '1.0001k',
    '12 34',
    '..',
    "12'00",
  ])('%s is none', (text) => expect(followerCount(text)).toBeNaN());

  test('an empty field is none at all', () => {
    expect([followerCount(''), followerCount('  ')]).toEqual([null, null]);
  });

  test('is read as each language writes it, whole or compact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_FOLLOWERS }), fc.constantFrom(...LOCALES), (count, locale) => {
        expect(followerCount(String(count))).toBe(count);
        expect(followerCount(new Intl.NumberFormat(intlTag(locale)).format(count))).toBe(count);
        expect(followerCount(new Intl.NumberFormat(`${locale}-u-nu-arab`).format(count))).toBe(count);
      }),
      { numRuns: 300 },
    );
  });

  test('any text is a whole count within bounds, no count, or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\d .,'kKmMнт万]{0,12}$/u)), (text) => {
        const count = followerCount(text);
        expect(
          count === null ||
            Number.isNaN(count) ||
            (Number.isSafeInteger(count) && count >= 0 && count <= MAX_FOLLOWERS),
        ).toBe(true);
      }),
    );
  });
});

describe('the link of a profile', () => {
  test.each([
    ['instagram', '@kim', 'https://www.instagram.com/kim'],
    ['instagram', 'kim', 'https://www.instagram.com/kim'],
    ['instagram', 'kim.cooks', 'https://www.instagram.com/kim.cooks'],
    ['instagram', 'instagram.com/kim', 'https://instagram.com/kim'],
    ['instagram', 'http://www.instagram.com/kim/', 'https://www.instagram.com/kim/'],
    ['instagram', 'HTTPS://Instagram.com/Kim', 'https://instagram.com/Kim'],
    ['tiktok', '@kim.cooks', 'https://www.tiktok.com/@kim.cooks'],
    ['tiktok', 'tiktok.com/@kim', 'https://tiktok.com/@kim'],
    ['youtube', 'кухня', 'https://www.youtube.com/@%D0%BA%D1%83%D1%85%D0%BD%D1%8F'],
    ['youtube', ' youtu.be/abc ', 'https://youtu.be/abc'],
    ['blog', 'kim-cooks.fr', 'https://kim-cooks.fr'],
    ['blog', '//kim-cooks.fr/a?b=1', 'https://kim-cooks.fr/a?b=1'],
  ] as const)('%s: %s', (platform, text, link) => expect(profileLink(platform, text)).toBe(link));

  test.each([
    ['blog', '@kim'],
    ['blog', 'kim'],
    ['instagram', ''],
    ['instagram', '@'],
    ['instagram', 'two words'],
    ['blog', 'javascript:alert(1)'],
    ['instagram', 'javascript:alert(1)//x'],
    ['blog', 'data:text/html,x'],
    ['blog', 'ftp://kim.fr'],
    ['blog', 'https://a:b@kim.fr'],
    ['blog', 'localhost/x'],
    ['blog', '10.0.0.1/x'],
    ['blog', `kim.fr/${'x'.repeat(300)}`],
  ] as const)('%s: %s is none', (platform, text) => expect(profileLink(platform, text)).toBeNull());

  test('is taken by the API, whatever was typed, and is the same when it is read again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('instagram', 'tiktok', 'youtube', 'blog', 'ugc'),
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.domain()),
        (platform, text) => {
          const link = profileLink(platform as 'blog', text);
          if (link === null) return;
          expect(platformProfile.safeParse({ platform, url: link, followers: 1, engagementBps: 1 }).success, link).toBe(
            true,
          );
          expect(profileLink(platform as 'blog', link)).toBe(link);
        },
      ),
    );
  });
});

test.each([
  ['https://www.instagram.com/maya.eats/', 'maya.eats'],
  ['https://www.youtube.com/@kim?si=1', 'kim'],
  ['https://www.youtube.com/channel/UC12', 'UC12'],
  ['https://www.tiktok.com/@%D0%BC%D0%B0%D1%8F', 'мая'],
  ['https://www.kim.blog', 'kim.blog'],
  ['https://a.example/%E0%A4%A', '%E0%A4%A'],
])('the handle in %s is %s', (url, handle) => expect(handleOf(url)).toBe(handle));
