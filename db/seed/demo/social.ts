import { beginConnection, finishConnection } from '../../../server/features/connections/connect.ts';
import { withTx } from '../../../server/context.ts';
import { saveDays } from '../../../server/features/creators/connected.ts';
import { HISTORY_DAYS } from '../../../server/features/creators/rules.ts';
import {
  type Account,
  DAY_MS,
  dayOf,
  followersOn,
} from '../../../server/integrations/social/sandbox/engine/accounts.ts';
import { CREATORS } from '../cast-creators.ts';
import type { Stage } from '../stage/stage.ts';
import { publishPosts } from './live-posts.ts';

/** Networks that a member of the cast connects, at the end of the stories; the worker then reads the accounts. */
const CONNECTED = [
  ['maya', 'instagram'],
  ['maya', 'tiktok'],
] as const;
const BROWSER = 'browser-of-the-demo-0001';

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    (reply) => reply.ok,
    () => false,
  );

/**
 * The followers of each day of thirteen months, as the account would have them had it been connected for so long: a network shows
 * the number of today alone.
 */
async function countedBefore(
  stage: Stage,
  base: string,
  { network, handle }: Pick<Account, 'network' | 'handle'>,
): Promise<void> {
  const asked = new URLSearchParams({ network, handle });
  const account = (await (await fetch(`${base}/_sandbox/accounts?${asked}`)).json()) as Account;
  const ctx = stage.system();
  const today = dayOf(ctx.clock.now().getTime());
  const days = Array.from({ length: HISTORY_DAYS - 1 }, (_, at) => today - HISTORY_DAYS + 1 + at);
  await withTx(ctx, async (tx) => {
    const { id } = await tx.db
      .selectFrom('social_accounts')
      .select('id')
      .where('platform', '=', network)
      .where('handle', '=', handle)
      .executeTakeFirstOrThrow();
    const none = { views: null, likes: null, comments: null, posts: null, reach: null, newFollowers: null };
    await saveDays(
      tx,
      id,
      days.map((day) => ({
        ...none,
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        followers: followersOn(account, day),
      })),
    );
  });
}

/**
 * Connects accounts of the cast to the social sandbox, by its sign-in page, as a person does. Left out where no sandbox runs:
 * the figures that they entered stay. Returns how many accounts are connected.
 */
export async function connectCast(stage: Stage): Promise<number> {
  const base = stage.env.SOCIAL_API_BASE;
  if (!base || !(await answers(`${base}/livez`))) return 0;
  for (const [key, network] of CONNECTED) {
    const { profile, name } = CREATORS.find((one) => one.key === key)!;
    const { followers } = profile.platforms.find(({ platform }) => platform === network)!;
    const account = {
      network,
      handle: profile.handle,
      followers,
      name,
      bio: profile.headline,
      country: profile.country,
    };
    const set = await fetch(`${base}/_sandbox/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    if (!set.ok) throw new Error(`the social sandbox refused ${profile.handle}: ${await set.text()}`);
    const { url } = await beginConnection(stage.as(key), { network, returnPath: '/profile' }, BROWSER);
    // Browsers may reach the page at another address than this process.
    const page = new URL(url);
    const form = new URLSearchParams({ handle: profile.handle, answer: 'allow' });
    for (const scope of (page.searchParams.get('scope') ?? '').split(/[ ,]/u)) form.append('scope', scope);
    const reply = await fetch(new URL(`${page.pathname}${page.search}`, base), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const back = new URL(reply.headers.get('location') ?? 'about:blank').searchParams;
    const answer = { network, state: back.get('state'), code: back.get('code'), error: back.get('error') };
    const { outcome } = await finishConnection(stage.as(key), answer, BROWSER);
    if (outcome !== 'connected') throw new Error(`${profile.handle} was not connected to ${network}: ${outcome}`);
    await countedBefore(stage, base, account);
  }
  await publishPosts(stage, base);
  return CONNECTED.length;
}
