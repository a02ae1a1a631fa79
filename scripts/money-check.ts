import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool } from '../db/client.ts';
import { readEnv } from '../server/env.ts';
import { checkMoney, INVARIANTS } from '../server/features/money-check/checker.ts';
import { createStripeProvider } from '../server/integrations/stripe/provider.ts';
import { StartFailure, explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { runIntegration } from './lib/run-integration.ts';
import { SELFTEST, type Corruptions } from './lib/selftest.ts';
import { readRunningInstance } from './stack/instance.ts';

const HELP = `npm run money:check [-- --home DIR] [--no-provider] [--list] [--selftest]

Checks every invariant of the money (docs/money.md) over the database of DATABASE_WORKER_URL or DATABASE_URL, else of
the instance that runs with its state in DIR (.data by default), and compares the ledger with the payment provider line by
line; with the sandbox also object by object. Prints each breach; the exit code is 1 when there is one. The worker does the
same every hour; this command stops and lifts nothing.
--no-provider leaves the provider out; --list names the invariants.
--selftest corrupts books of its own by hand, in at least ${SELFTEST.least} ways for each invariant, and proves that each is found and named.`;

async function main(): Promise<number> {
  const { values } = readFlags({
    options: {
      help: { type: 'boolean', short: 'h' },
      home: { type: 'string' },
      'no-provider': { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      selftest: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP);
  if (values.list)
    return print(INVARIANTS.map((i) => `${i.name.padEnd(32)} ${i.designNumbers.padEnd(12)} ${i.statement}`).join('\n'));
  if (values.selftest) return selftest();
  if (!process.env.DATABASE_URL) Object.assign(process.env, readRunningInstance(values.home).env);
  const env = readEnv();
  const pool = createPool(env.DATABASE_WORKER_URL ?? env.DATABASE_URL, {
    max: 1,
    applicationName: 'sponsio-money-check',
    statementTimeoutMs: 60_000,
  });
  try {
    const books = values['no-provider']
      ? {}
      : env.STRIPE_API_BASE
        ? {
            booksUrl: new URL('/_sandbox/books', env.STRIPE_API_BASE).href,
            provider: createStripeProvider({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE }),
          }
        : { provider: createStripeProvider({ secretKey: env.STRIPE_SECRET_KEY }) };
    const started = Date.now();
    const breaches = await checkMoney(createDb(pool), books);
    for (const { invariant, detail } of breaches) console.log(`${invariant.padEnd(32)} ${detail}`);
    console.log(
      `${INVARIANTS.length} invariants checked in ${((Date.now() - started) / 1000).toFixed(1)} s: ${breaches.length} ${breaches.length === 1 ? 'breach' : 'breaches'}`,
    );
    return breaches.length === 0 ? 0 : 1;
  } finally {
    await pool.end();
  }
}

/** The corruptions of `npm test`, counted by invariant. */
function selftest(): number {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-selftest-'));
  const file = join(folder, 'named');
  try {
    const status = runIntegration([SELFTEST.test], { [SELFTEST.file]: file });
    const seen = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Corruptions) : {};
    const rows = INVARIANTS.map(({ name }) => ({ name, ...(seen[name] ?? { made: 0, named: 0 }) }));
    print(rows.map(({ name, made, named }) => `${name.padEnd(32)} ${named} of ${made} named`).join('\n'));
    const sum = (of: 'made' | 'named') => rows.reduce((total, row) => total + row[of], 0);
    const few = rows.filter(({ name, made }) => made < SELFTEST.least && name !== SELFTEST.besides);
    print(
      `${rows.length} invariants, ${sum('named')} of ${sum('made')} corruptions named; at least ${SELFTEST.least} each: ${few.length === 0 ? 'reached' : `missed by ${few.map(({ name }) => name).join(', ')}`}`,
    );
    return status === 0 && few.length === 0 && sum('named') === sum('made') ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(text: string): number {
  console.log(text);
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof StartFailure ? error.message : explain(error));
    process.exit(2);
  },
);
