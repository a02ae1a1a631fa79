import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { steppedClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { dealFor } from '../../server/features/escrow/deals/deal.ts';
import { refund } from '../../server/features/escrow/refund/refund.ts';
import { release } from '../../server/features/escrow/release/release.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { status } from '../../server/features/payments/checkout/status.ts';
import { dealActs } from '../server/features/escrow/deal-acts.ts';
import { wordOf } from '../support/refused.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { eventually } from '../support/worker.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('bad_luck', { timeoutMs: 1_000 });
});
afterAll(() => world?.close());

const { seen } = dealActs(() => world);
const living = async (opId: string) =>
  (
    (
      await world.command<{ by_op_id: Record<string, { object: string; id: string }[]> }>(
        `books?op_id=${encodeURIComponent(opId)}`,
      )
    ).by_op_id[opId] ?? []
  ).filter((o) => o.object !== 'payment_intent' && o.object !== 'charge');
const paymentOf = (paymentId: string) =>
  world.owner.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow();
const operation = (opId: string) =>
  world.owner
    .selectFrom('operations')
    .select(['state', 'provider_id', 'attempt'])
    .where('op_id', '=', opId)
    .executeTakeFirstOrThrow();

afterEach(async () => {
  await fetch(`${world.sandbox.url}/_sandbox/faults`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  });
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  const [breach] = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
  });
  if (breach) throw new Error(`the books do not agree: ${breach.invariant}, ${breach.detail}`);
});

/** The provider sent a webhook; our side has only stored it. */
async function receiveWebhook(deal: TestDeal, sessionId: string, type = 'payment_intent.succeeded'): Promise<void> {
  const page = await world.integrations.payments.retrieveCheckout(sessionId);
  await world.owner
    .insertInto('psp_events')
    .values({
      id: newId(),
      type,
      object_id: page.paymentIntentId!,
      milestone_id: deal.milestoneId,
      payload: JSON.stringify({ metadata: page.metadata }),
      received_at: new Date(),
    })
    .execute();
}

/** A payment that was given up although it went through. */
async function givenUp(): Promise<{ deal: TestDeal; sessionId: string }> {
  const deal = await openDeal(world);
  const { paymentId, sessionId } = await payAtProvider(world, deal);
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding' })
    .where('id', '=', deal.milestoneId)
    .execute();
  return { deal, sessionId };
}

/** The same, and a second one that funded the milestone. */
async function paidTwice(): Promise<TestDeal> {
  const { deal, ...first } = await givenUp();
  await payAtProvider(world, deal);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  await receiveWebhook(deal, first.sessionId);
  expect(await confirmFunding(world.system(), deal)).toBe('paid too late: refunded');
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({
    funded: 80_000,
    held: 40_000,
    refunded: 40_000,
  });
  return deal;
}

describe('money that came twice goes back once, and the deal goes on', () => {
  test('to its release', async () => {
    const deal = await paidTwice();
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    expect(await release(world.system(), deal)).toBe('released');
    expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({
      held: 0,
      released: 40_000,
      refunded: 40_000,
    });
  });

  test('to its refund', async () => {
    const deal = await paidTwice();
    await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
    expect(await refund(world.system(), deal)).toBe('refunded');
    expect((await milestone(world, deal.milestoneId)).state).toBe('refunded');
    expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({
      funded: 80_000,
      held: 0,
      refunded: 80_000,
    });
  });
});

describe('a payment that was given up and arrives while a newer page is open', () => {
  test('funds the milestone at once, and the newer page takes no money any more', async () => {
    const { deal, sessionId } = await givenUp();
    const { id: quoteId } = await quote(world.as(deal.brand), deal);
    const { paymentId } = await pay(world.as(deal.brand), { milestoneId: deal.milestoneId, quoteId });
    await receiveWebhook(deal, sessionId);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    expect((await milestone(world, deal.milestoneId)).state).toBe('funded');
    const newer = await paymentOf(paymentId);
    expect(newer.state).toBe('expired');
    expect((await world.integrations.payments.retrieveCheckout(newer.session_id!)).status).toBe('expired');
    expect(await confirmFunding(world.system(), deal)).toBe('no payment under way');
  });

  test('and the newer one that was paid as well goes back', async () => {
    const { deal, sessionId } = await givenUp();
    const newer = await payAtProvider(world, deal);
    await receiveWebhook(deal, sessionId);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    expect((await paymentOf(newer.paymentId)).state).toBe('refunded');
    expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({
      funded: 80_000,
      held: 40_000,
      refunded: 40_000,
    });
    // The command that would have made the refund, had this process ended before it.
    const command = await world.owner
      .selectFrom('workflow_outbox')
      .select('payload')
      .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
      .execute();
    expect(JSON.stringify(command)).toContain('"refund"');
  });
});

describe('a transfer whose answer was lost with the process', () => {
  async function sentAndForgotten(): Promise<TestDeal> {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    await confirmFunding(world.system(), deal);
    await deliver(world, deal);
    await approve(world.as(deal.brand), await seen(deal));
    await world.command('faults', {
      match: { method: 'POST', path: '/v1/transfers' },
      kind: 'timeout_after',
      times: 1,
      delay_ms: 1_500,
    });
    await wordOf(release(world.system(), deal));
    // A killed process cannot record that the outcome is unknown.
    await world.owner
      .updateTable('operations')
      .set({ state: 'claimed', error: null })
      .where('op_id', '=', `xfer:${deal.milestoneId}:creator`)
      .execute();
    expect((await milestone(world, deal.milestoneId)).state).toBe('releasing');
    return deal;
  }

  test('is reconciled, also when its payee may not be paid any more', async () => {
    const deal = await sentAndForgotten();
    const account = (state: 'restricted' | 'enabled') =>
      world.owner.updateTable('payout_accounts').set({ state }).where('org_id', '=', deal.creator.orgId).execute();
    await account('restricted');
    expect(await release(world.system(), deal)).toBe('released');
    await account('enabled');
    expect(await release(world.system(), deal)).toBe('released');
    expect(await living(`xfer:${deal.milestoneId}:creator`)).toHaveLength(1);
  });

  test('is reconciled by a later attempt under another key', async () => {
    const deal = await sentAndForgotten();
    await world.owner
      .updateTable('operations')
      .set({ attempt: 2, idempotency_key: `xfer:${deal.milestoneId}:creator:a2` })
      .where('op_id', '=', `xfer:${deal.milestoneId}:creator`)
      .execute();
    expect(await release(world.system(), deal)).toBe('released');
    expect(await living(`xfer:${deal.milestoneId}:creator`)).toHaveLength(1);
  });
});

describe('a payment page', () => {
  test('whose answer is stored while its payment is booked: both take effect', async () => {
    const deal = await openDeal(world);
    const { paymentId, sessionId } = await payAtProvider(world, deal);
    await receiveWebhook(deal, sessionId);
    const { session_url: url, op_id: opId } = await paymentOf(paymentId);
    await world.owner
      .updateTable('payments')
      .set({ state: 'claimed', session_id: null, session_url: null })
      .where('id', '=', paymentId)
      .execute();
    await world.owner
      .updateTable('operations')
      .set({ state: 'claimed', provider_id: null, settled_at: null })
      .where('op_id', '=', opId)
      .execute();
    let booked: Promise<string> | null = null;
    await world.owner.transaction().execute(async (trx) => {
      await trx
        .updateTable('payments')
        .set((eb) => ({ state: 'open', session_id: sessionId, session_url: url, version: eb('version', '+', 1) }))
        .where('id', '=', paymentId)
        .execute();
      booked = confirmFunding(world.system(), deal);
      const { rows: own } = await sql<{ xid: string }>`select pg_current_xact_id()::xid as xid`.execute(trx);
      await eventually('the booking to wait for this transaction', async () => {
        const { rows } =
          await sql`select from pg_locks where not granted and transactionid = ${own[0]!.xid}::xid`.execute(
            world.owner,
          );
        return rows.length > 0;
      });
    });
    expect(await booked).toBe('funded');
    expect(await paymentOf(paymentId)).toMatchObject({ state: 'paid', session_id: sessionId });
    expect((await milestone(world, deal.milestoneId)).state).toBe('funded');
    expect(await operation(opId)).toMatchObject({ state: 'done' });
  });

  test('that was paid before its opening was confirmed counts as paid, and its claim is settled', async () => {
    const deal = await openDeal(world);
    const { paymentId, sessionId } = await payAtProvider(world, deal);
    await receiveWebhook(deal, sessionId);
    const { op_id: opId } = await paymentOf(paymentId);
    await world.owner
      .updateTable('payments')
      .set({ state: 'claimed', session_id: null, session_url: null })
      .where('id', '=', paymentId)
      .execute();
    await world.owner
      .updateTable('operations')
      .set({ state: 'claimed', provider_id: null, settled_at: null })
      .where('op_id', '=', opId)
      .execute();
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
    expect(await operation(opId)).toMatchObject({ state: 'done' });
    expect(await status(world.as(deal.brand), { paymentId })).toMatchObject({
      state: 'paid',
      milestoneState: 'funded',
    });
  });

  test('that never opened is given up at its end, leaves no open claim, and the next try pays', async () => {
    const clock = steppedClock(new Date());
    const deal = await openDeal(world, { clock });
    const { id: quoteId } = await quote(world.as(deal.brand, { clock }), deal);
    await world.command('faults', {
      match: { method: 'POST', path: '/v1/checkout/sessions' },
      kind: 'timeout_before',
      times: 1,
      delay_ms: 1_500,
    });
    expect(await wordOf(pay(world.as(deal.brand, { clock }), { milestoneId: deal.milestoneId, quoteId }))).toBe(
      'payment.provider_unavailable',
    );
    expect(await confirmFunding(world.system(clock), deal)).toBe('not paid yet');
    clock.advance(36 * 60_000);
    expect(await confirmFunding(world.system(clock), deal)).toBe('the payment was abandoned');
    expect(await operation(`fund:${deal.milestoneId}:1`)).toMatchObject({ state: 'failed' });
    clock.set(new Date());
    await payAtProvider(world, deal);
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
  });
});

describe('a card', () => {
  const refusals = [
    ['generic', '4000000000000002'],
    ['insufficient funds', '4000000000009995'],
    ['expired', '4000000000000069'],
    ['wrong security code', '4000000000000127'],
    ['processing error', '4000000000000119'],
  ] as const;
  test.each(refusals)(
    'that is declined (%s) takes nothing; the page stays, its reason is shown, another card pays',
    async (_why, card) => {
      const deal = await openDeal(world);
      const { paymentId, sessionId } = await payAtProvider(world, deal, { card });
      await receiveWebhook(deal, sessionId, 'payment_intent.payment_failed');
      expect(await confirmFunding(world.system(), deal)).toContain('last refusal');
      const shown = await status(world.as(deal.brand), { paymentId });
      expect(shown).toMatchObject({
        state: 'open',
        milestoneState: 'funding',
        failureCode: expect.stringMatching(/\w/) as unknown,
      });
      expect(shown.url).not.toBeNull();
      expect((await dealFor(world.as(deal.brand), deal)).balances.funded).toBe(0);
      await world.command(`pay/${sessionId}`, { card: '4242424242424242' });
      expect(await confirmFunding(world.system(), deal)).toBe('funded');
    },
  );

  test('whose owner fails authentication takes nothing; authenticated again, it pays', async () => {
    const deal = await openDeal(world);
    const { id: quoteId } = await quote(world.as(deal.brand), deal);
    const { paymentId } = await pay(world.as(deal.brand), { milestoneId: deal.milestoneId, quoteId });
    const { session_id: sessionId } = await paymentOf(paymentId);
    await world.command(`pay/${sessionId}`, { card: '4000002500003155', approve: false });
    await receiveWebhook(deal, sessionId!, 'payment_intent.payment_failed');
    expect(await confirmFunding(world.system(), deal)).toContain('not paid yet');
    expect(await status(world.as(deal.brand), { paymentId })).toMatchObject({
      state: 'open',
      milestoneState: 'funding',
    });
    await world.command(`pay/${sessionId}`, { card: '4000002500003155', approve: true });
    expect(await confirmFunding(world.system(), deal)).toBe('funded');
  });
});

test('a repeated answer of the bank after the end changes nothing', async () => {
  const deal = await openDeal(world);
  const { sessionId } = await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await deliver(world, deal);
  await approve(world.as(deal.brand), await seen(deal));
  await release(world.system(), deal);
  const before = (await dealFor(world.as(deal.brand), deal)).headHash;
  await receiveWebhook(deal, sessionId);
  await Promise.all(
    Array.from({ length: 5 }, () =>
      Promise.all([
        wordOf(confirmFunding(world.system(), deal)),
        wordOf(release(world.system(), deal)),
        wordOf(refund(world.system(), deal)),
      ]),
    ),
  );
  expect((await dealFor(world.as(deal.brand), deal)).headHash).toBe(before);
  await world.owner.updateTable('psp_events').set({ state: 'applied' }).where('state', '=', 'pending').execute();
});
