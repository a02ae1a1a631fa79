import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { placeCursor, requirePlace, type Page } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { isTerminated } from '../escrow/milestone/rules.ts';
import { agreedRelease } from '../escrow/live/rules.ts';
import { fundableFromOf, isFundable, nextDeadline } from '../escrow/timers/rules.ts';
import { chargeFor, commissionOf, feeRateOf } from '../ledger/charges/rules.ts';
import { balancesByMilestone, NO_BALANCES } from '../ledger/service.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { allEarnings } from '../payouts/earnings.ts';
import { leadOf } from './lines/rules.ts';
import { brandSums, moneyRowOf, moneyRows, unfundedRows, type MoneyRow } from './queries/overview.ts';
import { linesOf, paymentById } from './queries/payments.ts';
import { LISTED_STATES } from './rules.ts';
import type {
  CurrencySummary,
  FundableRow,
  IncomingSummary,
  listPaymentsInput,
  MilestoneMoney,
  PaymentRow,
  toFundInput,
} from './schema.ts';

/**
 * Milestones with money, newest change first. Brands see charge lines, creators and agencies their own share; what an agency
 * earned of creators that it no longer represents is in its payouts and statements alone.
 */
export async function listPayments(
  ctx: OrgContext,
  input: z.output<typeof listPaymentsInput>,
): Promise<Page<PaymentRow>> {
  const { orgId, orgKind } = ctx.actor;
  return withTx(ctx, async (tx) => {
    const { rows, next } = await moneyRows(tx.db, {
      orgId,
      orgKind,
      states: LISTED_STATES[input.state],
      q: input.q || null,
      after: requirePlace(input.after),
      limit: input.limit,
    });
    return { items: await toRows(tx, rows), next: next && placeCursor(next) };
  });
}

/** The rows as their reader sees them; call inside an open transaction. */
async function toRows(tx: OrgContext, rows: readonly MoneyRow[]): Promise<PaymentRow[]> {
  const { orgKind } = tx.actor;
  const balances = await balancesByMilestone(
    tx,
    rows.map((r) => r.milestone_id),
  );
  const parties = await partiesOf(
    tx,
    rows.flatMap((r) => [r.brand_org, r.creator_org]),
  );
  return rows.map((row): PaymentRow => {
    const planned = chargeFor(row.amount, feeRateOf(row), row.tax_bps, row.currency);
    const shares = commissionOf(row.amount, row.commission_bps, row.currency);
    const forBrand = orgKind === 'brand';
    const deadline = nextDeadline(row, tx.clock.now());
    return {
      milestoneId: row.milestone_id,
      contractId: row.contract_id,
      dealTitle: row.deal_title,
      milestoneTitle: row.milestone_title,
      counterpart: partyIn(parties, forBrand ? row.creator_org : row.brand_org),
      currency: row.currency,
      amount: forBrand ? row.amount : orgKind === 'creator' ? shares.creator : shares.agent,
      fee: forBrand ? (row.fee ?? planned.fee) : 0,
      tax: forBrand ? (row.tax ?? planned.tax) : 0,
      state: row.state,
      terminated: isTerminated(row),
      balances: balances.get(row.milestone_id) ?? NO_BALANCES,
      deadlineAt: deadline?.at ?? null,
      nextEvent: deadline?.event ?? null,
      updatedAt: row.updated_at,
      paymentState: row.payment_state,
      refundOwed: row.refund_owed,
      refundOpen: row.refund_open,
    };
  });
}

/** One milestone's money, and the milestones that were paid with it. Throws not_found. */
export async function milestoneMoney(
  ctx: OrgContext,
  { milestoneId }: { milestoneId: string },
): Promise<MilestoneMoney> {
  const { orgId, orgKind } = ctx.actor;
  return withTx(ctx, async (tx) => {
    const row = await moneyRowOf(tx.db, { milestoneId, orgId, orgKind });
    if (!row) throw new AppError('not_found');
    const payment = row.payment_id ? await paymentById(tx.db, row.payment_id) : undefined;
    const lines = payment ? await linesOf(tx.db, leadOf(payment)) : [];
    const together = [];
    for (const line of lines.length > 1 ? lines : []) {
      const { title, contract_title: dealTitle } = await readMilestone(tx, line.milestone_id);
      together.push({ milestoneId: line.milestone_id, dealTitle, milestoneTitle: title, total: line.total });
    }
    const [shown] = await toRows(tx, [row]);
    return { ...shown!, paymentId: lines[0]?.id ?? null, together };
  });
}

/** How many milestones to fund are listed at most. */
const TO_FUND = 100;

/**
 * Milestones of the brand that can be funded now, those whose time to pay ends first at the beginning; `contractIds`: of
 * these contracts alone.
 */
export async function toFund(ctx: OrgContext, input: z.output<typeof toFundInput>): Promise<FundableRow[]> {
  requireRight(ctx, 'escrow.fund');
  return withTx(ctx, async (tx) => {
    const rows = await unfundedRows(tx.db, {
      orgId: tx.actor.orgId,
      contractIds: input.contractIds ?? null,
      limit: TO_FUND,
    });
    const now = tx.clock.now();
    const payable = rows.filter((row) => isFundable(fundableFromOf(row), now));
    const shown = await toRows(tx, payable);
    const agreed = new Map(payable.map((row) => [row.milestone_id, { bonus: row.bonus, live: agreedRelease(row) }]));
    return shown
      .map(({ milestoneId, contractId, dealTitle, milestoneTitle, counterpart, currency, deadlineAt, ...row }) => ({
        milestoneId,
        contractId,
        dealTitle,
        milestoneTitle,
        counterpart,
        currency,
        total: row.amount + row.fee + row.tax,
        deadlineAt,
        ...(agreed.get(milestoneId) ?? { bonus: false, live: null }),
      }))
      .toSorted((a, b) => (a.deadlineAt?.getTime() ?? Infinity) - (b.deadlineAt?.getTime() ?? Infinity));
  });
}

/** Where the brand's money is, per currency, from the ledger. */
export async function paymentSummary(ctx: OrgContext): Promise<CurrencySummary[]> {
  requireRight(ctx, 'money.view');
  const { orgId } = ctx.actor;
  return withTx(ctx, async (tx) => {
    return (await brandSums(tx.db, orgId))
      .map(({ currency, funded, held, released, refunded, disputed, ...sums }) => ({
        currency,
        balances: { funded, held, released, refunded, disputed },
        fees: {
          paid: sums.fee_paid,
          earned: sums.fee_earned,
          deferred: sums.fee_deferred,
          returned: sums.fee_returned,
        },
        toApprove: sums.to_approve,
        returning: sums.returning,
        tax: sums.tax - sums.tax_returned,
      }))
      .sort((a, b) => b.balances.funded - a.balances.funded);
  });
}

/**
 * What is coming to a creator or an agency, per currency: held in escrow by stage or leaving it, at the provider and
 * free to be paid out, on the way to the bank, in the bank, and waiting for the payee's account. The same sums as on
 * the payouts screen.
 */
export const incoming = (ctx: OrgContext): Promise<IncomingSummary[]> =>
  withTx(ctx, async (tx) =>
    (await allEarnings(tx)).map(({ held: secured, inTransit: onTheWay, ...sums }) => ({ ...sums, secured, onTheWay })),
  );
