import { withTx } from '../../context.ts';
import { batch } from '../../core/batcher.ts';
import { startWorkflow } from './commands.ts';
import type { Delivery } from './delivery.ts';
import type { DispatcherOptions } from './dispatcher.ts';
import { markDead, markDelivered, nextGeneration, postpone, type Delivered, type OutboxCommand } from './queries.ts';
import { rowOf } from './rows.ts';

const MARK_BATCH_MS = 10;
const MAX_ATTEMPTS = 20;
const AWAY_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

const backOff = (attempts: number): number =>
  Math.min(500 * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS) * (0.75 + Math.random() / 2);

/** What becomes of a command whose delivery was tried: marked, tried later, given up, or its workflow is started again. */
export function settlement({
  ctx,
  observe,
  mayResume,
  onUnprepared,
  maxAttempts = MAX_ATTEMPTS,
}: DispatcherOptions): (command: OutboxCommand, outcome: Delivery) => Promise<void> {
  const { db, clock } = ctx;
  const { log } = ctx.integrations;
  const mark = batch((rows: readonly Delivered[]) => markDelivered(db, rows), { afterMs: MARK_BATCH_MS });

  /** A signal for a workflow that has ended: an open row gets a new one that reads it, a closed row needs none. */
  async function resume(command: OutboxCommand): Promise<void> {
    const row = rowOf(command.workflow_id);
    const again = await withTx(ctx, async (tx) => {
      const open = row !== null && command.kind === 'signal' && (await mayResume(tx.db, { ...row, now: clock.now() }));
      if (open)
        await startWorkflow(tx, row.type, row.id, {
          resume: true,
          generation: await nextGeneration(tx.db, { workflowId: command.workflow_id }),
        });
      await markDelivered(tx.db, [
        {
          id: command.id,
          runId: null,
          note: open ? 'workflow was gone: started again from the row' : 'workflow had ended',
        },
      ]);
      return open;
    });
    if (again) {
      observe?.resumed();
      log.warn(
        { workflowId: command.workflow_id, outboxId: command.id },
        'a workflow was gone and is started again from its row',
      );
    }
  }

  async function moveToDeadLetter(command: OutboxCommand, error: string): Promise<void> {
    observe?.died();
    log.error(
      { workflowId: command.workflow_id, outboxId: command.id, attempts: command.attempts, error },
      'an outbox command cannot be delivered: an operator has to act',
    );
    await markDead(db, { id: command.id, error });
  }

  return async (command, outcome) => {
    switch (outcome.kind) {
      case 'delivered':
        return mark({ id: command.id, runId: outcome.runId, note: outcome.note });
      case 'gone':
        return resume(command);
      case 'refused':
        return moveToDeadLetter(command, outcome.error);
      case 'unprepared':
        observe?.retried(true);
        onUnprepared?.();
        return postpone(db, { id: command.id, error: outcome.error, afterMs: AWAY_PAUSE_MS, uncounted: true });
      case 'later': {
        if (!outcome.away && command.attempts >= maxAttempts) return moveToDeadLetter(command, outcome.error);
        observe?.retried(outcome.away);
        return postpone(db, {
          id: command.id,
          error: outcome.error,
          afterMs: outcome.away ? AWAY_PAUSE_MS : backOff(command.attempts),
          uncounted: outcome.away,
        });
      }
    }
  };
}
