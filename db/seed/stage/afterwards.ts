import { sql } from 'kysely';
import { withTx } from '../../../server/context.ts';
import { expandNotices } from '../../../server/features/notifications/expander.ts';
import { openRows } from '../../../server/features/platform/open-rows.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { DAY, type Stage } from './stage.ts';

/** Notices of the scene just played become notifications dated by the story; their mails are never sent. */
export async function expandNoticesWithoutMail(stage: Stage): Promise<void> {
  const at = stage.clock.now();
  const { numUpdatedRows } = await stage.worker
    .updateTable('notices')
    .set({ created_at: at })
    .where('expanded_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  while (await expandNotices(stage.system()));
  await stage.worker.updateTable('mails').set({ state: 'sent', sent_at: at }).where('state', '=', 'queued').execute();
}

/** What is older than two days has been read. */
export async function readOldNews(stage: Stage): Promise<void> {
  const recent = new Date(stage.anchor.getTime() - 2 * DAY);
  await stage.worker
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.ref('created_at') }))
    .where('read_at', 'is', null)
    .where('created_at', '<', recent)
    .execute();
}

/**
 * The stories ran the commands of the past. Open rows get a start command that resumes from the row, so that the worker
 * continues from the end of the stories. Returns how many workflows will run.
 */
export async function resumeOpenWorkflows(stage: Stage): Promise<number> {
  const ctx = stage.system();
  return withTx(ctx, async ({ db }) => {
    await db
      .updateTable('workflow_outbox')
      .set({ dispatched_at: stage.anchor, locked_until: null })
      .where('dispatched_at', 'is', null)
      .execute();
    const open = await openRows(db, { before: new Date(stage.anchor.getTime() + DAY), now: stage.anchor });
    if (open.length === 0) return 0;
    const { numUpdatedRows } = await db
      .updateTable('workflow_outbox')
      .set({ dispatched_at: null, payload: sql`payload || '{"resume": true}'`, available_at: sql`now()`, attempts: 0 })
      .where('kind', '=', 'start')
      .where('generation', '=', 1)
      .where(
        'workflow_id',
        'in',
        open.map((row) => workflowId(row.type, row.id)),
      )
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== open.length)
      throw new Error(`${open.length} rows are open, but ${numUpdatedRows} have a start command`);
    return open.length;
  });
}
