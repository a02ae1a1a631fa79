import * as z from 'zod';
import { CURRENCY_CODES } from './money.ts';
import { REPORT_REASON } from './text.ts';

/** ISO-8601 duration of days, hours, minutes and seconds. */
export const isoDuration = z
  .string()
  .max(20)
  .regex(/^P(?=\d|T\d)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/);
export const currencyCode = z.enum(CURRENCY_CODES);
export const uuid = z.uuid();
/**
 * A planned date; outside of this century it is a typing error, and sums of dates and durations would leave the range
 * of the database.
 */
export const plannedDate = z.coerce.date().min(new Date('2000-01-01T00:00:00Z')).max(new Date('2100-01-01T00:00:00Z'));

/** The reason of a report to staff. */
export const reportReason = z.string().trim().min(REPORT_REASON.min).max(REPORT_REASON.max);

/** Input of calls about one deal. */
export const contractId = z.strictObject({ contractId: uuid });
