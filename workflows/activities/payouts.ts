import { advancePayout, type PayoutStatus } from '../../server/features/payouts/delivery.ts';
import { refreshAccountOf } from '../../server/features/payouts/account.ts';
import { payScheduled, scheduleOf } from '../../server/features/payouts/schedule/service.ts';
import { STOPPED_POLL_MS } from '../../server/features/money-stops/rules.ts';
import { RETURN_WATCH_MS } from '../../server/features/payouts/rules.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** After this time an unfinished setup is no longer polled; a webhook still wakes the workflow. */
const SETUP_WATCH_MS = 30 * 24 * HOUR;

/** The sandbox's banks take seconds, real ones days. */
const isLocal = (ctx: ActivityContext): boolean => ctx.integrations.settings.mode !== 'production';

/** A tenth of the age, within bounds. */
const rarer = (age: number, atLeast: number, atMost: number): number => Math.min(Math.max(age / 10, atLeast), atMost);

/** When a payout is polled again; null when it is final. A failing provider is polled with a pause. */
export function nextCheck(
  p: Pick<PayoutStatus, 'state' | 'settling' | 'stopped' | 'coolingUntil' | 'createdAt' | 'paidAt'>,
  now: Date,
  local: boolean,
): { in: number; label: string } | null {
  if (p.stopped) return { in: STOPPED_POLL_MS, label: 'money-out is stopped' };
  const age = now.getTime() - p.createdAt.getTime();
  switch (p.state) {
    case 'claimed':
      if (p.coolingUntil) {
        const left = Math.max(p.coolingUntil.getTime() - now.getTime(), 1_000);
        return { in: Math.min(left, local ? 5_000 : HOUR), label: 'a new bank account' };
      }
      return p.settling
        ? { in: local ? 5_000 : HOUR, label: 'money that is settling' }
        : { in: rarer(age, 1_000, 5 * MINUTE), label: 'another attempt' };
    case 'unknown':
      return { in: rarer(age, 5_000, HOUR), label: 'the provider’s answer, looked up' };
    case 'in_transit':
      return { in: local ? 15_000 : 6 * HOUR, label: 'the bank' };
    case 'paid': {
      const left = (p.paidAt?.getTime() ?? 0) + RETURN_WATCH_MS - now.getTime();
      return left > 0 ? { in: left, label: 'the end of the days in which banks return money' } : null;
    }
    default:
      return null;
  }
}

async function payoutSnapshot(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'look'>> {
  const payout = await advancePayout(ctx, { payoutId: id });
  const next = nextCheck(payout, ctx.clock.now(), isLocal(ctx));
  return {
    state: payout.state,
    closed: next === null,
    steps: next
      ? [{ at: new Date(ctx.clock.now().getTime() + next.in).toISOString(), act: 'look', label: next.label }]
      : [],
    attributes: { CreatorOrg: payout.orgId, AmountMinor: payout.amount },
  };
}

async function accountSnapshot(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'look'>> {
  const { state, createdAt } = await refreshAccountOf(ctx, { orgId: id });
  const now = ctx.clock.now().getTime();
  const age = now - createdAt.getTime();
  const wait = rarer(age, isLocal(ctx) ? 10_000 : 2 * MINUTE, 6 * HOUR);
  return {
    state,
    closed: state === 'enabled' || state === 'disabled',
    steps:
      age < SETUP_WATCH_MS
        ? [{ at: new Date(now + wait).toISOString(), act: 'look', label: 'news of the account' }]
        : [],
    attributes: { CreatorOrg: id },
  };
}

async function scheduleSnapshot(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'pay'>> {
  const { schedule, nextAt, stopped } = await scheduleOf(ctx, { orgId: id });
  return {
    state: stopped ? 'stopped' : schedule,
    closed: schedule === 'manual',
    steps: nextAt && !stopped ? [{ at: nextAt.toISOString(), act: 'pay', label: 'the next payout' }] : [],
    attributes: { CreatorOrg: id },
  };
}

async function payBySchedule(ctx: ActivityContext, { id }: { id: string }): Promise<string> {
  const { nextAt } = await payScheduled(ctx, { orgId: id });
  return `paid out what was due; next at ${nextAt?.toISOString() ?? 'no time'}`;
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'payouts', {
    advancePayout: payoutSnapshot,
    watchPayoutAccount: accountSnapshot,
    readPayoutSchedule: scheduleSnapshot,
    payBySchedule,
  });
export type PayoutActivities = ReturnType<typeof createActivities>;
