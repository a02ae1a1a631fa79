import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { sideIn, slotFacts, visitDtos } from './dto.ts';
import { notifyOfVisit } from './notify.ts';
import {
  bookedOf,
  insertVisit,
  lockBookings,
  lockVisit,
  slotById,
  slotsOf,
  subjectRow,
  updateVisit,
  visitById,
  type SlotRow,
  type VisitRow,
} from './queries.ts';
import { bookRefusal, VISIT_MACHINE, visitRefusal, type VisitAction } from './rules.ts';
import type { cancelVisitInput, moveVisitInput, VisitDto } from './schema.ts';
import { overlapsOne, subjectOfSlot, takes } from './slots.ts';

const MAX_SLOTS_READ = 200;

export const reread = async (tx: OrgContext, visitId: string): Promise<VisitDto> =>
  (await visitDtos(tx, [(await visitById(tx.db, visitId))!]))[0]!;

/** The visit of one of the actor's sides, locked. */
export async function ownVisit(tx: OrgContext, visitId: string): Promise<VisitRow> {
  const row = await lockVisit(tx.db, visitId);
  if (!row) throw new AppError('not_found');
  return row;
}

export function assertMay(tx: OrgContext, action: Exclude<VisitAction, 'miss'>, row: VisitRow): void {
  const facts = { state: row.state, slot: slotFacts(row.slot_id, row), tries: row.tries };
  const refused = visitRefusal(action, facts, sideIn(tx, row), tx.clock.now());
  if (refused) throw new AppError(refused, { state: row.state });
}

/** The slot and why the creator may not book it; `except` is a visit that is moved to it. */
async function bookable(
  tx: OrgContext,
  slotId: string,
  except: string | null,
): Promise<{ slot: SlotRow; refused: ErrorCode | null; onIt: string | null }> {
  const creatorOrg = tx.actor.orgId;
  await lockBookings(tx.db, creatorOrg);
  await lockBookings(tx.db, slotId);
  const slot = await slotById(tx.db, slotId);
  if (!slot || slot.brand_org === creatorOrg) throw new AppError('not_found');
  const now = tx.clock.now();
  const subject = await subjectRow(tx.db, subjectOfSlot(slot));
  const siblings = subject ? await slotsOf(tx.db, { subject, limit: MAX_SLOTS_READ }) : [];
  const booked = await bookedOf(tx.db, { creatorOrg, now });
  const others = booked.filter(({ id }) => id !== except);
  return {
    slot,
    onIt: booked.find((visit) => visit.slot_id === slotId)?.id ?? null,
    refused: bookRefusal(
      {
        slot: {
          startsAt: slot.starts_at,
          endsAt: slot.ends_at,
          state: slot.state,
          capacity: slot.capacity,
          taken: slot.taken,
        },
        subjectTakes: subject !== undefined && takes(subject, 'creator'),
        hasVisit: others.some((visit) => siblings.some(({ id }) => id === visit.slot_id)),
        overlaps: overlapsOne(booked, slot, except),
      },
      now,
    ),
  };
}

const linked = async (
  tx: OrgContext,
  slot: SlotRow,
): Promise<{ contract_id: string | null; offer_id: string | null }> => {
  const subject = await subjectRow(tx.db, subjectOfSlot(slot));
  return { contract_id: subject?.kind === 'contract' ? subject.id : null, offer_id: slot.offer_id };
};

/**
 * Takes a place. The second click of a double click returns the visit of the first. Throws visit.slot_closed,
 * visit.slot_started, visit.full, visit.already_booked where the same deal, offer or ad has a visit, visit.overlap.
 */
export async function bookVisit(ctx: OrgContext, input: { slotId: string }): Promise<VisitDto> {
  requireRight(ctx, 'visit.edit');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { slot, refused, onIt } = await bookable(tx, input.slotId, null);
    if (onIt) return reread(tx, onIt);
    if (refused) throw new AppError(refused);
    const now = tx.clock.now();
    const id = newId(now.getTime());
    const { orgId, userId } = tx.actor;
    await startWorkflow(tx, 'visitLifecycle', id, {
      attributes: { SponsioState: 'booked', BrandOrg: slot.brand_org, CreatorOrg: orgId },
    });
    await insertVisit(tx.db, {
      id,
      slot_id: slot.id,
      brand_org: slot.brand_org,
      creator_org: orgId,
      ...(await linked(tx, slot)),
      state: 'booked',
      starts_at: slot.starts_at,
      booked_at: now,
      created_by: userId,
      created_at: now,
      updated_at: now,
    });
    const row = (await visitById(tx.db, id))!;
    await notifyOfVisit(tx, row, 'brand', 'visit_booked');
    await audit(tx, 'visit.booked', `visit:${id}`, { slotId: slot.id });
    return reread(tx, id);
  });
}

/** Changes the slot of a visit; its old place is free again. Throws what {@link bookVisit} throws, visit.too_late_to_change. */
export async function moveVisit(ctx: OrgContext, input: z.output<typeof moveVisitInput>): Promise<VisitDto> {
  requireRight(ctx, 'visit.edit');
  return withTx(ctx, async (tx) => {
    const { slot, refused } = await bookable(tx, input.slotId, input.visitId);
    const row = await ownVisit(tx, input.visitId);
    if (row.slot_id === slot.id && row.state === 'booked') return reread(tx, row.id);
    assertMay(tx, 'move', row);
    // A visit is moved between the slots of one brand.
    if (slot.brand_org !== row.brand_org) throw new AppError('not_found');
    if (refused) throw new AppError(refused);
    const now = tx.clock.now();
    await updateVisit(
      tx.db,
      { visitId: row.id, at: now },
      {
        slot_id: slot.id,
        ...(await linked(tx, slot)),
        starts_at: slot.starts_at,
        booked_at: now,
        reminded: null,
        tries: 0,
      },
    );
    await signalWorkflow(tx, 'visitLifecycle', row.id, 'moved', `v${row.version + 1}`);
    await notifyOfVisit(tx, (await visitById(tx.db, row.id))!, 'brand', 'visit_moved', { key: `v${row.version + 1}` });
    await audit(tx, 'visit.moved', `visit:${row.id}`, { slotId: slot.id });
    return reread(tx, row.id);
  });
}

/** Frees the place. A creator may until the stated time, a brand until the start: visit.too_late_to_change. */
export async function cancelVisit(ctx: OrgContext, input: z.output<typeof cancelVisitInput>): Promise<VisitDto> {
  requireRight(ctx, 'visit.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownVisit(tx, input.visitId);
    const side = sideIn(tx, row);
    if (row.state === 'cancelled' && row.cancelled_by === side) return reread(tx, row.id);
    assertMay(tx, 'cancel', row);
    await updateVisit(
      tx.db,
      { visitId: row.id, at: tx.clock.now() },
      { state: VISIT_MACHINE.cancel.to, cancelled_by: side, reason: input.reason },
    );
    await signalWorkflow(tx, 'visitLifecycle', row.id, 'cancelled', `v${row.version + 1}`);
    await notifyOfVisit(tx, row, side === 'brand' ? 'creator' : 'brand', 'visit_cancelled');
    await audit(tx, 'visit.cancelled', `visit:${row.id}`);
    return reread(tx, row.id);
  });
}
