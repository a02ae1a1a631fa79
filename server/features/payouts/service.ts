import type * as z from 'zod';
import type { OrgContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { placeCursor, requirePlace, toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { failpoint } from '../../failpoint.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { commissionBetween } from '../ledger/charges/rules.ts';
import { nextDeadline } from '../escrow/timers/rules.ts';
import { documentNumber } from '../documents/rules.ts';
import type { StatementItem } from '../documents/schema.ts';
import { roleMay } from '../orgs/rules.ts';
import { openTaxRequest, requestTaxFacts } from '../tax-profiles/service.ts';
import { accountDto } from './account.ts';
import { claimPayout } from './claim.ts';
import { accountOf } from './queries/accounts.ts';
import {
  comingEarnings,
  earningsOf,
  earningYears,
  paidByMonth,
  paidEarnings,
  reversedEarnings,
  unpaidEarnings,
  unsettledEarnings,
  type EarningRow,
  type PlacedEarning,
} from './queries/earnings.ts';
import {
  itemsOfPayouts,
  payoutByKey,
  payoutsOf,
  walletsOf,
  type PayoutRow,
  type StatementColumns,
} from './queries/payouts.ts';
import { expectedDay, partsOf, payable, payoutRefusal, placeOf, type EarningFacts } from './rules.ts';
import { scheduleDto } from './schedule/service.ts';
import { PAYOUT_MINIMUM } from '../policies/rules.ts';
import type { EarningItem, PayoutAccountDto, PayoutItem, PayoutOverview } from './schema.ts';

const EARNINGS_SHOWN = 200;
const PAYOUTS_SHOWN = 10;
const MONTHS = 12;

const NO_STATEMENT = { statement_id: null, statement_year: null, statement_number: null };
export const toItem = (row: PayoutRow & StatementColumns, now: Date, items: StatementItem[] = []): PayoutItem => ({
  items,
  id: row.id,
  amount: row.amount,
  currency: row.currency,
  state: row.state,
  bankLast4: row.bank_last4,
  expectedAt: expectedDay(row.arrival_at, row.created_at, now),
  paidAt: row.paid_at,
  failureCode: row.failure_code,
  createdAt: row.created_at,
  scheduled: row.scheduled,
  statement:
    row.statement_id && row.statement_year && row.statement_number
      ? { id: row.statement_id, number: documentNumber('payout_statement', row.statement_year, row.statement_number) }
      : null,
});

/** Null once it has cleared. */
const waitsUntil = (clearsAt: Date | null, now: Date): Date | null => (clearsAt && clearsAt > now ? clearsAt : null);

function partsOfEarning(row: EarningRow, orgId: string, now: Date): EarningItem[] {
  const facts: EarningFacts = {
    milestoneState: row.state,
    holds: row.holds,
    deadlineAt: nextDeadline({ ...row, state: row.state }, now)?.at ?? null,
    transferState: row.transfer_state,
    transferAt: row.transfer_at,
    clearsAt: waitsUntil(row.transfer_clears_at, now),
    payoutState: row.payout_state,
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
  const shares = commissionBetween(row.released_parts, row.amount, row.commission_bps, currency);
  const amount = row.transfer_amount ?? (row.creator_org === orgId ? shares.creator : shares.agent);
  return partsOf(amount, facts).map((part) => ({
    milestoneId: row.milestone_id,
    contractId: row.contract_id,
    dealTitle: row.deal_title,
    milestoneTitle: row.milestone_title,
    brandOrg: row.brand_org,
    brandName: row.brand_name,
    currency,
    ...part,
  }));
}

type PerCurrency = PayoutOverview['perCurrency'][number];

function emptyBuckets(currency: Currency, payOut: true | string): PerCurrency {
  return {
    currency,
    held: 0,
    inReview: 0,
    clearing: 0,
    available: 0,
    inTransit: 0,
    paid: 0,
    onHold: 0,
    minimum: PAYOUT_MINIMUM[currency],
    can: { payOut },
  };
}

async function payoutsFrom(tx: OrgContext, after: string | undefined, limit: number): Promise<Page<PayoutItem>> {
  const rows = await payoutsOf(tx.db, { orgId: tx.actor.orgId, after: requirePlace(after), limit: limit + 1 });
  const items = await itemsOfPayouts(
    tx.db,
    rows.map((p) => p.id),
  );
  return toPage(rows, limit, placeCursor, (row) => toItem(row, tx.clock.now(), items.get(row.id)));
}

/** Parts of the list in their order, each read from an index of its own. */
const PARTS = { coming: comingEarnings, unpaid: unpaidEarnings, paid: paidEarnings } as const;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

async function earningsFrom(tx: OrgContext, after: string | undefined, limit: number): Promise<Page<EarningItem>> {
  const { orgId } = tx.actor;
  const now = tx.clock.now();
  const [, begun, cursor] = /^(coming|unpaid|paid)~(.*)$/.exec(after ?? '') ?? [];
  const place = requirePlace(cursor ?? after);
  const first = Math.max(PART_NAMES.indexOf(begun as Part), 0);
  const rows: (PlacedEarning & { part: Part })[] = [];
  for (const part of PART_NAMES.slice(first)) {
    const room = limit + 1 - rows.length;
    if (room <= 0) break;
    const found = await PARTS[part](tx.db, { orgId, after: part === begun ? place : null, limit: room });
    rows.push(...found.map((row) => ({ ...row, part })));
  }
  const earnings = await earningsOf(tx.db, { orgId, earnings: rows.slice(0, limit) });
  const { next } = toPage(
    rows,
    limit,
    (row) => `${row.part}~${placeCursor(row)}`,
    (row) => row,
  );
  return { items: earnings.flatMap((row) => partsOfEarning(row, orgId, now)), next };
}

/** Every part of an earning that has not reached its account at the provider yet, or was taken back from it. */
async function unsettledParts(
  tx: OrgContext,
): Promise<Pick<EarningItem, 'currency' | 'bucket' | 'reason' | 'part' | 'amount'>[]> {
  const { orgId } = tx.actor;
  const now = tx.clock.now();
  const reversed = await earningsOf(tx.db, { orgId, earnings: await reversedEarnings(tx.db, orgId) });
  const groups = await unsettledEarnings(tx.db, orgId);
  return [
    ...reversed.flatMap((row) => partsOfEarning(row, orgId, now)),
    ...groups.flatMap((row) => {
      const { share, currency } = row;
      const shares = share && commissionBetween(share.released_parts, share.amount, share.commission_bps, currency);
      const amount = shares ? shares[share.is_agency ? 'agent' : 'creator'] : row.transfer_amount;
      const place = placeOf({
        milestoneState: row.state,
        holds: row.held ? ['held'] : [],
        deadlineAt: null,
        transferState: row.transfer_state,
        transferAt: null,
        clearsAt: waitsUntil(row.clears_at, now),
        payoutState: null,
        payoutAt: null,
        reversed: null,
      });
      return place && amount > 0
        ? [{ currency, ...place, part: 'earned' as const, amount: amount * row.earnings }]
        : [];
    }),
  ];
}

/** The org's payouts from a place on, newest first. */
export async function listPayouts(ctx: OrgContext, input: z.output<typeof pageInput>): Promise<Page<PayoutItem>> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, (tx) => payoutsFrom(tx, input.after, input.limit));
}

/** The org's earnings from a place on: what is in escrow first, then what is not paid out, then the rest; each part with the last first. */
export async function listEarnings(ctx: OrgContext, input: z.output<typeof pageInput>): Promise<Page<EarningItem>> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, (tx) => earningsFrom(tx, input.after, input.limit));
}

/** Everything the org earned or will earn: where it is, why, and when it moves on. */
export async function payoutOverview(ctx: OrgContext): Promise<PayoutOverview> {
  requireRight(ctx, 'money.view');
  const { orgId, role } = ctx.actor;
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await accountOf(tx.db, { orgId });
    const account = await accountDto(tx, row);
    const request = await openTaxRequest(tx, orgId);
    const taxMissing = request?.waits ?? false;
    const earnings = await earningsFrom(tx, undefined, EARNINGS_SHOWN);
    // A list has an end, a sum has none.
    const coming = await unsettledParts(tx);
    const wallets = await walletsOf(tx.db, { orgId });
    const shown = Array.from(
      { length: MONTHS },
      (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + i, 1)),
    );
    const paid = await paidByMonth(tx.db, { orgId, months: shown });
    const earned = new Set<Currency>([...wallets, ...paid, ...coming].map((one) => one.currency));
    // Without earnings the bank's own currency is shown, but not as a row of zeros above earnings in another.
    const currencies = earned.size > 0 || !account.currency ? earned : [account.currency];
    const perCurrency = [...currencies].sort().map((currency) => {
      const wallet = wallets.find((w) => w.currency === currency);
      const available = wallet?.available ?? 0;
      const sums = emptyBuckets(
        currency,
        payoutRefusal({ mayManage: roleMay(role, 'payout.manage'), account, available, currency, now, taxMissing }) ??
          true,
      );
      for (const e of coming.filter((x) => x.currency === currency)) {
        if (e.bucket === 'held') sums.held += e.amount;
        else if (e.bucket === 'in_review') sums.inReview += e.amount;
        else if (e.bucket === 'clearing') sums.clearing += e.amount;
        else if (e.bucket === 'on_hold') sums.onHold += e.amount;
        else if (e.part === 'paid_by_bank') sums.paid += e.amount;
        else if (e.bucket === 'on_the_way' && e.reason === 'transferring') sums.clearing += e.amount;
      }
      const toBank = paid.filter((one) => one.currency === currency).reduce((sum, one) => sum + one.amount, 0);
      return { ...sums, available, inTransit: wallet?.inTransit ?? 0, paid: sums.paid + toBank };
    });
    const payouts = await payoutsFrom(tx, undefined, PAYOUTS_SHOWN);
    return {
      account,
      schedule: scheduleDto(row),
      canManage: roleMay(role, 'payout.manage'),
      taxMissing: request && { waitsFrom: request.waitsFrom },
      perCurrency,
      months: paid.flatMap(({ month, ...sum }) => (month === null ? [] : [{ month, ...sum }])),
      earnings: earnings.items,
      payouts: payouts.items,
      more: { earnings: earnings.next, payouts: payouts.next },
      years: await earningYears(tx.db, { orgId }),
    };
  });
}

function refuse(code: string, account: PayoutAccountDto, currency: Currency): never {
  switch (code) {
    case 'payout.bank_cooling':
      throw new AppError(code, { until: account.coolingUntil?.toISOString() ?? null });
    case 'payout.below_minimum':
      throw new AppError(code, { amountMinor: PAYOUT_MINIMUM[currency], currency });
    case 'payout.no_account':
    case 'payout.account_restricted':
    case 'payout.tax_facts':
      throw new AppError(code);
    default:
      throw new AppError('auth.not_allowed', { action: 'payout.manage' });
  }
}

/**
 * Requests a payout of everything available in one currency to the bank; the platform sends and follows it. The same
 * request key returns the same payout. Throws payout.no_account, payout.account_restricted, payout.bank_cooling,
 * payout.below_minimum.
 */
export async function payOut(ctx: OrgContext, input: { currency: Currency }): Promise<PayoutItem> {
  requireRight(ctx, 'payout.manage');
  requireVerifiedMailbox(ctx);
  const { orgId } = ctx.actor;
  const { currency } = input;
  const requestKey = ctx.requestKey ?? newId();
  await failpoint('payout.before');
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'payouts.payOut', input);
    // The lock on the account's row serializes concurrent requests, so that money is not paid out twice.
    const row = await accountOf(tx.db, { orgId, lock: true });
    const earlier = await payoutByKey(tx.db, { orgId, requestKey });
    const now = tx.clock.now();
    if (earlier) return toItem({ ...earlier, ...NO_STATEMENT }, now);
    const account = await accountDto(tx, row);
    const wallet = (await walletsOf(tx.db, { orgId })).find((w) => w.currency === currency);
    const available = payable(wallet?.available ?? 0, currency);
    const refused = payoutRefusal({
      mayManage: true,
      account,
      available,
      currency,
      now,
      taxMissing: (await openTaxRequest(tx, orgId))?.waits ?? false,
    });
    if (refused) refuse(refused, account, currency);
    // Asked before the first payout; this one does not wait for the answer.
    await requestTaxFacts(tx, orgId);
    const made = await claimPayout(tx, {
      orgId,
      requestKey,
      currency,
      wallet,
      bankLast4: account.bankLast4,
      scheduled: false,
    });
    return toItem({ ...made, ...NO_STATEMENT }, now);
  });
}
