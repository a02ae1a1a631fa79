import { account, address, inParallel, mailbox, measure, type Answer, type Row, type Target } from './target.ts';

interface Sample {
  known: boolean;
  answer: Answer;
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Two-sample Kolmogorov–Smirnov: the chance that both come from one distribution (asymptotic series). */
function sameDistribution(a: number[], b: number[]): number {
  const [x, y] = [a.toSorted((p, q) => p - q), b.toSorted((p, q) => p - q)];
  let [i, j, distance] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    if (x[i]! <= y[j]!) i += 1;
    else j += 1;
    distance = Math.max(distance, Math.abs(i / x.length - j / y.length));
  }
  const n = Math.sqrt((x.length * y.length) / (x.length + y.length));
  const lambda = (n + 0.12 + 0.11 / n) * distance;
  let p = 0;
  for (let k = 1; k <= 100; k += 1) p += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, p));
}

const times = (samples: Sample[], known: boolean) => samples.filter((s) => s.known === known).map((s) => s.answer.ms);

async function timing(target: Target, size: number): Promise<Row[]> {
  const known = await inParallel(
    Array.from({ length: size }, (_, n) => n),
    2,
    async (n) => (await account(target, 'timing', n)).email,
  );
  const both = known.flatMap((email) => [
    { email, known: true },
    { email: mailbox('nobody'), known: false },
  ]);

  const resets = await inParallel(both, 8, async (who, n): Promise<Sample> => ({
    known: who.known,
    answer: await target.send('/api/request-reset', { body: { email: who.email }, from: address(2, n) }),
  }));
  const limited = resets.filter((s) => s.answer.status === 429).length;
  const answered = resets.filter((s) => s.answer.status !== 429);
  const all = answered.map((s) => s.answer.ms);
  const bodies = new Set(answered.map((s) => `${s.answer.status} ${s.answer.text}`));
  const p = sameDistribution(times(answered, true), times(answered, false));

  // One wrong password each, one after the other: only the account differs.
  const tries: Sample[] = [];
  for (const [n, who] of both.entries())
    tries.push({
      known: who.known,
      answer: await target.send('/api/auth/sign-in/email', {
        body: { email: who.email, password: 'loud-harbour-light' },
        from: address(2, n),
      }),
    });
  const gap = Math.abs(median(times(tries, true)) - median(times(tries, false)));
  const signInBodies = new Set(tries.map((s) => `${s.answer.status} ${s.answer.text}`));
  const seconds = (ms: number) => (ms / 1000).toFixed(3);
  return [
    {
      what: `${answered.length} reset requests (${limited} more answered 429)`,
      bar: 'each 1.00–1.25 s',
      measured: `${seconds(Math.min(...all))}–${seconds(Math.max(...all))} s`,
      ok: Math.min(...all) >= 1_000 && Math.max(...all) <= 1_250,
      timed: true,
    },
    { what: 'their bodies', bar: 'identical', measured: `${bodies.size} kind`, ok: bodies.size === 1 },
    {
      what: 'their times, known against unknown',
      bar: 'not separable, p > 0.01',
      measured: `p = ${p.toFixed(3)}`,
      ok: p > 0.01,
      timed: true,
    },
    {
      what: `${tries.length} sign-ins, medians of known and unknown`,
      bar: 'within 5 ms',
      measured: `${median(times(tries, true)).toFixed(1)} and ${median(times(tries, false)).toFixed(1)} ms`,
      ok: gap < 5,
      timed: true,
    },
    { what: 'their bodies', bar: 'identical', measured: `${signInBodies.size} kind`, ok: signInBodies.size === 1 },
  ];
}

await measure(
  'sec:timing',
  'npm run sec:timing: asks for resets and signs in with real and made-up mailboxes by turns, and compares answers and times.',
  200,
  timing,
);
