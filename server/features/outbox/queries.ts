import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { affectedRows, type Batch } from '../../../db/batch.ts';
import type { DB } from '../../../db/types.ts';

export interface OutboxCommand {
  id: number;
  kind: 'start' | 'signal' | 'cancel';
  workflow_id: string;
  workflow_type: string | null;
  task_queue: string | null;
  name: string | null;
  payload: Record<string, unknown>;
  attributes: Record<string, string | number>;
  generation: number;
  attempts: number;
}

/**
 * Takes up to `limit` commands that are due for `lockSeconds`, the oldest of each workflow only, so that the commands of
 * one workflow are delivered in their order. Several dispatchers never take the same one.
 */
export async function claimCommands(
  db: Db,
  { limit, lockSeconds }: { limit: number; lockSeconds: number },
): Promise<OutboxCommand[]> {
  const { rows } = await sql<OutboxCommand>`
    with due as (
      select o.id from workflow_outbox o
      where o.dispatched_at is null and o.dead_at is null and o.available_at <= now() and (o.locked_until is null or o.locked_until < now())
        and not exists (select from workflow_outbox p
          where p.workflow_id = o.workflow_id and p.id < o.id and p.dispatched_at is null and p.dead_at is null)
      order by o.available_at, o.id limit ${limit} for update of o skip locked
    )
    update workflow_outbox o set locked_until = now() + make_interval(secs => ${lockSeconds}), attempts = o.attempts + 1
    from due where o.id = due.id
    returning o.id, o.kind, o.workflow_id, o.workflow_type, o.task_queue, o.name, o.payload, o.attributes, o.generation, o.attempts`.execute(
    db,
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** How often the database was restored from a backup. */
export async function restoreCount(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('restores')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export interface Delivered {
  id: number;
  runId: string | null;
  note: string | null;
}

export async function markDelivered(db: Db, rows: readonly Delivered[]): Promise<void> {
  await sql`
    update workflow_outbox o set dispatched_at = now(), locked_until = null, run_id = d.run_id, last_error = d.note
    from unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => r.runId)}::text[], ${rows.map((r) => r.note)}::text[]) as d(id, run_id, note)
    where o.id = d.id and o.dispatched_at is null`.execute(db);
}

/** Releases a command for a later try. `uncounted`: Temporal was unreachable, which is no fault of the command. */
export async function postpone(
  db: Db,
  { id, error, afterMs, uncounted }: { id: number; error: string; afterMs: number; uncounted: boolean },
): Promise<void> {
  await sql`
    update workflow_outbox set locked_until = null, last_error = ${error}, available_at = now() + make_interval(secs => ${afterMs / 1000}),
      attempts = case when ${uncounted} then greatest(attempts - 1, 0) else attempts end
    where id = ${id} and dispatched_at is null`.execute(db);
}

export async function markDead(db: Db, { id, error }: { id: number; error: string }): Promise<void> {
  await sql`update workflow_outbox set dead_at = now(), locked_until = null, last_error = ${error} where id = ${id} and dispatched_at is null`.execute(
    db,
  );
}

/** Number of the next start of a workflow: one more than any start written before. */
export async function nextGeneration(db: Db, { workflowId }: { workflowId: string }): Promise<number> {
  const row = await db
    .selectFrom('workflow_outbox')
    .select((eb) => eb.fn.max('generation').as('last'))
    .where('workflow_id', '=', workflowId)
    .where('kind', '=', 'start')
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}

/**
 * True while a start of the workflow is still to be delivered (dead ones are for an operator), or one was written after
 * `since`.
 */
export async function startIsPending(
  db: Db,
  { workflowId, since }: { workflowId: string; since: Date | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('workflow_outbox')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .where('kind', '=', 'start')
    .where((eb) => eb.or([eb('dispatched_at', 'is', null), ...(since ? [eb('created_at', '>', since)] : [])]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/*
 * The inserts name no conflict column: with one, row security requires the right to read the row, which the API's role
 * lacks.
 */

export interface StartCommand {
  dedupeKey: string;
  workflowId: string;
  type: DB['workflow_outbox']['workflow_type'];
  taskQueue: string;
  payload: Record<string, unknown>;
  attributes: Record<string, unknown>;
  generation: number;
}

export async function insertStart(db: Db, command: StartCommand): Promise<void> {
  await db
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: command.dedupeKey,
      kind: 'start',
      workflow_id: command.workflowId,
      workflow_type: command.type,
      task_queue: command.taskQueue,
      payload: JSON.stringify(command.payload),
      attributes: JSON.stringify(command.attributes),
      generation: command.generation,
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

const SIGNALS_AT_A_TIME = 1_000;

/** One signal to each of the workflows. */
export async function insertSignals(
  db: Db,
  { workflowIds, name, event, key }: { workflowIds: readonly string[]; name: string; event: string; key: string },
): Promise<void> {
  for (let at = 0; at < workflowIds.length; at += SIGNALS_AT_A_TIME)
    await db
      .insertInto('workflow_outbox')
      .values(
        workflowIds.slice(at, at + SIGNALS_AT_A_TIME).map((id) => ({
          dedupe_key: `signal:${id}:${event}:${key}`,
          kind: 'signal' as const,
          workflow_id: id,
          name,
          payload: JSON.stringify({ key: `${event}:${key}`, event }),
        })),
      )
      .onConflict((c) => c.doNothing())
      .execute();
}

/** Serializes restarts of one workflow until commit. */
export async function lockRestart(db: Db, workflowId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`repair:${workflowId}`}, 0))`.execute(db);
}

const DEAD = ['id', 'workflow_id', 'kind', 'name', 'attempts', 'last_error', 'created_at', 'dead_at'] as const;

/** The last given up first; `before`: the id of the row before. */
export async function deadCommands(db: Db, { before, limit }: { before: number | null; limit: number }) {
  return db
    .selectFrom('workflow_outbox')
    .select(DEAD)
    .where('dead_at', 'is not', null)
    .where('dispatched_at', 'is', null)
    .$if(before !== null, (q) => q.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type DeadCommand = Awaited<ReturnType<typeof deadCommands>>[number];

/** Gives a dead command all its tries back. Undefined when it is not dead. */
export async function reviveCommand(db: Db, { id, at }: { id: number; at: Date }): Promise<DeadCommand | undefined> {
  return db
    .updateTable('workflow_outbox')
    .set({ dead_at: null, attempts: 0, locked_until: null, available_at: at })
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .where('dispatched_at', 'is', null)
    .returning(DEAD)
    .executeTakeFirst();
}

/** Delivered commands, without the starts of workflows of rows that last. */
export async function deleteCommands(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from workflow_outbox where id in (
      select id from workflow_outbox where dispatched_at < ${before}::timestamptz and (kind <> 'start' or workflow_type = 'verificationCodeExpiry')
        order by dispatched_at limit ${limit})`.execute(db),
  );
}
