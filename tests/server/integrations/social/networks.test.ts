import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSignedRequest } from '../../../../server/features/privacy/meta.ts';
import { createSocial } from '../../../../server/integrations/social/create.ts';
import { CONVERTED_DAY } from '../../../../server/integrations/social/sandbox/engine/accounts.ts';
import type { RemotePost, SocialNetwork, SocialTokens } from '../../../../server/integrations/social/social.ts';
import { connect, consent, openSandbox, REDIRECTS, type OpenSandbox } from './harness.ts';

const DAY = 86_400_000;
let box: OpenSandbox;
beforeAll(async () => {
  box = await openSandbox();
});
afterAll(() => box.stop());
beforeEach(() => box.world.removeFaults());

async function allPosts(network: SocialNetwork, tokens: SocialTokens, remoteId: string): Promise<RemotePost[]> {
  const found: RemotePost[] = [];
  let cursor: string | null = null;
  do {
    const page = await network.posts(tokens, remoteId, cursor);
    found.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return found;
}
const problem = (name: string) => expect.objectContaining({ problem: name }) as Error;

describe.each(['instagram', 'tiktok', 'youtube'] as const)('%s', (name) => {
  test('signs in, reads the account and every post once, newest first', async () => {
    const network = box[name];
    const back = await consent(network, `first.${name}`, { state: 'abc' });
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECTS[name]);
    expect(back.searchParams.get('state')).toBe('abc');
    const code = back.searchParams.get('code')!;
    const grant = await network.exchange({ code, redirectUri: REDIRECTS[name] });
    expect(grant.scopes).toEqual(expect.arrayContaining([...network.required]));
    const account = await network.account(grant.tokens);
    expect(account).toMatchObject({ handle: `first.${name}`, professional: true });
    const posts = await allPosts(network, grant.tokens, account.remoteId);
    expect(posts.length).toBe(account.posts);
    expect(new Set(posts.map(({ remoteId }) => remoteId)).size).toBe(posts.length);
    const times = posts.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test('a code works once, and for the address it was made for', async () => {
    const network = box[name];
    const code = (await consent(network, `code.${name}`)).searchParams.get('code')!;
    await expect(network.exchange({ code, redirectUri: 'http://localhost:3000/elsewhere' })).rejects.toThrow();
    await network.exchange({ code, redirectUri: REDIRECTS[name] });
    await expect(network.exchange({ code, redirectUri: REDIRECTS[name] })).rejects.toEqual(problem('code'));
  });

  test('a refusal comes back without a code', async () => {
    const back = await consent(box[name], `denied.${name}`, { answer: 'deny' });
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
  });

  test('a consent that was taken back ends every token', async () => {
    const network = box[name];
    const { tokens } = await connect(network, `gone.${name}`);
    await box.command('withdraw', { network: name, handle: `gone.${name}` });
    await expect(network.account(tokens)).rejects.toEqual(problem('expired'));
    await expect(network.refresh(tokens)).rejects.toEqual(problem('expired'));
  });

  test('faults: too many calls with a time, an error of the server, no answer of a provider that is down', async () => {
    const network = box[name];
    const { tokens } = await connect(network, `faults.${name}`);
    const order = (kind: string) => box.command('faults', { kind, network: name, retry_after_seconds: 77 });
    await order('429');
    await expect(network.account(tokens)).rejects.toMatchObject({ problem: 'rate', retryAfterSeconds: 77 });
    await order('500');
    await expect(network.account(tokens)).rejects.toEqual(problem('unavailable'));
    await order('401');
    await expect(network.account(tokens)).rejects.toEqual(problem('expired'));
    await order('down');
    await expect(network.account(tokens)).rejects.toEqual(problem('unavailable'));
    expect(await network.account(tokens)).toMatchObject({ handle: `faults.${name}` });
  });

  test.each(['half_page', 'double_page'])(
    'with a %s a reader that keeps posts by id has each of them',
    async (kind) => {
      const network = box[name];
      const { tokens } = await connect(network, `pages.${name}`);
      const { remoteId, posts: count } = await network.account(tokens);
      await box.command('faults', {
        kind,
        network: name,
        call: `${name}.${{ instagram: 'media', tiktok: 'videos', youtube: 'playlist' }[name]}`,
      });
      const posts = await allPosts(network, tokens, remoteId);
      expect(new Set(posts.map((post) => post.remoteId)).size).toBe(count);
    },
  );

  test('the same seed gives the same account in another sandbox, and time brings more', async () => {
    const other = await openSandbox();
    try {
      const at = box.world.now();
      for (const one of [box, other]) one.world.setClock(at, true);
      const [here, there] = await Promise.all(
        [box, other].map(async (one) => {
          const { tokens } = await connect(one[name], `same.${name}`);
          const account = await one[name].account(tokens);
          return {
            ...account,
            pictureUrl: null,
            newest: (await one[name].posts(tokens, account.remoteId, null)).items[0],
          };
        }),
      );
      expect(there).toEqual(here);
      other.world.setClock(at + 40 * DAY, true);
      const { tokens } = await connect(other[name], `same.${name}`);
      expect((await other[name].account(tokens)).posts).toBeGreaterThan(here!.posts!);
    } finally {
      box.world.setClock(Date.now(), false);
      await other.stop();
    }
  });

  test('a dialog for another app, address or scope is not shown', async () => {
    const url = new URL(box[name].authorizeUrl({ state: 's', redirectUri: REDIRECTS[name] }));
    for (const [key, value] of [
      [name === 'tiktok' ? 'client_key' : 'client_id', 'other'],
      ['redirect_uri', 'http://localhost:3000/steal'],
      ['response_type', 'token'],
      ['scope', 'everything'],
    ] as const) {
      const changed = new URL(url);
      changed.searchParams.set(key, value);
      expect((await fetch(changed)).status, key).toBe(400);
    }
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('instagram', () => {
  test('a token is renewed after 24 hours and before its 60th day', async () => {
    const { tokens, accessSeconds } = await connect(box.instagram, 'renew');
    expect(accessSeconds).toBe(60 * 86_400);
    await expect(box.instagram.refresh(tokens)).rejects.toEqual(problem('refused'));
    box.advance(DAY);
    const renewed = await box.instagram.refresh(tokens);
    expect(renewed.tokens.access).not.toBe(tokens.access);
    box.advance(59 * DAY + 1000);
    await expect(box.instagram.account(tokens)).rejects.toEqual(problem('expired'));
    await expect(box.instagram.refresh(tokens)).rejects.toEqual(problem('expired'));
    expect(await box.instagram.account(renewed.tokens)).toMatchObject({ handle: 'renew' });
  });

  test('a personal account shows itself and nothing else', async () => {
    const { tokens } = await connect(box.instagram, 'ana.personal');
    expect(await box.instagram.account(tokens)).toMatchObject({ professional: false });
    await expect(box.instagram.posts(tokens, 'me', null)).rejects.toEqual(problem('personal'));
  });

  test('without the scope of insights there are posts but no days', async () => {
    const { tokens, scopes } = await connect(box.instagram, 'basic', ['instagram_business_basic']);
    expect(scopes).toEqual(['instagram_business_basic']);
    await expect(box.instagram.days(tokens, '2026-11-01', '2026-11-10')).rejects.toEqual(problem('scope'));
  });

  test('views of a post are read by a call of its own; without the scope, or of a post of others, there are none', async () => {
    const { tokens } = await connect(box.instagram, 'seen');
    const { items } = await box.instagram.posts(tokens, (await box.instagram.account(tokens)).remoteId, null);
    for (const isVideo of [true, false]) {
      const post = items.find((one) => one.isVideo === isVideo && box.world.now() - one.at.getTime() > DAY)!;
      expect(post.views).toBeNull();
      expect(await box.instagram.postViews!(tokens, post.remoteId)).toBeGreaterThan(post.likes);
    }
    const other = await connect(box.instagram, 'other.seen', ['instagram_business_basic']);
    const [post] = items;
    await expect(box.instagram.postViews!(other.tokens, post!.remoteId)).rejects.toEqual(problem('scope'));
    const third = await connect(box.instagram, 'third.seen');
    await expect(box.instagram.postViews!(third.tokens, post!.remoteId)).rejects.toEqual(problem('missing'));
  });

  test('posts from before an account was professional have no insights, later ones have', async () => {
    const { tokens } = await connect(box.instagram, 'ana.converted');
    const { items } = await box.instagram.posts(tokens, (await box.instagram.account(tokens)).remoteId, null);
    const since = CONVERTED_DAY * DAY;
    const before = items.find(({ at }) => at.getTime() < since)!;
    const after = items.find(({ at }) => at.getTime() > since && box.world.now() - at.getTime() > DAY)!;
    await expect(box.instagram.postViews!(tokens, before.remoteId)).rejects.toEqual(problem('missing'));
    expect(await box.instagram.postViews!(tokens, after.remoteId)).toBeGreaterThan(0);
  });

  test('insights of a post are strict: metrics by kind of post, none that are over, nothing in place of 0', async () => {
    const { tokens } = await connect(box.instagram, 'strict.seen');
    const { items } = await box.instagram.posts(tokens, (await box.instagram.account(tokens)).remoteId, null);
    const insights = async (id: string, metric: string) => {
      const query = new URLSearchParams({ metric, access_token: tokens.access });
      const answer = await fetch(`${box.url}/graph.instagram.com/v23.0/${id}/insights?${query}`);
      return {
        status: answer.status,
        body: (await answer.json()) as { data?: unknown[]; error?: { message: string } },
      };
    };
    const reel = items.find(({ isVideo, at }) => isVideo && box.world.now() - at.getTime() > DAY)!.remoteId;
    const picture = items.find(({ isVideo, at }) => !isVideo && box.world.now() - at.getTime() > DAY)!.remoteId;
    for (const id of [reel, picture])
      expect((await insights(id, 'views,reach,saved,shares,total_interactions')).body.data).toHaveLength(5);
    for (const [id, metric] of [
      [reel, 'follows'],
      [picture, 'ig_reels_avg_watch_time'],
      [picture, 'replies'],
    ] as const)
      expect((await insights(id, `views,${metric}`)).body.error?.message).toContain(`does not support the ${metric}`);
    expect((await insights(picture, 'impressions')).body.error?.message).toContain('no longer supported');
    expect(await insights(picture, 'fame')).toMatchObject({ status: 400 });
    // Of a post that is some minutes old nothing is counted yet.
    const now = box.world.now();
    box.world.setClock(items[0]!.at.getTime() + 60_000, true);
    try {
      const fresh = await connect(box.instagram, 'strict.seen');
      expect(await box.instagram.postViews!(fresh.tokens, items[0]!.remoteId)).toBeNull();
    } finally {
      box.world.setClock(now, false);
    }
  });

  test('days and audience are those of complete days, and add up to the followers', async () => {
    const { tokens } = await connect(box.instagram, 'days');
    const today = new Date(box.world.now()).toISOString().slice(0, 10);
    const from = new Date(box.world.now() - 10 * DAY).toISOString().slice(0, 10);
    const days = await box.instagram.days(tokens, from, today);
    expect(days.length).toBe(10);
    expect(days.every(({ reach, newFollowers }) => reach !== null && newFollowers !== null)).toBe(true);
    const { followers } = await box.instagram.account(tokens);
    const countries = await box.instagram.audience(tokens, 'country');
    const sum = countries.reduce((all, { count }) => all + count, 0);
    expect(sum / followers!).toBeGreaterThan(0.9);
    expect(sum).toBeLessThanOrEqual(followers!);
  });

  test('a call above the quota is refused and recorded as such; a day later there is room again', async () => {
    const small = await openSandbox({ quotas: { instagram: 5 } });
    // A client of its own has not seen how much is used.
    const fresh = () => createSocial({ ...small.keys, SOCIAL_API_BASE: small.url }).instagram!;
    try {
      const { tokens } = await connect(small.instagram, 'quota');
      for (let n = 0; n < 5; n += 1) await fresh().account(tokens);
      await expect(fresh().account(tokens)).rejects.toMatchObject({
        problem: 'rate',
        retryAfterSeconds: 86_400,
      });
      expect(small.world.calls().filter(({ overQuota }) => overQuota)).toMatchObject([
        { handle: 'quota', status: 429 },
      ]);
      small.advance(DAY + 1000);
      expect(await fresh().account(tokens)).toMatchObject({ handle: 'quota' });
    } finally {
      await small.stop();
    }
  });
});

describe('tiktok', () => {
  test('a refresh gives a new pair; the same call repeated gets that pair again, later none', async () => {
    const { tokens } = await connect(box.tiktok, 'rotates');
    box.advance(DAY + 1000);
    await expect(box.tiktok.account(tokens)).rejects.toEqual(problem('expired'));
    const renewed = await box.tiktok.refresh(tokens);
    expect((await box.tiktok.refresh(tokens)).tokens).toEqual(renewed.tokens);
    box.advance(11 * 60_000);
    await expect(box.tiktok.refresh(tokens)).rejects.toEqual(problem('expired'));
    expect(await box.tiktok.account(renewed.tokens)).toMatchObject({ handle: 'rotates' });
    box.advance(364 * DAY);
    await expect(box.tiktok.refresh(renewed.tokens)).rejects.toEqual(problem('expired'));
  });

  test('refused scopes are named, and their figures are unknown', async () => {
    const { tokens, scopes } = await connect(box.tiktok, 'partial', ['user.info.basic', 'user.info.profile']);
    expect(scopes).toEqual(['user.info.basic', 'user.info.profile']);
    expect(await box.tiktok.account(tokens)).toMatchObject({ handle: 'partial', followers: null, posts: null });
    await expect(box.tiktok.posts(tokens, '', null)).rejects.toEqual(problem('scope'));
  });
});

test('youtube: public figures by key, none of a private channel or one that does not exist', async () => {
  expect(await box.social.channel!('@public.tube')).toMatchObject({
    handle: 'public.tube',
    description: 'Public Tube on youtube',
  });
  expect(await box.social.channel!('quiet.private')).toBeNull();
  expect(await box.social.channel!('missing.one')).toBeNull();
  await box.command('accounts', { network: 'youtube', handle: 'coded', bio: 'code 123456' });
  expect(await box.social.channel!('coded')).toMatchObject({ description: 'code 123456' });
});

test('half a character that a network cut is read as a sign that Postgres stores', async () => {
  await box.command('accounts', { network: 'youtube', handle: 'halved', bio: 'Tea and cake \ud83c' });
  expect(await box.social.channel!('halved')).toMatchObject({ description: 'Tea and cake \ufffd' });
});

test('without keys there is no network, and public pages alone are read', () => {
  expect(createSocial({})).toEqual({
    seal: null,
    instagram: null,
    tiktok: null,
    youtube: null,
    channel: null,
    postPage: expect.any(Object),
    profilePage: expect.any(Object),
  });
});

describe('characters', () => {
  const followers = async (handle: string, daysAgo: number) => {
    const now = Date.now();
    box.world.setClock(Date.UTC(2026, 10, 1) - daysAgo * DAY, true);
    const { tokens } = await connect(box.instagram, handle);
    const account = await box.instagram.account(tokens);
    box.world.setClock(now, false);
    return account.followers!;
  };

  test('a bought step is one day, a drip the same number every day, a dormant account posts nothing', async () => {
    await box.command('accounts', { network: 'instagram', handle: 'step.bought', followers: 10_000 });
    expect((await followers('step.bought', 44)) / (await followers('step.bought', 46))).toBeGreaterThan(1.4);
    await box.command('accounts', { network: 'instagram', handle: 'slow.drip', followers: 10_000 });
    const [a, b, c] = [
      await followers('slow.drip', 30),
      await followers('slow.drip', 29),
      await followers('slow.drip', 28),
    ];
    expect(Math.abs(b - a - (c - b))).toBeLessThanOrEqual(1);
    const { tokens } = await connect(box.instagram, 'asleep.dormant');
    const [newest] = (await box.instagram.posts(tokens, 'me', null)).items;
    expect(box.world.now() - newest!.at.getTime()).toBeGreaterThan(180 * DAY);
  });
});

describe('signed calls', () => {
  const seen: { url: string; headers: Record<string, unknown>; body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body });
      response.end('{}');
    });
  });
  let signing: OpenSandbox;
  beforeAll(async () => {
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    signing = await openSandbox({ webhookTarget: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` });
  });
  afterAll(async () => {
    receiver.close();
    await signing.stop();
  });

  test('removing the app at Instagram or TikTok notifies the application, signed with its secret', async () => {
    const { tokens } = await connect(signing.instagram, 'leaves');
    const { remoteId } = await signing.instagram.account(tokens);
    await connect(signing.tiktok, 'leaves');
    for (const network of ['instagram', 'tiktok'] as const)
      expect((await signing.command('notices', { network, handle: 'leaves', kind: 'deauthorize' })).status).toBe(200);
    const [meta, tiktok] = seen.splice(0);
    expect(meta?.url).toBe('/api/meta/deauthorize');
    const signed = new URLSearchParams(meta?.body).get('signed_request')!;
    expect(readSignedRequest(signed, signing.keys.INSTAGRAM_APP_SECRET)).toEqual({ userId: remoteId });
    const [, t, s] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(String(tiktok?.headers['tiktok-signature']))!;
    expect(s).toBe(
      createHmac('sha256', signing.keys.TIKTOK_CLIENT_SECRET).update(`${t}.${tiktok?.body}`).digest('hex'),
    );
  });

  test('records, consents and tokens are there again after a restart; no token is written down', async () => {
    const first = await openSandbox();
    const { tokens } = await connect(first.instagram, 'kept');
    await first.instagram.account(tokens);
    await first.close();
    const second = await openSandbox({ stateDir: first.stateDir });
    try {
      const again = createSocial({ ...second.keys, SOCIAL_API_BASE: second.url }).instagram!;
      expect(await again.account(tokens)).toMatchObject({ handle: 'kept' });
      const calls = second.world.calls();
      expect(calls.map(({ n }) => n)).toEqual(calls.map((_, index) => index + 1));
      expect(JSON.stringify(calls)).not.toContain(tokens.access);
    } finally {
      await second.stop();
    }
  });
});

test('an account that has used nearly all of its calls rests, before one is refused', async () => {
  const small = await openSandbox({ quotas: { instagram: 20 } });
  const { tokens } = await connect(small.instagram, 'busy.account');
  for (let n = 0; n < 19; n += 1) await small.instagram.account(tokens);
  await expect(small.instagram.account(tokens)).rejects.toMatchObject({ problem: 'rate', retryAfterSeconds: 900 });
  expect(small.world.calls().filter(({ overQuota, status }) => overQuota || status === 429)).toEqual([]);
  await small.stop();
});
