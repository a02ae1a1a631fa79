import { autoFundingStatus } from '../../server/features/payment-methods/auto-fund.ts';
import { followMethod } from '../../server/features/payment-methods/setup.ts';
import { fundAutomatically } from '../../server/features/payments/checkout/automatic.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';

const RARELY_MS = 5 * 60_000;

/** A tenth of its age, within bounds: a page is left within a minute, or not at all. */
const pause = (ctx: ActivityContext, age: number): number =>
  Math.min(Math.max(age / 10, ctx.integrations.settings.mode === 'production' ? 15_000 : 2_000), RARELY_MS);

async function followPaymentMethod(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'look'>> {
  const row = await followMethod(ctx, { methodId: id });
  const now = ctx.clock.now();
  const open = row.state === 'setting_up' || row.state === 'removing';
  const at = new Date(now.getTime() + pause(ctx, now.getTime() - row.updated_at.getTime()));
  return {
    state: row.state,
    closed: !open,
    steps: open ? [{ at: at.toISOString(), act: 'look', label: 'what was saved' }] : [],
    attributes: { BrandOrg: row.brand_org },
  };
}

async function readAutoFunding(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'pay'>> {
  const { state, dueAt } = await autoFundingStatus(ctx, { milestoneId: id });
  return {
    state,
    closed: dueAt === null,
    steps: dueAt ? [{ at: dueAt.toISOString(), act: 'pay', label: 'the payment' }] : [],
    attributes: { MilestoneId: id },
  };
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'payment-methods', {
    followPaymentMethod,
    readAutoFunding,
    fundAutomatically: (context: ActivityContext, { id }: { id: string }) =>
      fundAutomatically(context, { milestoneId: id }),
  });
export type PaymentMethodActivities = ReturnType<typeof createActivities>;
