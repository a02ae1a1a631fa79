import { sql } from 'kysely';
import { createDb, createPool, setIdentity, type Db } from '../../../db/client.ts';
import { readRunningInstance } from '../../../scripts/stack/instance.ts';
import { newId } from '../../../server/core/ids.ts';
import type { MilestoneState } from '../../../server/features/escrow/schema.ts';
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

/** Moves the deadlines of milestones in this state to now, as if their time had passed, and signals their workflows. */
const endDeadlines = (of: 'id' | 'contract_id', id: string, state?: MilestoneState): Promise<void> =>
  asWorker(async (tx) => {
    const moved = await tx
      .updateTable('milestones')
      .set({ deadline_at: new Date() })
      .where(of, '=', id)
      .$if(state !== undefined, (query) => query.where('state', '=', state!))
      .returning('id')
      .execute();
    await insertSignals(tx, {
      workflowIds: moved.map((milestone) => workflowId('escrowLifecycle', milestone.id)),
      name: ROW_MOVED,
      event: 'sooner',
      key: newId(),
    });
  });

/** Ends the time of the milestone's state. */
export const endNow = (milestoneId: string): Promise<void> => endDeadlines('id', milestoneId);

/** Leaves so much more than a review of five days between the deadline of the milestone and the last day of its money. */
export const leaveBeforeLastDay = (milestoneId: string, hours: number): Promise<void> =>
  asWorker((tx) =>
    tx
      .updateTable('milestones')
      .set({ hold_expires_at: sql`deadline_at + interval '5 days' + make_interval(hours => ${hours})` })
      .where('id', '=', milestoneId)
      .execute(),
  );

/** Ends the time between approval and release of a deal, where it runs. */
export const endClearing = (contractId: string): Promise<void> => endDeadlines('contract_id', contractId, 'clearing');

/** Ends the waiting period of an org's new bank accounts. Its open page has to be loaded anew. */
export const endWaitOfBank = (orgName: string): Promise<void> =>
  asWorker((tx) =>
    tx
      .updateTable('payout_banks')
      .set({ changed_at: new Date(Date.now() - 3_600_000) })
      .where('changed_at', 'is not', null)
      .where('org_id', 'in', (eb) => eb.selectFrom('orgs').select('id').where('name', '=', orgName))
      .execute(),
  );

/** Moves the last look at a deal's posts back, as if the time between two looks that people request had passed. */
export const checkedBefore = (contractId: string): Promise<void> =>
  asWorker((tx) =>
    tx
      .updateTable('publications')
      .set({ checked_at: new Date(Date.now() - 2 * CHECK_REST_MS) })
      .where('contract_id', '=', contractId)
      .execute(),
  );
