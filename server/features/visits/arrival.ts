import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { assertMay, ownVisit, reread } from './booking.ts';
import { isVisitCode, visitCode } from './code.ts';
import { sideIn } from './dto.ts';
import { notifyOfVisit } from './notify.ts';
import { updateVisit, visitById, type VisitRow } from './queries.ts';
import { checkInUntil, CODE_TRIES, VISIT_MACHINE } from './rules.ts';
import type { CheckInCode, checkInInput, VisitDto } from './schema.ts';

const codeOf = (tx: OrgContext, row: VisitRow): string =>
  visitCode(tx.integrations.settings.codeSecret, { visitId: row.id, slotId: row.slot_id });

/** The code that the brand shows or reads out. Throws not_found for the creator, state.wrong once the visit is not booked. */
export async function checkInCode(ctx: OrgContext, input: { visitId: string }): Promise<CheckInCode> {
  requireRight(ctx, 'visit.edit');
  return withTx(ctx, async (tx) => {
    const row = await visitById(tx.db, input.visitId);
    if (!row || sideIn(tx, row) !== 'brand') throw new AppError('not_found');
    if (row.state !== 'booked') throw new AppError('state.wrong', { state: row.state });
    return { code: codeOf(tx, row), until: checkInUntil({ endsAt: row.ends_at }) };
  });
}

async function arrived(tx: OrgContext, row: VisitRow, by: 'code' | 'brand'): Promise<VisitDto> {
  const now = tx.clock.now();
  await updateVisit(
    tx.db,
    { visitId: row.id, at: now },
    { state: VISIT_MACHINE.arrive.to, arrived_by: by, arrived_at: now },
  );
  // The workflow of a missed visit has ended.
  if (row.state === 'booked') await signalWorkflow(tx, 'visitLifecycle', row.id, 'arrived', `v${row.version + 1}`);
  await notifyOfVisit(tx, row, by === 'code' ? 'brand' : 'creator', 'visit_arrived');
  await audit(tx, 'visit.arrived', `visit:${row.id}`, { by });
  return reread(tx, row.id);
}

/**
 * Checks a creator in by the code of the brand. A wrong one counts, also when the call then fails, which is why this opens
 * its own transaction. Throws visit.code_wrong with the tries that are left, visit.code_locked after the last one,
 * visit.check_in_early, visit.check_in_over.
 */
export async function checkIn(ctx: OrgContext, input: z.output<typeof checkInInput>): Promise<VisitDto> {
  requireRight(ctx, 'visit.edit');
  if (ctx.db.isTransaction) throw new Error('checkIn keeps its count of tries in a transaction of its own');
  const outcome = await withTx(ctx, async (tx): Promise<VisitDto | { left: number }> => {
    const row = await ownVisit(tx, input.visitId);
    if (sideIn(tx, row) !== 'creator') throw new AppError('not_found');
    if (row.state === 'arrived') return reread(tx, row.id);
    assertMay(tx, 'checkIn', row);
    if (isVisitCode(input.code, codeOf(tx, row))) return arrived(tx, row, 'code');
    const tries = row.tries + 1;
    await updateVisit(tx.db, { visitId: row.id, at: tx.clock.now() }, { tries });
    return { left: CODE_TRIES - tries };
  });
  if (!('left' in outcome)) return outcome;
  throw outcome.left > 0
    ? new AppError('visit.code_wrong', { field: 'code', number: outcome.left })
    : new AppError('visit.code_locked', { field: 'code' });
}

/** The brand saw the creator: instead of the code, or after the visit was marked as missed. */
export async function markArrived(ctx: OrgContext, input: { visitId: string }): Promise<VisitDto> {
  requireRight(ctx, 'visit.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownVisit(tx, input.visitId);
    if (sideIn(tx, row) !== 'brand') throw new AppError('not_found');
    if (row.state === 'arrived') return reread(tx, row.id);
    assertMay(tx, 'arrive', row);
    return arrived(tx, row, 'brand');
  });
}
