import { beginConnection, finishConnection } from '../../../server/features/connections/connect.ts';
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
  }
  await publishPosts(stage, base);
  return CONNECTED.length;
}
