import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '../../db/client.ts';
import { actAs, withTx, withTxAs, type Actor, type ServiceContext } from '../../server/context.ts';
import { createTestDatabase, type TestDatabase } from '../support/services.ts';

const USER = '01980000-0000-7000-8000-000000000001';
const newcomer: Actor = { kind: 'newcomer', userId: USER, email: 'nia@test.example' };
const anonymous: Actor = { kind: 'anonymous' };

let database: TestDatabase;
let pool: pg.Pool;
let ctx: ServiceContext;
beforeAll(async () => {
  database = await createTestDatabase('context');
  pool = createPool(database.DATABASE_OWNER_URL, { max: 2 });
  await pool.query(
    'create table lines (id int primary key, who text, parent int references lines deferrable initially deferred)',
  );
  ctx = { db: createDb(pool), actor: newcomer } as ServiceContext;
});
afterAll(async () => {
  await ctx?.db.destroy();
  await database?.drop();
});

const insert = (db: Db, id: number) =>
  sql`insert into lines values (${id}, current_setting('app.user', true))`.execute(db);
const insertChild = (db: Db, id: number, parent: number) =>
  sql`insert into lines(id, parent) values (${id}, ${parent})`.execute(db);
const ids = async () => (await pool.query<{ id: number }>('select id from lines order by id')).rows.map((r) => r.id);
const kind = async (tx: ServiceContext) =>
  (await sql<{ kind: string }>`select current_setting('app.kind', true) as kind`.execute(tx.db)).rows[0]?.kind;

test('when one of several statements at once fails, nothing of the transaction is kept and nothing runs outside it', async () => {
  await insert(ctx.db, 1);
  for (let round = 0; round < 10; round += 1) {
    const statements: Promise<unknown>[] = [];
    await expect(
      withTx(ctx, (tx) => {
        statements.push(...[1, 101, 102, 103, 104, 105].map((id) => insert(tx.db, id)));
        return Promise.all(statements);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect((await Promise.allSettled(statements)).map((one) => one.status)).toEqual(
      Array.from({ length: 6 }, () => 'rejected'),
    );
    expect(await ids()).toEqual([1]);
  }
});

test('a statement after the end of its transaction is refused, committed or not, and the connection serves the next', async () => {
  let late: ServiceContext | null = null;
  await withTx(ctx, async (tx) => {
    late = tx;
    await insert(tx.db, 2);
  });
  await expect(insert(late!.db, 3)).rejects.toThrow();
  const forgotten: Promise<unknown>[] = [];
  await withTx(ctx, async (tx) => {
    // Not waited for: it may come before the commit or be refused, never after it.
    for (const id of [4, 5]) forgotten.push(insert(tx.db, id).catch(() => {}));
  });
  await Promise.all(forgotten);
  await expect(
    withTx(ctx, async (tx) => {
      late = tx;
      throw new Error('thought better of it');
    }),
  ).rejects.toThrow('thought better of it');
  await expect(insert(late!.db, 6)).rejects.toThrow();
  await withTx(ctx, (tx) => insert(tx.db, 7));
  const { rows } = await pool.query<{ id: number; who: string }>('select id, who from lines where id > 1 order by id');
  expect(rows.every(({ who }) => who === USER)).toBe(true);
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([2, 7]));
  expect(rows.map(({ id }) => id)).toEqual(expect.not.arrayContaining([3, 6]));
});

test('who acts is set for the whole transaction and is never left on its connection, committed, rolled back or refused at commit', async () => {
  const single = createPool(database.DATABASE_OWNER_URL, { max: 1 });
  const db = createDb(single);
  const WHO = `select coalesce(current_setting('app.user', true), '') as user, coalesce(current_setting('app.kind', true), '') as kind`;
  const who = async (tx: ServiceContext) =>
    (await sql<{ user: string; kind: string }>`${sql.raw(WHO)}`.execute(tx.db)).rows[0];
  const outcomes: (() => Promise<unknown>)[] = [
    () => withTx({ ...ctx, db }, async (tx) => expect([await who(tx), await who(tx)]).toEqual([NIA, NIA])),
    () =>
      withTx({ ...ctx, db }, async (tx) => {
        expect(await who(tx)).toEqual(NIA);
        throw new Error('changed my mind');
      }),
    () => withTx({ ...ctx, db }, (tx) => sql`insert into no_such_table values (1)`.execute(tx.db)),
    () => withTx({ ...ctx, db }, (tx) => insertChild(tx.db, 30, 999)),
    () => withTx({ ...ctx, db }, async (tx) => who(await actAs(tx, anonymous))),
    () => withTx({ ...ctx, db }, async () => {}),
  ];
  const NIA = { user: USER, kind: 'newcomer' };
  for (const outcome of outcomes) {
    await outcome().catch(() => {});
    expect((await single.query(WHO)).rows).toEqual([{ user: '', kind: '' }]);
    expect(await withTx({ ...ctx, db, actor: anonymous }, who)).toEqual({ user: '', kind: 'anonymous' });
  }
  expect(single.totalCount).toBe(1);
  await db.destroy();
});

test('a refused commit keeps nothing of its transaction, runs nothing after it, and its connection serves the next', async () => {
  const single = createPool(database.DATABASE_OWNER_URL, { max: 1 });
  const db = createDb(single);
  const late: Promise<unknown>[] = [];
  for (const defer of [queueMicrotask, setImmediate, process.nextTick]) {
    await expect(
      withTx({ ...ctx, db }, async (tx) => {
        await insert(tx.db, 40);
        await insertChild(tx.db, 41, 999);
        defer(() => late.push(insert(tx.db, 42).catch(() => {})));
      }),
    ).rejects.toMatchObject({ code: '23503' });
  }
  expect(late).toHaveLength(3);
  await Promise.all(late);
  await withTx({ ...ctx, db }, (tx) => insert(tx.db, 43));
  expect((await ids()).filter((id) => id >= 40)).toEqual([43]);
  expect(single.totalCount).toBe(1);
  await db.destroy();
});

test('an open transaction does not change its actor, except by actAs and withTxAs', async () => {
  await withTx(ctx, async (tx) => {
    await expect(withTx({ ...tx, actor: anonymous }, kind)).rejects.toThrow('another actor');
    await expect(
      withTx({ ...tx, actor: { ...newcomer, userId: '01980000-0000-7000-8000-000000000002' } as Actor }, kind),
    ).rejects.toThrow('another actor');
    expect(await withTx(tx, kind)).toBe('newcomer');
    expect(await withTxAs(tx, anonymous, kind)).toBe('anonymous');
    expect(await withTx(tx, kind)).toBe('newcomer');
    await expect(
      withTxAs(tx, anonymous, async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await kind(tx)).toBe('newcomer');
    const other = await actAs(tx, anonymous);
    expect(await withTx(other, kind)).toBe('anonymous');
    await expect(withTx(tx, kind)).rejects.toThrow('another actor');
  });
  expect(await withTxAs(ctx, anonymous, kind)).toBe('anonymous');
});
