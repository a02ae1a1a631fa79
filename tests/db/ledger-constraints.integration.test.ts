import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '../../db/client.ts';
import { newId } from '../../server/core/ids.ts';
import { createTestDatabase, type TestDatabase } from '../support/services.ts';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';

let database: TestDatabase;
let worker: Db;
let owner: Db;

beforeAll(async () => {
  database = await createTestDatabase('ledger_walls');
  worker = createDb(createPool(database.DATABASE_WORKER_URL, { max: 2 }));
  owner = createDb(createPool(asMaintenance(database.DATABASE_OWNER_URL), { max: 2 }));
});
afterAll(async () => {
  await worker.destroy();
  await owner.destroy();
  await database.drop();
});

interface Leg {
  code: string;
  side: 'debit' | 'credit';
  debit?: number;
  credit?: number;
  currency?: string;
}

const post = (given: readonly Leg[], opId: string = newId()) => {
  const of = <T>(value: (leg: Leg) => T): T[] => given.map(value);
  return sql<{
    posted: boolean[];
  }>`select ledger_post_all(${[newId()]}, ${[opId]}, ${['wall']}, ${[null]}, ${[null]}, ${[null]}, ${[new Date()]}, ${of(() => 1)}, ${of((l) => l.code)}, ${of(() => '')},
    ${of((l) => l.currency ?? 'EUR')}, ${of((l) => l.side)}, ${of(() => null)}, ${of(() => false)}, ${of((l) => l.debit ?? 0)}, ${of((l) => l.credit ?? 0)}) as posted`
    .execute(worker)
    .then(({ rows }) => rows[0]!.posted[0]!);
};
const MONEY_IN: Leg[] = [
  { code: 'PSP_BAL', side: 'debit', debit: 500 },
  { code: 'PLATFORM_EQUITY', side: 'credit', credit: 500 },
];
const entries = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from ledger_entries`.execute(owner)).rows[0]!.n);

test('a posting whose sides differ, in all or in one currency, is refused by the database and leaves nothing', async () => {
  const before = await entries();
  await expect(
    post([
      { code: 'PSP_BAL', side: 'debit', debit: 500 },
      { code: 'PLATFORM_EQUITY', side: 'credit', credit: 499 },
    ]),
  ).rejects.toMatchObject({ constraint: 'ledger_tx_balanced' });
  await expect(
    post([
      { code: 'PSP_BAL', side: 'debit', debit: 500 },
      { code: 'PLATFORM_EQUITY', side: 'credit', credit: 500, currency: 'USD' },
    ]),
  ).rejects.toMatchObject({ constraint: 'ledger_tx_balanced' });
  expect(await entries()).toBe(before);
});

test('the same operation posts once; nothing can be added to what was posted, changed in it or taken from it, even by the owner of the tables', async () => {
  const opId = newId();
  expect([await post(MONEY_IN, opId), await post(MONEY_IN, opId)]).toEqual([true, false]);
  const count = await entries();
  await expect(
    sql`insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
      select e.tx_id, e.account_id, e.currency, 1, 0, 0, 1000 + e.account_version from ledger_entries e limit 1`.execute(
      owner,
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_tx_balanced' });
  await expect(sql`update ledger_entries set debit = debit + 1 where debit > 0`.execute(owner)).rejects.toMatchObject({
    constraint: 'append_only',
  });
  await expect(sql`delete from ledger_entries`.execute(owner)).rejects.toMatchObject({ constraint: 'append_only' });
  await expect(sql`delete from ledger_tx`.execute(owner)).rejects.toMatchObject({ constraint: 'append_only' });
  expect(await entries()).toBe(count);
});

test('a debit adds to an account of its own side and takes from one of the other, and each entry carries the balance after it', async () => {
  const legs = (debit: number, credit: number): Leg[] => [
    { code: 'BANK', side: 'debit', debit, credit },
    { code: 'AGENT_PAYABLE', side: 'credit', debit: credit, credit: debit },
  ];
  await post(legs(700, 0));
  await post(legs(0, 200));
  const { rows } = await sql<object>`
    select a.code, e.debit, e.credit, e.balance_after, e.account_version from ledger_entries e
      join ledger_accounts a on a.id = e.account_id where a.code in ('BANK', 'AGENT_PAYABLE') order by e.id`.execute(
    owner,
  );
  expect(rows).toEqual([
    { code: 'BANK', debit: 700, credit: 0, balance_after: 700, account_version: 1 },
    { code: 'AGENT_PAYABLE', debit: 0, credit: 700, balance_after: 700, account_version: 1 },
    { code: 'BANK', debit: 0, credit: 200, balance_after: 500, account_version: 2 },
    { code: 'AGENT_PAYABLE', debit: 200, credit: 0, balance_after: 500, account_version: 2 },
  ]);
  await expect(post(legs(0, 501))).rejects.toMatchObject({ constraint: 'ledger_balance_not_negative' });
  await expect(post(legs(0, 0))).rejects.toMatchObject({ constraint: 'ledger_entry_one_side' });
});

test('an account that may not be negative never is', async () => {
  await expect(
    post([
      { code: 'CREATOR_PAYABLE', side: 'credit', debit: 1 },
      { code: 'PSP_BAL', side: 'debit', credit: 1 },
    ]),
  ).rejects.toMatchObject({ constraint: 'ledger_balance_not_negative' });
});

test.each([
  ['both its sides', 5, 5, 'ledger_entry_one_side'],
  ['neither of its sides', 0, 0, 'ledger_entry_one_side'],
  ['less than nothing', -5, 0, 'ledger_amount_not_negative'],
])('an entry that names %s is refused', async (_label, debit, credit, constraint) => {
  await post(MONEY_IN);
  await expect(
    sql`insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
      select e.tx_id, e.account_id, e.currency, ${debit}::bigint, ${credit}::bigint, 0, 1000 + e.account_version from ledger_entries e limit 1`.execute(
      owner,
    ),
  ).rejects.toMatchObject({ constraint });
});

test('an account of no side of the books is refused, and so is an entry that takes a place twice or belongs to nothing', async () => {
  await post(MONEY_IN);
  await expect(
    post([
      { code: 'NEW', side: 'both' as 'debit', debit: 1 },
      { code: 'PSP_BAL', side: 'debit', credit: 1 },
    ]),
  ).rejects.toMatchObject({ constraint: 'ledger_side_known' });
  const copy = (tx: unknown, account: unknown, version: unknown) =>
    sql`insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
      select ${tx}, ${account}, e.currency, v.debit, v.credit, 0, ${version} + v.credit from ledger_entries e cross join (values (1, 0), (0, 1)) as v(debit, credit) where e.account_version = 1 limit 2`.execute(
      owner,
    );
  await expect(copy(sql`e.tx_id`, sql`e.account_id`, sql`e.account_version`)).rejects.toMatchObject({
    constraint: 'ledger_entries_pkey',
  });
  await expect(copy(sql`${newId()}::uuid`, sql`e.account_id`, sql`1000`)).rejects.toMatchObject({
    constraint: 'ledger_entries_tx_id_fkey',
  });
  await expect(copy(sql`e.tx_id`, sql`1000000`, sql`1000`)).rejects.toMatchObject({
    constraint: 'ledger_entries_account_id_fkey',
  });
});
