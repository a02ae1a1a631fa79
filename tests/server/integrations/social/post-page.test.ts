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
