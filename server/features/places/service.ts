import type * as z from 'zod';
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

/** The places of these ids, named in the user's language; unknown ids are left out. */
export const named = ({ ids, language }: z.output<typeof namedInput>): NamedPlace[] =>
  ids.flatMap((id) => {
    const place = placeById(id);
    return place ? [{ id, name: placeName(id, language), country: place.country, lat: place.lat, lon: place.lon }] : [];
  });
