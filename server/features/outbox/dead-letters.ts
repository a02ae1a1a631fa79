import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { requireStaffAct } from '../../guards.ts';
import { workflowUrl } from '../../core/workflow-url.ts';
import { audit } from '../audit/audit.ts';
import { deadCommands, reviveCommand, type DeadCommand } from './queries.ts';
import type { DeadLetter } from './schema.ts';

const toDeadLetter = (ctx: StaffContext, row: DeadCommand): DeadLetter => ({
  id: row.id,
  workflowId: row.workflow_id,
  kind: row.kind,
  name: row.name,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at,
  deadAt: row.dead_at,
  workflowUrl: workflowUrl(ctx.integrations.settings, row.workflow_id),
});

export async function deadLetters(ctx: StaffContext, input: z.output<typeof pageInput>): Promise<Page<DeadLetter>> {
  const before = Number(input.after) || null;
  return withTx(ctx, async (tx) =>
    toPage(
      await deadCommands(tx.db, { before, limit: input.limit + 1 }),
      input.limit,
      (row) => String(row.id),
      (row) => toDeadLetter(tx, row),
    ),
  );
}

/** Puts a command that was given up back into the queue. */
export async function retryDeadLetter(ctx: StaffContext, input: { id: number }): Promise<DeadLetter> {
  requireStaffAct(ctx, 'outbox.retry');
  return withTx(ctx, async (tx) => {
    const row = await reviveCommand(tx.db, { id: input.id, at: tx.clock.now() });
    if (!row) throw new AppError('not_found');
    await audit(tx, 'outbox.retried', row.workflow_id, { outboxId: row.id });
    return toDeadLetter(tx, row);
  });
}
