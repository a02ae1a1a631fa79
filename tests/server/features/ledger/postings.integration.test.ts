import { sql, type RawNode } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDb, createPool, type Db } from '../../../../db/client.ts';
import { withTx, type SystemContext } from '../../../../server/context.ts';
import { systemClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import type { Leg } from '../../../../server/features/ledger/rules.ts';
import { insertPostings } from '../../../../server/features/ledger/queries.ts';
import { accountBalance, isPosted, postAll, type Post } from '../../../../server/features/ledger/service.ts';
import type { Integrations } from '../../../../server/integrations/integrations.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/services.ts';

let database: TestDatabase;
let db: Db;
let ctx: SystemContext;
beforeAll(async () => {
  database = await createTestDatabase('postings');
  db = createDb(createPool(database.DATABASE_WORKER_URL, { max: 4 }));
  ctx = {
    db,
    actor: { kind: 'system', name: 'test' },
    clock: systemClock,
    integrations: {} as Integrations,
    requestId: 'test',
    requestKey: null,
  };
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const leg = (code: Leg['code'], scope: string, debit: number, credit: number): Leg => ({
  code,
  scope,
  currency: 'EUR',
  org: null,
  debit,
  credit,
});
const earned = (scope: string, amount = 5, opId: string = newId()): Post => ({
  kind: 'release',
  opId,
  legs: [leg('PSP_BAL', '', amount, 0), leg('CREATOR_PAYABLE', scope, 0, amount)],
});
/** Posts at once, as one statement, and returns for each whether it was new. */
const postNow = (at: Db, posts: readonly Post[]) =>
  insertPostings(
    at,
    posts.map(({ opId, kind, legs }) => ({
      txId: newId(),
      opId,
      kind,
      legs,
      contractId: null,
      milestoneId: null,
      providerRef: null,
      at: new Date(),
    })),
  );
const earnings = (scope: string) => accountBalance(ctx, 'CREATOR_PAYABLE', scope, 'EUR');
const waiting = async () =>
  Number(
    (
      await sql<{
        n: number;
      }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows[0]!.n,
  );

test.each([
  ['that have balances', true],
  ['that the postings open', false],
])('two transactions that post to the same accounts %s in opposite orders both go through', async (_label, exist) => {
  const [first, middle, last] = ['a', 'm', 'z'].map((letter) => `${letter}:${newId()}`) as [string, string, string];
  await postAll(
    ctx,
    (exist ? [first, middle, last] : [middle]).map((scope) => earned(scope)),
  );
  const before = exist ? 5 : 0;
  // A transaction that reaches an account locked by this one blocks there, holding what it locked until then.
  const { both } = await withTx(ctx, async (tx) => {
    await postNow(tx.db, [earned(middle)]);
    const posting = [
      [last, middle, first],
      [first, middle, last],
    ].map((scopes) =>
      withTx(ctx, (other) =>
        postNow(
          other.db,
          scopes.map((scope) => earned(scope)),
        ),
      ),
    );
    const settled = Promise.allSettled(posting);
    await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 15_000 });
    return { both: settled };
  });
  expect(await both).toEqual([
    { status: 'fulfilled', value: [true, true, true] },
    { status: 'fulfilled', value: [true, true, true] },
  ]);
  expect(await Promise.all([first, middle, last].map(earnings))).toEqual([before + 10, 20, before + 10]);
});

test('a posting that is added after the end of its transaction is an error', async () => {
  const scope = `late:${newId()}`;
  const ended = await withTx(ctx, async (tx) => {
    await postAll(tx, [earned(scope, 4)]);
    return tx;
  });
  await expect(postAll(ended, [earned(scope, 3)])).rejects.toThrow('the transaction is over');
  expect(await earnings(scope)).toBe(4);
});

test('of several postings in one call each counts once and is read with its own entries, in the order in which they were made', async () => {
  const [one, two] = [`z:${newId()}`, `a:${newId()}`];
  const repeated = earned(one, 7);
  expect(await postNow(ctx.db, [repeated])).toEqual([true]);
  const spent: Post = {
    kind: 'transfer_claimed',
    opId: newId(),
    legs: [leg('CREATOR_PAYABLE', one, 9, 0), leg('XFER_IN_FLIGHT', one, 0, 9)],
  };
  const posts = [earned(one, 4), repeated, spent, earned(two, 3)];
  expect(await postNow(ctx.db, posts)).toEqual([true, false, true, true]);
  expect(await postNow(ctx.db, posts)).toEqual([false, false, false, false]);
  expect(await Promise.all([one, two].map(earnings))).toEqual([2, 3]);
  const { rows } = await sql<{ op_id: string; code: string; balance_after: number }>`
    select t.op_id, a.code, e.balance_after from ledger_entries e join ledger_tx t on t.id = e.tx_id join ledger_accounts a on a.id = e.account_id
    where t.op_id = any(${posts.map((p) => p.opId)}::text[]) and a.code <> 'PSP_BAL' order by e.id`.execute(db);
  expect(rows.map((r) => [posts.findIndex((p) => p.opId === r.op_id), r.code, r.balance_after])).toEqual([
    [1, 'CREATOR_PAYABLE', 7],
    [0, 'CREATOR_PAYABLE', 11],
    [2, 'CREATOR_PAYABLE', 2],
    [2, 'XFER_IN_FLIGHT', 9],
    [3, 'CREATOR_PAYABLE', 3],
  ]);
});

test('one unbalanced posting among several takes all of them back', async () => {
  const scope = newId();
  const wrong: Post = {
    kind: 'release',
    opId: newId(),
    legs: [leg('PSP_BAL', '', 5, 0), leg('CREATOR_PAYABLE', scope, 0, 4)],
  };
  await expect(postAll(ctx, [earned(scope), wrong])).rejects.toMatchObject({ constraint: 'ledger_tx_balanced' });
  expect(await earnings(scope)).toBe(0);
});

test('what a transaction posts is posted with its commit, all of it in one order of accounts, and not at all when the transaction fails', async () => {
  const [first, last] = [`a:${newId()}`, `z:${newId()}`];
  const seen = await withTx(ctx, async (tx) => {
    await postAll(tx, [earned(last)]);
    await postAll(tx, [earned(first, 3)]);
    // Nothing is locked while the transaction is still at work: another one posts to the same account and commits
    // first.
    await withTx(ctx, (other) => postAll(other, [earned(last, 2)]));
    return accountBalance(tx, 'CREATOR_PAYABLE', last, 'EUR');
  });
  expect([seen, await earnings(first), await earnings(last)]).toEqual([2, 3, 7]);
  await expect(
    withTx(ctx, async (tx) => {
      await postAll(tx, [earned(first)]);
      throw new Error('thought better of it');
    }),
  ).rejects.toThrow('thought better of it');
  expect(await earnings(first)).toBe(3);
});

test('the postings of a transaction are one statement, its last', async () => {
  const statements: string[] = [];
  const recorded = ctx.db.withPlugin({
    transformQuery({ node }) {
      statements.push(
        node.kind === 'RawNode' ? /select \w+/.exec((node as RawNode).sqlFragments.join(''))![0] : node.kind,
      );
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const post = earned(`once:${newId()}`);
  await withTx({ ...ctx, db: recorded }, async (tx) => {
    await postAll(tx, [post]);
    await accountBalance(tx, 'PSP_BAL', '', 'EUR');
    await withTx(tx, (inner) => postAll(inner, [earned(`twice:${newId()}`), earned(`twice:${newId()}`)]));
    expect(await isPosted(tx, post.opId)).toBe(false);
  });
  expect(statements).toEqual(['select set_config', 'SelectQueryNode', 'SelectQueryNode', 'select ledger_post_all']);
  expect(await isPosted(ctx, post.opId)).toBe(true);
});

test('a transaction whose posting is refused at its end leaves nothing behind', async () => {
  const id = newId();
  const wrong: Post = {
    kind: 'release',
    opId: newId(),
    legs: [leg('PSP_BAL', '', 5, 0), leg('CREATOR_PAYABLE', newId(), 0, 4)],
  };
  const claimed = () => db.selectFrom('operations').select('op_id').where('op_id', '=', id).execute();
  const work = (post: Post) =>
    withTx(ctx, async (tx) => {
      await tx.db
        .insertInto('operations')
        .values({ op_id: id, kind: 'top_up', idempotency_key: id, state: 'claimed', claimed_at: new Date() })
        .execute();
      await postAll(tx, [post]);
    });
  await expect(work(wrong)).rejects.toMatchObject({ constraint: 'ledger_tx_balanced' });
  expect(await claimed()).toEqual([]);
  await work(earned(newId()));
  expect(await claimed()).toHaveLength(1);
});
