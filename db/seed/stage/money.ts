import { withTx } from '../../../server/context.ts';
import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import { settleCampaign } from '../../../server/features/campaigns/places.ts';
import { refund } from '../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../server/features/escrow/release/release.ts';
import type { MilestoneState } from '../../../server/features/escrow/schema.ts';
import { approve, releaseAccepted } from '../../../server/features/escrow/review/service.ts';
import { endGrace, markOverdue } from '../../../server/features/escrow/timers/deadlines.ts';
import { settleDispute } from '../../../server/features/payments/card-disputes/card-disputes.ts';
import { refundNetted } from '../../../server/features/payments/card-disputes/netting.ts';
import { confirmDebtPayment } from '../../../server/features/payments/debts/confirm.ts';
import { payDebts } from '../../../server/features/payments/debts/pay.ts';
import { brandDebts } from '../../../server/features/payments/debts/view.ts';
import { confirmParked, proposeParked } from '../../../server/features/payments/suspense/parked-money.ts';
import { followMoney } from '../../../server/features/payments/webhooks/money-events.ts';
import type { StoredEvent } from '../../../server/features/payments/webhooks/queries.ts';
import { confirmFunding } from '../../../server/features/payments/confirm/confirm.ts';
import { pay } from '../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../server/features/payments/checkout/quote.ts';
import { getBilling, saveBilling } from '../../../server/features/orgs/service.ts';
import { saveTaxProfile } from '../../../server/features/tax-profiles/service.ts';
import { refreshAccount, refreshAccountOf, startOnboarding } from '../../../server/features/payouts/account.ts';
import { finishSetup, startSetup } from '../../../server/features/payment-methods/setup.ts';
import { toFund } from '../../../server/features/payments/overview.ts';
import { payScheduled, saveSchedule } from '../../../server/features/payouts/schedule/service.ts';
import { ensureFloat } from '../../../server/features/payments/float.ts';
import { advancePayout } from '../../../server/features/payouts/delivery.ts';
import { payOut as requestPayoutOf, payoutOverview } from '../../../server/features/payouts/service.ts';
import { milestone, proveAgain, proveStaff, type Target } from './acts.ts';
import type { Deal } from './deal.ts';
import { HOUR, type Stage } from './stage.ts';

/** What moves money: acts of the two sides, and the steps that workflows take between them. */

type Part = Deal & Target;

/** An account number of the shape each country's banks use; the provider's test mode looks at no more. */
const BANKS: Record<string, string> = {
  FR: 'FR1420041010050500013M02606',
  ES: 'ES0700120345030000067890',
  IT: 'IT40S0542811101000000123456',
  DE: 'DE89370400440532013000',
  GB: 'GB82WEST12345698765432',
  US: '000123456789',
  CA: '000123456789',
};

export async function expectState(stage: Stage, deal: Part, ...states: MilestoneState[]): Promise<void> {
  const { state } = await milestone(stage, deal.creator, deal.contractId, deal.seq);
  if (!states.includes(state)) throw new Error(`the milestone is ${state}, not ${states.join(' or ')}`);
}

/** The platform's own money in each currency, minor units, so that provider fees never touch clients' money. */
const FLOAT = 5_000_000;

export async function openFloat(stage: Stage): Promise<void> {
  for (const currency of CURRENCY_CODES) await ensureFloat(stage.system(), currency, FLOAT);
}

const CITIES: Record<string, string> = { FR: '12 rue Mercière, 69002 Lyon', ES: 'Calle Mayor 8, 28013 Madrid' };

/** A French tax number that passes its checks; of other countries a plain one. */
function taxNumber(country: string, seed: string): string | null {
  if (country !== 'FR') return null;
  const base = String(10_000_000 + ([...seed].reduce((sum, c) => sum * 31 + c.codePointAt(0)!, 7) % 89_999_999));
  const sum = [...base].reduce((all, c, i) => {
    const digit = Number(c) * (i % 2 === 1 ? 2 : 1);
    return all + (digit > 9 ? digit - 9 : digit);
  }, 0);
  const siren = base + String((10 - (sum % 10)) % 10);
  return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;
}

/** Its details on invoices, and invoices in its name. */
async function giveTaxDetails(stage: Stage, who: string, country: string): Promise<void> {
  const ctx = stage.as(who);
  const billing = await getBilling(ctx);
  const company = ctx.actor.orgKind === 'agency';
  if (!company)
    await saveBilling(ctx, {
      legalName: billing.legalName || ctx.actor.name,
      country,
      taxId: billing.taxId ?? taxNumber(country, who),
      address: billing.address || (CITIES[country] ?? ''),
      invoiceEmail: null,
      poNumber: null,
    });
  await saveTaxProfile(ctx, {
    selfBilling: !company,
    taxStatus: 'none',
    taxBps: null,
    bornOn: company ? null : '1994-05-17',
    registerNumber: company ? '812 345 678 R.C.S. Paris' : null,
  });
}

/** Has a payout account that is ready. */
export async function connectBank(stage: Stage, who: string, country: string): Promise<void> {
  await proveAgain(stage, who);
  await giveTaxDetails(stage, who, country);
  await startOnboarding(stage.as(who), { country });
  const { provider_account_id } = await stage.worker
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('org_id', '=', stage.as(who).actor.orgId)
    .executeTakeFirstOrThrow();
  await stage.sandbox.completeOnboarding(provider_account_id!, BANKS[country]!);
  const { state } = await refreshAccount(stage.as(who));
  if (state !== 'enabled') throw new Error(`the payout account of ${who} is ${state}`);
}

/** Pays on the provider's page; by card the money is held at once, by bank debit it is on its way. */
export async function fund(stage: Stage, by: string, deal: Part, how: { iban?: string } = {}): Promise<void> {
  const { id: milestoneId } = await milestone(stage, by, deal.contractId, deal.seq);
  const { id: quoteId } = await quote(stage.as(by), { milestoneId });
  const { paymentId } = await pay(stage.as(by), { milestoneId, quoteId });
  const { session_id } = await stage.worker
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await stage.sandbox.pay(session_id!, how);
  await confirmFunding(stage.system(), { milestoneId });
  await expectState(stage, deal, how.iban ? 'funding' : 'funded');
}

/** Pays a milestone and another deal's first one on the same page. */
export async function fundTogether(stage: Stage, by: string, deal: Part, otherCreator: string): Promise<void> {
  const { id: milestoneId } = await milestone(stage, by, deal.contractId, deal.seq);
  const also = (await toFund(stage.as(by), {}))
    .filter((row) => row.contractId !== deal.contractId && row.counterpart.name === stage.as(otherCreator).actor.name)
    .map((row) => row.milestoneId);
  if (also.length !== 1) throw new Error(`${otherCreator} has ${also.length} milestones to fund`);
  const { id: quoteId } = await quote(stage.as(by), { milestoneId, also });
  const { paymentId } = await pay(stage.as(by), { milestoneId, also, quoteId });
  const { session_id } = await stage.worker
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await stage.sandbox.pay(session_id!);
  await confirmFunding(stage.system(), { milestoneId });
  await expectState(stage, deal, 'funded');
}

/**
 * Approves now; when clearing is over the money is transferred. `releasedBy`: who releases what `by` may only accept.
 */
export async function* approveAndRelease(
  stage: Stage,
  by: string,
  deal: Part,
  releasedBy?: string,
): AsyncGenerator<Date, void, void> {
  const { id: milestoneId, version } = await milestone(stage, by, deal.contractId, deal.seq);
  await proveAgain(stage, by);
  await approve(stage.as(by), { milestoneId, version });
  if (releasedBy) {
    await proveAgain(stage, releasedBy);
    const accepted = await milestone(stage, releasedBy, deal.contractId, deal.seq);
    await releaseAccepted(stage.as(releasedBy), { milestoneId, version: accepted.version });
  }
  const { deadlineAt } = await milestone(stage, by, deal.contractId, deal.seq);
  if (deadlineAt) yield deadlineAt;
  await release(stage.system(), { milestoneId });
  await expectState(stage, deal, 'released');
  await settle(stage, deal);
}

/** Nothing is delivered: overdue at the deadline, refunded after the grace. */
export async function* overdueAndRefund(stage: Stage, by: string, deal: Part): AsyncGenerator<Date, void, void> {
  const { id: milestoneId, deadlineAt } = await milestone(stage, by, deal.contractId, deal.seq);
  // The due date comes first, and with it the moment at which the work becomes overdue.
  yield deadlineAt!;
  yield (await milestone(stage, by, deal.contractId, deal.seq)).deadlineAt!;
  await markOverdue(stage.system(), { milestoneId });
  yield (await milestone(stage, by, deal.contractId, deal.seq)).deadlineAt!;
  await endGrace(stage.system(), { milestoneId });
  await refund(stage.system(), { milestoneId });
  await expectState(stage, deal, 'refunded');
  await settle(stage, deal);
}

async function chargedPayment(stage: Stage, deal: Part): Promise<{ id: string; chargeId: string }> {
  const { id: milestoneId } = await milestone(stage, deal.creator, deal.contractId, deal.seq);
  const { id, charge_id: chargeId } = await stage.worker
    .selectFrom('payments')
    .select(['id', 'charge_id'])
    .where('milestone_id', '=', milestoneId)
    .where('charge_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return { id, chargeId: chargeId! };
}

/** What the provider says of a dispute is booked. */
async function follow(stage: Stage, deal: Part, disputeId: string): Promise<void> {
  const payment = await chargedPayment(stage, deal);
  await settleDispute(stage.system(), payment, await stage.integrations.payments.retrieveDispute(disputeId));
}

/** The brand's bank takes a payment back, as the card's holder asked. Answers the dispute's id. */
export async function chargeBack(stage: Stage, deal: Part, reason: string): Promise<string> {
  const { chargeId } = await chargedPayment(stage, deal);
  const disputeId = await stage.sandbox.disputeCharge(chargeId, reason);
  await follow(stage, deal, disputeId);
  return disputeId;
}

/** The bank decides for its customer, or gives back what it had kept. */
export async function decideChargeBack(
  stage: Stage,
  deal: Part,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  await stage.sandbox.decideDispute(disputeId, outcome);
  await follow(stage, deal, disputeId);
}

/** Pays all that its brand owes in that currency, on the provider's page. */
export async function payOwed(stage: Stage, by: string, currency: Currency): Promise<void> {
  const owed = (await brandDebts(stage.as(by))).totals.find((total) => total.currency === currency);
  if (!owed) throw new Error(`the brand of ${by} owes nothing in ${currency}`);
  const { paymentId } = await payDebts(stage.as(by), { currency, amount: owed.amount });
  const { session_id } = await stage.worker
    .selectFrom('debt_payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await stage.sandbox.pay(session_id!);
  if (!(await confirmDebtPayment(stage.system(), paymentId))) throw new Error(`${by} has not paid`);
}

/** What its bank gave back of a debt that was paid goes back to the brand. */
export async function returnRepaid(stage: Stage, deal: Part): Promise<void> {
  const { id: milestoneId } = await milestone(stage, deal.creator, deal.contractId, deal.seq);
  await refundNetted(stage.system(), { milestoneId });
}

/** The card network suspects that a payment is fraudulent. Answers the case of the operators. */
export async function suspectFraud(stage: Stage, deal: Part): Promise<string> {
  const { chargeId } = await chargedPayment(stage, deal);
  const warningId = await stage.sandbox.warnOfFraud(chargeId);
  await followMoney(
    stage.system(),
    storedEvent(stage, 'radar.early_fraud_warning.created', warningId),
    'fraud_warning',
  );
  return openCaseOf(stage, deal, 'fraud_warning');
}

/** The provider takes a part of the creator's pay back; what it says is booked. Answers the case of the operators. */
export async function reverseTransfer(stage: Stage, deal: Part, amount: number): Promise<string> {
  const { id: milestoneId } = await milestone(stage, deal.creator, deal.contractId, deal.seq);
  const { provider_id: transferId } = await stage.worker
    .selectFrom('transfers')
    .select('provider_id')
    .where('milestone_id', '=', milestoneId)
    .where('leg', '=', 'creator')
    .executeTakeFirstOrThrow();
  await stage.sandbox.reverseTransfer(transferId!, amount);
  await followMoney(stage.system(), storedEvent(stage, 'transfer.reversed', transferId!), 'reversal');
  return openCaseOf(stage, deal, 'transfer_reversed');
}

/** An event as the provider's webhook brings it. */
function storedEvent(stage: Stage, type: string, objectId: string): StoredEvent {
  const received = stage.clock.now();
  return {
    id: `${type}:${objectId}:${received.getTime()}`,
    type,
    account: null,
    object_id: objectId,
    milestone_id: null,
    org_id: null,
    metadata: {},
    balance_transaction: null,
    state: 'pending',
    received_at: received,
  };
}

async function openCaseOf(stage: Stage, deal: Part, kind: 'transfer_reversed' | 'fraud_warning'): Promise<string> {
  const { id: milestoneId } = await milestone(stage, deal.creator, deal.contractId, deal.seq);
  const { id } = await stage.worker
    .selectFrom('cases')
    .select('id')
    .where('kind', '=', kind)
    .where('milestone_id', '=', milestoneId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return id;
}

/** Two staff members keep money from its payee, who reads why and may appeal; the second confirms four hours later. */
export async function* ruled(
  stage: Stage,
  { caseId, decision, by, at }: { caseId: string; decision: 'platform' | 'fraud'; by: [string, string]; at: Date },
  note: string,
): AsyncGenerator<Date, void, void> {
  yield at;
  await proveStaff(stage, by[0]);
  const { id: proposalId } = await proposeParked(stage.asStaff(by[0]), { caseId, decision, note });
  yield new Date(at.getTime() + 4 * HOUR);
  await proveStaff(stage, by[1]);
  await confirmParked(stage.asStaff(by[1]), { proposalId });
}

/** Updates the campaign after its contract, as its workflow would. */
async function settle(stage: Stage, { contractId }: Deal): Promise<void> {
  const { campaign_id } = await stage.worker
    .selectFrom('contracts')
    .select('campaign_id')
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow();
  if (campaign_id) await withTx(stage.system(), (tx) => settleCampaign(tx, campaign_id));
}

/** Sends everything available to the bank, which takes until `arrives`, or as long as it usually does. Answers the payout's id. */
export async function payOut(stage: Stage, who: string, arrives: Date | null = null): Promise<string> {
  const { perCurrency } = await payoutOverview(stage.as(who));
  const wallet = perCurrency.find((w) => w.available > 0);
  if (!wallet) throw new Error(`${who} has nothing to pay out`);
  const { id } = await requestPayoutOf(stage.as(who), { currency: wallet.currency });
  await advance(stage, id, 'in_transit');
  if (arrives) {
    const { provider_id } = await stage.worker
      .updateTable('payouts')
      .set({ arrival_at: arrives })
      .where('id', '=', id)
      .returning('provider_id')
      .executeTakeFirstOrThrow();
    await stage.sandbox.payoutTakesUntil(provider_id!, arrives);
  }
  return id;
}

async function advance(stage: Stage, payoutId: string, state: string): Promise<void> {
  const seen = await advancePayout(stage.system(), { payoutId });
  if (seen.state !== state) throw new Error(`the payout is ${seen.state}, not ${state}`);
}

/** Has itself paid on the weekday that is three days away; when that is due. */
export async function scheduleWeekly(stage: Stage, who: string): Promise<Date> {
  await proveAgain(stage, who);
  const day = ((stage.clock.now().getUTCDay() + 3 + 6) % 7) + 1;
  const { nextAt } = await saveSchedule(stage.as(who), { schedule: 'weekly', day, minimum: null });
  if (!nextAt) throw new Error(`${who} has no next payout`);
  return nextAt;
}

/** What its schedule has due goes to the bank. Answers the payout's id. */
export async function payOutScheduled(stage: Stage, who: string): Promise<string> {
  const { orgId } = stage.as(who).actor;
  await payScheduled(stage.system(), { orgId });
  const { id } = await stage.worker
    .selectFrom('payouts')
    .select('id')
    .where('org_id', '=', orgId)
    .where('scheduled', '=', true)
    .executeTakeFirstOrThrow();
  await advance(stage, id, 'in_transit');
  return id;
}

export async function unschedule(stage: Stage, who: string): Promise<void> {
  await proveAgain(stage, who);
  await saveSchedule(stage.as(who), { schedule: 'manual', day: null, minimum: null });
}

/** Saves a card or a bank account on the provider's page. */
export async function saveMethod(stage: Stage, who: string, how: { card?: string; iban?: string }): Promise<void> {
  await proveAgain(stage, who);
  const { methodId } = await startSetup(stage.as(who));
  const { session_id } = await stage.worker
    .selectFrom('payment_methods')
    .select('session_id')
    .where('id', '=', methodId)
    .executeTakeFirstOrThrow();
  await stage.sandbox.pay(session_id!, how);
  const { method } = await finishSetup(stage.as(who), { methodId });
  if (!method) throw new Error(`${who} has saved no payment method`);
}

/** The bank has it by now. */
export const payoutArrives = (stage: Stage, payoutId: string): Promise<void> => advance(stage, payoutId, 'paid');

/** The bank sends it back, and the account requires other bank details. */
export async function payoutComesBack(stage: Stage, who: string, payoutId: string, code: string): Promise<void> {
  const { provider_id } = await stage.worker
    .selectFrom('payouts')
    .select('provider_id')
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow();
  await stage.sandbox.payoutReturns(provider_id!, code);
  await advance(stage, payoutId, 'returned');
  await refreshAccountOf(stage.system(), { orgId: stage.as(who).actor.orgId });
}
