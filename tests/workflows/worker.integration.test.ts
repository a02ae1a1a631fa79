import { Client, Connection } from '@temporalio/client';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, createPool } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import { migrate } from '../../scripts/lib/migrate.ts';
import { asMaintenance, databaseUrls, ensureRolesAndDatabase } from '../../scripts/stack/postgres-roles.ts';
import { systemClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { issueCode } from '../../server/features/accounts/codes.ts';
import type { Integrations } from '../../server/integrations/integrations.ts';
import { silentLog } from '../support/people.ts';
import {
  services,
  startTestEntry,
  startTestPostgres,
  startTestTemporal,
  testEnvironment,
  type TestProcess,
} from '../support/services.ts';
import { eventually } from '../support/worker.ts';

let postgres: TestProcess & { adminUrl: string; port: number };
let temporal: TestProcess & { address: string };
let worker: TestProcess;
let metrics: string;
let owner: Kysely<DB>;

beforeAll(async () => {
  [postgres, temporal] = await Promise.all([startTestPostgres(), startTestTemporal()]);
  const { secrets } = services();
  await ensureRolesAndDatabase(postgres.adminUrl, secrets, 'sponsio');
  const databases = databaseUrls(postgres, secrets, 'sponsio');
  await migrate(databases.DATABASE_OWNER_URL);
  owner = createDb(createPool(asMaintenance(databases.DATABASE_OWNER_URL), { max: 3 }));
  const { env, ports } = await testEnvironment({
    databases,
    temporalAddress: temporal.address,
    temporalNamespace: 'default',
  });
  metrics = `http://127.0.0.1:${ports.WORKER_METRICS_PORT ?? env.WORKER_METRICS_PORT}`;
  worker = await startTestEntry('worker', env, `${metrics}/readyz`);
});
afterAll(async () => {
  await worker?.stop();
  await owner?.destroy();
  await Promise.all([postgres?.stop(), temporal?.stop()]);
});

async function requestCode(): Promise<string> {
  const email = `${newId()}@test.example`;
  const integrations = { settings: { codeSecret: 'c'.repeat(40) }, log: silentLog } as unknown as Integrations;
  await issueCode(
    { db: owner, actor: { kind: 'anonymous' }, clock: systemClock, integrations, requestId: 'r', requestKey: null },
    { purpose: 'verify', email, userId: newId() },
  );
  return (await owner.selectFrom('one_time_codes').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id;
}
const mailed = (codeId: string) => () =>
  owner.selectFrom('mails').select('id').where('op_id', '=', `code:${codeId}`).executeTakeFirst();
const ready = async () => (await fetch(`${metrics}/readyz`).catch(() => null))?.status === 200;

describe('the worker process', () => {
  test('works, and says what it does', async () => {
    await eventually('the mail', mailed(await requestCode()));
    expect((await fetch(`${metrics}/livez`)).status).toBe(200);
    const text = await (await fetch(`${metrics}/metrics`)).text();
    expect(text).toMatch(/sponsio_outbox_delivered_total\{kind="start"\} [1-9]/);
    expect(text).toContain('sponsio_workflow_repairs_total');
  });

  test('outlives a killed Temporal and a killed Postgres, and goes on where it was', async () => {
    await temporal.kill();
    const during = await requestCode();
    await eventually('a try without Temporal', () =>
      owner
        .selectFrom('workflow_outbox')
        .select('id')
        .where('workflow_id', '=', `code/${during}`)
        .where('last_error', 'is not', null)
        .executeTakeFirst(),
    );
    expect(worker.running).toBe(true);
    await temporal.restart();
    await eventually('the mail after Temporal came back', mailed(during), 45_000);

    await postgres.kill();
    await eventually('not ready', async () => !(await ready()));
    expect((await fetch(`${metrics}/livez`)).status).toBe(200);
    await postgres.restart();
    await eventually('ready again', ready, 30_000);
    await eventually('the mail after Postgres came back', mailed(await requestCode()), 30_000);
  });

  test('killed, is replaced without a loss; after a signal to end, ends within its grace', async () => {
    await worker.kill();
    const during = await requestCode();
    await worker.restart();
    await eventually('the mail by its successor', mailed(during), 40_000);
    const connection = await Connection.connect({ address: temporal.address });
    const described = await new Client({ connection }).workflow.getHandle(`code/${during}`).describe();
    expect(described.status.name).toBe('RUNNING');
    await connection.close();
    // By itself: what outstays its grace is killed and has no exit code.
    expect(await worker.stop()).toBe(0);
  });
});
