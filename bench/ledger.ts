import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import { withTx, type SystemContext } from '../server/context.ts';
import { systemClock } from '../server/core/clock.ts';
import { newId } from '../server/core/ids.ts';
import type { Currency } from '../server/core/money.ts';
import { insertPostings } from '../server/features/ledger/queries.ts';
import { chargeFor } from '../server/features/ledger/charges/rules.ts';
import {
  fundedPosting,
  releasePosting,
  transferClaimed,
  transferSent,
  type Posting,
} from '../server/features/ledger/rules.ts';
import { postAll, type Post } from '../server/features/ledger/service.ts';
import type { Integrations } from '../server/integrations/integrations.ts';
import { inTurns, row } from './lib/load.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';

const { values } = readFlags({
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '8' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:ledger -- [--seconds 4] [--connections 8] [--record]

What deals post, over the accounts of 1,000 and of 10 milestones and payees, on one server with fsync on and the driver as
it comes. Each measurement takes turns of two seconds with its reference, three times --seconds; the median counts:

  one statement   the posting of a claimed transfer, two entries, as one statement, beside a bare transfer of two rows
                  (begin, update, update, commit). Bar: at least 50 %.
  deals           funding, release, the claim of a transfer and its proof, each a transaction of the services (withTx), the
                  platform's own accounts included, beside bare SQL that updates the same rows in the same order (begin, one
                  update a row, commit). Bar: at least 30 %.

${RECORD_HELP}`);
  process.exit(0);
}
const seconds = countOf('seconds', values.seconds);
const lanes = countOf('connections', values.connections);

const CURRENCY: Currency = 'EUR';
const charge = chargeFor(100_000, 500, 2_000, CURRENCY);
const SIZES = [
  ['1,000 accounts', 1_000],
  ['10 accounts', 10],
] as const;

/** Milestone n, its brand and its creator. */
const milestone = (n: number) => ({
  milestoneId: `milestone-${n}`,
  brandOrg: 'brand',
  currency: CURRENCY,
  taxCountry: 'FR',
});
const creator = (n: number) => `creator-${n}`;
const unowned = (posting: Posting): Posting => ({
  ...posting,
  // The orgs of the benchmark are no rows, so its accounts name none.
  legs: posting.legs.map((leg) => ({ ...leg, org: null })),
});

const transferOf = (n: number) => ({
  opId: `transfer-${n}`,
  leg: 'creator' as const,
  payeeOrg: creator(n),
  amount: charge.price,
  currency: CURRENCY,
});
/** The life of a milestone's money, posting by posting; afterwards its accounts stand where they stood. */
const dealPostings = (n: number): Posting[] =>
  [
    fundedPosting(milestone(n), charge),
    releasePosting(
      milestone(n),
      { creator: charge.price, agent: 0, fee: charge.fee },
      { creatorOrg: creator(n), agencyOrg: null },
    ),
    transferClaimed(transferOf(n)),
    transferSent(transferOf(n)),
  ].map(unowned);

const measurement = await beginMeasurement('bench:ledger', values.record);
await withThrowawayPostgres(
  async (urls) => {
    // At the end the server may stop before the last client has closed.
    const onError = (): void => {};
    const db = createDb(createPool(urls.DATABASE_WORKER_URL, { max: lanes, onError }));
    const owner = createPool(urls.DATABASE_OWNER_URL, { max: lanes, onError });
    const ctx: SystemContext = {
      db,
      actor: { kind: 'system', name: 'bench' },
      clock: systemClock,
      integrations: {} as Integrations,
      requestId: 'bench',
      requestKey: null,
    };
    const posted = (posting: Posting): Post => ({ ...posting, opId: newId() });

    // The accounts exist before anything is measured; payees have enough for the transfers that are only claimed.
    await owner.query('create table bench_accounts(id text primary key, balance bigint not null)');
    const nameOf = (leg: Posting['legs'][number]) => `${leg.code}/${leg.scope}/${leg.currency}`;
    for (let n = 0; n < 1_000; n += 1) {
      for (const posting of dealPostings(n)) await withTx(ctx, (tx) => postAll(tx, [posted(posting)]));
      const earned = releasePosting(
        milestone(n),
        { creator: 1_000_000_000, agent: 0, fee: 1_000_000 },
        { creatorOrg: creator(n), agencyOrg: null },
      );
      const funded = fundedPosting(milestone(n), {
        price: 1_000_000_000,
        fee: 1_000_000,
        tax: 0,
        total: 1_001_000_000,
      });
      await withTx(ctx, (tx) =>
        postAll(
          tx,
          [funded, earned].map((posting) => posted(unowned(posting))),
        ),
      );
      await owner.query('insert into bench_accounts select unnest($1::text[]), 0 on conflict do nothing', [
        dealPostings(n).flatMap((posting) => posting.legs.map(nameOf)),
      ]);
    }

    /** Bare SQL: one update a row, in the order in which the ledger locks accounts. */
    const bare = async (posting: Posting): Promise<void> => {
      const legs = posting.legs
        .map((leg) => ({ name: nameOf(leg), by: leg.debit - leg.credit }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      const client = await owner.connect();
      try {
        await client.query('begin');
        for (const { name, by } of legs)
          await client.query('update bench_accounts set balance = balance + $2 where id = $1', [name, by]);
        await client.query('commit');
      } finally {
        client.release();
      }
    };
    const oneStatement = async (posting: Posting): Promise<void> => {
      await insertPostings(db, [
        {
          ...posting,
          txId: newId(),
          opId: newId(),
          contractId: null,
          milestoneId: null,
          providerRef: null,
          at: new Date(),
        },
      ]);
    };
    const inTransaction = (posting: Posting): Promise<void> => withTx(ctx, (tx) => postAll(tx, [posted(posting)]));

    const claim = (accounts: number) => unowned(transferClaimed({ ...transferOf(randomInt(accounts)), amount: 1 }));
    /** Each lane takes the four postings of a milestone in turn, so that no balance falls below zero. */
    const deals = (accounts: number, act: (posting: Posting) => Promise<void>) => {
      const current: Posting[][] = [];
      return async (lane: number): Promise<void> => {
        const left = (current[lane] ??= []);
        if (left.length === 0) left.push(...dealPostings(randomInt(accounts)));
        await act(left.shift()!);
      };
    };

    const measure = async (
      what: string,
      wanted: number,
      reference: (lane: number) => Promise<void>,
      work: (lane: number) => Promise<void>,
    ): Promise<void> => {
      const works = { [`bare, ${what}`]: reference, [what]: work };
      await inTurns(lanes, 2, works);
      const rounds: { own: number; bare: number }[] = [];
      for (let round = 0; round < 3; round += 1) {
        const results = await inTurns(lanes, seconds, works);
        for (const [label, result] of Object.entries(results)) console.log(row(label, result));
        rounds.push({ own: results[what]!.perSecond, bare: results[`bare, ${what}`]!.perSecond });
      }
      measurement.figure(`${what}, beside bare SQL`, median(rounds.map((r) => (r.own / r.bare) * 100)), {
        unit: '%',
        atLeast: wanted,
        digits: 0,
      });
      for (const [name, of] of [
        ['postings', (r: (typeof rounds)[number]) => r.own],
        ['bare SQL', (r: (typeof rounds)[number]) => r.bare],
      ] as const)
        measurement.figure(`${what}, ${name}`, median(rounds.map(of)), { unit: 'a second', digits: 0 });
    };
    for (const [label, accounts] of SIZES) {
      await measure(
        `one statement, ${label}`,
        50,
        () => bare(claim(accounts)),
        () => oneStatement(claim(accounts)),
      );
      await measure(`deals, ${label}`, 30, deals(accounts, bare), deals(accounts, inTransaction));
    }
    const { rows } = await sql<{ debit: number; credit: number; entries: number }>`
      select sum(debit)::int8 as debit, sum(credit)::int8 as credit, count(*) as entries from ledger_entries`.execute(
      db,
    );
    const books = rows[0]!;
    const balanced = books.debit === books.credit;
    measurement.finding(
      `${books.entries} entries, debits and credits`,
      balanced ? 'equal' : `${books.debit} and ${books.credit}`,
      'equal',
      balanced,
    );
    await owner.end();
    await db.destroy();
  },
  { durable: true },
);
process.exit(await measurement.end());
