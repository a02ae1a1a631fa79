import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seePost } from '../../server/features/publications/look.ts';
import type { Outcome } from '../../server/features/publications/schema.ts';
import { publishFrom, verdictOf } from '../../server/features/publications/rules.ts';
import type { PostPlatform } from '../../server/features/publications/links/rules.ts';
import { createGuardedFetch, type GuardedFetch } from '../../server/integrations/fetch/guarded.ts';
import { createSocial } from '../../server/integrations/social/create.ts';
import type { PublishedPost } from '../../server/integrations/social/sandbox/engine/world.ts';
import { addressOfPost } from '../../server/integrations/social/sandbox/posts.ts';
import { startSocialSandbox } from '../../server/integrations/social/sandbox/server.ts';

const LABEL = '#ad';
/** A label that older sites write in ISO-8859-1. */
const ACCENTED = 'Publicité';
const TIMEOUT_MS = 400;
const DAY = 24 * 3_600_000;
const SIGNED = Date.now() - 3_600_000;
const dayOf = (days: number): string => new Date(SIGNED + days * DAY).toISOString();
const published = (days: number): string => `<meta property="article:published_time" content="${dayOf(days)}">`;
const app = { id: 'app', secret: 'secret', redirectUris: [] };

interface Kind {
  what: string;
  post?: Partial<PublishedPost>;
  /** Another address than that of the post. */
  url?: string;
  /** A page outside of the networks, and whether its host is the creator's. */
  html?: string;
  author?: 'site';
  /** The page and its label are in ISO-8859-1; where that is stated. */
  latin1?: 'in the answer' | 'in the page';
  /** Entered by the creator after the signature. */
  claimed?: string;
  /** The text that passed before was another one. */
  changed?: true;
  expected: Outcome;
}

/** Kinds of pages behind the link of a post, with what each of them is to be judged as. */
export const PAGE_KINDS: readonly Kind[] = [
  { what: 'the post', post: {}, expected: 'live' },
  { what: 'a video of a channel', post: { network: 'youtube', id: 'abcDEF12345' }, expected: 'live' },
  { what: 'the post of another account', post: { handle: 'mia' }, expected: 'wrong_author' },
  {
    what: 'the post of another account under the name of the creator',
    post: { network: 'tiktok', id: '7312345678', handle: 'mia' },
    url: 'https://www.tiktok.com/@maya/video/7312345678',
    expected: 'wrong_author',
  },
  { what: 'a post without the label', post: { text: 'Three drinks' }, expected: 'no_disclosure' },
  {
    what: 'a post with the label in another word',
    post: { text: `Three drinks ${LABEL}venture` },
    expected: 'no_disclosure',
  },
  {
    what: 'the beginning of a text',
    post: { page: 'cut', text: `Three drinks on the terrace of the café ${LABEL}` },
    expected: 'unclear',
  },
  { what: 'a text that was edited after it passed', post: {}, changed: true, expected: 'changed' },
  { what: 'no such page (404)', post: { page: 'gone' }, expected: 'removed' },
  { what: 'the statement of Instagram', post: { page: 'says_gone' }, expected: 'removed' },
  {
    what: 'the statement of YouTube',
    post: { network: 'youtube', id: 'abcDEF12346', page: 'says_gone' },
    expected: 'removed',
  },
  { what: 'a sign-in', post: { page: 'sign_in' }, expected: 'unreachable' },
  { what: 'an error (500)', post: { page: 'broken' }, expected: 'unreachable' },
  { what: 'no answer', post: { page: 'silent' }, expected: 'unreachable' },
  { what: 'a page that does not name its author', html: '', expected: 'unclear' },
  ...(['instagram', 'tiktok', 'youtube'] as const).flatMap((network): Kind[] => {
    const id = { instagram: 'Cold', tiktok: '73123456', youtube: 'oldVideo000' }[network];
    return [
      {
        what: `a post of ${network} from before the signature`,
        post: { network, id: `${id}001`, at: SIGNED - 2 * DAY },
        expected: 'published_before',
      },
      {
        what: `a post of ${network} from the day of the signature in another time zone`,
        post: { network, id: `${id}002`, at: SIGNED - DAY / 2 },
        expected: 'live',
      },
      { what: `a post of ${network} without a day`, post: { network, id: `${id}003`, at: null }, expected: 'live' },
      {
        what: `a post of ${network} dated in the future`,
        post: { network, id: `${id}004`, at: SIGNED + 400 * DAY },
        expected: 'live',
      },
      {
        what: `a post of ${network} below which another author has written, with an older day`,
        post: { network, id: `${id}005`, page: 'commented' },
        expected: 'live',
      },
      {
        what: `an older post of another account of ${network} below which there are comments`,
        post: { network, id: `${id}006`, page: 'commented', handle: 'mia', at: SIGNED - 9 * DAY },
        expected: 'wrong_author',
      },
    ];
  }),
  {
    what: 'a post of an account that the creator entered after the signature',
    post: { handle: 'mia' },
    claimed: 'mia',
    expected: 'unclear',
  },
  {
    what: 'an older post of an account that the creator entered after the signature',
    post: { handle: 'mia', at: SIGNED - 2 * DAY },
    claimed: 'mia',
    expected: 'published_before',
  },
  ...[
    { what: 'a site that states a day in its head', html: published(-9), expected: 'published_before' },
    { what: 'a site that states a later day in its head', html: published(0), expected: 'live' },
    {
      what: 'a site that states a day for machines',
      html: `<script type="application/ld+json">{"@type":"Article","datePublished":"${dayOf(-9)}"}</script>`,
      expected: 'published_before',
    },
    {
      what: 'a site that states its day in its text',
      html: `<time class="published" datetime="${dayOf(-9)}">last week</time>`,
      expected: 'published_before',
    },
    {
      what: 'a site whose days are all those of comments or other works',
      html: `<time datetime="${dayOf(-9)}">last week</time><time datetime="${dayOf(-8)}">last week</time>`,
      expected: 'unclear',
    },
    {
      what: 'a newer site with an older comment',
      html: `<time itemprop="datePublished" datetime="${dayOf(0)}">today</time><time datetime="${dayOf(-9)}">a comment</time>`,
      expected: 'live',
    },
    {
      what: 'an older site with a newer comment',
      html: `<time datetime="${dayOf(-9)}">last week</time><time datetime="${dayOf(0)}">a comment</time>`,
      expected: 'unclear',
    },
    {
      what: 'a newer site with an older article below it',
      html: `${published(0)}<time datetime="${dayOf(-9)}">last week</time>`,
      expected: 'live',
    },
    {
      what: 'a site that states two days',
      html: `${published(-9)}<script type="application/ld+json">{"datePublished":"${dayOf(0)}"}</script>`,
      expected: 'unclear',
    },
    {
      what: 'an older site that also states a day to come',
      html: published(-9) + published(400),
      expected: 'published_before',
    },
    { what: 'a site of years ago, by a clock at zero', html: published(-30_000), expected: 'live' },
  ].map(({ what, html, expected }): Kind => ({ what, html, author: 'site', expected: expected as Outcome })),
  ...(['in the answer', 'in the page'] as const).map((latin1): Kind => ({
    what: `a site in ISO-8859-1, stated ${latin1}`,
    html: published(0) + (latin1 === 'in the page' ? '<meta charset="iso-8859-1">' : ''),
    author: 'site',
    latin1,
    expected: 'live',
  })),
];

export interface PageResult {
  what: string;
  expected: Outcome;
  outcome: Outcome;
  ms: number;
}

/** Serves every kind of page, looks at it as the workflow does, and judges it. */
export async function judgePages(): Promise<PageResult[]> {
  const stateDir = mkdtempSync(join(tmpdir(), 'post-pages-'));
  const settings = { instagram: app, tiktok: app, youtube: app, youtubeKey: 'key', webhookTarget: null };
  const sandbox = await startSocialSandbox({ port: 0, stateDir, settings });
  let shown: Pick<Kind, 'html' | 'latin1'> = {};
  const blog = createServer((_, response) => {
    const { html, latin1 } = shown;
    const charset = latin1 === undefined ? '; charset=utf-8' : latin1 === 'in the answer' ? '; charset=ISO-8859-1' : '';
    const page = `<html><head><title>Café</title>${html}</head><body><p>Coffee ${latin1 ? ACCENTED : LABEL}</p></body></html>`;
    response
      .writeHead(200, { 'content-type': `text/html${charset}` })
      .end(Buffer.from(page, latin1 ? 'latin1' : 'utf8'));
  });
  await new Promise<void>((resolve) => void blog.listen(0, '127.0.0.1', resolve));
  const blogUrl = `http://127.0.0.1:${(blog.address() as AddressInfo).port}/post`;
  const guarded = createGuardedFetch({ mayConnect: (address) => address === '127.0.0.1' });
  const fetch: GuardedFetch = (address, limits) => guarded(address, { ...limits, timeoutMs: TIMEOUT_MS });
  const social = createSocial({ SOCIAL_API_BASE: sandbox.url });
  try {
    const results: PageResult[] = [];
    for (const [n, kind] of PAGE_KINDS.entries()) {
      const { what, post: given, url, html, author, latin1, claimed, changed, expected } = kind;
      const post = sandbox.world.putPost({
        network: 'instagram',
        id: `Cpost0000${n}`,
        handle: 'maya',
        text: `Three drinks ${LABEL}`,
        at: SIGNED,
        page: 'shown',
        ...given,
      });
      const isBlog = html !== undefined;
      shown = kind;
      const platform: PostPlatform = isBlog ? 'blog' : post.network;
      const at = { platform, url: isBlog ? blogUrl : (url ?? addressOfPost(post)) };
      const began = performance.now();
      const seen = await seePost({ integrations: { fetch, social } }, at);
      const { outcome } = verdictOf(seen, {
        handles: !isBlog ? ['maya'] : author ? ['127.0.0.1'] : [],
        claimed: claimed ? [claimed] : [],
        publishFrom: publishFrom({ signed_at: new Date(SIGNED) }),
        now: new Date(),
        label: latin1 ? ACCENTED : LABEL,
        digest: changed ? 'of another text' : null,
      });
      results.push({ what, expected, outcome, ms: performance.now() - began });
    }
    return results;
  } finally {
    blog.close();
    await sandbox.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}
