import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { withThrowawayPostgres } from '../scripts/lib/throwaway-postgres.ts';
import { withTx, type SystemContext } from '../server/context.ts';
import { systemClock } from '../server/core/clock.ts';
import { newId } from '../server/core/ids.ts';
import type { Leg } from '../server/features/ledger/rules.ts';
import { accountBalance, postAll, type Post } from '../server/features/ledger/service.ts';
import type { Integrations } from '../server/integrations/integrations.ts';
import { bar, inTurns, row, type LoadResult } from './lib/load.ts';

const { values } = readFlags({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:ledger -- [--seconds 10] [--connections 8]

Postings through the product's own service (append-only entries, balance check, operation key, non-negative balances) over
1,000 accounts and over 10 hot ones, beside a bare two-row SQL transfer (begin, update, update, commit) on the same server,
fsync on. The reference has nothing of the product in it: the driver as it comes, with statements prepared by name. The bar:
at least half of the bare transfer's rate in both cases, for a transaction of the services that posts. Beside it, without a
bar, one that reads a row before it posts.
They take turns of two seconds on one server.`);
  process.exit(0);
}
const seconds = countOf('seconds', values.seconds);
const lanes = countOf('connections', values.connections);

const reached = await withThrowawayPostgres(
  async (urls) => {
    const pool = createPool(urls.DATABASE_WORKER_URL, { max: lanes, actsFor: 'system' });
    const db = createDb(pool);
    const owner = new pg.Pool({ connectionString: urls.DATABASE_OWNER_URL, max: lanes });
    await owner.query('create table bench_transfer(id int primary key, balance bigint not null)');
    await owner.query('insert into bench_transfer select n, 1000000000 from generate_series(0, 999) n');
    const ctx: SystemContext = {
      db,
      actor: { kind: 'system', name: 'bench' },
      clock: systemClock,
      integrations: {} as Integrations,
      requestId: 'bench',
      requestKey: null,
    };

    const bare = (accounts: number) => async (): Promise<void> => {
      const a = randomInt(accounts);
      const b = (a + 1 + randomInt(accounts - 1)) % accounts;
      const [low, high] = a < b ? [a, b] : [b, a];
      const client = await owner.connect();
      try {
        await client.query('begin');
        await client.query({
          name: 'take',
          text: 'update bench_transfer set balance = balance - 1 where id = $1',
          values: [low],
        });
        await client.query({
          name: 'give',
          text: 'update bench_transfer set balance = balance + 1 where id = $1',
          values: [high],
        });
        await client.query('commit');
      } finally {
        client.release();
      }
    };
    const scope = (n: number) => `bench-${n}`;
    const leg = (n: number, debit: number, credit: number): Leg => ({
      code: 'CREATOR_PAYABLE',
      scope: scope(n),
      currency: 'EUR',
      org: null,
      debit,
      credit,
    });
    for (let n = 0; n < 1000; n += 1) {
      await withTx(ctx, (tx) =>
        postAll(tx, [
          {
            opId: `open:${n}`,
            kind: 'float',
            legs: [
              { code: 'PSP_BAL', scope: '', currency: 'EUR', org: null, debit: 1_000_000, credit: 0 },
              leg(n, 0, 1_000_000),
            ],
          },
        ]),
      );
    }
    const between = (accounts: number): Post => {
      const a = randomInt(accounts);
      const b = (a + 1 + randomInt(accounts - 1)) % accounts;
      return { opId: newId(), kind: 'transfer_claimed', legs: [leg(a, 1, 0), leg(b, 0, 1)] };
    };
    const posting = (accounts: number) => async () => withTx(ctx, (tx) => postAll(tx, [between(accounts)]));
    const afterRead = (accounts: number) => async () =>
      withTx(ctx, async (tx) => {
        await accountBalance(tx, 'CREATOR_PAYABLE', scope(randomInt(accounts)), 'EUR');
        await postAll(tx, [between(accounts)]);
      });

    const results: Record<string, LoadResult> = {};
    for (const [label, accounts] of [
      ['1,000 accounts', 1000],
      ['10 hot accounts', 10],
    ] as const) {
      const works = {
        [`bare, ${label}`]: bare(accounts),
        [`posting, ${label}`]: posting(accounts),
        [`posting after a read, ${label}`]: afterRead(accounts),
      };
      await inTurns(lanes, 2, works);
      Object.assign(results, await inTurns(lanes, seconds, works));
    }
    for (const [label, r] of Object.entries(results)) console.log(row(label, r));
    const { rows } = await sql<{
      debit: number;
      credit: number;
      entries: number;
    }>`select sum(debit)::int8 as debit, sum(credit)::int8 as credit, count(*) as entries from ledger_entries`.execute(
      db,
    );
    const books = rows[0]!;
    console.log(
      `${books.entries} entries, debits ${books.debit} = credits ${books.credit}: ${books.debit === books.credit ? 'balanced' : 'NOT BALANCED'}`,
    );
    const oks = ['1,000 accounts', '10 hot accounts'].map((label) =>
      bar(
        `posting beside the bare transfer, ${label}`,
        (results[`posting, ${label}`]!.perSecond / results[`bare, ${label}`]!.perSecond) * 100,
        50,
        '%',
      ),
    );
    await owner.end();
    await db.destroy();
    return oks.every(Boolean) && books.debit === books.credit;
  },
  { durable: true },
);
process.exit(reached ? 0 : 1);
