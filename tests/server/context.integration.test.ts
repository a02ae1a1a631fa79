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
  await pool.query('create table lines (id int primary key, who text)');
  ctx = { db: createDb(pool), actor: newcomer } as ServiceContext;
});
afterAll(async () => {
  await ctx?.db.destroy();
  await database?.drop();
});

const insert = (db: Db, id: number) =>
  sql`insert into lines values (${id}, current_setting('app.user', true))`.execute(db);
const ids = async () => (await pool.query<{ id: number }>('select id from lines order by id')).rows.map((r) => r.id);
const kind = async (tx: ServiceContext) =>
  (await sql<{ kind: string }>`select current_setting('app.kind', true) as kind`.execute(tx.db)).rows[0]?.kind;

test('when one of several statements at once fails, nothing of the transaction is kept and nothing runs outside it', async () => {
  await insert(ctx.db, 1);
  for (let round = 0; round < 10; round += 1) {
    const asked: Promise<unknown>[] = [];
    await expect(
      withTx(ctx, (tx) => {
        asked.push(...[1, 101, 102, 103, 104, 105].map((id) => insert(tx.db, id)));
        return Promise.all(asked);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect((await Promise.allSettled(asked)).map((one) => one.status)).toEqual(
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

test('an open transaction is not entered as somebody else, except deliberately', async () => {
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
