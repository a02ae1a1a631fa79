import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seePost } from '../../server/features/publications/look.ts';
import { verdictOf } from '../../server/features/publications/rules.ts';
import type { Outcome } from '../../server/features/publications/schema.ts';
import type { PostPlatform } from '../../server/features/publications/links/rules.ts';
import { createGuardedFetch, type GuardedFetch } from '../../server/integrations/fetch/guarded.ts';
import { createSocial } from '../../server/integrations/social/create.ts';
import type { PublishedPost } from '../../server/integrations/social/sandbox/engine/world.ts';
import { addressOfPost } from '../../server/integrations/social/sandbox/posts.ts';
import { startSocialSandbox } from '../../server/integrations/social/sandbox/server.ts';

const LABEL = '#ad';
const TIMEOUT_MS = 400;
const app = { id: 'app', secret: 'secret', redirectUris: [] };

interface Kind {
  what: string;
  post: Partial<PublishedPost>;
  /** Another address than that of the post. */
  url?: string;
  platform?: PostPlatform;
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
  { what: 'a page that does not name its author', post: {}, url: 'blog', platform: 'blog', expected: 'unclear' },
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
  const blog = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<title>Café</title><p>Coffee ${LABEL}`);
  });
  await new Promise<void>((resolve) => void blog.listen(0, '127.0.0.1', resolve));
  const blogUrl = `http://127.0.0.1:${(blog.address() as AddressInfo).port}/post`;
  const guarded = createGuardedFetch({ mayConnect: (address) => address === '127.0.0.1' });
  const fetch: GuardedFetch = (address, limits) => guarded(address, { ...limits, timeoutMs: TIMEOUT_MS });
  const social = createSocial({ SOCIAL_API_BASE: sandbox.url });
  try {
    const results: PageResult[] = [];
    for (const [n, { what, post: given, url, platform, changed, expected }] of PAGE_KINDS.entries()) {
      const post = sandbox.world.putPost({
        network: 'instagram',
        id: `Cpost0000${n}`,
        handle: 'maya',
        text: `Three drinks ${LABEL}`,
        page: 'shown',
        ...given,
      });
      const at = { platform: platform ?? post.network, url: url === 'blog' ? blogUrl : (url ?? addressOfPost(post)) };
      const began = performance.now();
      const seen = await seePost({ integrations: { fetch, social } }, at);
      const { outcome } = verdictOf(seen, {
        handles: platform === 'blog' ? [] : ['maya'],
        label: LABEL,
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
