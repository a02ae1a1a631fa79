import type * as z from 'zod';
import type { Locale } from '../../core/locale.ts';
import { placeById, placeName, suggestPlaces } from './gazetteer.ts';
import type { NamedPlace, namedInput, SuggestedPlace, suggestInput } from './schema.ts';

const LIMIT = 6;

/** Places whose name begins with what was typed, the likeliest first, named in the user's language. */
export function suggest({ text, language, country }: z.output<typeof suggestInput>): SuggestedPlace[] {
  return suggestPlaces(text, { language, country, limit: LIMIT }).map((place) => ({
    id: place.id,
    name: placeName(place.id, language),
    country: place.country,
    region: place.region,
  }));
}

/** Whether another place of the gazetteer is shown by the same name in the language. */
const hasNamesake = (id: number, name: string, language: Locale): boolean =>
  suggestPlaces(name, { language, limit: 2 * LIMIT }).some(
    (other) => other.id !== id && placeName(other.id, language) === name,
  );

/** The places of these ids, named in the user's language; unknown ids are left out. */
export const named = ({ ids, language }: z.output<typeof namedInput>): NamedPlace[] =>
  ids.flatMap((id) => {
    const place = placeById(id);
    if (!place) return [];
    const name = placeName(id, language);
    const { country, region, lat, lon } = place;
    return [{ id, name, country, region, shared: hasNamesake(id, name, language), lat, lon }];
  });
