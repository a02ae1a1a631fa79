import * as z from 'zod';
import { LOCALES } from '../../core/locale.ts';

export const suggestInput = z.strictObject({
  text: z.string().trim().min(1).max(80),
  language: z.enum(LOCALES),
  /** ISO 3166-1 alpha-2; places of this country come first. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
});

export interface SuggestedPlace {
  id: number;
  name: string;
  country: string;
  region: string | null;
}

export const namedInput = z.strictObject({
  ids: z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(30),
  language: z.enum(LOCALES),
});

export interface NamedPlace {
  id: number;
  name: string;
  country: string;
  region: string | null;
  /** Other places have the name, so that country and region belong to it. */
  shared: boolean;
  lat: number;
  lon: number;
}
