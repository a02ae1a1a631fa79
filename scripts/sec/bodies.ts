import { hostileBodies } from './hostile-bodies.ts';
import { address, inParallel, mailbox, measure, PASSWORD, type Row, type Target } from './target.ts';

const MAX_MS = 20;
const MAX_LIVEZ_MS = 1_000;
/** Processor time has a resolution of 10 ms: the cost of a body is a share of the cost of this many. */
const TRIES = 10;
const AT_ONCE = 20;

async function brandCookie(target: Target): Promise<string> {
  const email = mailbox('bodies');
  const made = await target.send('/api/auth/sign-up/email', {
    body: { email, password: PASSWORD, name: 'Tester', userType: 'business' },
    from: address(3, 1),
  });
  const cookie = made.cookies.join('; ');
  const done = await target.send('/api/trpc/accounts.completeSignUp', {
    body: { json: { displayName: 'Tester', userType: 'business' } },
    headers: { cookie },
  });
  if (done.status !== 200) throw new Error(`no brand could be made: ${done.status} ${done.text}`);
  return cookie;
}

/** Calls /livez repeatedly while `work` runs; returns the longest answer time. */
async function watchingLivez(target: Target, work: () => Promise<void>): Promise<number> {
  let worst = 0;
  let over = false;
  const watch = (async () => {
    while (!over) {
      worst = Math.max(worst, (await target.send('/livez', { method: 'GET' })).ms);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  await work().finally(() => (over = true));
  await watch;
  return worst;
}

async function bodies(target: Target, size: number): Promise<Row[]> {
  const cookie = await brandCookie(target);
  const all = hostileBodies(size);
  let from = 0;
  const send = (one: (typeof all)[number]) =>
    target.send(one.path, { raw: one.payload, from: address(2, (from += 1)), headers: one.signedIn ? { cookie } : {} });
  /** Processor time where it is available; else the fastest answer, which depends on the machine's load. */
  const costOf = async (one: (typeof all)[number]) => {
    const before = target.cpu?.();
    const answers = [];
    for (let n = 0; n < TRIES; n += 1) answers.push(await send(one));
    return {
      ...one,
      status: Math.max(...answers.map((a) => a.status)),
      ms:
        target.cpu && before !== undefined
          ? ((target.cpu() - before) * 1000) / TRIES
          : Math.min(...answers.map((a) => a.ms)),
    };
  };
  for (const one of all.slice(0, 50)) await send(one);
  const results: Awaited<ReturnType<typeof costOf>>[] = [];
  for (const one of all) results.push(await costOf(one));
  const livez = await watchingLivez(target, async () => void (await inParallel(all, AT_ONCE, send)));
  const slow = results.filter(({ ms }) => ms >= MAX_MS);
  const odd = results.filter(({ status }) => status < 400 || status >= 500);
  for (const { what, path, ms, status } of new Set([...slow, ...odd]))
    console.log(`  ${path} ${what}: ${status} in ${ms.toFixed(1)} ms`);
  const worst = results.reduce((a, b) => (b.ms > a.ms ? b : a));
  return [
    {
      what: `${all.length} hostile bodies`,
      bar: 'each a 4xx',
      measured: `${all.length - odd.length}`,
      ok: odd.length === 0,
    },
    {
      what: target.cpu ? 'the costliest body, processor time' : 'the costliest body',
      bar: `< ${MAX_MS} ms`,
      measured: `${worst.ms.toFixed(1)} ms (${worst.what}, ${worst.path})`,
      ok: slow.length === 0,
      timed: true,
    },
    {
      what: `/livez while ${AT_ONCE} come at a time`,
      bar: `< ${MAX_LIVEZ_MS} ms`,
      measured: `${livez.toFixed(0)} ms`,
      ok: livez < MAX_LIVEZ_MS,
      timed: true,
    },
  ];
}

await measure(
  'sec:bodies',
  'npm run sec:bodies: bodies made to cost the server time (references, sets, depth, width, long numbers); each must be refused at once.',
  200,
  bodies,
);
