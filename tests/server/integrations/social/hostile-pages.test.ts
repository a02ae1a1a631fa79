import { expect, test } from 'vitest';
import { readHead } from '../../../../server/integrations/social/html-head.ts';
import { readPostPage } from '../../../../server/integrations/social/post-page.ts';
import { descriptionOf } from '../../../../server/integrations/social/profile-page.ts';

/** The most that is fetched of a page. */
const SIZE = 4 << 20;
const NESTED = '['.repeat(400_000) + ']'.repeat(400_000);
const page = (head: string, body = ''): string =>
  `<!doctype html><html><head><meta name="description" content="Coffee at noon #ad">${head}</head><body>${body}</body></html>`;
const filled = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

const read = (html: string): void => {
  for (const network of ['tiktok', null] as const)
    readPostPage(null, network, { url: 'https://www.tiktok.com/@maya/video/7312345678', html });
  descriptionOf(html);
};
const timeOf = (html: string): number => {
  const began = performance.now();
  read(html);
  return performance.now() - began;
};

/** By what an expression over the page would search again from each of its places. */
const HOSTILE: Readonly<Record<string, string>> = {
  'elements that do not end': page(filled('<meta ')),
  'values that do not end': page(filled('<meta name="description" content="')),
  'canonical addresses that do not end': page(filled('<link rel="canonical" ')),
  'many descriptions': page(filled('<meta name="description" content=\': "\'>')),
  'a description of quotation marks': page(`<meta name="description" content='${filled(':"')}`),
  'a description of spaces': page(`<meta property="og:description" content="${filled(' ')}x">`),
  titles: page(filled('<title>')),
  'elements in each other': page('', filled('<div>')),
  'ends of elements': page('', filled('</div>')),
  bodies: page('', filled('<body ')),
  'many attributes': page(`<meta ${Array.from({ length: SIZE / 40 }, (_, n) => `a${n}`).join(' ')}>`),
  'a type within types': page(`<script type="application/ld+json">{"@type":${NESTED}}</script>`),
  'a day within days': page(
    `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">{"__DEFAULT_SCOPE__":{"webapp.video-detail":{"itemInfo":{"itemStruct":{"createTime":${NESTED}}}}}}</script>`,
  ),
  'days that do not end': page('', filled('<time datetime="')),
};

test('a page that was built to stop the check is read, and in a few times the time of an ordinary one of its size', () => {
  const ordinary = page('<link rel="canonical" href="https://maya.example/p">', filled('<p>Coffee at noon</p>'));
  timeOf(ordinary);
  const expected = timeOf(ordinary);
  for (const [what, html] of Object.entries(HOSTILE)) {
    const time = timeOf(html);
    expect(time / expected, what).toBeLessThan(20);
  }
}, 120_000);

test('the head of a page is read as a browser does: by element, with references resolved, and nothing of the body', () => {
  const head = readHead(
    page(
      `<!-- <meta name="og:url" content="https://a.example"> --><script>"<meta name='og:url' content='b'><body>"</script>` +
        `<META content='A &quot;quote&quot; &amp;amp; &#x1F375; <body>' property=OG:Description><meta name="empty">` +
        `<link href="https://maya.example/p?a=1&amp;b=2" rel="Canonical"><link rel="canonical" href="https://mia.example/">`,
      '<meta property="og:description" content="a comment"><meta name="og:url" content="https://mia.example/">',
    ),
  );
  expect(head.meta('og:description')).toEqual(['A "quote" &amp; 🍵 <body>']);
  expect(head.meta('description')).toEqual(['Coffee at noon #ad']);
  expect([head.meta('og:url'), head.meta('empty')]).toEqual([[], ['']]);
  expect(head.canonical).toBe('https://maya.example/p?a=1&b=2');
});
