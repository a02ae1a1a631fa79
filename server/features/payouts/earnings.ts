import type { OrgContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import { restShares } from '../escrow/release/rules.ts';
import { nextDeadline } from '../escrow/timers/rules.ts';
import { payableBanks, type PayableBank } from './banks/cooling.ts';
import { earningsOf, paidByMonth, reversedEarnings, unsettledEarnings, type EarningRow } from './queries/earnings.ts';
import { walletsOf } from './queries/payouts.ts';
import { expectedDay, partsOf, placeOf, type EarningFacts } from './rules.ts';
import type { EarningItem, EarningSums } from './schema.ts';

/** Null once it has cleared. */
const waitsUntil = (clearsAt: Date | null, now: Date): Date | null => (clearsAt && clearsAt > now ? clearsAt : null);

/** What an earning's place depends on besides its row; `banks`: those that the org is paid to. */
interface Surroundings {
  orgId: string;
  now: Date;
  banks: ReadonlyMap<Currency, PayableBank>;
}

/** An earning with where each part of it is. */
export function partsOfEarning(row: EarningRow, { orgId, now, banks }: Surroundings): EarningItem[] {
  const facts: EarningFacts = {
    milestoneState: row.state,
    terminated: row.ended_by_staff,
    holds: row.holds,
    deadlineAt: nextDeadline({ ...row, state: row.state }, now)?.at ?? null,
    transferState: row.transfer_state,
    transferAt: row.transfer_at,
    clearsAt: waitsUntil(row.transfer_clears_at, now),
    payoutState: row.payout_state,
    payoutWaitsUntil: banks.get(row.currency)?.coolingUntil ?? null,
    payoutAt:
      row.payout_paid_at ??
      (row.payout_created_at ? expectedDay(row.payout_arrival_at, row.payout_created_at, now) : null),
    reversed:
      row.reversed_at && row.reversed_amount
        ? {
            amount: row.reversed_amount,
            at: row.reversed_at,
            paidByBank: row.reversed_by_bank ?? 0,
            keptByPlatform: row.reversed_kept ?? 0,
            ruled: row.ruled && { amount: row.ruled.amount, until: new Date(row.ruled.until) },
            deductions: (row.deductions ?? []).map(({ amount, at, state }) => ({ amount, at: new Date(at), state })),
          }
        : null,
  };
  const { currency } = row;
  const shares = restShares(row);
  const amount = row.transfer_amount ?? (row.creator_org === orgId ? shares.creator : shares.agent);
  return partsOf(amount, facts).map((part) => ({
    milestoneId: row.milestone_id,
    contractId: row.contract_id,
    dealTitle: row.deal_title,
    milestoneTitle: row.milestone_title,
    brandOrg: row.brand_org,
    brandName: row.brand_name,
    creatorName: row.creator_org === orgId ? null : row.creator_name,
    currency,
    ...part,
  }));
}

/** Every part of an earning that has not reached its account at the provider yet, or was taken back from it. */
async function unsettledParts(
  tx: OrgContext,
): Promise<Pick<EarningItem, 'currency' | 'bucket' | 'reason' | 'part' | 'amount'>[]> {
  const { orgId } = tx.actor;
  const now = tx.clock.now();
  const reversed = await earningsOf(tx.db, { orgId, earnings: await reversedEarnings(tx.db, orgId) });
  const groups = await unsettledEarnings(tx.db, orgId);
  const around = { orgId, now, banks: await payableBanks(tx, orgId) };
  return [
    ...reversed.flatMap((row) => partsOfEarning(row, around)),
    ...groups.flatMap((row) => {
      const { share, currency } = row;
      const shares = share && restShares({ ...share, currency });
      const amount = shares ? shares[share.is_agency ? 'agent' : 'creator'] : row.transfer_amount;
      const place = placeOf({
        milestoneState: row.state,
        holds: row.held ? ['held'] : [],
        deadlineAt: null,
        transferState: row.transfer_state,
        transferAt: null,
        clearsAt: waitsUntil(row.clears_at, now),
        payoutState: null,
        payoutWaitsUntil: null,
        payoutAt: null,
        reversed: null,
      });
      return place && amount > 0
        ? [{ currency, ...place, part: 'earned' as const, amount: amount * row.earnings }]
        : [];
    }),
  ];
}

export const noEarnings = (currency: Currency): EarningSums => ({
  currency,
  held: 0,
  inReview: 0,
  clearing: 0,
  available: 0,
  inTransit: 0,
  paid: 0,
  onHold: 0,
});

/**
 * Where all that the org earned or will earn is, by currency: one sum for every screen. `paid`: what reached its bank. A list
 * has an end, a sum has none. In the caller's transaction.
 */
export async function earningSums(
  tx: OrgContext,
  paid: readonly { currency: Currency; amount: number }[],
): Promise<EarningSums[]> {
  const coming = await unsettledParts(tx);
  const wallets = await walletsOf(tx.db, { orgId: tx.actor.orgId });
  const currencies = new Set<Currency>([...wallets, ...paid, ...coming].map((one) => one.currency));
  return [...currencies].sort().map((currency) => {
    const sums = noEarnings(currency);
    for (const e of coming.filter((one) => one.currency === currency)) {
      if (e.bucket === 'held') sums.held += e.amount;
      else if (e.bucket === 'in_review') sums.inReview += e.amount;
      else if (e.bucket === 'clearing') sums.clearing += e.amount;
      else if (e.bucket === 'on_hold') sums.onHold += e.amount;
      else if (e.part === 'paid_by_bank') sums.paid += e.amount;
      else if (e.bucket === 'on_the_way' && e.reason === 'transferring') sums.clearing += e.amount;
    }
    const wallet = wallets.find((w) => w.currency === currency);
    const toBank = paid.filter((one) => one.currency === currency).reduce((sum, one) => sum + one.amount, 0);
    return {
      ...sums,
      available: wallet?.available ?? 0,
      inTransit: wallet?.inTransit ?? 0,
      paid: sums.paid + toBank,
    };
  });
}

/** The same with what reached its bank at any time. */
export const allEarnings = async (tx: OrgContext): Promise<EarningSums[]> =>
  earningSums(tx, await paidByMonth(tx.db, { orgId: tx.actor.orgId, months: [] }));
