/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { LOCALES } from '../../../server/core/locale.ts';
import { FIELDS, type Field, BASES } from '../../../server/features/imports/rules.ts';

import { NONE } from '@/features/imports/no-choice.ts';
import { PLATFORMS } from '../../../server/features/terms/rules.ts';

/** The columns as select fields give them: an index as text, or none. */
const columns = z
  .record(z.string(), z.string())
  .transform((given) =>
    Object.fromEntries(
      FIELDS.flatMap((field) => (/^\d+$/u.test(given[field] ?? '') ? [[field, Number(given[field])]] : [])),
    ),
  )
  .transform((mapping) => mapping as Partial<Record<Field, number>>);

export const importSettings = z.object({
  mapping: columns,
  locale: z.enum(LOCALES),
  platform: z.union([z.enum(PLATFORMS), z.literal(NONE).transform(() => null)]),
  basis: z.enum(BASES),
  source: z.string().trim().min(3).max(200),
});

export const correctedCells = z.object({ cells: z.record(z.string(), z.string().max(2_000)) });
