import { expect, test } from 'vitest';
import { colorOf, profileLink, readPage } from '../../../../server/features/brands/site/rules.ts';

const BASE = 'https://www.lumen.example/home/';
const PAGE = `<!doctype html><html><head>
  <title>Café Lumen | Coffee in Lyon</title>
  <meta name="description" content="Coffee &amp; cakes.">
  <meta property="og:description" content="Three shops that roast
   their own beans.">
  <meta property="og:image" content="/img/front.jpg"><meta name="theme-color" content="#2F4A3C">
  <link rel="apple-touch-icon" sizes="180x180" href="icon.png">
  <script type="application/ld+json">{"@graph":[{"@type":"CafeOrCoffeeShop","name":"Café Lumen",
    "address":{"@type":"PostalAddress","streetAddress":"14 rue des Capucins","postalCode":"69001","addressLocality":"Lyon","addressCountry":{"name":"fr"}},
    "sameAs":["https://www.instagram.com/cafe.lumen/","javascript:alert(1)"]}]}</script>
  <script type="application/ld+json">{ broken</script>
  <script>document.title = "<title>no</title>"</script></head>
  <body><a href="https://www.tiktok.com/@cafe.lumen?lang=fr">TikTok</a><a href="https://instagram.com/p/abc">a post</a>
  <a href="https://facebook.com/sharer/sharer.php?u=x">share</a><svg><title>icon</title></svg></body></html>`;

test('a page gives name, description, color, profiles, address and pictures', () => {
  expect(readPage(PAGE, BASE)).toEqual({
    name: 'Café Lumen',
    description: 'Three shops that roast their own beans.',
    colors: ['#2f4a3c'],
    links: ['https://instagram.com/cafe.lumen', 'https://tiktok.com/@cafe.lumen'],
    location: { name: 'Café Lumen', address: '14 rue des Capucins, 69001', city: 'Lyon', country: 'FR' },
    icon: 'https://www.lumen.example/home/icon.png',
    picture: 'https://www.lumen.example/img/front.jpg',
  });
});

test('what a page does not say stays empty, and a hostile one is read like any other', () => {
  const empty = { name: null, description: null, colors: [], links: [], location: null, icon: null, picture: null };
  expect(readPage('', BASE)).toEqual(empty);
  expect(
    readPage('<meta property="og:image" content="javascript:1"><meta name="theme-color" content="url(x)">', BASE),
  ).toEqual(empty);
  const deep = `<title>${'x'.repeat(100_000)}</title><script type="application/ld+json">${'['.repeat(5_000)}${']'.repeat(5_000)}</script>${'<div>'.repeat(400_000)}<a href="https://instagram.com/late">late</a>`;
  expect(readPage(deep, BASE)).toEqual({ ...empty, name: 'x'.repeat(80) });
  // The form refuses half a character.
  expect(readPage(`<title>${'x'.repeat(79)}\u{1f600}</title>`, BASE).name).toBe('x'.repeat(79));
});

test.each([
  ['#ABC', '#aabbcc'],
  ['rgb(47, 74, 60)', '#2f4a3c'],
  ['rgb(300, 0, 0)', null],
  ['red', null],
  ['#12345678', null],
])('the color %s is read as %s', (written, color) => {
  expect(colorOf(written)).toBe(color);
});

test.each([
  ['https://m.facebook.com/lumen/', 'https://facebook.com/lumen'],
  ['//www.youtube.com/@lumen', 'https://youtube.com/@lumen'],
  ['https://youtube.com/watch?v=1', null],
  ['https://tiktok.com/tag/coffee', null],
  ['https://instagram.com/', null],
  ['https://instagram.com.evil.example/lumen', null],
  ['mailto:a@lumen.example', null],
])('the link %s is the profile %s', (link, profile) => {
  expect(profileLink(link, BASE)).toBe(profile);
});
