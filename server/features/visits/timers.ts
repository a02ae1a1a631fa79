import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { StepOutcome } from '../../core/step.ts';
import { hasSubject } from './dto.ts';
import { notifyOfVisit } from './notify.ts';
import { lockVisit, updateVisit, type VisitRow } from './queries.ts';
import { checkInUntil, remindersLeft, VISIT_MACHINE } from './rules.ts';

const SIDES = ['brand', 'creator'] as const;

/**
 * A booked visit, locked, or the outcome where it is over. The visit of a deal, offer or ad that has ended meanwhile is
 * cancelled here.
 */
async function bookedVisit(tx: SystemContext, visitId: string): Promise<VisitRow | StepOutcome> {
  const row = await lockVisit(tx.db, visitId);
  if (!row) throw new AppError('not_found');
  if (row.state !== 'booked') return { done: false, next: null, state: row.state };
  if (hasSubject(row)) return row;
  await updateVisit(tx.db, { visitId, at: tx.clock.now() }, { state: VISIT_MACHINE.cancel.to, cancelled_by: 'system' });
  for (const side of SIDES) await notifyOfVisit(tx, row, side, 'visit_cancelled');
  return { done: false, next: null, state: 'cancelled' };
}

/** Reminds both sides, once for each reminder of a slot. */
export async function remindOfVisit(ctx: SystemContext, input: { visitId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await bookedVisit(tx, input.visitId);
    if ('done' in row) return row;
    const now = tx.clock.now();
    const [next] = remindersLeft({ startsAt: row.starts_at, bookedAt: row.booked_at, reminded: row.reminded }, now);
    if (!next || next.at > now) return { done: false, next: next?.at ?? null, state: row.state };
    await updateVisit(tx.db, { visitId: row.id, at: now }, { reminded: next.hours });
    for (const side of SIDES)
      await notifyOfVisit(tx, row, side, 'visit_reminder', {
        hours: next.hours,
        key: `${row.slot_id}:${next.hours}`,
      });
    return { done: true, next: null, state: row.state };
  });
}

/** No check-in: the visit counts as missed, and both sides are notified. */
export async function missVisit(ctx: SystemContext, input: { visitId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await bookedVisit(tx, input.visitId);
    if ('done' in row) return row;
    const now = tx.clock.now();
    const until = checkInUntil({ endsAt: row.ends_at });
    // Moved meanwhile: the new window counts.
    if (until > now) return { done: false, next: until, state: row.state };
    await updateVisit(tx.db, { visitId: row.id, at: now }, { state: VISIT_MACHINE.miss.to });
    for (const side of SIDES) await notifyOfVisit(tx, row, side, 'visit_missed');
    return { done: true, next: null, state: VISIT_MACHINE.miss.to };
  });
}
