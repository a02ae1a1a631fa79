import * as z from 'zod';
import { plannedDate, uuid } from '../../core/inputs.ts';
import { pageInput, type Page } from '../../core/pagination.ts';
import type { BrandLocation } from '../brands/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import {
  CANCEL_HOURS,
  CAPACITY,
  SUBJECTS,
  type ArrivedBy,
  type CancelledBy,
  type SlotState,
  type SubjectKind,
  type VisitState,
} from './rules.ts';

/** The deal, offer or ad on which slots are offered. */
export const subjectInput = z.strictObject({ kind: z.enum(SUBJECTS), id: uuid });
export type Subject = z.infer<typeof subjectInput>;

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
export const slotFields = {
  startsAt: plannedDate,
  endsAt: plannedDate,
  capacity: z.number().int().min(CAPACITY.min).max(CAPACITY.max),
  placeName: z.string().trim().min(1).max(80),
  address: z.string().trim().max(200),
  city: z.string().trim().max(80).nullable(),
  country: z.string().length(2).nullable(),
  /** What the creator gets there, e.g. "Breakfast for two". */
  offered: z.string().trim().max(300),
  cancelHours: z.literal(CANCEL_HOURS),
};
export const offerSlotInput = z.strictObject({
  subject: subjectInput,
  ...slotFields,
  timeZone: z.string().min(1).max(64).refine(isZone),
});
const reason = z.string().trim().max(300).default('');
export const closeSlotInput = z.strictObject({ slotId: uuid, reason });
export const slotId = z.strictObject({ slotId: uuid });
export const visitId = z.strictObject({ visitId: uuid });
export const moveVisitInput = z.strictObject({ visitId: uuid, slotId: uuid });
export const cancelVisitInput = z.strictObject({ visitId: uuid, reason });
export const checkInInput = z.strictObject({ visitId: uuid, code: z.string().regex(/^\d{6}$/) });

export interface SlotFacts {
  id: string;
  startsAt: Date;
  endsAt: Date;
  timeZone: string;
  placeName: string;
  address: string;
  city: string | null;
  country: string | null;
  offered: string;
  cancelHours: number;
}
export type VisitAct = 'move' | 'cancel' | 'checkIn' | 'arrive';
export interface VisitDto {
  id: string;
  slot: SlotFacts;
  brand: PartyDto;
  creator: PartyDto;
  /** The reader's side. */
  side: 'brand' | 'creator';
  /** Title of the deal, offer or ad, and where it is. */
  title: string;
  subject: Subject;
  state: VisitState;
  /** The last moment at which the creator may cancel or move. */
  changesUntil: Date;
  checkInUntil: Date;
  triesLeft: number;
  arrivedAt: Date | null;
  arrivedBy: ArrivedBy | null;
  cancelledBy: CancelledBy | null;
  reason: string;
  /** True, or the error code of the refusal. */
  can: Record<VisitAct, true | string>;
}
export interface SlotDto extends SlotFacts {
  state: SlotState;
  capacity: number;
  taken: number;
  /** True, or the error code of the refusal; `move`: the creator's visit to this slot. */
  can: Record<'book' | 'move' | 'close', true | string>;
  /** Those that the reader may see: the brand all, a creator its own. */
  visits: VisitDto[];
}
/** The slots of a deal, offer or ad as one of its sides sees them. */
export interface VisitsOf {
  side: 'brand' | 'creator';
  subject: { kind: SubjectKind; id: string };
  slots: SlotDto[];
  /** Earlier slots exist that are not listed. */
  hasEarlier: boolean;
  /** The creator's booked or last visit. */
  mine: VisitDto | null;
  canOffer: true | string;
  /** From the brand's own page. */
  locations: Omit<BrandLocation, 'lat' | 'lon'>[];
}
export const upcomingInput = pageInput;
export interface UpcomingVisits extends Page<VisitDto> {
  /** Now, at the server. */
  serverNow: Date;
}
export interface CheckInCode {
  code: string;
  until: Date;
}
