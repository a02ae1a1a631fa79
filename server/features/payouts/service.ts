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
import { documentNumber } from '../documents/rules.ts';
import type { StatementItem } from '../documents/schema.ts';
import { roleMay } from '../orgs/rules.ts';
import { openTaxRequest, requestTaxFacts } from '../tax-profiles/service.ts';
import { accountDto } from './account.ts';
import { payableBanks, type PayableBank } from './banks/cooling.ts';
import { claimPayout } from './claim.ts';
import { earningSums, noEarnings, partsOfEarning } from './earnings.ts';
import { accountOf, isLeaving } from './queries/accounts.ts';
import {
  comingEarnings,
  earningsOf,
  earningYears,
  paidByMonth,
  paidEarnings,
  unpaidEarnings,
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
import { bankFor, expectedDay, payable, payoutMinimum, payoutRefusal } from './rules.ts';
import { scheduleDto } from './schedule/service.ts';
import type { EarningItem, PayoutAccountDto, PayoutItem, PayoutOverview } from './schema.ts';

const EARNINGS_SHOWN = 200;
const PAYOUTS_SHOWN = 10;
const MONTHS = 12;

const NO_STATEMENT = { statement_id: null, statement_year: null, statement_number: null };
/** `banks`: those that its org is paid to. */
export const toItem = (
  row: PayoutRow & StatementColumns,
  { now, banks }: { now: Date; banks: ReadonlyMap<Currency, PayableBank> },
  items: StatementItem[] = [],
): PayoutItem => {
  const bank = banks.get(row.currency);
  const waitsUntil = row.state === 'claimed' ? (bank?.coolingUntil ?? null) : null;
  return {
    items,
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    state: row.state,
    // Of the request, until it goes to another one.
    bankLast4: waitsUntil ? (bank?.last4 ?? null) : row.bank_last4,
    expectedAt: expectedDay(row.arrival_at, row.created_at, now),
    paidAt: row.paid_at,
    failureCode: row.failure_code,
    waitsUntil,
    createdAt: row.created_at,
    scheduled: row.scheduled,
    statement:
      row.statement_id && row.statement_year && row.statement_number
        ? { id: row.statement_id, number: documentNumber('payout_statement', row.statement_year, row.statement_number) }
        : null,
  };
};

async function payoutsFrom(tx: OrgContext, after: string | undefined, limit: number): Promise<Page<PayoutItem>> {
  const rows = await payoutsOf(tx.db, { orgId: tx.actor.orgId, after: requirePlace(after), limit: limit + 1 });
  const items = await itemsOfPayouts(
    tx.db,
    rows.map((p) => p.id),
  );
  const at = { now: tx.clock.now(), banks: await payableBanks(tx, tx.actor.orgId) };
  return toPage(rows, limit, placeCursor, (row) => toItem(row, at, items.get(row.id)));
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
  const around = { orgId, now, banks: await payableBanks(tx, orgId) };
  return { items: earnings.flatMap((row) => partsOfEarning(row, around)), next };
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
  const { orgId, role, userId } = ctx.actor;
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const leaving = await isLeaving(tx.db, userId);
    const row = await accountOf(tx.db, { orgId });
    const account = await accountDto(tx, row);
    const request = await openTaxRequest(tx, orgId);
    const taxMissing = request?.waits ?? false;
    const earnings = await earningsFrom(tx, undefined, EARNINGS_SHOWN);
    const shown = Array.from(
      { length: MONTHS },
      (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + i, 1)),
    );
    const paid = await paidByMonth(tx.db, { orgId, months: shown });
    const earned = await earningSums(tx, paid);
    // Without earnings the bank's own currency is shown, but not as a row of zeros above earnings in another.
    const sums = earned.length > 0 || !account.currency ? earned : [noEarnings(account.currency)];
    const perCurrency = sums.map((of) => ({
      ...of,
      minimum: payoutMinimum(of.currency, leaving),
      can: {
        payOut:
          payoutRefusal({
            mayManage: roleMay(role, 'payout.manage'),
            account,
            available: of.available,
            currency: of.currency,
            now,
            taxMissing,
            isLeaving: leaving,
          }) ?? (true as const),
      },
    }));
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
      reportedYears: await earningYears(tx.db, { orgId, kept: true }),
    };
  });
}

function refuse(code: string, account: PayoutAccountDto, currency: Currency, minimum: number): never {
  switch (code) {
    case 'payout.bank_cooling':
      throw new AppError(code, { until: bankFor(account, currency)?.coolingUntil?.toISOString() ?? null });
    case 'payout.below_minimum':
      throw new AppError(code, { amountMinor: minimum, currency });
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
 * payout.tax_facts, payout.below_minimum.
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
    const at = { now, banks: await payableBanks(tx, orgId) };
    if (earlier) return toItem({ ...earlier, ...NO_STATEMENT }, at);
    const account = await accountDto(tx, row);
    const wallet = (await walletsOf(tx.db, { orgId })).find((w) => w.currency === currency);
    const available = payable(wallet?.available ?? 0, currency);
    const leaving = await isLeaving(tx.db, ctx.actor.userId);
    const refused = payoutRefusal({
      mayManage: true,
      account,
      available,
      currency,
      now,
      taxMissing: (await openTaxRequest(tx, orgId))?.waits ?? false,
      isLeaving: leaving,
    });
    if (refused) refuse(refused, account, currency, payoutMinimum(currency, leaving));
    // Asked before the first payout; this one does not wait for the answer.
    await requestTaxFacts(tx, orgId);
    const made = await claimPayout(tx, {
      orgId,
      requestKey,
      currency,
      wallet,
      bankLast4: at.banks.get(currency)?.last4 ?? null,
      scheduled: false,
    });
    return toItem({ ...made, ...NO_STATEMENT }, at);
  });
}
