import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { extendReview } from '../../../../server/features/escrow/timers/extend.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { decideRefund } from '../../../../server/features/operations/service.ts';
import { autoApprove, markOverdue } from '../../../../server/features/escrow/timers/deadlines.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { dealActs } from './deal-acts.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { wordOf } from '../../../support/refused.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('escrow_races', { timeoutMs: 1_000 });
});
afterAll(() => world.close());

const { seen, breaches, funded } = dealActs(() => world);
const verdicts = async (deal: TestDeal) =>
  (await dealFor(world.as(deal.brand), deal)).timeline
    .map((e) => e.type)
    .filter((t) => ['approved', 'auto_approved', 'changes_requested', 'cancelled'].includes(t));

async function delivered(clock: SteppedClock, options: DealOptions = {}): Promise<TestDeal> {
  const deal = await openDeal(world, { clock, ...options });
  await payAtProvider(world, deal, { clock });
  await confirmFunding(world.system(clock), deal);
  await deliver(world, deal, { clock });
  return deal;
}

describe('one verdict', () => {
  test('approve, auto-approve, request changes, cancel and extend at the same moment: one of them counts', async () => {
    for (let round = 0; round < 12; round += 1) {
      const clock = steppedClock(new Date());
      const deal = await delivered(clock, { clocks: { review: 'PT10S' } });
      clock.advance(round % 2 === 0 ? 9_999 : 10_000);
      const input = await seen(deal);
      const as = () => world.as(deal.brand, { clock });
      const acts = [
        () => approve(as(), input),
        () => autoApprove(world.system(clock), deal).then(({ summary }) => summary),
        () => requestChanges(as(), { ...input, reason: 'the logo', briefItems: ['All three drinks shown'] }),
        () => cancel(as(), { ...input, reason: '' }),
        () => extendReview(as(), input),
        () => cancel(world.as(deal.creator, { clock }), { ...input, reason: '' }),
      ];
      const order = acts.map((_, i) => acts[(i + round) % acts.length]!);
      const codes = await Promise.all(order.map((act) => wordOf(act())));
      expect((await verdicts(deal)).length).toBeLessThanOrEqual(1);
      expect(
        codes.filter(
          (c) =>
            ![
              'done',
              'not due yet',
              'approved automatically',
              'not due: approved',
              'not due: auto_approved',
              'not due: changes_requested',
              'state.already_decided',
              'state.changed',
              'state.wrong',
              'escrow.deadline_passed',
            ].includes(c),
        ),
      ).toEqual([]);
      if (round % 2 === 1) expect(await verdicts(deal)).toHaveLength(1);
    }
    expect(await breaches()).toEqual([]);
  });

  test('twenty clicks with one key on each act are one act, and each answers the same', async () => {
    const clock = steppedClock(new Date());
    const deal = await delivered(clock);
    const twenty = async (act: (requestKey: string) => Promise<unknown>) => {
      const requestKey = newId();
      expect(new Set(await Promise.all(Array.from({ length: 20 }, () => wordOf(act(requestKey)))))).toEqual(
        new Set(['done']),
      );
    };
    const as = (requestKey: string) => world.as(deal.brand, { clock, requestKey });
    const first = await seen(deal);
    await twenty((key) =>
      requestChanges(as(key), { ...first, reason: 'the logo', briefItems: ['All three drinks shown'] }),
    );
    await deliver(world, deal, { n: 2, clock });
    const second = await seen(deal);
    await twenty((key) => approve(as(key), second));
    expect(await verdicts(deal)).toEqual(['changes_requested', 'approved']);
    // Another click, another key, from an outdated page.
    expect(await wordOf(approve(world.as(deal.brand, { clock }), second))).toBe('state.already_decided');
    await Promise.all(Array.from({ length: 20 }, () => release(world.system(clock), deal).catch(() => null)));
    expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ held: 0, released: 40_000 });
    const documents = await world.owner
      .selectFrom('documents')
      .select('kind')
      .where('milestone_id', '=', deal.milestoneId)
      .orderBy('kind')
      .execute();
    expect(
      documents.map((p) => p.kind),
      'each document once',
    ).toEqual(['fee_invoice', 'receipt', 'self_billed_invoice']);
    expect(await breaches()).toEqual([]);
  });

  test('an outdated page is refused as such: the review was extended meanwhile', async () => {
    const clock = steppedClock(new Date());
    const deal = await delivered(clock);
    const old = await seen(deal);
    await extendReview(world.as(deal.brand, { clock }), old);
    expect(await wordOf(approve(world.as(deal.brand, { clock }), old))).toBe('state.changed');
  });

  test('cancel from both sides and the overdue clock at once: one refund', async () => {
    const clock = steppedClock(new Date());
    const deal = await openDeal(world, { clock, dueIn: 1_000, clocks: { overdueAfter: 'PT1S' } });
    await payAtProvider(world, deal, { clock });
    await confirmFunding(world.system(clock), deal);
    clock.advance(2_000);
    const input = { ...(await seen(deal)), reason: '' };
    await Promise.all([
      wordOf(cancel(world.as(deal.brand, { clock }), input)),
      wordOf(cancel(world.as(deal.creator, { clock }), input)),
      wordOf(markOverdue(world.system(clock), deal)),
    ]);
    if ((await milestone(world, deal.milestoneId)).state === 'overdue')
      await cancel(world.as(deal.brand, { clock }), { ...(await seen(deal)), reason: '' });
    await Promise.all([1, 2, 3].map(() => refund(world.system(clock), deal).catch(() => null)));
    await refund(world.system(clock), deal);
    expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ held: 0, refunded: 40_000 });
    expect(await breaches()).toEqual([]);
  });
});

describe("the provider's answer is lost", () => {
  const tryUntil = async (step: () => Promise<string>, done: string): Promise<number> => {
    for (let tries = 1; tries <= 8; tries += 1) if ((await wordOf(step())) === done) return tries;
    throw new Error(`never ${done}`);
  };

  test('a refused transfer is owed again and leaves when the account can take it', async () => {
    const deal = await delivered(steppedClock(new Date()));
    await approve(world.as(deal.brand), await seen(deal));
    // An account that may receive nothing, then one that its owner has deleted.
    for (const [status, code] of [
      [400, 'insufficient_capabilities_for_transfer'],
      [403, 'account_invalid'],
    ] as const) {
      await world.command('faults', {
        match: { method: 'POST', path: '/v1/transfers' },
        kind: 'error',
        status,
        error: { type: 'invalid_request_error', code, message: 'no' },
        times: 1,
      });
      expect(await release(world.system(), deal), code).toBe('releasing; still to transfer: creator (waiting)');
      const { balance } = await world.owner
        .selectFrom('ledger_accounts')
        .select('balance')
        .where('code', '=', 'CREATOR_PAYABLE')
        .where('scope', '=', deal.creator.orgId)
        .executeTakeFirstOrThrow();
      expect(balance).toBe(40_000);
    }
    expect(await release(world.system(), deal)).toBe('released');
    expect(await breaches()).toEqual([]);
  });

  test('the payment is looked up while the provider is away: the claim stays open', async () => {
    const deal = await openDeal(world);
    await payAtProvider(world, deal);
    await world.command('faults', { match: { method: 'GET', path: '*' }, kind: '500_before', times: 3 });
    await tryUntil(() => confirmFunding(world.system(), deal), 'funded');
  });
});

// Last: what it settles by hand has no posting, and the provider's clock moves.
describe('a refund that did not go through', () => {
  test('is not sent again once it was settled otherwise, also when that came between the decision and the call', async () => {
    const deal = await funded();
    await cancel(world.as(deal.brand), { ...(await seen(deal)), reason: '' });
    await world.command('faults', {
      match: { method: 'POST', path: '/v1/refunds' },
      kind: 'error',
      status: 400,
      error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'no' },
      times: 1,
    });
    await refund(world.system(), deal);
    const staff = await createStaff(world, 'finance');
    await prove(world, staff);
    const opId = `refund:${deal.milestoneId}:1`;
    await decideRefund(world.as(staff), { opId, decision: 'send_again' });
    const other = await world.owner.startTransaction().execute();
    await other
      .updateTable('refunds')
      .set({ state: 'by_bank', settled_at: new Date() })
      .where('op_id', '=', opId)
      .execute();
    await other.updateTable('operations').set({ state: 'done', error: null }).where('op_id', '=', opId).execute();
    // The provider has forgotten the answer to the old key.
    await world.command('clock', { advance_seconds: 25 * 3_600 });
    const sent = refund(world.system(), deal);
    await waitingForLock(world);
    await other.commit().execute();
    await sent;
    const { charge_id: charge } = await world.owner
      .selectFrom('payments')
      .select('charge_id')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    expect(await world.integrations.payments.findRefund(opId, charge!)).toBeNull();
  });
});
