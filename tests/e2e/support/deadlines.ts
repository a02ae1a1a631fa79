import { createDb, createPool, setIdentity } from '../../../db/client.ts';
import { readRunningInstance } from '../../../scripts/stack/instance.ts';
import { newId } from '../../../server/core/ids.ts';
import { insertSignals } from '../../../server/features/outbox/queries.ts';
import { ROW_MOVED, workflowId } from '../../../workflows/contracts.ts';

/** The folder of the instance under test; undefined for one that runs elsewhere. */
export const instanceHome = process.env['E2E_HOME'];

/** Moves a milestone's deadline to now, as if its time had passed, and signals its workflow. */
export async function endNow(milestoneId: string): Promise<void> {
  const { env } = readRunningInstance(instanceHome);
  const db = createDb(createPool(env['DATABASE_WORKER_URL'] ?? '', { max: 1, applicationName: 'sponsio-e2e' }));
  try {
    await db.transaction().execute(async (tx) => {
      await setIdentity(tx, { user: '', org: '', kind: 'system' });
      await tx.updateTable('milestones').set({ deadline_at: new Date() }).where('id', '=', milestoneId).execute();
      await insertSignals(tx, {
        workflowIds: [workflowId('escrowLifecycle', milestoneId)],
        name: ROW_MOVED,
        event: 'sooner',
        key: newId(),
      });
    });
  } finally {
    await db.destroy();
  }
}
