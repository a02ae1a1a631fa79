import { mayResume } from '../../../../server/features/platform/open-rows.ts';
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withTx } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { signalWorkflow, startWorkflow } from '../../../../server/features/outbox/commands.ts';
import {
  startDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from '../../../../server/features/outbox/dispatcher.ts';
import { repairWorkflows } from '../../../../server/features/platform/repair.ts';
import { ROW_MOVED, workflowId } from '../../../../workflows/contracts.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { services, startTestTemporal, testNamespace } from '../../../support/services.ts';

let world: TestWorld;
let connection: Connection;
let client: Client;
let running: Dispatcher[] = [];

beforeAll(async () => {
  world = await createTestWorld('outbox');
  connection = await Connection.connect({ address: services().temporalAddress });
  client = new Client({ connection, namespace: await testNamespace() });
});
afterEach(async () => {
  await Promise.all(running.map((d) => d.stop()));
  running = [];
});
afterAll(async () => {
  await connection.close();
  await world.close();
});

function dispatch(options: Partial<DispatcherOptions> = {}): Dispatcher {
  const dispatcher = startDispatcher({ ctx: world.system(), client: () => client, mayResume, pollMs: 50, ...options });
  running.push(dispatcher);
  return dispatcher;
}
async function until(check: () => Promise<boolean>, what: string, ms = 20_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((r) => setTimeout(r, 40));
  }
}
const rowsOf = (ids: string[]) =>
  world.owner.selectFrom('workflow_outbox').selectAll().where('workflow_id', 'in', ids).orderBy('id').execute();
const allDelivered = (ids: string[]) => async () => (await rowsOf(ids)).every((r) => r.dispatched_at !== null);

async function startOffer(id = newId()): Promise<string> {
  await withTx(world.system(), (tx) =>
    startWorkflow(tx, 'offerExpiry', id, {
      attributes: {
        SponsioState: 'sent',
        BrandOrg: randomUUID(),
        SponsioDeadline: new Date().toISOString(),
        AmountMinor: 40_000,
      },
    }),
  );
  return workflowId('offerExpiry', id);
}
const signalOffer = (wid: string, event: string, key: string) =>
  withTx(world.system(), (tx) => signalWorkflow(tx, 'offerExpiry', wid.split('/')[1]!, event, key));
async function signalsOf(wid: string): Promise<string[]> {
  const { events } = await client.workflow.getHandle(wid).fetchHistory();
  return (events ?? []).flatMap((e) => {
    const data = e.workflowExecutionSignaledEventAttributes;
    return data?.signalName === ROW_MOVED
      ? [(JSON.parse(Buffer.from(data.input?.payloads?.[0]?.data ?? []).toString()) as { key: string }).key]
      : [];
  });
}

/** An offer row in `state` whose start command counts as delivered long ago. */
async function offerRow(state: 'sent' | 'accepted'): Promise<string> {
  const [brand, creator] = [await createOrg(world, 'brand', 'Brand'), await createOrg(world, 'creator', 'Creator')];
  const id = newId();
  await world.owner.transaction().execute(async (db) => {
    await startWorkflow({ ...world.system(), db }, 'offerExpiry', id);
    await db
      .insertInto('offers')
      .values({
        id,
        brand_org: brand.orgId,
        creator_org: creator.orgId,
        state,
        current_n: 1,
        turn: 'creator',
        title: 'T',
        currency: 'EUR',
        deadline_at: new Date(Date.now() + 3_600_000),
        created_by: brand.userId,
        updated_at: new Date(Date.now() - 600_000),
      })
      .execute();
    await db
      .updateTable('workflow_outbox')
      .set({ dispatched_at: new Date() })
      .where('workflow_id', '=', `offer/${id}`)
      .execute();
  });
  return `offer/${id}`;
}

describe('delivery', () => {
  test('what was committed is started, with attributes and summary, and nothing else', async () => {
    dispatch();
    const wid = await startOffer();
    const undone = newId();
    await expect(
      withTx(world.system(), async (tx) => {
        await startWorkflow(tx, 'offerExpiry', undone);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await until(allDelivered([wid]), 'delivery');
    const described = await client.workflow.getHandle(wid).describe();
    expect(described.status.name).toBe('RUNNING');
    expect(described.typedSearchAttributes.getAll().map((p) => p.key.name)).toEqual(
      expect.arrayContaining(['SponsioKind', 'SponsioState', 'BrandOrg', 'SponsioDeadline', 'AmountMinor']),
    );
    expect(await described.staticSummary()).toContain(wid);
    await expect(client.workflow.getHandle(`offer/${undone}`).describe()).rejects.toThrow();
  });

  test('two dispatchers deliver each of 150 commands once, at a third or more of the speed of calling Temporal without them', async () => {
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const since = performance.now();
      await work();
      return performance.now() - since;
    };
    const ratios: number[] = [];
    // Other files run beside this one, so the two are measured in turn and the best pair counts.
    while (ratios.length < 3 && !ratios.some((ratio) => ratio < 3)) {
      const bare = await timed(() =>
        Promise.all(
          Array.from({ length: 50 }, async () => {
            const handle = await client.workflow.start('offerExpiry', {
              workflowId: `bare/${newId()}`,
              taskQueue: 'money',
              args: [{}],
            });
            for (const n of [1, 2]) await handle.signal(ROW_MOVED, { key: `${n}`, event: 'moved' });
          }),
        ),
      );
      const ids = await Promise.all(Array.from({ length: 50 }, () => startOffer()));
      for (const wid of ids) for (const n of [1, 2]) await signalOffer(wid, 'moved', `${n}`);
      const dispatchers: Dispatcher[] = [];
      const ours = await timed(async () => {
        dispatchers.push(dispatch(), dispatch());
        await until(allDelivered(ids), 'all delivered');
      });
      await Promise.all(dispatchers.map((one) => one.stop()));
      for (const wid of ids) expect(await signalsOf(wid), wid).toEqual(['moved:1', 'moved:2']);
      expect((await rowsOf(ids)).every((r) => r.attempts === 1)).toBe(true);
      ratios.push(ours / bare);
    }
    expect(Math.min(...ratios)).toBeLessThan(3);
  });

  test('the commands of one workflow arrive in their order', async () => {
    const wid = await startOffer();
    for (let i = 0; i < 25; i += 1) await signalOffer(wid, 'step', String(i));
    dispatch();
    dispatch();
    await until(allDelivered([wid]), 'delivery');
    expect(await signalsOf(wid)).toEqual(Array.from({ length: 25 }, (_, i) => `step:${i}`));
  });

  test('killed between the call and the mark: delivered again, one workflow', async () => {
    const wid = await startOffer();
    let died = 0;
    const first = dispatch({
      failpoints: {
        async afterRpc() {
          died += 1;
          throw new Error('killed');
        },
      },
    });
    await until(async () => died > 0, 'failpoint');
    await first.stop();
    const runId = (await client.workflow.getHandle(wid).describe()).runId;
    expect((await rowsOf([wid]))[0]).toMatchObject({ dispatched_at: null, attempts: 1 });
    await world.owner
      .updateTable('workflow_outbox')
      .set({ locked_until: new Date(0) })
      .where('workflow_id', '=', wid)
      .execute();
    dispatch();
    await until(allDelivered([wid]), 'second delivery');
    expect((await client.workflow.getHandle(wid).describe()).runId).toBe(runId);
    expect((await rowsOf([wid]))[0]).toMatchObject({ attempts: 2 });
  });

  test('an undeliverable command becomes a dead letter at once and blocks no other', async () => {
    const good = await startOffer();
    const [bad] = await world.owner
      .insertInto('workflow_outbox')
      .values({
        dedupe_key: `start:bad/${newId()}`,
        kind: 'start',
        workflow_id: `bad/${newId()}`,
        workflow_type: 'offerExpiry',
        task_queue: 'q'.repeat(2_000),
        payload: '{}',
      })
      .returning(['id'])
      .execute();
    dispatch();
    const row = () =>
      world.owner.selectFrom('workflow_outbox').selectAll().where('id', '=', bad!.id).executeTakeFirstOrThrow();
    await until(async () => (await row()).dead_at !== null, 'dead letter');
    await until(allDelivered([good]), 'the other one');
    expect(await row()).toMatchObject({ dispatched_at: null, attempts: 1 });
  });

  test('answered with an error twenty times, it is laid aside; while Temporal is away no try counts', async () => {
    const failing = (code: number) =>
      ({
        withDeadline: (_: number, run: () => Promise<unknown>) => run(),
        workflow: { start: () => Promise.reject(Object.assign(new Error('no'), { code })) },
      }) as unknown as Client;
    const wid = await startOffer();
    const away = dispatch({ client: () => failing(14) });
    await until(async () => (await rowsOf([wid]))[0]?.last_error !== null, 'a try while away');
    await away.stop();
    expect((await rowsOf([wid]))[0]).toMatchObject({ attempts: 0, dead_at: null });
    await world.owner
      .updateTable('workflow_outbox')
      .set({ available_at: new Date(0), attempts: 18, last_error: null })
      .where('workflow_id', '=', wid)
      .execute();
    const internal = dispatch({ client: () => failing(13) });
    // A try counts from its claim; only with its error is the command given back.
    await until(
      async () => (await rowsOf([wid])).some((r) => r.attempts === 19 && r.last_error !== null),
      'the end of the nineteenth try',
    );
    expect((await rowsOf([wid]))[0]?.dead_at).toBeNull();
    await world.owner
      .updateTable('workflow_outbox')
      .set({ available_at: new Date(0) })
      .where('workflow_id', '=', wid)
      .execute();
    await until(async () => (await rowsOf([wid]))[0]?.dead_at !== null, 'twentieth try');
    await internal.stop();
  });
});

describe('a signal that finds its workflow gone', () => {
  test('starts it again from an open row, once; a closed row needs nothing', async () => {
    const [open, closed] = [await offerRow('sent'), await offerRow('accepted')];
    await signalOffer(open, 'countered', 'n2');
    await signalOffer(closed, 'accepted', 'n1');
    dispatch();
    await until(allDelivered([open, closed]), 'both signals');
    await until(async () => (await rowsOf([open])).length === 3 && (await allDelivered([open])()), 'second start');
    const [, , again] = await rowsOf([open]);
    expect(again).toMatchObject({ kind: 'start', generation: 2, payload: { id: open.split('/')[1], resume: true } });
    expect((await client.workflow.getHandle(open).describe()).status.name).toBe('RUNNING');
    expect((await rowsOf([closed])).map((r) => r.last_error)).toEqual([null, 'workflow had ended']);
    await expect(client.workflow.getHandle(closed).describe()).rejects.toThrow();
  });
});

describe('repair', () => {
  test('starts what is missing or was ended, leaves what runs or settles, and is right the second time', async () => {
    const missing = await offerRow('sent');
    const terminated = await offerRow('sent');
    const done = await offerRow('accepted');
    const fresh = await offerRow('sent');
    await world.owner
      .updateTable('offers')
      .set({ updated_at: new Date() })
      .where('id', '=', fresh.split('/')[1]!)
      .execute();
    await client.workflow.start('offerExpiry', { workflowId: terminated, taskQueue: 'money', args: [{ id: 'x' }] });
    await client.workflow.getHandle(terminated).terminate('an operator slipped');
    const first = await repairWorkflows(world.system(), client);
    expect(first.repaired).toEqual(expect.arrayContaining([missing, terminated]));
    for (const left of [done, fresh]) expect(first.repaired).not.toContain(left);
    expect((await repairWorkflows(world.system(), client)).repaired).toEqual([]);
    dispatch();
    await until(allDelivered([missing, terminated]), 'repairs delivered');
    for (const wid of [missing, terminated])
      expect((await client.workflow.getHandle(wid).describe()).status.name).toBe('RUNNING');
    expect((await repairWorkflows(world.system(), client)).repaired).toEqual([]);
    expect((await repairWorkflows(world.system(), client, { settlingMs: 0 })).repaired).toEqual([fresh]);
  });
});

describe('Temporal away', () => {
  test('killed until every command that may go was tried in vain: they wait, none is lost, each happens once', async () => {
    const temporal = await startTestTemporal();
    const away = Connection.lazy({
      address: temporal.address,
      channelArgs: { 'grpc.max_reconnect_backoff_ms': 2_000, 'grpc.initial_reconnect_backoff_ms': 200 },
    });
    const other = new Client({ connection: away });
    const own = await createTestWorld('away');
    try {
      let inVain = 0;
      const observe = { delivered() {}, retried: () => void (inVain += 1), died() {}, resumed() {} };
      const dispatcher = startDispatcher({ ctx: own.system(), client: () => other, mayResume, pollMs: 50, observe });
      const start = async () => {
        const id = newId();
        await withTx(own.system(), (tx) => startWorkflow(tx, 'offerExpiry', id));
        return `offer/${id}`;
      };
      const before = await start();
      const pending = () =>
        own.owner.selectFrom('workflow_outbox').select('id').where('dispatched_at', 'is', null).execute();
      await until(async () => (await pending()).length === 0, 'delivery before');
      await temporal.kill();
      const during = await Promise.all(Array.from({ length: 20 }, start));
      for (const wid of [before, ...during])
        await withTx(own.system(), (tx) => signalWorkflow(tx, 'offerExpiry', wid.split('/')[1]!, 'moved', '1'));
      // Of a workflow that has no start yet, only the start may go.
      await until(async () => inVain >= during.length + 1, 'tries in vain', 60_000);
      expect(await pending()).toHaveLength(41);
      await temporal.restart();
      await until(async () => (await pending()).length === 0, 'delivery after the outage', 30_000);
      await dispatcher.stop();
      for (const wid of [before, ...during])
        expect((await other.workflow.getHandle(wid).describe()).status.name).toBe('RUNNING');
      const rows = await own.owner.selectFrom('workflow_outbox').select(['dead_at', 'kind']).execute();
      expect(rows.every((r) => r.dead_at === null)).toBe(true);
      expect(rows.filter((r) => r.kind === 'start')).toHaveLength(21);
    } finally {
      await away.close();
      await own.close();
      await temporal.stop();
    }
  });
});
