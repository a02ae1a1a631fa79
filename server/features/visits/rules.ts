import type { ErrorCode } from '../../core/errors.ts';
import { refusal, type Machine } from '../../core/state-machine.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const CAPACITY = { min: 1, max: 50 } as const;
export const SLOT_MINUTES = { min: 15, max: 12 * 60 } as const;
/** How long before it begins a slot may be offered. */
export const MAX_DAYS_AHEAD = 180;
/** Slots to come of one deal, offer or ad. */
export const MAX_OPEN_SLOTS = 30;
/** Until so many hours before the start a creator may cancel or move the visit. */
export const CANCEL_HOURS = [2, 6, 12, 24, 48] as const;

/** Both sides are reminded so many hours before the start. */
export const REMINDER_HOURS = [24, 2] as const;
/** Wrong codes of one visit; afterwards the brand marks the arrival itself. */
export const CODE_TRIES = 5;
/** Someone who comes at the end of the slot can still check in. */
export const CHECK_IN_AFTER_END_MS = 30 * MINUTE_MS;
/** How long after the window a brand may say that the creator was there. */
export const CORRECTION_MS = 48 * HOUR_MS;
/** What the homes list. */
export const UPCOMING_DAYS = 7;

export const SLOT_STATES = ['open', 'closed'] as const;
export type SlotState = (typeof SLOT_STATES)[number];
export const VISIT_STATES = ['booked', 'arrived', 'cancelled', 'missed'] as const;
export type VisitState = (typeof VISIT_STATES)[number];
export type ArrivedBy = 'code' | 'brand';
export type CancelledBy = 'brand' | 'creator' | 'system';
export type VisitSide = 'brand' | 'creator';

export type VisitAction = 'move' | 'cancel' | 'checkIn' | 'arrive' | 'miss';
export const VISIT_MACHINE = {
  move: { from: ['booked'], to: null, by: ['creator'] },
  cancel: { from: ['booked'], to: 'cancelled', by: ['creator', 'brand', 'system'] },
  checkIn: { from: ['booked'], to: 'arrived', by: ['creator'] },
  arrive: { from: ['booked', 'missed'], to: 'arrived', by: ['brand'] },
  miss: { from: ['booked'], to: 'missed', by: ['system'] },
} as const satisfies Machine<VisitState, VisitAction, VisitSide | 'system'>;

export interface SlotTimes {
  startsAt: Date;
  endsAt: Date;
}

/** The last moment at which a creator may cancel or move. */
export const changesUntil = (slot: { startsAt: Date; cancelHours: number }): Date =>
  new Date(slot.startsAt.getTime() - slot.cancelHours * HOUR_MS);
export const checkInUntil = ({ endsAt }: { endsAt: Date }): Date => new Date(endsAt.getTime() + CHECK_IN_AFTER_END_MS);
const reminderAt = (startsAt: Date, hours: number): Date => new Date(startsAt.getTime() - hours * HOUR_MS);

/** The reminders still to be sent, the earliest first. One whose time came before the booking is left out. */
export function remindersLeft(
  visit: { startsAt: Date; bookedAt: Date; reminded: number | null },
  now: Date,
): { hours: number; at: Date }[] {
  return REMINDER_HOURS.filter((hours) => visit.reminded === null || hours < visit.reminded)
    .map((hours) => ({ hours, at: reminderAt(visit.startsAt, hours) }))
    .filter(({ at }, index, all) => {
      const next = all[index + 1]?.at ?? visit.startsAt;
      // A late one is still sent until the next one is due.
      return at > visit.bookedAt && now < next;
    });
}

/** What keeps a slot from being offered, with its field, or null. */
export function slotProblem(slot: SlotTimes, now: Date): { code: ErrorCode; field: 'startsAt' | 'endsAt' } | null {
  if (slot.startsAt <= now) return { code: 'visit.time_in_past', field: 'startsAt' };
  if (slot.startsAt.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS)
    return { code: 'visit.too_far', field: 'startsAt' };
  const minutes = (slot.endsAt.getTime() - slot.startsAt.getTime()) / MINUTE_MS;
  return minutes < SLOT_MINUTES.min || minutes > SLOT_MINUTES.max ? { code: 'visit.length', field: 'endsAt' } : null;
}

/** What slots are offered on. */
export const SUBJECTS = ['contract', 'offer', 'ad'] as const;
export type SubjectKind = (typeof SUBJECTS)[number];

const TAKES_VISITS: Readonly<Record<SubjectKind, readonly string[]>> = {
  contract: ['sent', 'partially_signed', 'active'],
  offer: ['sent', 'countered', 'accepted'],
  ad: ['live', 'paused'],
};
/** What has a visit that is booked: an ad that is over may still be visited. */
const KEEPS_VISITS: Readonly<Record<SubjectKind, readonly string[]>> = {
  contract: [...TAKES_VISITS.contract, 'completed'],
  offer: TAKES_VISITS.offer,
  ad: ['live', 'paused', 'expired', 'closed', 'filled'],
};
/** Whether slots may be offered and booked on a deal, offer or ad in this state. */
export const takesVisits = (kind: SubjectKind, state: string): boolean => TAKES_VISITS[kind].includes(state);
/** Whether a booked visit stays; otherwise it is cancelled when its next step is due. */
export const keepsVisits = (kind: SubjectKind, state: string): boolean => KEEPS_VISITS[kind].includes(state);

export interface BookingFacts {
  slot: SlotTimes & { state: SlotState; capacity: number; taken: number };
  subjectTakes: boolean;
  /** A booked visit on the same deal, offer or ad. */
  hasVisit: boolean;
  /** A booked visit at the same time elsewhere. */
  overlaps: boolean;
}
/** Why a creator may not book a slot, or null. */
export function bookRefusal({ slot, subjectTakes, hasVisit, overlaps }: BookingFacts, now: Date): ErrorCode | null {
  if (!subjectTakes) return 'visit.not_open';
  if (slot.state !== 'open') return 'visit.slot_closed';
  if (slot.startsAt <= now) return 'visit.slot_started';
  if (hasVisit) return 'visit.already_booked';
  if (overlaps) return 'visit.overlap';
  return slot.taken >= slot.capacity ? 'visit.full' : null;
}

export interface VisitFacts {
  state: VisitState;
  slot: SlotTimes & { cancelHours: number };
  tries: number;
}
/** Why a side may not do that with a visit now, or null. */
export function visitRefusal(
  action: Exclude<VisitAction, 'miss'>,
  { state, slot, tries }: VisitFacts,
  side: VisitSide,
  now: Date,
): ErrorCode | null {
  if (refusal(VISIT_MACHINE, action, state, side) !== null) return 'state.wrong';
  if (action === 'move' || action === 'cancel') {
    const until = side === 'creator' ? changesUntil(slot) : slot.startsAt;
    return now > until ? 'visit.too_late_to_change' : null;
  }
  if (now < slot.startsAt) return 'visit.check_in_early';
  const until = checkInUntil(slot).getTime() + (action === 'arrive' ? CORRECTION_MS : 0);
  if (now.getTime() >= until) return 'visit.check_in_over';
  return action === 'checkIn' && tries >= CODE_TRIES ? 'visit.code_locked' : null;
}
