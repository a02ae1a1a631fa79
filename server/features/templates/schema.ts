import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { dealTerms, deliverable } from '../terms/schema.ts';

const { rights, exclusivity, revisions, killFeeBps, disclosureText, releaseTrigger, release, clauses } =
  dealTerms.shape;

/** Terms of an offer without what differs each time: the price, the dates, the currency and the country. */
export const templateContent = z.strictObject({
  deliverables: z.array(deliverable).min(1).max(20),
  milestones: z
    .array(
      z.strictObject({
        title: z.string().trim().max(80),
        /** Of the price, in basis points. */
        shareBps: z.number().int().min(0).max(10_000),
        dueDays: z.number().int().min(1).max(730),
        deliverableIds: z.array(z.string().max(40)).max(20).default([]),
      }),
    )
    .min(1)
    .max(12),
  rights,
  exclusivity,
  revisions,
  killFeeBps,
  disclosureText,
  releaseTrigger,
  release,
  clauses,
});
export type TemplateContent = z.infer<typeof templateContent>;

export const saveTemplateInput = z.strictObject({
  name: z.string().trim().min(2).max(60),
  content: templateContent,
});
export const templateIdInput = z.strictObject({ templateId: uuid });

export interface TemplateDto {
  id: string;
  name: string;
  content: TemplateContent;
  /** Our wording of each clause that it changes, by its key. */
  standardClauses: Record<string, string>;
  createdAt: Date;
}
