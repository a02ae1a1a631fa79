import { withTx, type SystemContext } from '../../context.ts';
import { ALL_STAFF } from '../../core/staff-roles.ts';
import { queueStaffMail } from '../notifications/queue-mail.ts';
import { endAtItsTime } from './queries.ts';

/** Ends a proposal that no second staff member answered in time, and mails that to whom proposed it; once. */
export async function expireProposal(ctx: SystemContext, { id }: { id: string }): Promise<{ ended: boolean }> {
  return withTx(ctx, async (tx) => {
    const row = await endAtItsTime(tx.db, { id, at: tx.clock.now() });
    if (!row) return { ended: false };
    await queueStaffMail(
      tx,
      ALL_STAFF,
      { kind: 'approval_expired', key: id, data: { title: row.note } },
      { only: row.proposed_by },
    );
    return { ended: true };
  });
}
