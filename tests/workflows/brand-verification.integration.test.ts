import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../server/context.ts';
import { brandInput } from '../../server/features/brands/schema.ts';
import { myBrand, saveBrand } from '../../server/features/brands/service.ts';
import { beginVerification, withdrawVerification } from '../../server/features/brands/verification.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { createDns } from '../../server/integrations/dns/dns.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { startTestDns, type TestDns } from '../support/dns-server.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let dns: TestDns;
let brand: OrgActor;

beforeAll(async () => {
  dns = await startTestDns();
  world = await createTestWorld('wf_brands');
  brand = await createOrg(world, 'brand', 'Lumen');
  const profile = brandInput.parse({
    slug: 'cafe.lumen',
    description: '',
    website: 'https://lumen.example',
    niches: [],
    colors: [],
    audience: { ageMin: null, ageMax: null, genders: [] },
    claimsAllowed: [],
    claimsForbidden: [],
    locations: [],
    targets: { niches: [], places: [], followersMin: null, followersMax: null },
    links: [],
  });
  await saveBrand(world.as(brand), profile);
  world.integrations.dns = createDns({ servers: [dns.address], timeoutMs: 200, tries: 1 });
  runtime = await startTestWorker(world);
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
  await dns?.close();
});

const state = async () => (await myBrand(world.as(brand))).verification;
const idOf = async () =>
  (
    await world.owner
      .selectFrom('brand_verifications')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id;
/** The next check is due now, and the workflow reads the row again. */
async function tomorrow(n: number): Promise<void> {
  const id = await idOf();
  await world.owner
    .updateTable('brand_verifications')
    .set({ next_check_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'brandVerification', id, 'looked_again', `${id}:${n}`));
}

test('a record is found by the workflow alone, checked again, and lost after three misses', async () => {
  dns.set('lumen.example', 'none');
  const { record } = await beginVerification(world.as(brand), { method: 'dns', address: null });
  await eventually('the first look', async () => (await state()).found === 'none');
  dns.set('lumen.example', { records: [[record!]] });
  await tomorrow(1);
  await eventually('the proof', async () => (await state()).state === 'verified');
  dns.set('lumen.example', 'servfail');
  await tomorrow(2);
  await eventually('a check without an answer', async () => (await state()).found === 'unreachable');
  expect(await state()).toMatchObject({ state: 'verified', misses: 0 });
  dns.set('lumen.example', 'none');
  for (const misses of [1, 2]) {
    await tomorrow(2 + misses);
    await eventually(`miss ${misses}`, async () => (await state()).misses === misses);
  }
  await tomorrow(5);
  await eventually('its end', async () => (await state()).state === 'failed');
  expect(await state()).toMatchObject({ reason: 'record_gone' });
  const id = await idOf();
  await eventually(
    'the end of the workflow',
    async () => (await statusOf(runtime, `brand-verification/${id}`)) === 'COMPLETED',
  );
  await recordHistory(runtime.client, `brand-verification/${id}`, 'brand-verified-lost');
  const kinds = (await world.owner.selectFrom('notices').select('kind').orderBy('created_at').execute()).map(
    (row) => row.kind,
  );
  expect(kinds).toEqual(['brand_verified', 'brand_unverified']);
});

test('an attempt that is given up ends its workflow', async () => {
  await beginVerification(world.as(brand), { method: 'mail', address: 'hello@lumen.example' });
  await withdrawVerification(world.as(brand));
  const id = await idOf();
  await eventually('its end', async () => (await statusOf(runtime, `brand-verification/${id}`)) === 'COMPLETED');
});
