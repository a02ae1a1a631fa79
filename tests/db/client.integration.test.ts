import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { createDb, createPool } from '../../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase('db_client');
  pool = createPool(database.DATABASE_OWNER_URL, { max: 1 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Ends an idle connection of the pool and one that is in use, one after the other; `reported` says that the error of each arrived. */
async function loseConnections(watched: pg.Pool, reported: (n: number) => void): Promise<void> {
  const [idle, inUse] = [await watched.connect(), await watched.connect()];
  const pids = await Promise.all(
    [idle, inUse].map(
      async (client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid,
    ),
  );
  idle.release();
  for (const [n, pid] of pids.entries()) {
    await pool.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(() => reported(n), { timeout: 10_000 });
  }
  inUse.release(true);
}

test('the error of a lost connection is reported, whether the connection is idle or in use, and the pool goes on', async () => {
  const errors: Error[] = [];
  const watched = createPool(database.DATABASE_OWNER_URL, { max: 2, onError: (error) => errors.push(error) });
  await loseConnections(watched, (n) => expect(errors.length).toBeGreaterThan(n));
  expect((await watched.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await watched.end();
});

test('a pool without a handler writes its errors to stderr', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const watched = createPool(database.DATABASE_OWNER_URL, { max: 2 });
    const lines = () => write.mock.calls.filter(([text]) => String(text).startsWith('database connection lost: '));
    await loseConnections(watched, (n) => expect(lines().length).toBeGreaterThan(n));
    expect((await watched.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await watched.end();
  } finally {
    write.mockRestore();
  }
});

test('int8 is read as a number, and one that a number cannot hold is an error', async () => {
  expect((await pool.query(`select 9007199254740991::int8 as n`)).rows).toEqual([{ n: 9007199254740991 }]);
  await expect(pool.query(`select 9007199254740993::int8 as n`)).rejects.toThrow('int8 out of range');
});

test('a statement with parameters is prepared once per connection, at its second use; one without is not', async () => {
  const db = createDb(pool);
  for (const n of [1, 2, 3, 4]) await sql`select ${n}::int as "prepared once"`.execute(db);
  await sql`select 1 as "never prepared"`.execute(db);
  const { rows } = await pool.query<{ statement: string; calls: number }>(
    `select statement, (generic_plans + custom_plans)::int as calls from pg_prepared_statements where statement like '%prepared%'`,
  );
  expect(rows).toEqual([{ statement: 'select $1::int as "prepared once"', calls: 3 }]);
});

test('several users of one pool give its statements different names', async () => {
  const users = [createDb(pool), createDb(pool)];
  for (const n of [1, 2, 3])
    for (const [user, db] of users.entries())
      expect((await sql`select ${n}::int as ${sql.raw(`user${user}`)}`.execute(db)).rows).toEqual([
        { [`user${user}`]: n },
      ]);
});

test('a commit that Postgres answers with a rollback is an error', async () => {
  const db = createDb(pool);
  await sql`create table kept (n int)`.execute(db);
  const tx = await db.startTransaction().execute();
  await sql`insert into kept values (1)`.execute(tx);
  await sql`select 1 / 0`.execute(tx).catch(() => {});
  await expect(tx.commit().execute()).rejects.toThrow('rolled back');
  await tx.rollback().execute();
  expect((await sql`select n from kept`.execute(db)).rows).toEqual([]);
});
