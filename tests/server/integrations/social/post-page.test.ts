import { expect, test } from 'vitest';
import { readPostPage } from '../../../../server/integrations/social/post-page.ts';

const url = 'https://www.instagram.com/maya/p/Cx12ab9/';
const pageWith = (title: string, text: string) => ({
  url,
  html: `<!doctype html><html><head><meta property="og:url" content="${url}"><meta property="og:description" content="${text}"><title>${title}</title></head><body></body></html>`,
});
const kindOf = (title: string, text = '12 likes - maya on May 1: &quot;#ad&quot;') =>
  readPostPage(null, 'instagram', pageWith(title, text)).kind;

test('Instagram says that a post is gone at the beginning of the title', () => {
  for (const title of [
    'Page not found • Instagram',
    '\n  Page not found',
    'Sorry, this page isn&#039;t available.',
    'Sorry, this page isn&#39;t available. • Instagram',
    'Post isn’t available • Instagram',
  ])
    expect(kindOf(title), title).toBe('gone');
});

test('a post whose own words say that a page was not found is there: its text alone removes nothing', () => {
  for (const title of [
    'Maya on Instagram: &quot;404, page not found? Come to the café! #ad&quot;',
    'Maya Laurent (@maya) • Instagram photo: “This offer isn’t available online #ad”',
    "maya | Our new drink isn't available at home #ad | Instagram",
    'Maya on Instagram: "Page not found"',
  ])
    expect(kindOf(title), title).toBe('post');
});

test('a site is named by its host; one on which many people publish names no author', () => {
  const by = (at: string) => readPostPage(null, null, { url: at, html: '<p>Coffee #ad' }).author;
  expect(['https://www.maya.example/p', 'https://maya.substack.com/p/x'].map(by)).toEqual([
    'maya.example',
    'maya.substack.com',
  ]);
  for (const at of ['https://medium.com/@maya/p', 'https://www.linkedin.com/posts/mia', 'https://m.facebook.com/mia'])
    expect(by(at), at).toBeNull();
});

test('the day of a post is read where its page or its network states it, and nowhere else', () => {
  const days = (network: 'instagram' | 'tiktok' | 'youtube' | null, html: string, text = 'Three drinks #ad') => {
    const head = `<meta property="og:description" content="${text}">`;
    const page = readPostPage(null, network, {
      url: 'https://maya.example/p',
      html: html.replace('<head>', `<head>${head}`),
    });
    const written = (dates: readonly Date[]) => dates.map((at) => at.toISOString());
    return [...written(page.published), ...written(page.mentioned).map((at) => `of something: ${at}`)];
  };
  const data = (createTime: string) =>
    `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">{"__DEFAULT_SCOPE__":{"webapp.video-detail":{"itemInfo":{"itemStruct":{"createTime":"${createTime}","author":{"createTime":1}}}}}}</script>`;
  const comment = '<time itemprop="datePublished" datetime="2020-01-01">1 like - mia on January 1, 2020: "x"</time>';
  expect(
    days('instagram', `<head></head><body>${comment}`, '12 likes - maya on May 1, 2026: &quot;on June 2, 2020: &quot;'),
  ).toEqual(['2026-05-01T23:59:59.000Z']);
  expect(days('instagram', `<head></head><body>${comment}`, 'maya on the day: &quot;#ad&quot;')).toEqual([]);
  expect(days('tiktok', `<head></head><body>${data('1790000000')}${comment}`)).toEqual(['2026-09-21T14:13:20.000Z']);
  expect(days('tiktok', `<head></head><body>${data('soon')}<p>"createTime":"1700000000"`)).toEqual([]);
  expect(
    days('youtube', `<head></head><body><meta itemprop="datePublished" content="2026-05-05T23:00:00-07:00">${comment}`),
  ).toEqual(['2026-05-06T06:00:00.000Z']);
  expect(days('youtube', '<head></head><body>&lt;meta itemprop="datePublished" content="2026-05-05"&gt;')).toEqual([]);

  expect(
    days(
      null,
      `<head><meta property="article:published_time" content="2026-05-05T10:00:00+0200"></head><body>${comment}`,
    ),
  ).toEqual(['2026-05-05T08:00:00.000Z']);
  const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
  const article = {
    '@type': 'BlogPosting',
    datePublished: '2026-05-05 10:00',
    comment: [{ '@type': 'Comment', datePublished: '2020-01-01' }],
  };
  expect(
    days(
      null,
      `<head></head><body>${ld({ '@graph': [article, { '@type': 'Comment', datePublished: '2020-01-01' }] })}`,
    ),
  ).toEqual(['2026-05-05T10:00:00.000Z']);
  expect(days(null, '<head></head><body><script type="application/ld+json">{"datePublished":</script>')).toEqual([]);
  expect(
    days(
      null,
      '<head></head><body><time class="entry-date published" datetime="2026-05-05"></time><time datetime="2020-01-01"></time>',
    ),
  ).toEqual(['2026-05-05T23:59:59.000Z']);
  expect(
    days(
      null,
      '<head></head><body><time datetime="2026-05-05"></time><time datetime="PT5M"></time><time>May 6, 2026</time>',
    ),
  ).toEqual(['of something: 2026-05-05T23:59:59.000Z']);
  for (const html of [
    '<time datetime="x" '.repeat(100_000),
    '<meta '.repeat(300_000),
    '<script>'.repeat(100_000),
    '<div>'.repeat(300_000),
  ])
    expect(days(null, `<head></head><body>${html}`), html.slice(0, 10)).toEqual([]);
});
