/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { colorsOf, linesOf } from '../../../server/features/brands/rules.ts';
import { brandInput, confirmVerificationInput, targets } from '../../../server/features/brands/schema.ts';

const { shape } = brandInput;
const years = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(z.number().int().min(13).max(120).nullable());
const lines = z.string().transform(linesOf);
const asLink = (text: string): string => (text.includes('://') ? text : `https://${text}`);

export const brandForm = z
  .object({
    slug: shape.slug,
    description: shape.description,
    website: z
      .string()
      .trim()
      .transform((text) => (text === '' ? null : asLink(text)))
      .pipe(shape.website),
    niches: shape.niches,
    colors: z.string().transform(colorsOf).pipe(shape.colors),
    ageMin: years,
    ageMax: years,
    genders: shape.audience.shape.genders,
    claimsAllowed: lines.pipe(shape.claimsAllowed),
    claimsForbidden: lines.pipe(shape.claimsForbidden),
    locations: shape.locations,
    targets,
    links: z
      .string()
      .transform((text) => linesOf(text).map(asLink))
      .pipe(shape.links),
  })
  .refine(({ ageMin, ageMax }) => ageMin === null || ageMax === null || ageMin <= ageMax, { path: ['ageMin'] })
  .transform(({ ageMin, ageMax, genders, ...content }) => ({ ...content, audience: { ageMin, ageMax, genders } }));
export type BrandFormInput = z.input<typeof brandForm>;

export const mailProof = z.object({ address: z.email().max(200) });
export type MailProof = z.infer<typeof mailProof>;
export const codeProof = confirmVerificationInput;
export type CodeProof = z.infer<typeof codeProof>;
