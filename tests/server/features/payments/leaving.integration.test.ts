import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { listDeals } from '../../../../server/features/escrow/deals/list.ts';
import { brandHome } from '../../../../server/features/home/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { cancelPayment } from '../../../../server/features/payments/checkout/status.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { services } from '../../../support/services.ts';
import { createMoneyWorld, milestone, openDeal, type MoneyWorld, type TestDeal } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('leaving');
});
afterAll(() => world?.close());

const asBrand = (deal: TestDeal) => world.as(deal.brand);

describe('leaving the payment page', () => {
  const open = async (deal: TestDeal, milestoneId = deal.milestoneId) => {
    const { id: quoteId } = await quote(asBrand(deal), { milestoneId });
    return pay(asBrand(deal), { milestoneId, quoteId });
  };
  const sessionOf = async (paymentId: string) =>
    (
      await world.owner
        .selectFrom('payments')
        .select('session_id')
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow()
    ).session_id!;
  const fundingEnd = async (deal: TestDeal) =>
    (
      await world.owner
        .selectFrom('milestones')
        .select('funding_deadline_at')
        .where('id', '=', deal.milestoneId)
        .executeTakeFirstOrThrow()
    ).funding_deadline_at;

  test('by the back button: that milestone stays in front, with the funding deadline, and no other one is offered instead', async () => {
    const deal = await openDeal(world, { amounts: [33_000, 10_000] });
    await open(deal);
    const end = await fundingEnd(deal);
    const seen = await dealFor(asBrand(deal), deal);
    expect(seen.focusMilestoneId).toBe(deal.milestoneId);
    expect(seen.milestones[0]).toMatchObject({ state: 'funding', turn: 'brand', deadlineAt: end, atZero: 'void' });
    const [first] = (await brandHome(asBrand(deal))).tasks;
    expect(first).toMatchObject({
      kind: 'finish_payment',
      deadlineAt: end,
      link: `/smart-contracts/${deal.contractId}`,
    });
    expect(
      (await listDeals(asBrand(deal), { limit: 100 })).items.find((d) => d.contractId === deal.contractId),
    ).toMatchObject({
      milestone: { id: deal.milestoneId, state: 'funding' },
      nextAction: 'pay',
      deadlineAt: end,
    });
    const forCreator = await dealFor(world.as(deal.creator), deal);
    expect(
      forCreator.focusMilestoneId,
      'the creator reads that this one is being paid, not that another one is to be',
    ).toBe(deal.milestoneId);
    expect(forCreator.milestones[0]).toMatchObject({ state: 'funding', deadlineAt: end });
  });

  test('by its own “cancel”: the page is given up at the provider, and everything is as before it was opened', async () => {
    const deal = await openDeal(world, { amounts: [33_000, 10_000] });
    const { paymentId } = await open(deal);
    const sessionId = await sessionOf(paymentId);
    const at = await fetch(`${world.sandbox.url}/v1/checkout/sessions/${sessionId}`, {
      headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
    });
    expect(((await at.json()) as { cancel_url: string }).cancel_url).toMatch(
      new RegExp(`/smart-contracts/${deal.contractId}\\?gaveUp=${paymentId}$`),
    );
    expect(await cancelPayment(asBrand(deal), { paymentId })).toMatchObject({
      state: 'expired',
      milestoneState: 'awaiting_funding',
    });
    expect((await world.integrations.payments.retrieveCheckout(sessionId)).status).toBe('expired');
    expect(await cancelPayment(asBrand(deal), { paymentId }), 'twice is once').toMatchObject({ state: 'expired' });
    const seen = await dealFor(asBrand(deal), deal);
    expect(seen.focusMilestoneId).toBe(deal.milestoneId);
    expect(seen.milestones[0]).toMatchObject({
      state: 'awaiting_funding',
      deadlineAt: await fundingEnd(deal),
      activePayment: null,
      can: { fund: true },
    });
    expect((await brandHome(asBrand(deal))).tasks[0]).toMatchObject({
      kind: 'fund',
      deadlineAt: await fundingEnd(deal),
    });
  });

  test('a payment completed in the same moment wins, and is confirmed', async () => {
    const deal = await openDeal(world);
    const { paymentId } = await open(deal);
    const sessionId = await sessionOf(paymentId);
    const { payments } = world.integrations;
    const expireCheckout = payments.expireCheckout.bind(payments);
    world.integrations.payments = {
      ...payments,
      async expireCheckout(id) {
        await world.command(`pay/${sessionId}`, { card: '4242424242424242' });
        return expireCheckout(id);
      },
    };
    try {
      expect(await cancelPayment(asBrand(deal), { paymentId })).toMatchObject({
        state: 'processing',
        milestoneState: 'funding',
      });
    } finally {
      world.integrations.payments = payments;
    }
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    expect((await milestone(world, deal.milestoneId)).state).toBe('funded');
  });

  test('a process that died between closing the page and writing it down leaves nothing stuck', async () => {
    const deal = await openDeal(world);
    const { paymentId } = await open(deal);
    await world.integrations.payments.expireCheckout(await sessionOf(paymentId));
    expect(await cancelPayment(asBrand(deal), { paymentId })).toMatchObject({
      state: 'expired',
      milestoneState: 'awaiting_funding',
    });
    const again = await openDeal(world);
    const other = await open(again);
    await world.integrations.payments.expireCheckout(await sessionOf(other.paymentId));
    expect(await confirmFunding(world.system(), again), 'the provider’s own word does the same').toBe(
      'the payment was abandoned',
    );
  });
});
