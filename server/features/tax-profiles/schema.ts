import * as z from 'zod';
import { TAX_STATUSES, type MissingFact, type TaxStatus } from './rules.ts';

export const saveTaxInput = z.strictObject({
  selfBilling: z.boolean(),
  taxStatus: z.enum(TAX_STATUSES),
  /** Basis points; of those who are registered alone. */
  taxBps: z.number().int().min(1).max(4_000).nullable(),
  bornOn: z.iso.date().nullable(),
  registerNumber: z.string().trim().min(1).max(60).nullable(),
});

export interface TaxProfileDto {
  businessType: 'individual' | 'company';
  selfBilling: boolean;
  selfBillingAt: Date | null;
  taxStatus: TaxStatus;
  taxBps: number | null;
  bornOn: string | null;
  registerNumber: string | null;
  missing: MissingFact[];
  requestedAt: Date | null;
  /** From when payouts wait for what is missing; null: not known yet, or nothing is missing. */
  waitsFrom: Date | null;
  /** true, or the error code that explains why not. */
  canEdit: true | string;
}
