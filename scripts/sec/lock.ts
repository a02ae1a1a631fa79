import { account, address, inParallel, measure, PASSWORD, type Row, type Target } from './target.ts';

const SIGN_IN = '/api/auth/sign-in/email';
const WRONG = 'loud-harbour-light';

interface Attack {
  name: string;
  /** Statuses of the wrong attempts. */
  run(target: Target, email: string, n: number): Promise<number[]>;
}

const inARow = async (times: number, act: (i: number) => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await act(i)).status);
  return statuses;
};
const body = (email: string) => ({ email, password: WRONG });

const ATTACKS: Attack[] = [
  {
    name: 'storage and cookies cleared',
    run: (target, email, n) =>
      inARow(6, (i) => target.send(SIGN_IN, { body: body(email), from: address(2, n * 7 + i) })),
  },
  {
    name: '40 forged X-Forwarded-For',
    run: (target, email, n) =>
      inARow(40, (i) =>
        target.send(SIGN_IN, {
          body: body(email),
          from: address(2, n),
          headers: { 'x-forwarded-for': `203.0.113.${i}`, 'x-client-ip': `198.51.100.${i}` },
        }),
      ),
  },
  {
    name: 'IPv6 rotation inside a /64',
    run: (target, email, n) =>
      inARow(12, (i) =>
        target.send(SIGN_IN, {
          body: body(email),
          from: address(1, n),
          headers: { 'x-forwarded-for': `2001:db8:${n.toString(16)}:1::${(i + 1).toString(16)}` },
        }),
      ),
  },
  {
    name: 'doubled slashes',
    run: (target, email, n) =>
      inARow(9, (i) =>
        target.send(
          ['/api/auth//sign-in/email', '//api/auth/sign-in/email', '/api//auth/sign-in//email', SIGN_IN][i % 4] ??
            SIGN_IN,
          { body: body(email), from: address(2, n) },
        ),
      ),
  },
  {
    name: 'malformed requests between',
    run: (target, email, n) =>
      inARow(9, async (i) => {
        await target.send(SIGN_IN, { body: { ...body(email), rememberMe: 'x' }, from: address(2, n) });
        return target.send(SIGN_IN, { body: body(email), from: address(2, n * 9 + i) });
      }),
  },
  {
    name: '50 at once',
    run: (target, email, n) =>
      Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          target.send(SIGN_IN, { body: body(email), from: address(2, n * 50 + i) }).then((a) => a.status),
        ),
      ),
  },
];

async function lock(target: Target, size: number): Promise<Row[]> {
  const results = await inParallel(
    Array.from({ length: size }, (_, n) => n),
    2,
    async (n) => {
      const attack = ATTACKS[n % ATTACKS.length]!;
      const { email, device } = await account(target, 'lock', n);
      const statuses = await attack.run(target, email, n);
      const stranger = await target.send(SIGN_IN, { body: { email, password: PASSWORD }, from: address(2, n) });
      const owner = await target.send(SIGN_IN, {
        body: { email, password: PASSWORD },
        from: address(4, n),
        headers: { cookie: device },
      });
      return {
        attack,
        checked: statuses.filter((s) => s === 401).length,
        limited: statuses.filter((s) => s === 429).length,
        refused: stranger.status === 423,
        owner: owner.status === 200,
      };
    },
  );
  const share = (of: typeof results, good: (r: (typeof results)[number]) => boolean) =>
    `${of.filter(good).length}/${of.length}`;
  const rows = ATTACKS.map(({ name }): Row => {
    const own = results.filter((r) => r.attack.name === name);
    const good = (r: (typeof results)[number]) => r.checked <= 3 && r.refused;
    return {
      what: `locked after three: ${name}`,
      bar: 'all, at most 3 passwords checked',
      measured: `${share(own, good)}, at most ${Math.max(...own.map((r) => r.checked))} checked, ${own.reduce((sum, r) => sum + r.limited, 0)} answers of 429`,
      ok: own.every(good),
    };
  });
  return [
    ...rows,
    {
      what: 'the owner’s known browser still signs in',
      bar: 'all',
      measured: share(results, (r) => r.owner),
      ok: results.every((r) => r.owner),
    },
  ];
}

await measure(
  'sec:lock',
  'npm run sec:lock: guesses passwords of real accounts in six disguises; then the right one from elsewhere and from the owner’s browser.',
  100,
  lock,
);
