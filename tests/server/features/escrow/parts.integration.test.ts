import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import { reviewQueue } from '../../../../server/features/content/queue.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { TOGETHER_MS } from '../../../../server/features/escrow/release/rules.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { taxContained } from '../../../../server/features/documents/rules.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import { incoming } from '../../../../server/features/payments/overview.ts';
import { payoutOverview } from '../../../../server/features/payouts/service.ts';
import { RELEASE_STEP_UP_ABOVE } from '../../../../server/features/security/rules.ts';
import { member } from '../../../support/people.ts';
import { dealActs } from './deal-acts.ts';
import { problemOf } from '../../../support/refused.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

/** Contained in the price; at this rate the parts, rounded each by itself, hold a unit less than the whole. */
const TAX_BPS = 1_500;

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('parts', { timeoutMs: 5_000 });
}, 120_000);
afterAll(() => world?.close());

const { seen, breaches, funded } = dealActs(() => world);
const part = async (deal: TestDeal, amount: number, clock?: SteppedClock, who = deal.brand) =>
  releasePart(world.as(who, clock ? { clock } : {}), { ...(await seen(deal)), amount });
const transfersOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('transfers')
    .select(['op_id', 'leg', 'amount', 'state', 'part'])
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('part')
    .orderBy('leg')
    .execute();

test('row 10: two parts, before and after delivery, and the rest on approval: each with its ids, documents and shares', async () => {
  const deal = await funded({ commissionBps: 1_500, amounts: [40_001] });
  const m = deal.milestoneId;
  await world.owner
    .updateTable('tax_profiles')
    .set({ tax_status: 'registered', tax_bps: TAX_BPS })
    .where('org_id', '=', deal.creator.orgId)
    .execute();
  const before = await milestone(world, m);
  const shown = await part(deal, 10_001);
  expect(shown.milestones[0]).toMatchObject({
    state: 'funded',
    rest: 30_000,
    deadlineAt: expect.any(Date) as Date,
    parts: [{ n: 1, amount: 10_001 }],
  });
  expect((await milestone(world, m)).deadline_at, 'its clocks run on').toEqual(before.deadline_at);
  const snapshot = await escrowSnapshot(world.system(), { milestoneId: m });
  expect(snapshot.steps[0]).toMatchObject({ act: 'release', label: 'a part is released' });
  expect(snapshot.answers['part_released']).toEqual({ act: 'release' });
  expect(await release(world.system(), { milestoneId: m })).toBe('funded');
  expect(await release(world.system(), { milestoneId: m }), 'again changes nothing').toBe('funded');
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ held: 30_000, released: 10_001 });

  await deliver(world, deal);
  await part(deal, 1);
  await release(world.system(), { milestoneId: m });
  expect(await breaches()).toEqual([]);

  const waiting = await dealFor(world.as(deal.brand), deal);
  expect(waiting.whatIf?.rows.find((row) => row.choice === 'approve')).toMatchObject({ amount: 29_999 });
  expect((await reviewQueue(world.as(deal.brand))).items, 'what the end of the review releases').toMatchObject([
    { milestoneId: m, amount: 40_001, rest: 29_999 },
  ]);
  await approve(world.as(deal.brand), await seen(deal));
  expect(await release(world.system(), { milestoneId: m })).toBe('released');
  const done = await dealFor(world.as(deal.brand), deal);
  expect(done).toMatchObject({ state: 'completed', balances: { funded: 40_001, held: 0, released: 40_001 } });
  expect(done.timeline.map((e) => e.type)).toEqual(
    expect.arrayContaining(['part_released', 'part_release_started', 'transfer_sent', 'released']),
  );
  expect(await transfersOf(deal)).toEqual([
    { op_id: `xfer:${m}:agent`, leg: 'agent', amount: 1_500, state: 'sent', part: 1 },
    { op_id: `xfer:${m}:creator`, leg: 'creator', amount: 8_501, state: 'sent', part: 1 },
    { op_id: `xfer:${m}:creator:2`, leg: 'creator', amount: 1, state: 'sent', part: 2 },
    { op_id: `xfer:${m}:agent:3`, leg: 'agent', amount: 4_500, state: 'sent', part: 3 },
    { op_id: `xfer:${m}:creator:3`, leg: 'creator', amount: 25_499, state: 'sent', part: 3 },
  ]);
  const releases = await world.owner
    .selectFrom('ledger_tx')
    .select('op_id')
    .where('milestone_id', '=', m)
    .where('kind', '=', 'release')
    .orderBy('posted_at')
    .execute();
  expect(releases.map((tx) => tx.op_id)).toEqual([`release:${m}`, `release:${m}:2`, `release:${m}:3`]);
  const documents = await documentsOfDeal(world.as(deal.creator), { contractId: deal.contractId });
  expect(
    documents
      .filter((d) => d.kind === 'self_billed_invoice')
      .map((d) => d.amount)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 10_001, 29_999]);
  const invoices = await world.owner
    .selectFrom('documents')
    .select(sql<number>`(data->>'sellerTax')::int`.as('tax'))
    .where('milestone_id', '=', m)
    .where('kind', '=', 'self_billed_invoice')
    .execute();
  expect(
    invoices.reduce((sum, { tax }) => sum + tax, 0),
    'of each part rounded by itself it would be one less',
  ).toBe(taxContained(40_001, TAX_BPS).tax);
  const notes = await documentsOfDeal(world.as(deal.agency!), { contractId: deal.contractId });
  expect(notes.map((d) => d.amount).toSorted((a, b) => a - b)).toEqual([1_500, 4_500]);
  const { earnings, perCurrency } = await payoutOverview(world.as(deal.creator));
  expect(earnings.map((e) => e.amount).toSorted((a, b) => a - b)).toEqual([1, 8_501, 25_499]);
  expect(perCurrency[0]).toMatchObject({ available: 34_001, held: 0, clearing: 0 });
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a part waits for its own clearing: −1 s nothing is sent, 0 it is, and the payee sees both sums', async () => {
  const clock = steppedClock(new Date());
  const deal = await funded({ clock, clocks: { clearing: 'PT1H' } });
  await part(deal, 15_000, clock);
  const run = () => release(world.system(clock), deal);
  expect(await run()).toBe('funded; still to transfer: creator (waiting)');
  const [step] = (await escrowSnapshot(world.system(clock), deal)).steps.filter((s) => s.act === 'release');
  expect(step).toMatchObject({
    label: 'end of clearing of a part',
    at: new Date(clock.now().getTime() + 3_600_000).toISOString(),
  });
  const { earnings, perCurrency } = await payoutOverview(world.as(deal.creator, { clock }));
  expect(earnings.map((e) => [e.bucket, e.amount])).toEqual(
    expect.arrayContaining([
      ['held', 25_000],
      ['clearing', 15_000],
    ]),
  );
  expect(perCurrency[0]).toMatchObject({ held: 25_000, clearing: 15_000, available: 0 });
  expect((await incoming(world.as(deal.creator, { clock })))[0]).toMatchObject({ secured: 25_000 });
  clock.advance(3_599_000);
  await run();
  expect((await transfersOf(deal))[0]?.state).toBe('waiting');
  clock.advance(1_000);
  expect(await run()).toBe('funded');
  expect((await transfersOf(deal))[0]?.state).toBe('sent');
});

test('bad input changes nothing: zero, above what is held, off the step, a later state, another side, a hold, an old version', async () => {
  const deal = await funded();
  const before = await seen(deal);
  for (const [amount, code] of [
    [0, 'input.invalid not_positive'],
    [-5, 'input.invalid not_positive'],
    [40_001, 'input.invalid above_held'],
  ] as const)
    expect(await problemOf(part(deal, amount)), String(amount)).toBe(code);
  expect(await problemOf(part(deal, 100, undefined, deal.creator))).toBe('auth.wrong_account_type');
  expect(await problemOf(part(deal, 100, undefined, { ...deal.brand, role: 'viewer' }))).toBe('auth.not_allowed');
  expect(await problemOf(part(deal, 100, undefined, { ...deal.brand, role: 'reviewer' }))).toBe(
    'escrow.over_release_limit',
  );
  expect(
    await problemOf(releasePart(world.as(deal.brand), { ...before, version: before.version - 1, amount: 5 })),
  ).toBe('state.changed');
  await world.owner
    .updateTable('milestones')
    .set({ holds: ['fraud_warning'] })
    .where('id', '=', deal.milestoneId)
    .execute();
  expect(await problemOf(part(deal, 100))).toBe('escrow.on_hold');
  await world.owner.updateTable('milestones').set({ holds: [] }).where('id', '=', deal.milestoneId).execute();
  expect(await seen(deal)).toEqual(before);
  const dinars = await openDeal(world, { currency: 'KWD', amounts: [40_000] });
  await world.owner.updateTable('milestones').set({ state: 'funded' }).where('id', '=', dinars.milestoneId).execute();
  expect(await problemOf(part(dinars, 1_005))).toBe('input.invalid off_step');
  // Also below the smallest price, where a part may be.
  expect(await problemOf(part(dinars, 15))).toBe('input.invalid off_step');
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding' })
    .where('id', '=', dinars.milestoneId)
    .execute();
  expect(await problemOf(part(dinars, 1_000))).toBe('state.wrong');
});

test('all that is held is an approval, before there is work as after', async () => {
  const deal = await funded();
  await part(deal, 15_000);
  const whole = await part(deal, 25_000);
  expect(whole.milestones[0]).toMatchObject({ state: 'approved', parts: [{ n: 1 }] });
  expect(await release(world.system(), deal)).toBe('released');
  expect(await transfersOf(deal)).toMatchObject([{ amount: 15_000 }, { amount: 25_000 }]);
  expect(await breaches()).toEqual([]);
});

test('a cancellation after a part returns the rest less its kill fee, line by line to the minor unit', async () => {
  const deal = await funded({ amounts: [40_001], killFeeBps: 2_500 });
  await part(deal, 10_000);
  // The books do not have the part yet: the refund books it first.
  const preview = (await dealFor(world.as(deal.brand), deal)).whatIf!.rows.find((row) => row.choice === 'cancel')!;
  await cancel(world.as(deal.brand), { ...(await seen(deal)), reason: '' });
  expect(await refund(world.system(), deal)).toMatch(/^(refunded|released)/);
  const done = await dealFor(world.as(deal.brand), deal);
  expect(done.milestones[0]).toMatchObject({
    state: 'refunded',
    balances: { funded: 40_001, held: 0, released: 17_500, refunded: 22_501 },
    refunds: [{ amount: preview.amount, price: 22_501 }],
  });
  expect(await transfersOf(deal)).toMatchObject([
    { op_id: `xfer:${deal.milestoneId}:creator`, amount: 10_000, state: 'sent' },
    { op_id: `xfer:${deal.milestoneId}:creator:2`, amount: 7_500, state: 'sent' },
  ]);
  expect(await breaches()).toEqual([]);
});

test('one person’s parts within 24 hours count together for the proof: −1 s together, 0 alone', async () => {
  const clock = steppedClock(new Date());
  const deal = await funded({ clock, amounts: [3 * RELEASE_STEP_UP_ABOVE.EUR] });
  await part(deal, RELEASE_STEP_UP_ABOVE.EUR, clock);
  expect(await problemOf(part(deal, 1, clock))).toBe('auth.step_up_required');
  const finance = await member(world, deal.brand, 'finance', 'Théo');
  expect(await problemOf(part(deal, 1, clock, finance)), 'another person').toBe('done');
  clock.advance(TOGETHER_MS - 1_000);
  expect(await problemOf(part(deal, 1, clock))).toBe('auth.step_up_required');
  clock.advance(1_000);
  expect(await problemOf(part(deal, 1, clock))).toBe('done');
});

test('a part against an approval, a cancellation and a second part at the same moment: one act, and the books agree', async () => {
  for (let round = 0; round < 6; round += 1) {
    const deal = await funded();
    const input = await seen(deal);
    const acts = [
      () => releasePart(world.as(deal.brand), { ...input, amount: 30_000 }),
      () => releasePart(world.as(deal.brand), { ...input, amount: 30_000 }),
      () => cancel(world.as(round % 2 ? deal.brand : deal.creator), { ...input, reason: '' }),
    ];
    const codes = await Promise.all(acts.map((_, i) => problemOf(acts[(i + round) % acts.length]!())));
    expect(codes.filter((code) => code === 'done').length, codes.join()).toBe(1);
    await release(world.system(), deal);
    await refund(world.system(), deal);
    const { balances } = await dealFor(world.as(deal.brand), deal);
    expect([30_000, 0]).toContain(balances.released);
  }
  for (let round = 0; round < 4; round += 1) {
    const deal = await funded();
    await deliver(world, deal);
    const input = await seen(deal);
    const codes = await Promise.all([
      problemOf(approve(world.as(deal.brand), input)),
      problemOf(releasePart(world.as(deal.brand), { ...input, amount: 7 })),
    ]);
    expect(codes.filter((code) => code === 'done').length, codes.join()).toBe(1);
    await release(world.system(), deal);
  }
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a creator without an account is reminded of a part that has cleared, once for each of the days, until it can be paid', async () => {
  const deal = await funded({ account: false, amounts: [40_000] });
  await part(deal, 15_000);
  const notices = async () =>
    (
      await world.owner
        .selectFrom('notices')
        .select('data')
        .where('org_id', '=', deal.creator.orgId)
        .where('kind', '=', 'payout_account_needed')
        .execute()
    ).map(({ data }) => (data as { amountMinor: number }).amountMinor);
  const releasedAfter = (days: number) =>
    release(world.system(steppedClock(new Date(Date.now() + days * 24 * 3_600_000))), deal);
  await releasedAfter(0);
  expect(await notices(), 'when it was released').toEqual([15_000]);
  await releasedAfter(0.9);
  expect(await notices()).toHaveLength(1);
  for (const day of [1.1, 1.4, 3.1, 7.1, 8])
    expect(await releasedAfter(day)).toBe('funded; still to transfer: creator (waiting)');
  expect(await notices(), 'on the days 1, 3 and 7').toEqual([15_000, 15_000, 15_000, 15_000]);
  await connectPayee(world, deal.creator);
  expect(await releasedAfter(14.1)).toBe('funded');
  expect(await notices()).toHaveLength(4);
  expect(await breaches()).toEqual([]);
});
