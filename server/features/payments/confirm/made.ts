import type { SystemContext } from '../../../context.ts';
import { leadOf } from '../lines/rules.ts';
import { paymentById, type PaymentRow } from '../queries/payments.ts';
import { holdsMoney, isActive, wasReturned } from '../rules.ts';
import { pendingSuccess } from '../webhooks/queries.ts';

export const firstLine = async (ctx: SystemContext, row: PaymentRow): Promise<PaymentRow | null> =>
  row.lead_id === null ? row : ((await paymentById(ctx.db, leadOf(row))) ?? null);

/** First lines of attempts that had been given up and that a webhook reports as paid, the newest first. */
export async function madeAllTheSame(ctx: SystemContext, attempts: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const made: PaymentRow[] = [];
  for (const p of attempts.filter((a) => !isActive(a.state) && !holdsMoney(a.state) && !wasReturned(a)).reverse()) {
    const lead = await firstLine(ctx, p);
    if (lead && (await pendingSuccess(ctx.db, { milestoneId: lead.milestone_id, paymentId: lead.id }))) made.push(lead);
  }
  return made;
}
