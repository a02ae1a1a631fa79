import { useTranslation } from 'react-i18next';
import { intlTag, matchLocale } from '../../../server/core/locale.ts';
import type { SlotFacts } from '../../../server/features/visits/schema.ts';
import { createFormat, useFormat } from '@/lib/format.ts';
import { useTimeZone } from '@/lib/time-zone.ts';

export interface SlotTime {
  /** "Wed 25 Nov, 09:00–10:00", with the zone where it is not the reader's. */
  when: string;
  /** "12 place Sathonay, Lyon". */
  where: string;
}

/** Times of a visit are those of its place. */
export function useSlotTime(): (slot: SlotFacts) => SlotTime {
  const { i18n } = useTranslation();
  const reader = useTimeZone();
  const { labeled: _labeled, countryName } = useFormat();
  const locale = matchLocale(i18n.language) ?? 'en';
  return (slot) => {
    const format = createFormat(locale, slot.timeZone);
    const [from, to] = [format.dateTime(slot.startsAt), format.time(slot.endsAt)];
    const sameDay = format.date(slot.startsAt) === format.date(slot.endsAt);
    const zone =
      slot.timeZone === reader || offset(slot, slot.timeZone) === offset(slot, reader)
        ? ''
        : ` ${nameOf(slot, intlTag(locale))}`;
    const place = [slot.address, slot.city, slot.country ? countryName(slot.country) : ''].filter(Boolean).join(', ');
    return {
      when: `${from}–${sameDay ? to : format.dateTime(slot.endsAt)}${zone}`,
      where: [slot.placeName, place].filter(Boolean).join(' · '),
    };
  };
}

const part = (slot: SlotFacts, timeZone: string, timeZoneName: 'longOffset' | 'short', tag = 'en'): string =>
  new Intl.DateTimeFormat(tag, { timeZone, timeZoneName })
    .formatToParts(slot.startsAt)
    .find((p) => p.type === 'timeZoneName')?.value ?? '';
const offset = (slot: SlotFacts, timeZone: string): string => part(slot, timeZone, 'longOffset');
const nameOf = (slot: SlotFacts, tag: string): string => part(slot, slot.timeZone, 'short', tag);
