import type * as z from 'zod';
import { placeName, suggestPlaces } from './gazetteer.ts';
import type { SuggestedPlace, suggestInput } from './schema.ts';

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
