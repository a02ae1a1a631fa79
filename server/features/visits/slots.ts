import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { checkText } from '../moderation/rules.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { slotFacts, visitDtos } from './dto.ts';
import { notifyOfVisit } from './notify.ts';
import {
  bookedOf,
  closeSlotRow,
  countOpenSlots,
  insertSlot,
  lockBooked,
  lockBookings,
  placesOfBrand,
  slotById,
  slotByRequestKey,
  slotsOf,
  subjectRow,
  updateVisit,
  visitById,
  visitsOfSlots,
  type SlotRow,
  type SubjectRow,
} from './queries.ts';
import { bookRefusal, MAX_OPEN_SLOTS, slotProblem, takesVisits, VISIT_MACHINE, type VisitSide } from './rules.ts';
import type { closeSlotInput, offerSlotInput, SlotDto, Subject, VisitsOf } from './schema.ts';
import { ADDRESSES, type Address } from '../../core/addresses.ts';

/** So many slots of one subject are shown, the latest ones. */
const SHOWN_SLOTS = 60;

/** The subject with the actor's side; not_found where the actor has none. */
async function ownSubject(tx: OrgContext, subject: Subject): Promise<SubjectRow & { side: VisitSide }> {
  const row = await subjectRow(tx.db, subject);
  const { orgId, orgKind } = tx.actor;
  if (row?.brand_org === orgId && orgKind === 'brand') return { ...row, side: 'brand' };
  if (row && orgKind === 'creator' && (row.creator_org === orgId || (row.kind === 'ad' && row.brand_org !== orgId)))
    return { ...row, side: 'creator' };
  throw new AppError('not_found');
}

/** The subject that a slot stands on. */
export function subjectOfSlot(slot: SlotRow): Subject {
  if (slot.contract_id) return { kind: 'contract', id: slot.contract_id };
  return slot.offer_id ? { kind: 'offer', id: slot.offer_id } : { kind: 'ad', id: slot.ad_id ?? '' };
}

/** Whether slots may be offered and booked on it by the actor. A creator visits for an ad that it has replied to. */
export const takes = (subject: SubjectRow, side: VisitSide): boolean =>
  takesVisits(subject.kind, subject.state) &&
  (subject.kind !== 'ad' || (subject.ad_kind === 'wanted' && (side === 'brand' || subject.has_reply)));

/** The slots of a deal, offer or ad, the next first, with the visits that the reader may see. */
export async function visitsOf(ctx: OrgContext, subject: Subject): Promise<VisitsOf> {
  return withTx(ctx, async (tx) => {
    const row = await ownSubject(tx, subject);
    const own = { kind: row.kind, id: row.id };
    const { side } = row;
    const now = tx.clock.now();
    const found = await slotsOf(tx.db, { subject: own, limit: SHOWN_SLOTS + 1 });
    const slots = found.slice(0, SHOWN_SLOTS).toReversed();
    const creatorOrg = side === 'creator' ? tx.actor.orgId : row.creator_org;
    const visits = await visitDtos(tx, await visitsOfSlots(tx.db, { slotIds: slots.map(({ id }) => id), creatorOrg }));
    const booked = side === 'creator' ? await bookedOf(tx.db, { creatorOrg: tx.actor.orgId, now }) : [];
    const mine = side === 'creator' ? (visits.find((v) => v.state === 'booked') ?? visits.at(-1) ?? null) : null;
    const subjectTakes = takes(row, side);
    return {
      side,
      subject: own,
      mine,
      hasEarlier: found.length > slots.length,
      canOffer: side === 'brand' && subjectTakes ? true : 'visit.not_open',
      locations: side === 'brand' ? await placesOfBrand(tx.db, tx.actor.orgId) : [],
      slots: slots.map((slot): SlotDto => {
        const times = { startsAt: slot.starts_at, endsAt: slot.ends_at };
        const facts = {
          slot: { ...times, state: slot.state, capacity: slot.capacity, taken: slot.taken },
          subjectTakes,
          overlaps: overlapsOne(booked, slot, mine?.id ?? null),
        };
        const hasVisit = mine?.state === 'booked';
        const book = bookRefusal({ ...facts, hasVisit }, now) ?? true;
        const move =
          hasVisit && mine.slot.id !== slot.id && mine.can.move === true
            ? (bookRefusal({ ...facts, hasVisit: false }, now) ?? true)
            : 'state.wrong';
        const closes = side === 'brand' && slot.state === 'open' && slot.starts_at > now;
        return {
          ...slotFacts(slot.id, slot),
          state: slot.state,
          capacity: slot.capacity,
          taken: slot.taken,
          can: {
            book: side === 'creator' ? book : 'auth.wrong_account_type',
            move: side === 'creator' ? move : 'auth.wrong_account_type',
            close: closes ? true : 'state.wrong',
          },
          visits: visits.filter((visit) => visit.slot.id === slot.id),
        };
      }),
    };
  });
}

/** Whether a booked visit other than `except` is at the time of a slot. */
export const overlapsOne = (
  booked: readonly { id: string; starts_at: Date; ends_at: Date }[],
  slot: { starts_at: Date; ends_at: Date },
  except: string | null,
): boolean =>
  booked.some((other) => other.id !== except && other.starts_at < slot.ends_at && slot.starts_at < other.ends_at);

const linkOf = ({ kind, id }: Subject): Address =>
  kind === 'contract' ? ADDRESSES.deal(id) : kind === 'offer' ? ADDRESSES.offer(id) : ADDRESSES.openAd(id);

/**
 * Offers a slot. Throws visit.not_open for a deal, offer or ad that takes no visits, at their fields
 * visit.time_in_past, visit.too_far, visit.length and visit.text_refused, and visit.too_many_slots.
 */
export async function offerSlot(ctx: OrgContext, input: z.output<typeof offerSlotInput>): Promise<VisitsOf> {
  requireRight(ctx, 'visit.edit');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { orgId: brandOrg, userId } = tx.actor;
    const repeated = (await bindRequestKey(tx, 'visits.offer', input)) === 'repeated';
    if (repeated && (await slotByRequestKey(tx.db, { brandOrg, requestKey: tx.requestKey! })))
      return visitsOf(tx, input.subject);
    const subject = await ownSubject(tx, input.subject);
    if (subject.side !== 'brand') throw new AppError('not_found');
    if (!takes(subject, 'brand')) throw new AppError('visit.not_open');
    const now = tx.clock.now();
    const problem = slotProblem(input, now);
    if (problem) throw new AppError(problem.code, { field: problem.field });
    // An address is expected here, a way to pay or to meet elsewhere is not.
    if (checkText(input.offered, 'ad').verdict === 'hold')
      throw new AppError('visit.text_refused', { field: 'offered' });
    const own = { kind: subject.kind, id: subject.id };
    await lockBookings(tx.db, subject.id);
    if ((await countOpenSlots(tx.db, { subject: own, now })) >= MAX_OPEN_SLOTS)
      throw new AppError('visit.too_many_slots', { max: MAX_OPEN_SLOTS });
    const id = newId(now.getTime());
    await insertSlot(tx.db, {
      id,
      brand_org: brandOrg,
      creator_org: subject.creator_org,
      contract_id: own.kind === 'contract' ? own.id : null,
      offer_id: own.kind === 'offer' ? own.id : null,
      ad_id: own.kind === 'ad' ? own.id : null,
      state: 'open',
      starts_at: input.startsAt,
      ends_at: input.endsAt,
      time_zone: input.timeZone,
      place_name: input.placeName,
      address: input.address,
      city: input.city,
      country: input.country,
      offered: input.offered,
      capacity: input.capacity,
      cancel_hours: input.cancelHours,
      request_key: tx.requestKey,
      created_by: userId,
      created_at: now,
      updated_at: now,
    });
    if (subject.creator_org)
      await notify(tx, {
        orgId: subject.creator_org,
        kind: 'visit_offered',
        data: { name: partyIn(await partiesOf(tx, [brandOrg]), brandOrg).name, title: subject.title },
        link: linkOf(own),
        // Several slots in a row are one notice a day.
        key: `visit_offered:${own.id}:${now.toISOString().slice(0, 10)}`,
      });
    await audit(tx, 'visit.offered', `${own.kind}:${own.id}`, { slotId: id });
    return visitsOf(tx, own);
  });
}

/** Takes a slot back: its booked visits are cancelled, with a notice. A second click finds the effect of the first. */
export async function closeSlot(ctx: OrgContext, input: z.output<typeof closeSlotInput>): Promise<VisitsOf> {
  requireRight(ctx, 'visit.edit');
  return withTx(ctx, async (tx) => {
    await lockBookings(tx.db, input.slotId);
    const slot = await slotById(tx.db, input.slotId);
    if (!slot || slot.brand_org !== tx.actor.orgId) throw new AppError('not_found');
    const own = subjectOfSlot(slot);
    if (slot.state === 'closed') return visitsOf(tx, own);
    const now = tx.clock.now();
    if (slot.starts_at <= now) throw new AppError('visit.slot_started');
    // The visits before the slot, in the order in which a creator's act locks them.
    for (const { id } of await lockBooked(tx.db, slot.id)) {
      const visit = await visitById(tx.db, id);
      if (!visit) continue;
      await updateVisit(
        tx.db,
        { visitId: id, at: now },
        { state: VISIT_MACHINE.cancel.to, cancelled_by: 'brand', reason: input.reason },
      );
      await signalWorkflow(tx, 'visitLifecycle', id, 'cancelled', `v${visit.version + 1}`);
      await notifyOfVisit(tx, visit, 'creator', 'visit_cancelled');
    }
    await closeSlotRow(tx.db, { slotId: slot.id, at: now });
    await audit(tx, 'visit.slot_closed', `${own.kind}:${own.id}`, { slotId: slot.id });
    return visitsOf(tx, own);
  });
}
