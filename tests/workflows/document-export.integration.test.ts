import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx } from '../../server/context.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import {
  newestDocumentExport,
  openDocumentExport,
  startDocumentExport,
} from '../../server/features/documents/export.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { recordHistory } from '../support/histories.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: MoneyWorld;
let runtime: WorkerRuntime;
let deal: TestDeal;

beforeAll(async () => {
  world = await createMoneyWorld('wf_documents');
  runtime = await startTestWorker(world);
  deal = await openDeal(world);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await deliver(world, deal);
  await approve(world.as(deal.brand), {
    milestoneId: deal.milestoneId,
    version: (await milestone(world, deal.milestoneId)).version,
  });
  await eventually(
    'the documents of the release',
    async () =>
      (
        await world.owner
          .selectFrom('documents')
          .select('id')
          .where('milestone_id', '=', deal.milestoneId)
          .where('kind', '=', 'self_billed_invoice')
          .execute()
      ).length > 0,
  );
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

test('a zip of documents is made by the worker, offered to the person who requested it, and deleted at its end', async () => {
  const ctx = world.as(deal.brand);
  const { id, total } = await startDocumentExport(ctx, { locale: 'en' });
  const ready = await eventually('the zip', async () => {
    const now = await newestDocumentExport(ctx);
    return now?.state === 'ready' ? now : null;
  });
  expect(ready).toMatchObject({ id, done: total, total });
  const { stream, size } = await openDocumentExport(ctx, { id });
  const bytes = await buffer(stream);
  expect(bytes.length).toBe(size);
  const files = unzipSync(new Uint8Array(bytes));
  expect(Object.values(files).filter((file) => Buffer.from(file.subarray(0, 5)).toString() === '%PDF-')).toHaveLength(
    total,
  );

  await world.owner.updateTable('document_exports').set({ expires_at: new Date() }).where('id', '=', id).execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'documentExport', id, 'looked_again', id));
  await eventually(
    'its end',
    async () =>
      (await world.owner.selectFrom('document_exports').select('state').where('id', '=', id).executeTakeFirst())
        ?.state === 'expired',
  );
  await expect(openDocumentExport(ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
  const workflowId = `document-export/${id}`;
  await eventually('the end of its workflow', async () => (await statusOf(runtime, workflowId)) === 'COMPLETED');
  await recordHistory(runtime.client, workflowId, 'document-export-expired');
});
