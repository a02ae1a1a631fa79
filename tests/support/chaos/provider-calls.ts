import { newId } from '../../../server/core/ids.ts';
import type { SteppedClock } from '../../../server/core/clock.ts';
import { cancel } from '../../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../server/features/escrow/release/release.ts';
import { settleDispute } from '../../../server/features/payments/card-disputes/card-disputes.ts';
import { pay } from '../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../server/features/payments/checkout/quote.ts';
import { confirmFunding } from '../../../server/features/payments/confirm/confirm.ts';
import { submitEvidence } from '../../../server/features/payments/evidence/evidence.ts';
import { ensureFloat } from '../../../server/features/payments/float.ts';
import { followMoney } from '../../../server/features/payments/webhooks/money-events.ts';
import { startOnboarding } from '../../../server/features/payouts/account.ts';
import { advancePayout } from '../../../server/features/payouts/delivery.ts';
import { payOut } from '../../../server/features/payouts/service.ts';
import { createOrg, prove } from '../people.ts';
import { services } from '../services.ts';
import { stripeReads } from '../stripe-reads.ts';
import { deliver, openDeal, type MoneyWorld, type TestDeal } from '../../server/features/escrow/deal-kit.ts';
import { providerDeals } from './provider-deals.ts';

/** A call that is about to be made. */
export interface Prepared {
  /** Goes on with it; true once it is done. Throws, or answers false, while it is not. */
  step(): Promise<boolean>;
  /** How many effects of it the provider has. */
  effects(): Promise<number>;
  /** Instead of another step, a day later: what is wrong, or null. */
  dayLater?(): Promise<string | null>;
  /** The same with this key, without a claim. */
  blindly(key: string): Promise<unknown>;
}

export interface Call {
  path: string;
  prepare(): Promise<Prepared>;
}

export const CALL_NAMES = ['page', 'transfer', 'refund', 'payout', 'account', 'reversal', 'topUp', 'evidence'] as const;
export type CallName = (typeof CALL_NAMES)[number];

/** An event of the provider about a transfer that was reversed, as it is stored. */
const reversedEvent = (transferId: string) => ({
  id: `evt_${newId()}`,
  type: 'transfer.reversed',
  account: null,
  object_id: transferId,
  milestone_id: null,
  org_id: null,
  metadata: {},
  balance_transaction: null,
  state: 'pending' as const,
  received_at: new Date(),
});

/** The eight kinds of calls that move money, or prepare that. */
export function callsOf(world: MoneyWorld, clock: SteppedClock): Record<CallName, Call> {
  const reads = stripeReads({ secretKey: services().secrets.STRIPE_SECRET_KEY, apiBase: world.sandbox.url });
  const { system, versionOf, funded, approved, released, eventsOf } = providerDeals(world, clock);

  /** Objects at the provider that carry the id of the operation. */
  async function objectsOf(opId: string): Promise<number> {
    const { by_op_id: objects } = await world.command<{ by_op_id: Record<string, unknown[]> }>(
      `books?op_id=${encodeURIComponent(opId)}`,
    );
    return objects[opId]?.length ?? 0;
  }

  const paymentOf = (deal: TestDeal) =>
    world.owner
      .selectFrom('payments')
      .select(['id', 'milestone_id', 'charge_id'])
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
  async function accountOf(deal: TestDeal): Promise<string> {
    const row = await world.owner
      .selectFrom('payout_accounts')
      .select('provider_account_id')
      .where('org_id', '=', deal.creator.orgId)
      .executeTakeFirstOrThrow();
    return row.provider_account_id!;
  }

  const CALLS: Record<CallName, Call> = {
    page: {
      path: '/v1/checkout/sessions',
      async prepare() {
        const deal = await openDeal(world, { clock });
        const opId = `fund:${deal.milestoneId}:1`;
        const requestKey = newId();
        const { id: quoteId } = await quote(world.as(deal.brand, { clock }), deal);
        return {
          step: async () =>
            Boolean(
              (await pay(world.as(deal.brand, { clock, requestKey }), { milestoneId: deal.milestoneId, quoteId })).url,
            ),
          effects: () => objectsOf(opId),
          // Its page has ended: a new one follows, under an id of its own.
          async dayLater() {
            await confirmFunding(system(), deal);
            const { id } = await quote(world.as(deal.brand, { clock }), deal);
            const { url } = await pay(world.as(deal.brand, { clock }), { milestoneId: deal.milestoneId, quoteId: id });
            const pages = [await objectsOf(opId), await objectsOf(`fund:${deal.milestoneId}:2`)];
            return url && pages.join() === '1,1' ? null : `pages of two attempts: ${pages.join()}`;
          },
          blindly: (idempotencyKey) =>
            world.integrations.payments.createCheckout({
              opId,
              idempotencyKey,
              currency: 'EUR',
              amount: 1_000,
              lines: [{ label: 'Reel', amount: 1_000 }],
              customerEmail: deal.brand.email,
              successUrl: 'http://localhost/',
              cancelUrl: 'http://localhost/',
              transferGroup: deal.contractId,
              metadata: {},
              locale: 'en',
              expiresAt: new Date(clock.now().getTime() + 3_600_000),
            }),
        };
      },
    },
    transfer: {
      path: '/v1/transfers',
      async prepare() {
        const deal = await approved();
        const opId = `xfer:${deal.milestoneId}:creator`;
        return {
          step: async () => (await release(system(), deal)) === 'released',
          effects: () => objectsOf(opId),
          blindly: async (idempotencyKey) =>
            world.integrations.payments.createTransfer({
              opId,
              idempotencyKey,
              amount: 1_000,
              currency: 'EUR',
              destination: await accountOf(deal),
              sourceCharge: null,
              transferGroup: deal.contractId,
              metadata: {},
            }),
        };
      },
    },
    refund: {
      path: '/v1/refunds',
      async prepare() {
        const deal = await funded();
        await cancel(world.as(deal.creator, { clock }), { ...(await versionOf(deal)), reason: '' });
        const opId = `refund:${deal.milestoneId}:1`;
        return {
          step: async () => (await refund(system(), deal)) === 'refunded',
          effects: () => objectsOf(opId),
          blindly: async (idempotencyKey) =>
            world.integrations.payments.createRefund({
              opId,
              idempotencyKey,
              chargeId: (await paymentOf(deal)).charge_id!,
              amount: 1_000,
              metadata: {},
            }),
        };
      },
    },
    payout: {
      path: '/v1/payouts',
      async prepare() {
        const deal = await released();
        const { id } = await payOut(world.as(deal.creator, { clock }), { currency: 'EUR' });
        return {
          step: async () => (await advancePayout(system(), { payoutId: id })).state === 'in_transit',
          effects: () => objectsOf(`po:${id}`),
          async blindly(idempotencyKey) {
            const { payments } = world.integrations;
            const accountId = await accountOf(deal);
            const { banks } = await payments.retrieveAccount(accountId);
            return payments.createPayout({
              opId: `po:${id}`,
              idempotencyKey,
              accountId,
              amount: 1_000,
              currency: 'EUR',
              destination: banks.find(({ currency }) => currency === 'EUR')!.externalId,
              metadata: {},
            });
          },
        };
      },
    },
    account: {
      path: '/v1/accounts',
      async prepare() {
        const creator = await createOrg(world, 'creator', 'Newly Paid');
        const opId = `acct:${creator.orgId}`;
        return {
          async step() {
            // A proof is good for ten minutes.
            await prove(world, creator, clock);
            return Boolean((await startOnboarding(world.as(creator, { clock }), { country: 'FR' })).url);
          },
          effects: () => objectsOf(opId),
          blindly: (idempotencyKey) =>
            world.integrations.payments.createConnectedAccount({
              opId,
              idempotencyKey,
              country: 'FR',
              businessType: 'individual',
              email: creator.email,
              metadata: {},
            }),
        };
      },
    },
    // Made by hand at the provider: the product reads it and books it once.
    reversal: {
      path: '/v1/transfers/*',
      async prepare() {
        const deal = await released();
        const { provider_id: transferId } = await world.owner
          .selectFrom('transfers')
          .select('provider_id')
          .where('milestone_id', '=', deal.milestoneId)
          .executeTakeFirstOrThrow();
        const made = async () => (await world.integrations.payments.listReversals(transferId!)).length;
        const reverse = (idempotencyKey: string) =>
          reads.reverseTransfer({ byHand: true, idempotencyKey, transferId: transferId!, amount: 1_000 });
        let attempt = 0;
        return {
          async step() {
            // The operator looks before trying again under another key.
            if ((await made()) === 0) await reverse(`reversal:${deal.milestoneId}:a${(attempt += 1)}`);
            await followMoney(system(), reversedEvent(transferId!), 'reversal');
            return (await eventsOf(deal, 'transfer_reversed')) === 1;
          },
          effects: made,
          blindly: (idempotencyKey) => reverse(idempotencyKey),
        };
      },
    },
    topUp: {
      path: '/v1/topups',
      async prepare() {
        const { balance } = await world.owner
          .selectFrom('ledger_accounts')
          .select('balance')
          .where('code', '=', 'FLOAT_EQUITY')
          .where('currency', '=', 'EUR')
          .executeTakeFirstOrThrow();
        const target = balance + 5_000;
        const open = () =>
          world.owner
            .selectFrom('operations')
            .select('op_id')
            .where('kind', '=', 'top_up')
            .orderBy('begun_at', 'desc')
            .executeTakeFirstOrThrow();
        return {
          step: async () => (await ensureFloat(system(), 'EUR', target)) >= target,
          effects: async () => objectsOf((await open()).op_id),
          blindly: async (idempotencyKey) =>
            world.integrations.payments.createTopUp({
              opId: (await open()).op_id,
              idempotencyKey,
              amount: 1_000,
              currency: 'EUR',
              description: 'twice',
            }),
        };
      },
    },
    evidence: {
      path: '/v1/disputes/*',
      async prepare() {
        const deal = await funded();
        await deliver(world, deal, { clock });
        const payment = await paymentOf(deal);
        const { id: disputeId } = await world.command<{ id: string }>('disputes', { charge: payment.charge_id });
        await settleDispute(system(), payment, await world.integrations.payments.retrieveDispute(disputeId));
        const { id } = await world.owner
          .selectFrom('evidence_packs')
          .select('id')
          .where('dispute_id', '=', disputeId)
          .executeTakeFirstOrThrow();
        return {
          step: async () => (await submitEvidence(system(), { id })) === 'submitted',
          effects: async () => (await world.integrations.payments.retrieveDispute(disputeId)).submissions,
          blindly: (idempotencyKey) =>
            world.integrations.payments.submitEvidence({
              disputeId,
              idempotencyKey,
              evidence: { uncategorized_text: 'sent without a look' },
            }),
        };
      },
    },
  } satisfies Record<string, Call>;

  return CALLS;
}
