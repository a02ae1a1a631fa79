import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { amountProblem } from '../../../core/money.ts';
import { requireRight, requireStepUp, requireVerifiedMailbox } from '../../../guards.ts';
import { audit } from '../../audit/audit.ts';
import { signalWorkflow, startWorkflow } from '../../outbox/commands.ts';
import { openTaxRequest, requestTaxFacts } from '../../tax-profiles/service.ts';
import { PAYOUT_MINIMUM } from '../../policies/rules.ts';
import { accountDto } from '../account.ts';
import { claimPayout } from '../claim.ts';
import { accountOf, updateAccount, type AccountRow } from '../queries/accounts.ts';
import { payoutByKey, walletsOf } from '../queries/payouts.ts';
import { bankFor, payable, payoutRefusal } from '../rules.ts';
import type { PayoutScheduleDto, saveScheduleInput } from '../schema.ts';
import { isBlocked } from './queries.ts';
import { dayFits, LAST_MONTH_DAY, nextPayoutAt, nextWithWaits, scheduledMinimum, type Schedule } from './rules.ts';

/** How the org is paid by itself; null while it has no payout account. */
export function scheduleDto(row: AccountRow | undefined): PayoutScheduleDto | null {
  if (!row) return null;
  return {
    schedule: row.schedule,
    day: row.schedule_day,
    minimum: row.schedule_minimum,
    smallest: PAYOUT_MINIMUM[row.currency],
    currency: row.currency,
    nextAt: row.schedule_stopped_at ? null : row.next_payout_at,
    stoppedAt: row.schedule_stopped_at,
  };
}

/**
 * Sets how often the org is paid out by itself, and from which sum on; saving it again also resumes a schedule that a failed
 * payout stopped. Throws payout.no_account, payout.day_wrong, payout.below_minimum.
 */
export async function saveSchedule(
  ctx: OrgContext,
  input: z.output<typeof saveScheduleInput>,
): Promise<PayoutScheduleDto> {
  requireRight(ctx, 'payout.manage');
  requireVerifiedMailbox(ctx);
  const { schedule, day, minimum } = input;
  if (!dayFits(schedule, day)) throw new AppError('payout.day_wrong', { field: 'day', last: LAST_MONTH_DAY });
  await requireStepUp(ctx, 'payout_account');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const row = await accountOf(tx.db, { orgId, lock: true });
    if (!row) throw new AppError('payout.no_account');
    const problem = minimum === null ? null : amountProblem(minimum, row.currency);
    if (problem) throw new AppError(`money.${problem}`, { field: 'minimum', amount: minimum, currency: row.currency });
    if (minimum !== null && minimum < PAYOUT_MINIMUM[row.currency])
      throw new AppError('payout.below_minimum', {
        field: 'minimum',
        amountMinor: PAYOUT_MINIMUM[row.currency],
        currency: row.currency,
      });
    const now = tx.clock.now();
    await updateAccount(tx.db, orgId, {
      schedule,
      schedule_day: day,
      schedule_minimum: minimum,
      next_payout_at: nextPayoutAt(schedule, day, now),
      schedule_stopped_at: null,
      updated_at: now,
    });
    // Started once; the signal starts the one that ended with a schedule that was switched off.
    if (schedule !== 'manual')
      await startWorkflow(tx, 'payoutSchedule', orgId, {
        attributes: { SponsioState: schedule, CreatorOrg: orgId },
      });
    if (schedule !== 'manual' || row.schedule !== 'manual')
      await signalWorkflow(tx, 'payoutSchedule', orgId, 'schedule_saved', now.toISOString());
    await audit(tx, 'payout_schedule.saved', `org:${orgId}`, { schedule, day, minimum, currency: row.currency });
    return scheduleDto(await accountOf(tx.db, { orgId }))!;
  });
}

/** A failed or returned payout: the schedule sends nothing more until its owner saw to it. */
export async function stopSchedule(tx: ServiceContext, orgId: string): Promise<void> {
  const row = await accountOf(tx.db, { orgId, lock: true });
  if (!row || row.schedule === 'manual' || row.schedule_stopped_at) return;
  const now = tx.clock.now();
  await updateAccount(tx.db, orgId, { schedule_stopped_at: now, updated_at: now });
  await signalWorkflow(tx, 'payoutSchedule', orgId, 'schedule_stopped', now.toISOString());
}

/** Where the schedule of an org stands. */
export interface ScheduleStatus {
  schedule: Schedule;
  nextAt: Date | null;
  stopped: boolean;
}

const statusOf = (row: AccountRow | undefined): ScheduleStatus => ({
  schedule: row?.schedule ?? 'manual',
  nextAt: row?.next_payout_at ?? null,
  stopped: row?.schedule_stopped_at != null,
});

/** Reads the schedule of an org. */
export const scheduleOf = (ctx: SystemContext, { orgId }: { orgId: string }): Promise<ScheduleStatus> =>
  withTx(ctx, async (tx) => statusOf(await accountOf(tx.db, { orgId })));

/**
 * Pays out what the schedule of an org has due, and moves on to its next time. Nothing is due twice: the payout's key is the
 * time that it was due at, and the row is locked. A bank account that is still blocked has the next time at the end of that;
 * whatever else keeps money from leaving now is tried again at the next time.
 */
export async function payScheduled(ctx: SystemContext, { orgId }: { orgId: string }): Promise<ScheduleStatus> {
  return withTx(ctx, async (tx) => {
    const row = await accountOf(tx.db, { orgId, lock: true });
    const now = tx.clock.now();
    if (!row || row.schedule === 'manual' || row.schedule_stopped_at || !row.next_payout_at) return statusOf(row);
    if (row.next_payout_at.getTime() > now.getTime()) return statusOf(row);
    const account = await accountDto(tx, row);
    const wallets = await walletsOf(tx.db, { orgId });
    const regular = nextPayoutAt(row.schedule, row.schedule_day, now);
    const waits = wallets
      .filter(({ available, currency }) => payable(available, currency) > 0)
      .map(({ currency }) => bankFor(account, currency)?.coolingUntil ?? null);
    const next = account.state === 'enabled' ? nextWithWaits(regular, waits) : regular;
    if (!(await isBlocked(tx.db, orgId))) {
      const taxMissing = (await openTaxRequest(tx, orgId))?.waits ?? false;
      for (const wallet of wallets) {
        const { currency } = wallet;
        const available = payable(wallet.available, currency);
        const refused = payoutRefusal({ mayManage: true, account, available, currency, now, taxMissing });
        const minimum = scheduledMinimum(currency, { currency: row.currency, scheduleMinimum: row.schedule_minimum });
        if (refused || available < minimum) continue;
        const requestKey = `schedule:${row.next_payout_at.toISOString()}:${currency}`;
        if (await payoutByKey(tx.db, { orgId, requestKey })) continue;
        // Asked before the first payout; this one does not wait for the answer.
        await requestTaxFacts(tx, orgId);
        const bankLast4 = bankFor(account, currency)?.last4 ?? null;
        await claimPayout(tx, { orgId, requestKey, currency, wallet, bankLast4, scheduled: true });
      }
    }
    await updateAccount(tx.db, orgId, { next_payout_at: next, updated_at: now });
    return { ...statusOf(row), nextAt: next };
  });
}
