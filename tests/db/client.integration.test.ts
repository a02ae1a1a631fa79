import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ACT_AS, andCommit, createPool } from '../../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase('db_client');
  // One connection: what one transaction leaves behind, the next would find.
  pool = createPool(database.DATABASE_OWNER_URL, { max: 1 });
  await pool.query(
    'create table notes (id int primary key, said_by text, of int references notes deferrable initially deferred)',
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function transaction<T>(user: string | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (user !== null) await client.query(ACT_AS, [user, '', 'brand']);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
const WHO = `select current_setting('app.user', true) as who, $1::int as n`;
const who = (client: pg.PoolClient) => client.query<{ who: string; n: number }>(WHO, [7]).then(({ rows }) => rows);
const note = (client: pg.PoolClient, id: number) =>
  client.query(`insert into notes select $1, current_setting('app.user', true)`, [id]);
const notes = async () =>
  (await pool.query<{ id: number; said_by: string }>('select id, said_by from notes order by id')).rows;

test('the first statement of a transaction knows who acts, answers its own rows alone, and leaves the actor to nobody after it', async () => {
  expect(await transaction('maya', who)).toEqual([{ who: 'maya', n: 7 }]);
  expect(await transaction('yusuf', who)).toEqual([{ who: 'yusuf', n: 7 }]);
  expect(await transaction('maya', async (client) => [await who(client), await who(client)])).toEqual([
    [{ who: 'maya', n: 7 }],
    [{ who: 'maya', n: 7 }],
  ]);
  expect(await transaction(null, who)).toEqual([{ who: '', n: 7 }]);
  expect(
    await transaction(
      'maya',
      async (client) => (await client.query(`select current_setting('app.user', true) as who`)).rows,
    ),
  ).toEqual([{ who: 'maya' }]);
  expect((await pool.query<{ who: string }>(WHO, [7])).rows).toEqual([{ who: '', n: 7 }]);
});

test('a transaction whose first statement is refused leaves nothing, and its connection serves the next', async () => {
  await transaction('maya', (client) => note(client, 1));
  await expect(transaction('maya', (client) => note(client, 1))).rejects.toMatchObject({ code: '23505' });
  await expect(
    transaction('maya', (client) => client.query('insert into no_such_table values ($1)', [1])),
  ).rejects.toMatchObject({ code: '42P01' });
  await expect(
    transaction('maya', (client) => client.query('insert into no_such_table values ($1)', [1])),
  ).rejects.toMatchObject({ code: '42P01' });
  await expect(
    transaction('maya', async (client) => {
      await note(client, 2);
      throw new Error('thought better of it');
    }),
  ).rejects.toThrow('thought better of it');
  await transaction('yusuf', (client) => note(client, 3));
  await transaction('yusuf', async () => {});
  expect(await notes()).toEqual([
    { id: 1, said_by: 'maya' },
    { id: 3, said_by: 'yusuf' },
  ]);
});

test('a last statement is committed with its answer, alone in its transaction or after others, again and again', async () => {
  const last = (client: pg.PoolClient, id: number) =>
    client.query<{ id: number; said_by: string }>(
      andCommit(`insert into notes select $1, current_setting('app.user', true) returning id, said_by`),
      [id],
    );
  for (const id of [10, 11])
    expect((await transaction('maya', (client) => last(client, id))).rows).toEqual([{ id, said_by: 'maya' }]);
  await transaction('yusuf', async (client) => {
    await note(client, 12);
    await last(client, 13);
    // Seen by others before the caller says `commit`: it was sent along.
    const other = createPool(database.DATABASE_OWNER_URL, { max: 1 });
    expect((await other.query('select id from notes where id in (12, 13)')).rows).toHaveLength(2);
    await other.end();
  });
  expect(await transaction('maya', who)).toEqual([{ who: 'maya', n: 7 }]);
});

test('a last statement that is refused, or whose commit is, leaves nothing of its transaction, and its connection serves the next', async () => {
  const before = await notes();
  const last = (client: pg.PoolClient, id: number, of: number | null) =>
    client.query(andCommit('insert into notes(id, of) values ($1, $2)'), [id, of]);
  await expect(
    transaction('maya', async (client) => {
      await note(client, 20);
      await last(client, 20, null);
    }),
  ).rejects.toMatchObject({ code: '23505' });
  await expect(
    transaction('maya', async (client) => {
      await note(client, 21);
      await last(client, 22, 99);
    }),
  ).rejects.toMatchObject({ code: '23503' });
  await expect(transaction('maya', (client) => last(client, 23, 99))).rejects.toMatchObject({ code: '23503' });
  expect(await notes()).toEqual(before);
  await transaction('maya', (client) => note(client, 24));
  expect(await notes()).toHaveLength(before.length + 1);
});

test('nothing runs behind a last statement: it would be outside the transaction', async () => {
  await expect(
    transaction('maya', async (client) => {
      await client.query(andCommit('insert into notes(id) values ($1)'), [30]);
      await note(client, 31);
    }),
  ).rejects.toThrow('over with its last statement');
  await expect(
    transaction('maya', async (client) => {
      const last = client.query(andCommit('insert into notes(id) values ($1)'), [32]);
      // Not waited for: it would be sent behind the commit that is on its way.
      await Promise.all([last, expect(note(client, 33)).rejects.toThrow('over with its last statement')]);
    }),
  ).resolves.toBeUndefined();
  expect((await notes()).map((n) => n.id)).toContain(30);
  expect((await notes()).map((n) => n.id)).toEqual(expect.not.arrayContaining([33]));
  expect((await notes()).map((n) => n.id)).not.toContain(31);
  expect(await transaction('maya', who)).toEqual([{ who: 'maya', n: 7 }]);
});

test('whoever acts for a connection acts in each of its transactions that says nothing else, with the first statement, a last one and an only one', async () => {
  const standing = createPool(database.DATABASE_OWNER_URL, { max: 1, actsFor: 'system' });
  const KIND = `select current_setting('app.kind', true) as kind, current_setting('app.user', true) as who, $1::int as n`;
  const kinds = async (actor: [string, string, string], text = KIND) => {
    const client = await standing.connect();
    try {
      await client.query('begin');
      await client.query(ACT_AS, actor);
      const { rows } = await client.query<{ kind: string; who: string | null }>(text, [1]);
      await client.query('commit');
      return rows.map(({ kind, who }) => [kind, who ?? '']);
    } finally {
      client.release();
    }
  };
  const system: [string, string, string] = ['', '', 'system'];
  for (const actor of [
    system,
    system,
    ['maya', '', 'brand'],
    system,
    ['', '', 'anonymous'],
    system,
  ] satisfies (typeof system)[]) {
    for (const text of [KIND, andCommit(KIND)]) expect(await kinds(actor, text)).toEqual([[actor[2], actor[0]]]);
  }
  expect((await standing.query(KIND, [1])).rows).toMatchObject([{ kind: 'system', who: '' }]);
  await standing.end();
});

test('an only statement that is refused leaves nothing; its transaction is over, and rolling it back changes nothing for the next', async () => {
  const before = await notes();
  const only = (id: number, of: number | null) =>
    transaction('maya', (client) => client.query(andCommit('insert into notes(id, of) values ($1, $2)'), [id, of]));
  await only(40, null);
  for (const [id, of, code] of [
    [40, null, '23505'],
    [41, 99, '23503'],
    [40, null, '23505'],
  ] as const)
    await expect(only(id, of)).rejects.toMatchObject({ code });
  const client = await pool.connect();
  await client.query('begin');
  await expect(client.query(andCommit('insert into notes(id) values ($1)'), [40])).rejects.toMatchObject({
    code: '23505',
  });
  await expect(client.query('insert into notes(id) values ($1)', [42])).rejects.toThrow('over with its last statement');
  await expect(client.query('commit')).rejects.toThrow('over with its last statement');
  await client.query('rollback');
  client.release();
  await transaction('yusuf', (next) => note(next, 43));
  expect(await notes()).toEqual([
    ...before,
    expect.objectContaining({ id: 40 }),
    expect.objectContaining({ id: 43, said_by: 'yusuf' }),
  ]);
});

test('a refused commit leaves its connection usable, also when it was the first that the connection made', async () => {
  for (const ahead of [false, true]) {
    const fresh = createPool(database.DATABASE_OWNER_URL, { max: 1 });
    const post = async (id: number, of: number | null) => {
      const client = await fresh.connect();
      try {
        await client.query('begin');
        await client.query(ACT_AS, ['maya', '', 'brand']);
        if (ahead) await client.query('select $1::int', [1]);
        await client.query(andCommit('insert into notes(id, of) values ($1, $2)'), [id, of]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    };
    const first = ahead ? 50 : 60;
    await expect(post(first, 99)).rejects.toMatchObject({ code: '23503' });
    for (const id of [first + 1, first + 2]) await post(id, null);
    await expect(post(first + 3, 99)).rejects.toMatchObject({ code: '23503' });
    await post(first + 4, null);
    await fresh.end();
    const ids = (await notes()).map((n) => n.id);
    expect(ids).toEqual(expect.arrayContaining([first + 1, first + 2, first + 4]));
    expect(ids).toEqual(expect.not.arrayContaining([first, first + 3]));
  }
});

test('a connection that is lost is told, whether it is idle or lent out, and the pool goes on', async () => {
  const told: Error[] = [];
  const watched = createPool(database.DATABASE_OWNER_URL, { max: 2, onError: (error) => told.push(error) });
  const [idle, lent] = [await watched.connect(), await watched.connect()];
  const pids = await Promise.all(
    [idle, lent].map(
      async (client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid,
    ),
  );
  idle.release();
  for (const [n, pid] of pids.entries()) {
    await pool.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(n), { timeout: 10_000 });
  }
  lent.release(true);
  expect((await watched.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await watched.end();
});

test('a statement whose transaction could not begin is not executed', async () => {
  const before = await notes();
  await pool.query('deallocate begin');
  await expect(transaction('maya', (client) => note(client, 4))).rejects.toMatchObject({ code: '26000' });
  expect(await notes()).toEqual(before);
});
