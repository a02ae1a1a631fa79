import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { StepOutcome } from '../../core/step.ts';
import { updateOffer, offerByIdLocked } from './queries.ts';
import { isOpen } from './rules.ts';
import { notifyParty } from './notify.ts';
import { freeApplication } from './close.ts';

/** Unanswered at the deadline: the offer expires and the application can get another offer. */
export async function expireOffer(ctx: SystemContext, input: { offerId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await offerByIdLocked(tx.db, input.offerId);
    if (!row) throw new AppError('not_found');
    if (!isOpen(row.state)) return { done: row.state === 'expired', next: null, state: row.state };
    const now = tx.clock.now();
    if (row.deadline_at.getTime() > now.getTime()) return { done: false, next: row.deadline_at, state: row.state };
    await updateOffer(tx.db, row.id, { state: 'expired', updated_at: now });
    await freeApplication(tx, row);
    for (const side of ['brand', 'creator'] as const)
      await notifyParty(tx, row, side, 'offer_expired', `offer_expired:${row.id}`);
    return { done: true, next: null, state: 'expired' };
  });
}

/** Reminds the side that acts next. */
export async function remindOffer(
  ctx: SystemContext,
  input: { offerId: string; hoursLeft: number },
): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await offerByIdLocked(tx.db, input.offerId);
    if (!row) throw new AppError('not_found');
    if (!isOpen(row.state)) return { done: true, next: null, state: row.state };
    await notifyParty(
      tx,
      row,
      row.turn,
      'offer_expiring',
      `offer_expiring:${row.id}:${row.current_n}:${input.hoursLeft}`,
      {
        hours: input.hoursLeft,
        deadlineAt: row.deadline_at.toISOString(),
      },
    );
    return { done: true, next: row.deadline_at, state: row.state };
  });
}
