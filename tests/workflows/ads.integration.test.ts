import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { createAlert, deleteAlert } from '../../server/features/ads/alerts.ts';
import { AD_WARNING_HOURS } from '../../server/features/ads/rules.ts';
import { closeAd, postAd, renewAd } from '../../server/features/ads/service.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;
let creator: OrgActor;
const SOON_MS = 1_000;

beforeAll(async () => {
  world = await createTestWorld('wf_ads');
  runtime = await startTestWorker(world);
  brand = await createOrg(world, 'brand', 'Forno');
  creator = await createOrg(world, 'creator', 'Maya');
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

const post = () =>
  postAd(world.as(brand), {
    adId: null,
    version: 1,
    ad: {
      title: 'Reel about our new brunch',
      body: 'One reel of thirty seconds about the new brunch on place Sathonay.',
      niches: [],
      platform: 'instagram',
      format: 'reel',
      remote: false,
      city: 'Lyon',
      country: 'FR',
      currency: 'EUR',
      payMin: 12_000,
      payMax: null,
      goods: '',
      goodsValue: null,
      dueAt: null,
      days: 7,
      photoId: null,
    },
  });
const endIn = async (adId: string, ms: number): Promise<void> => {
  await world.owner
    .updateTable('ads')
    .set({ ends_at: new Date(Date.now() + ms) })
    .where('id', '=', adId)
    .execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'adLifecycle', adId, 'sooner', newId()));
};
const hasNotice = (orgId: string, kind: string) => async (): Promise<boolean> =>
  (await world.owner.selectFrom('notices').select('kind').where('org_id', '=', orgId).execute()).some(
    (notice) => notice.kind === kind,
  );
const ended = (workflowId: string) => async (): Promise<boolean> =>
  (await statusOf(runtime, workflowId)) === 'COMPLETED';

test('an ad is warned of its end and expires; a renewal starts its workflow again, closing ends it', async () => {
  const { id } = await post();
  const workflowId = `ad/${id}`;
  await endIn(id, AD_WARNING_HOURS * 3_600_000 + SOON_MS);
  await eventually('the warning', hasNotice(brand.orgId, 'ad_expiring'));
  await endIn(id, SOON_MS);
  await eventually('the end', hasNotice(brand.orgId, 'ad_expired'));
  await eventually('the end of its workflow', ended(workflowId));
  await recordHistory(runtime.client, workflowId, 'ad-warned-expired-again');

  await renewAd(world.as(brand), { adId: id, days: 7 });
  await eventually('its workflow again', async () => !(await ended(workflowId)()));
  await closeAd(world.as(brand), { adId: id });
  await eventually('the end of its workflow', ended(workflowId));
});

test('an alert sends a digest of new ads until it is deleted', async () => {
  const [alert] = await createAlert(world.as(creator), { city: 'Lyon', country: 'FR', km: 25 });
  const workflowId = `ad-alert/${alert!.id}`;
  await post();
  await world.owner
    .updateTable('ad_alerts')
    .set({ next_at: new Date(Date.now() + SOON_MS) })
    .where('id', '=', alert!.id)
    .execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'adAlert', alert!.id, 'sooner', newId()));
  await eventually('the digest', hasNotice(creator.orgId, 'ad_alert'));
  expect(await ended(workflowId)()).toBe(false);
  await deleteAlert(world.as(creator), { alertId: alert!.id });
  await eventually('the end of its workflow', ended(workflowId));
  await recordHistory(runtime.client, workflowId, 'ad-alert-sent-deleted');
});
