import * as z from 'zod';
import { CURRENCY_CODES } from '../../core/money.ts';
import { proposalNote } from '../approvals/schema.ts';
import type { FeeSchedule } from '../policies/schema.ts';
import { FEE_MAX_BPS, type FeePreviewRow } from './rules.ts';

const sum = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const feeFields = {
  bps: z.number().int().min(0).max(FEE_MAX_BPS),
  /** Minor units of the currency. */
  fixed: sum,
  minimum: sum.nullable(),
  maximum: sum.nullable(),
  country: z.string().length(2).toUpperCase().nullable(),
  currency: z.enum(CURRENCY_CODES).nullable(),
  validFrom: z.date(),
};
export const feeInput = z.strictObject(feeFields);
export const proposeFeeInput = z.strictObject({ ...feeFields, note: proposalNote });

export interface FeeScheduleDto extends FeeSchedule {
  /** `past`: another one for the same deals followed it. */
  state: 'in_force' | 'coming' | 'past';
}
export interface FeePreview {
  days: number;
  rows: FeePreviewRow[];
}
export interface FeeSchedulesDto {
  schedules: FeeScheduleDto[];
  /** The reader's role may propose and confirm a schedule. */
  mayAct: boolean;
  serverNow: Date;
}
