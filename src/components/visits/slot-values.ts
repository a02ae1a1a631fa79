import type { VisitsOf } from '../../../server/features/visits/schema.ts';

export const OTHER_PLACE = 'other';
export type OwnPlace = VisitsOf['locations'][number];

/** What the fields of a slot hold. */
export interface SlotValues {
  startsAt: Date | null;
  endsAt: Date | null;
  capacity: number | null;
  cancelHours: string;
  /** Index of one of the brand's own places, or `OTHER_PLACE`. */
  place: string;
  placeName: string;
  address: string;
  city: string;
  country: string;
  offered: string;
}
export type CheckedSlotValues = Omit<SlotValues, 'startsAt' | 'endsAt' | 'capacity'> & {
  startsAt: Date;
  endsAt: Date;
  capacity: number;
};

export const emptySlot = (locations: readonly OwnPlace[]): SlotValues => ({
  startsAt: null,
  endsAt: null,
  capacity: 1,
  cancelHours: '12',
  place: locations.length > 0 ? '0' : OTHER_PLACE,
  placeName: '',
  address: '',
  city: '',
  country: '',
  offered: '',
});

/** The input of the server without subject and time zone. */
export function slotOf(values: CheckedSlotValues, locations: readonly OwnPlace[]) {
  const own = values.place === OTHER_PLACE ? undefined : locations[Number(values.place)];
  const typed = {
    placeName: values.placeName,
    address: values.address,
    city: values.city || null,
    country: values.country || null,
  };
  const { startsAt, endsAt, capacity, offered } = values;
  return {
    startsAt,
    endsAt,
    capacity,
    offered,
    cancelHours: Number(values.cancelHours) as 12,
    ...(own ? { placeName: own.name, address: own.address, city: own.city, country: own.country } : typed),
  };
}
