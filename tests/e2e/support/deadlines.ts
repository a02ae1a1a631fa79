import { createDb, createPool, setIdentity, type Db } from '../../../db/client.ts';
import { readRunningInstance } from '../../../scripts/stack/instance.ts';
import { newId } from '../../../server/core/ids.ts';
import { insertSignals } from '../../../server/features/outbox/queries.ts';
import { CHECK_REST_MS } from '../../../server/features/publications/rules.ts';
import { ROW_MOVED, workflowId } from '../../../workflows/contracts.ts';

/** The folder of the instance under test; undefined for one that runs elsewhere. */
export const instanceHome = process.env['E2E_HOME'];

/** One transaction as the worker in the instance under test. */
async function asWorker(change: (tx: Db) => Promise<unknown>): Promise<void> {
  const { env } = readRunningInstance(instanceHome);
  const db = createDb(createPool(env['DATABASE_WORKER_URL'] ?? '', { max: 1, applicationName: 'sponsio-e2e' }));
  try {
    await db.transaction().execute(async (tx) => {
      await setIdentity(tx, { user: '', org: '', kind: 'system' });
      await change(tx);
    });
  } finally {
    await db.destroy();
  }
}

/** Moves a milestone's deadline to now, as if its time had passed, and signals its workflow. */
export const endNow = (milestoneId: string): Promise<void> =>
  asWorker(async (tx) => {
    await tx.updateTable('milestones').set({ deadline_at: new Date() }).where('id', '=', milestoneId).execute();
    await insertSignals(tx, {
      workflowIds: [workflowId('escrowLifecycle', milestoneId)],
      name: ROW_MOVED,
      event: 'sooner',
      key: newId(),
    });
  });

/** Moves the last look at a deal's posts back, as if the time between two looks that people request had passed. */
export const checkedBefore = (contractId: string): Promise<void> =>
  asWorker((tx) =>
    tx
      .updateTable('publications')
      .set({ checked_at: new Date(Date.now() - 2 * CHECK_REST_MS) })
      .where('contract_id', '=', contractId)
      .execute(),
  );
