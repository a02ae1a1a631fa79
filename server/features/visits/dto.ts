import type { OrgContext } from '../../context.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { VisitRow } from './queries.ts';
import { changesUntil, checkInUntil, CODE_TRIES, keepsVisits, visitRefusal, type VisitSide } from './rules.ts';
import type { SlotFacts, Subject, VisitAct, VisitDto } from './schema.ts';

type SlotColumns = Pick<
  VisitRow,
  'starts_at' | 'ends_at' | 'time_zone' | 'place_name' | 'address' | 'city' | 'country' | 'offered' | 'cancel_hours'
>;
export const slotFacts = (id: string, row: SlotColumns): SlotFacts => ({
  id,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  timeZone: row.time_zone,
  placeName: row.place_name,
  address: row.address,
  city: row.city,
  country: row.country,
  offered: row.offered,
  cancelHours: row.cancel_hours,
});

/** The deal, or where there is none yet the offer or ad. */
export function subjectOfVisit(row: VisitRow): Subject {
  if (row.contract_id) return { kind: 'contract', id: row.contract_id };
  if (row.slot_offer) return { kind: 'offer', id: row.slot_offer };
  return { kind: 'ad', id: row.ad_id ?? '' };
}

/** Whether what the visit belongs to is still there. */
export function hasSubject(row: VisitRow): boolean {
  if (row.contract_state) return keepsVisits('contract', row.contract_state);
  if (row.offer_state) return keepsVisits('offer', row.offer_state);
  return row.ad_state !== null && keepsVisits('ad', row.ad_state) && row.reply_state !== null;
}

export const sideIn = (tx: OrgContext, row: { brand_org: string }): VisitSide =>
  row.brand_org === tx.actor.orgId ? 'brand' : 'creator';

const ACTS: readonly VisitAct[] = ['move', 'cancel', 'checkIn', 'arrive'];

export async function visitDtos(tx: OrgContext, rows: readonly VisitRow[]): Promise<VisitDto[]> {
  const parties = await partiesOf(
    tx,
    rows.flatMap((row) => [row.brand_org, row.creator_org]),
  );
  const now = tx.clock.now();
  return rows.map((row) => {
    const slot = slotFacts(row.slot_id, row);
    const side = sideIn(tx, row);
    const facts = { state: row.state, slot, tries: row.tries };
    return {
      id: row.id,
      slot,
      brand: partyIn(parties, row.brand_org),
      creator: partyIn(parties, row.creator_org),
      side,
      title: row.title,
      subject: subjectOfVisit(row),
      state: row.state,
      changesUntil: changesUntil(slot),
      checkInUntil: checkInUntil(slot),
      triesLeft: Math.max(0, CODE_TRIES - row.tries),
      arrivedAt: row.arrived_at,
      arrivedBy: row.arrived_by,
      cancelledBy: row.cancelled_by,
      reason: row.reason,
      can: Object.fromEntries(ACTS.map((act) => [act, visitRefusal(act, facts, side, now) ?? true])) as Record<
        VisitAct,
        true | string
      >,
    };
  });
}
