import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { dealFor, postings } from '../../../../server/features/escrow/deals/deal.ts';
import { listDeals } from '../../../../server/features/escrow/deals/list.ts';
import { moneyWaits } from '../../../../server/features/escrow/deals/waits.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { markRefundUnknown } from '../../../../server/features/escrow/refund/confirm.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { approve, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { extendReview } from '../../../../server/features/escrow/timers/extend.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { verify } from '../../../../server/features/escrow/timeline/events.ts';
import {
  autoApprove,
  endFunding,
  endGrace,
  markOverdue,
  remind,
} from '../../../../server/features/escrow/timers/deadlines.ts';
import { creatorHome } from '../../../../server/features/home/service.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import { incoming, listPayments, paymentSummary } from '../../../../server/features/payments/overview.ts';
import { refreshAccount, startOnboarding } from '../../../../server/features/payouts/account.ts';
import { payOut, payoutOverview } from '../../../../server/features/payouts/service.ts';
import { LOCALES } from '../../../../server/core/locale.ts';
import { FICTITIOUS_OPERATOR } from '../../../../server/core/operator-settings.ts';
import { textsOf } from '../../../../server/pdf/texts.ts';
import { pdfLines } from '../../../support/pdf-lines.ts';
import { yearPdf } from '../../../../server/features/payouts/year-pdf.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { applyProviderEvent } from '../../../../server/features/payments/webhooks/webhooks.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { completeOnboarding } from '../../../../scripts/lib/hosted-pages.ts';
import { createOrg, prove } from '../../../support/people.ts';
import { services } from '../../../support/services.ts';
import { dealActs } from './deal-acts.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

const DAY = 24 * 3_600_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('escrow_lifecycle');
});
afterAll(() => world.close());

const id = (deal: TestDeal) => ({ milestoneId: deal.milestoneId });
const asBrand = (deal: TestDeal) => world.as(deal.brand);
const { seen } = dealActs(() => world);

async function funded(deal: TestDeal): Promise<void> {
  await payAtProvider(world, deal);
  expect(await confirmFunding(world.system(), id(deal))).toBe('funded');
}

test('an agency that may deliver for the creator is notified that the work may start and that it was approved, until it loses that scope', async () => {
  const noticesTo = (org: OrgActor) =>
    world.owner
      .selectFrom('notices')
      .select(['kind', sql<string>`data ->> 'title'`.as('title')])
      .where('org_id', '=', org.orgId)
      .where('kind', 'in', ['milestone_funded', 'work_approved'])
      .orderBy('id')
      .execute();
  for (const { loses } of [{ loses: false }, { loses: true }]) {
    const deal = await openDeal(world, { commissionBps: 1_500, represented: false });
    const agency = deal.agency!;
    const between = { agency_org: agency.orgId, creator_org: deal.creator.orgId, commission_bps: 1_500 };
    await world.owner
      .insertInto('representations')
      .values({ id: newId(), ...between, scopes: ['submit', 'message'], valid_from: new Date() })
      .execute();
    await funded(deal);
    if (loses)
      await world.owner
        .updateTable('representations')
        .set({ scopes: ['message'] })
        .where('agency_org', '=', agency.orgId)
        .execute();
    await deliver(world, deal);
    await approve(asBrand(deal), await seen(deal));
    // An agency also reads whose work it is.
    const title = `${deal.creator.name} · Autumn menu`;
    const kinds = ['milestone_funded', 'work_approved'];
    expect(await noticesTo(agency)).toEqual((loses ? kinds.slice(0, 1) : kinds).map((kind) => ({ kind, title })));
    expect(await noticesTo(deal.creator)).toEqual(kinds.map((kind) => ({ kind, title: 'Autumn menu' })));
    expect(
      (await noticesTo(deal.brand)).map(({ kind }) => kind),
      'of its own approval it knows',
    ).toEqual(['milestone_funded']);
  }
});

test('from the quote to the creator: every step is booked, shown to both sides and chained', async () => {
  const deal = await openDeal(world);
  const before = await dealFor(asBrand(deal), deal);
  expect(before.milestones[0]).toMatchObject({
    state: 'awaiting_funding',
    atZero: 'void',
    turn: 'brand',
    charge: { price: 40_000, fee: 2_000, tax: 400, total: 42_400 },
  });
  expect(before.milestones[0]?.can).toMatchObject({
    fund: true,
    cancel: true,
    approve: 'state.wrong',
    submit: 'auth.wrong_account_type',
  });

  await funded(deal);
  const held = await dealFor(world.as(deal.creator), deal);
  expect(held.balances).toEqual({ funded: 40_000, held: 40_000, released: 0, refunded: 0, disputed: 0 });
  expect(held.milestones[0]).toMatchObject({
    state: 'funded',
    turn: 'creator',
    can: { submit: true, cancel: true, approve: 'auth.wrong_account_type' },
  });

  await deliver(world, deal);
  const shown = await dealFor(asBrand(deal), deal);
  expect(shown.milestones[0]).toMatchObject({
    state: 'delivered',
    submissionN: 1,
    atZero: 'auto_approve',
    can: { approve: true, requestChanges: true, extendReview: true, cancel: 'state.wrong' },
  });
  expect(shown.whatIf?.rows.map((r) => r.choice)).toEqual([
    'approve',
    'releasePart',
    'requestChanges',
    'extendReview',
    'proposeCancel',
    'nothing',
  ]);

  await approve(asBrand(deal), await seen(deal));
  expect(await release(world.system(), id(deal))).toBe('released');
  const done = await dealFor(asBrand(deal), deal);
  expect(done).toMatchObject({
    state: 'completed',
    balances: { funded: 40_000, held: 0, released: 40_000 },
    paid: { price: 40_000, fee: 2_000, tax: 400, total: 42_400 },
  });
  expect(done.timeline.map((e) => e.type)).toEqual([
    'contract_active',
    'payment_started',
    'funded',
    'submitted',
    'approved',
    'release_started',
    'released',
    'deal_completed',
  ]);
  expect(done.timeline.at(-1)).toMatchObject({ held: 0, released: 40_000 });
  expect(await verify(asBrand(deal), deal)).toEqual({ valid: true, brokenAt: null });

  const books = await postings(asBrand(deal), id(deal));
  expect(
    books.map((p) => p.kind),
    'the platform’s own cost is not in the answer',
  ).toEqual(['funded', 'release', 'transfer_claimed', 'transfer_sent']);
  expect(JSON.stringify(books)).not.toContain('PSP_FEE');
  for (const tx of books) expect(tx.entries.reduce((sum, e) => sum + e.debit - e.credit, 0)).toBe(0);
  expect(books[0]!.entries.find((e) => e.account === 'PSP_BAL')).toMatchObject({ debit: 42_400, balanceAfter: null });
  const numbers = await world.owner
    .selectFrom('documents')
    .select(['kind', 'number'])
    .where('contract_id', '=', deal.contractId)
    .execute();
  expect(numbers.map((d) => d.kind).toSorted()).toEqual(['fee_invoice', 'receipt', 'self_billed_invoice']);

  const invoice = (await documentsOfDeal(asBrand(deal), { contractId: deal.contractId })).find(
    (d) => d.kind === 'self_billed_invoice',
  );
  expect(invoice, 'the buyer has what the creator charged').toMatchObject({
    amount: 40_000,
    party: deal.creator.name,
    asBuyer: true,
  });
  const notices = await world.owner
    .selectFrom('notices')
    .select(['org_id', 'data'])
    .where('kind', '=', 'invoice_issued')
    .where('org_id', 'in', [deal.brand.orgId, deal.creator.orgId])
    .execute();
  expect(notices.map((n) => [n.org_id, n.data])).toEqual([
    [
      deal.brand.orgId,
      expect.objectContaining({
        number: invoice!.number,
        amountMinor: 40_000,
        milestone: 'Reel 1',
        name: expect.any(String),
      }),
    ],
  ]);
});

test('each release notifies each side once, and the last one that the deal is completed', async () => {
  const deal = await openDeal(world, { amounts: [40_000, 20_000], commissionBps: 1_500 });
  for (const milestoneId of deal.milestoneIds) {
    await payAtProvider(world, deal, { milestoneId });
    await confirmFunding(world.system(), { milestoneId });
    await deliver(world, deal, { milestoneId });
    await approve(asBrand(deal), { milestoneId, version: (await milestone(world, milestoneId)).version });
    // The share of the agency waits for its account.
    expect(await release(world.system(), { milestoneId })).toMatch(/^released/u);
  }
  for (const [side, first, last] of [
    [deal.brand, 40_000, 20_000],
    // Of a represented creator what is left after the commission of 15 %.
    [deal.creator, 34_000, 17_000],
  ] as const) {
    const notices = await world.owner
      .selectFrom('notices')
      .select(['kind', 'data'])
      .where('org_id', '=', side.orgId)
      .where('kind', 'in', ['milestone_released', 'last_milestone_released', 'deal_completed'])
      .orderBy('id')
      .execute();
    expect(notices).toMatchObject([
      { kind: 'milestone_released', data: { milestone: 'Reel 1', amountMinor: first } },
      { kind: 'last_milestone_released', data: { milestone: 'Reel 2', amountMinor: last } },
    ]);
  }
});

test('each step may be repeated: nothing happens twice', async () => {
  const deal = await openDeal(world);
  await funded(deal);
  expect(await confirmFunding(world.system(), id(deal))).toBe('no payment under way');
  await deliver(world, deal);
  await approve(asBrand(deal), await seen(deal));
  await Promise.all([1, 2, 3].map(() => release(world.system(), id(deal)).catch(() => null)));
  expect(await release(world.system(), id(deal))).toBe('released');
  const { balances, timeline } = await dealFor(asBrand(deal), deal);
  expect(balances).toMatchObject({ held: 0, released: 40_000 });
  expect(timeline.filter((e) => e.type === 'released')).toHaveLength(1);
  const sent = await world.owner
    .selectFrom('ledger_tx')
    .select('op_id')
    .where('milestone_id', '=', deal.milestoneId)
    .where('kind', '=', 'transfer_sent')
    .execute();
  expect(sent).toHaveLength(1);
});

describe('the ways out', () => {
  test('not funded in time: void, and money that comes later goes back in full', async () => {
    const clock = steppedClock(new Date());
    const deal = await openDeal(world, { clock, clocks: { funding: 'PT1H' } });
    const { paymentId } = await payAtProvider(world, deal, { clock });
    // Our claim is given up although the provider has the money: its word had not reached us.
    await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
    await world.owner
      .updateTable('milestones')
      .set({ state: 'awaiting_funding', deadline_at: new Date(clock.now().getTime() + 1_000) })
      .where('id', '=', deal.milestoneId)
      .execute();
    expect(await endFunding(world.system(clock), id(deal))).toMatchObject({
      outcome: 'not_due',
      summary: 'not due yet',
    });
    clock.advance(1_000);
    expect(await endFunding(world.system(clock), id(deal))).toEqual({
      outcome: 'done',
      summary: expect.stringContaining('void'),
    });
    expect((await dealFor(asBrand(deal), deal)).state).toBe('voided');

    const { session_id } = await world.owner
      .selectFrom('payments')
      .select('session_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const page = await world.integrations.payments.retrieveCheckout(session_id!);
    await world.owner
      .insertInto('psp_events')
      .values({
        id: `evt_${paymentId}`,
        type: 'payment_intent.succeeded',
        object_id: page.paymentIntentId!,
        milestone_id: deal.milestoneId,
        payload: JSON.stringify({ metadata: page.metadata }),
        received_at: new Date(),
      })
      .execute();
    expect(await confirmFunding(world.system(clock), id(deal))).toBe('paid too late: refunded');
    const after = await dealFor(asBrand(deal), deal);
    expect(after.balances).toMatchObject({ funded: 40_000, held: 0, refunded: 40_000 });
    expect(after.milestones[0]?.state).toBe('void');
    expect(after.timeline.map((e) => e.type)).toContain('late_payment_refunded');
  });

  test('cancelled before anything was submitted: full refund, by either side', async () => {
    for (const side of ['brand', 'creator'] as const) {
      const deal = await openDeal(world);
      await funded(deal);
      await cancel(world.as(deal[side]), { ...(await seen(deal)), reason: '' });
      expect(await refund(world.system(), id(deal))).toBe('refunded');
      const after = await dealFor(asBrand(deal), deal);
      expect(after).toMatchObject({ state: 'cancelled', balances: { held: 0, refunded: 40_000 } });
      expect(after.milestones[0]).toMatchObject({ state: 'refunded', refundReason: `cancelled_by_${side}` });
    }
  });

  test('a brand that cancels owes the kill fee both signed; the parts add up', async () => {
    const deal = await openDeal(world, { amounts: [33_333], killFeeBps: 1_500 });
    await funded(deal);
    const preview = (await dealFor(asBrand(deal), deal)).whatIf?.rows.find((r) => r.choice === 'cancel');
    expect(preview, 'with the act, not at the time of the page').toMatchObject({ at: null });
    await cancel(asBrand(deal), { ...(await seen(deal)), reason: 'changed plans' });
    expect(await refund(world.system(), id(deal))).toBe('refunded');
    const after = await dealFor(asBrand(deal), deal);
    expect(after.balances).toEqual({ funded: 33_333, held: 0, released: 5_000, refunded: 28_333, disputed: 0 });
    const { amount } = await world.owner
      .selectFrom('refunds')
      .select('amount')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    expect(preview).toMatchObject({ outcome: 'refundLessKillFee', amount, recipient: 'brand' });
    expect(after.timeline.at(-1)?.type).toBe('transfer_sent');
    const invoice = await world.owner
      .selectFrom('documents')
      .select(['amount', 'data'])
      .where('milestone_id', '=', deal.milestoneId)
      .where('kind', '=', 'self_billed_invoice')
      .executeTakeFirstOrThrow();
    expect(invoice).toMatchObject({ amount: 5_000, data: { reason: 'kill_fee', price: 5_000 } });
    expect((await payoutOverview(world.as(deal.creator))).earnings).toMatchObject([
      { milestoneId: deal.milestoneId, amount: 5_000, bucket: 'available' },
    ]);
  });

  test('nothing delivered: overdue, then refunded when the grace is over', async () => {
    const clock = steppedClock(new Date());
    const deal = await openDeal(world, { clock, dueIn: 60_000, clocks: { overdueAfter: 'PT60S', grace: 'PT60S' } });
    await payAtProvider(world, deal, { clock });
    await confirmFunding(world.system(clock), id(deal));
    clock.advance(119_999);
    expect(await markOverdue(world.system(clock), id(deal))).toMatchObject({
      outcome: 'not_due',
      summary: 'not due yet',
    });
    clock.advance(1);
    expect(await markOverdue(world.system(clock), id(deal))).toEqual({ outcome: 'done', summary: 'overdue' });
    expect(await endGrace(world.system(clock), id(deal))).toMatchObject({ outcome: 'not_due', summary: 'not due yet' });
    clock.advance(60_000);
    expect(await endGrace(world.system(clock), id(deal))).toEqual({
      outcome: 'done',
      summary: expect.stringContaining('refunded'),
    });
    await refund(world.system(clock), id(deal));
    expect((await milestone(world, deal.milestoneId)).state).toBe('refunded');
  });

  test('silence approves at the deadline and not a millisecond before; clearing runs before the transfer', async () => {
    const clock = steppedClock(new Date());
    const deal = await openDeal(world, { clock, clocks: { review: 'PT10S', extension: 'PT5S', clearing: 'PT30S' } });
    await payAtProvider(world, deal, { clock });
    await confirmFunding(world.system(clock), id(deal));
    await deliver(world, deal, { clock });
    await extendReview(world.as(deal.brand, { clock }), await seen(deal));
    await expect(extendReview(world.as(deal.brand, { clock }), await seen(deal))).rejects.toThrow(
      'escrow.already_extended',
    );
    clock.advance(14_999);
    expect(await autoApprove(world.system(clock), id(deal))).toMatchObject({
      outcome: 'not_due',
      summary: 'not due yet',
    });
    clock.advance(1);
    await expect(
      requestChanges(world.as(deal.brand, { clock }), {
        ...(await seen(deal)),
        reason: 'too late',
        briefItems: ['All three drinks shown'],
      }),
    ).rejects.toThrow('escrow.deadline_passed');
    expect(await autoApprove(world.system(clock), id(deal))).toEqual({
      outcome: 'done',
      summary: 'approved automatically',
    });
    expect(await release(world.system(clock), id(deal))).toBe('clearing');
    clock.advance(30_000);
    expect(await release(world.system(clock), id(deal))).toBe('released');
  });
});

test('changes are requested in any words: the notice and its mail cut them between characters', async () => {
  const deal = await openDeal(world);
  await funded(deal);
  await deliver(world, deal);
  // The notice has 200 units of the reason; the emoji is the 200th and 201st.
  const reason = `${'a'.repeat(199)}\u{1f600} and more`;
  await requestChanges(asBrand(deal), { ...(await seen(deal)), reason, briefItems: ['All three drinks shown'] });
  const { data } = await world.owner
    .selectFrom('notices')
    .select('data')
    .where('kind', '=', 'changes_requested')
    .where('link', 'like', `%${deal.contractId}%`)
    .executeTakeFirstOrThrow();
  expect(data).toMatchObject({ reason: 'a'.repeat(199) });
});

test('a creator without an account is owed the money until the account is there; the agency is paid apart', async () => {
  const deal = await openDeal(world, { account: false, commissionBps: 1_500 });
  await connectPayee(world, deal.agency!);
  await funded(deal);
  await deliver(world, deal);
  await approve(asBrand(deal), await seen(deal));
  expect(await release(world.system(), id(deal))).toBe('releasing; still to transfer: creator (waiting)');
  const owed = await world.owner
    .selectFrom('ledger_accounts')
    .select(['code', 'balance'])
    .where('scope', 'in', [deal.creator.orgId, deal.agency!.orgId])
    .where('code', 'in', ['CREATOR_PAYABLE', 'AGENT_PAYABLE'])
    .execute();
  expect(Object.fromEntries(owed.map((o) => [o.code, o.balance]))).toEqual({
    CREATOR_PAYABLE: 34_000,
    AGENT_PAYABLE: 0,
  });
  const waits = (who: OrgActor) => moneyWaits(world.as(who), deal);
  expect(await waits(deal.creator), 'it reads what keeps its money').toMatchObject([
    { milestoneId: deal.milestoneId, waitsFor: 'account', staffFrom: null },
  ]);
  const acting = {
    representationId: '',
    agencyOrg: '',
    agencyName: '',
    creatorName: '',
    scopes: [],
    agencyRole: 'agent' as const,
  };
  expect(await waits({ ...deal.creator, role: 'agent', acting }), 'no matter of an agency that acts for it').toEqual(
    [],
  );
  expect(await waits(deal.brand)).toEqual([]);
  await connectPayee(world, deal.creator);
  expect(await release(world.system(), id(deal))).toBe('released');
  expect(await waits(deal.creator)).toEqual([]);
});

test('a creator without an account who keeps a kill fee is notified at once and reminded, as after a release; its agency of its share', async () => {
  const deal = await openDeal(world, { account: false, killFeeBps: 2_500, commissionBps: 1_500 });
  await funded(deal);
  await cancel(asBrand(deal), { ...(await seen(deal)), reason: '' });
  expect(await refund(world.system(), id(deal))).toBe(
    'refunded; still to transfer: creator (waiting), agent (waiting)',
  );
  const notices = async ({ orgId }: OrgActor = deal.creator) =>
    (
      await world.owner
        .selectFrom('notices')
        .select('data')
        .where('kind', '=', 'payout_account_needed')
        .where('org_id', '=', orgId)
        .execute()
    ).map(({ data }) => (data as { amountMinor: number }).amountMinor);
  expect(await notices()).toEqual([8_500]);
  expect(await notices(deal.agency!)).toEqual([1_500]);
  const { steps } = await escrowSnapshot(world.system(), id(deal));
  expect(steps.filter((step) => step.act === 'remind').map((step) => step.hours)).toEqual([24, 72, 168, 336, 720]);
  await remind(world.system(), { ...id(deal), hours: 24 });
  expect(await notices()).toEqual([8_500, 8_500]);
  await connectPayee(world, deal.creator);
  await release(world.system(), id(deal));
  expect(await remind(world.system(), { ...id(deal), hours: 72 })).toBe('nothing waits');
  expect(await notices()).toHaveLength(2);
});

test('a transfer to an account that was deleted the day before is owed to its creator, and goes to the one that takes its place', async () => {
  const deal = await openDeal(world, { account: false });
  const me = world.as(deal.creator);
  await prove(world, deal.creator);
  const onboarded = async () => {
    await completeOnboarding((await startOnboarding(me, { country: 'FR' })).url);
    expect(await refreshAccount(me)).toMatchObject({ state: 'enabled' });
    const { provider_account_id } = await world.owner
      .selectFrom('payout_accounts')
      .select('provider_account_id')
      .where('org_id', '=', deal.creator.orgId)
      .executeTakeFirstOrThrow();
    return provider_account_id!;
  };
  const deleted = await onboarded();
  await funded(deal);
  await deliver(world, deal);
  await approve(asBrand(deal), await seen(deal));
  const atProvider = (path: string, method = 'GET') =>
    fetch(`${world.sandbox.url}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
    });
  await atProvider(`accounts/${deleted}`, 'DELETE');
  for (const time of ['refused', 'and refused again'])
    expect(await release(world.system(), id(deal)), time).toBe('releasing; still to transfer: creator (waiting)');
  expect(await moneyWaits(me, deal)).toMatchObject([{ waitsFor: 'account' }]);
  expect(await refreshAccount(me)).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
  const next = await onboarded();
  expect(next).not.toBe(deleted);
  expect(await release(world.system(), id(deal))).toBe('released');
  const { provider_id } = await world.owner
    .selectFrom('transfers')
    .select('provider_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  expect(await (await atProvider(`transfers/${provider_id}`)).json()).toMatchObject({
    destination: next,
    amount: 40_000,
  });
});

test('an agency has a note for each commission that was paid to it, the creator an invoice over the whole, and both a statement of the year', async () => {
  const deal = await openDeal(world, { commissionBps: 1_500 });
  const agency = deal.agency!;
  await funded(deal);
  await deliver(world, deal);
  await approve(asBrand(deal), await seen(deal));
  const documentsIn = async (who: OrgActor) =>
    (await documentsOfDeal(world.as(who), { contractId: deal.contractId })).map((d) => [d.kind, d.amount]);
  expect(await release(world.system(), id(deal))).toBe('released; still to transfer: agent (waiting)');
  expect([await documentsIn(deal.creator), await documentsIn(agency)], 'not paid yet, no note').toEqual([
    [['self_billed_invoice', 40_000]],
    [],
  ]);
  await connectPayee(world, agency);
  expect(await release(world.system(), id(deal))).toBe('released');
  expect(await release(world.system(), id(deal))).toBe('released');
  expect(await documentsIn(agency)).toEqual([['commission_note', 6_000]]);
  expect(await documentsIn(deal.creator)).toEqual([['self_billed_invoice', 40_000]]);
  const note = await world.owner
    .selectFrom('documents')
    .select('data')
    .where('org_id', '=', agency.orgId)
    .executeTakeFirstOrThrow();
  expect(note.data).toMatchObject({
    payee: agency.name,
    seller: deal.creator.name,
    price: 40_000,
    commission: 6_000,
    commissionBps: 1_500,
  });

  expect((await creatorHome(world.as(deal.creator))).tasks).toContainEqual(
    expect.objectContaining({ kind: 'pay_out', amount: 34_000, link: '/payouts' }),
  );
  for (const [who, share] of [
    [deal.creator, 34_000],
    [agency, 6_000],
  ] as const) {
    expect(await incoming(world.as(who)), 'nothing is on the way before it is asked for').toMatchObject([
      { available: share, onTheWay: 0 },
    ]);
    expect(await payoutOverview(world.as(who)), 'the same on the other screen').toMatchObject({
      perCurrency: [{ available: share, inTransit: 0 }],
    });
    await payOut(world.as(who), { currency: 'EUR' });
    expect(await incoming(world.as(who))).toMatchObject([{ available: 0, onTheWay: share }]);
  }
  expect((await dealFor(world.as(agency), deal)).shares).toEqual({ creator: 34_000, agent: 6_000 });
  const year = new Date().getUTCFullYear();
  for (const who of [deal.creator, agency]) {
    expect((await payoutOverview(world.as(who))).years).toEqual([year]);
    const { bytes } = await yearPdf(world.as(who), { year, locale: 'ar' });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await yearPdf(world.as(who), { year, locale: 'ar' })).bytes.equals(bytes), 'equal bytes').toBe(true);
    await expect(yearPdf(world.as(who), { year: year - 1, locale: 'en' })).rejects.toThrow('not_found');
    for (const locale of LOCALES) {
      const texts = textsOf('documents', locale);
      const { name, address, register, vat } = FICTITIOUS_OPERATOR;
      const lines = await pdfLines(() => yearPdf(world.as(who), { year, locale }));
      for (const line of [
        `${texts.get('issuer')}: ${name}`,
        `${texts.get('issuer')}: ${address}`,
        `${texts.get('register')}: ${register}`,
        `${texts.get('vatNumber')}: ${vat}`,
      ])
        expect(lines, `the year in ${locale} names the operator`).toContain(line);
      expect(lines.at(-1)).toContain(`Sponsio · ${name} · ${year}`);
    }
  }
  await expect(yearPdf(asBrand(deal), { year, locale: 'en' }), 'the brand earned nothing').rejects.toThrow('not_found');
});

test('a refund that the bank sends back: the brand is owed again, and it is tried anew only when an operator decides so', async () => {
  const deal = await openDeal(world);
  await funded(deal);
  await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
  expect(await refund(world.system(), id(deal))).toBe('refunded');
  const { provider_id } = await world.owner
    .selectFrom('refunds')
    .select('provider_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  await world.command(`refunds/${provider_id}`, { outcome: 'failed' });
  const eventId = `evt_failed_${deal.milestoneId}`;
  await world.owner
    .insertInto('psp_events')
    .values({
      id: eventId,
      type: 'refund.failed',
      object_id: provider_id!,
      milestone_id: deal.milestoneId,
      payload: JSON.stringify({ metadata: { milestone_id: deal.milestoneId } }),
      received_at: new Date(),
    })
    .execute();
  await applyProviderEvent(world.system(), eventId);
  expect(await refund(world.system(), id(deal))).toBe('refund under way: failed');
  expect(await paymentSummary(asBrand(deal)), 'the fee went back, and the tax with it').toMatchObject([
    { fees: { paid: 2_000, returned: 2_000 }, tax: 0 },
  ]);
  const owed = async () =>
    world.owner
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('code', '=', 'REFUND_PAYABLE')
      .where('org_id', '=', deal.brand.orgId)
      .executeTakeFirstOrThrow();
  expect((await owed()).balance).toBe(42_400);
  expect(await refund(world.system(), id(deal))).toBe('refund under way: failed');
  await world.owner
    .insertInto('refund_decisions')
    .values({
      op_id: `refund:${deal.milestoneId}:1`,
      attempt: 1,
      decision: 'send_again',
      decided_by: 'operator',
      decided_at: new Date(),
    })
    .execute();
  expect(await refund(world.system(), id(deal))).toBe('refunded');
  expect((await owed()).balance).toBe(0);
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  const breaches = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
    now: new Date(Date.now() + 600_000),
  });
  expect(breaches.filter((b) => !['deal.deadlines', 'deal.events-replay'].includes(b.invariant))).toEqual([]);
});

test('a refund is shown the same everywhere: on its way until it is credited, then the date and the reference of the transfer that credited it', async () => {
  const deal = await openDeal(world);
  await funded(deal);
  await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
  expect(await refund(world.system(), id(deal))).toBe('refunded');
  const shown = async () => ({
    refunds: (await dealFor(asBrand(deal), deal)).milestones[0]!.refunds,
    row: (await listPayments(asBrand(deal), { state: 'all', limit: 10 })).items[0]!,
    summary: (await paymentSummary(asBrand(deal)))[0]!,
    forCreator: (await dealFor(world.as(deal.creator), deal)).milestones[0]!,
  });
  const credited = await shown();
  const creditNote = { id: expect.any(String), number: expect.stringMatching(/^C-/) };
  expect(credited.refunds).toEqual([
    { state: 'credited', amount: 42_400, price: 40_000, at: expect.any(Date), reference: null, creditNote },
  ]);
  expect(credited).toMatchObject({
    row: { refundOpen: false, refundOwed: 0 },
    summary: { returning: 0, balances: { refunded: 40_000 } },
    forCreator: { refunds: [], refundOwed: 0 },
  });
  const notices = await world.owner
    .selectFrom('notices')
    .select(['org_id', 'data'])
    .where('kind', '=', 'milestone_refunded')
    .where('org_id', 'in', [deal.brand.orgId, deal.creator.orgId])
    .execute();
  expect(
    Object.fromEntries(notices.map((n) => [n.org_id, (n.data as { amountMinor: number }).amountMinor])),
    'the brand reads what came back to it, the creator the price',
  ).toEqual({ [deal.brand.orgId]: 42_400, [deal.creator.orgId]: 40_000 });

  const { provider_id } = await world.owner
    .selectFrom('refunds')
    .select('provider_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  await world.command(`refunds/${provider_id}`, { outcome: 'failed' });
  await markRefundUnknown(world.system(), { ...id(deal), providerId: provider_id! });
  expect(await refund(world.system(), id(deal))).toBe('refund under way: failed');
  const returned = await shown();
  expect(returned.refunds).toEqual([
    { state: 'owed', amount: 42_400, price: 40_000, at: null, reference: null, creditNote },
  ]);
  expect(returned).toMatchObject({
    row: { refundOpen: true, refundOwed: 42_400 },
    summary: { returning: 40_000, balances: { refunded: 40_000 } },
  });

  await world.owner
    .insertInto('refund_decisions')
    .values({
      op_id: `refund:${deal.milestoneId}:1`,
      attempt: 1,
      decision: 'paid_by_bank',
      reference: 'SEPA 2026-11-21 / 42',
      decided_by: 'operator',
      decided_at: new Date(),
    })
    .execute();
  await refund(world.system(), id(deal));
  const byBank = await shown();
  expect(byBank.refunds).toEqual([
    {
      state: 'credited',
      amount: 42_400,
      price: 40_000,
      at: expect.any(Date),
      reference: 'SEPA 2026-11-21 / 42',
      creditNote,
    },
  ]);
  expect(byBank.refunds[0]!.at!.getTime(), 'the date of the transfer, not of the refund that failed').toBeGreaterThan(
    credited.refunds[0]!.at!.getTime(),
  );
  expect(byBank).toMatchObject({ row: { refundOpen: false, refundOwed: 0 }, summary: { returning: 0 } });
});

test('a late webhook that a refund came back does not affect the one that was sent since', async () => {
  const deal = await openDeal(world);
  await funded(deal);
  await cancel(world.as(deal.creator), { ...(await seen(deal)), reason: '' });
  await refund(world.system(), id(deal));
  const { provider_id } = await world.owner
    .selectFrom('refunds')
    .select('provider_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  await world.command(`refunds/${provider_id}`, { outcome: 'failed' });
  await markRefundUnknown(world.system(), { ...id(deal), providerId: provider_id! });
  const { payments } = world.integrations;
  const withProvider = (with_: Partial<typeof payments>) => {
    const ctx = world.system();
    const provider = new Proxy(payments, {
      get: (real, name, self) => with_[name as keyof typeof payments] ?? Reflect.get(real, name, self),
    });
    return { ...ctx, integrations: { ...ctx.integrations, payments: provider } };
  };
  const gate = () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open, opened };
  };

  const [refusalRead, bookingDone] = [gate(), gate()];
  const late = refund(
    withProvider({
      retrieveRefund: async (refundId) => {
        const answer = await payments.retrieveRefund(refundId);
        refusalRead.open();
        await bookingDone.opened;
        return answer;
      },
    }),
    id(deal),
  );
  await refusalRead.opened;
  expect(await refund(world.system(), id(deal))).toBe('refund under way: failed');
  await world.owner
    .insertInto('refund_decisions')
    .values({
      op_id: `refund:${deal.milestoneId}:1`,
      attempt: 1,
      decision: 'send_again',
      decided_by: 'operator',
      decided_at: new Date(),
    })
    .execute();
  const again = refund(
    withProvider({
      createRefund: async (input) => {
        const made = await payments.createRefund(input);
        bookingDone.open();
        await late;
        return made;
      },
    }),
    id(deal),
  );
  expect(await again).toBe('refunded');
  expect((await dealFor(asBrand(deal), deal)).timeline.map((e) => e.type).slice(-2)).toEqual([
    'refund_came_back',
    'refund_made_good',
  ]);
  expect((await dealFor(asBrand(deal), deal)).milestones[0]!.refundOwed).toBe(0);
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  const breaches = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
    now: new Date(Date.now() + 600_000),
  });
  expect(breaches.filter((b) => !['deal.deadlines', 'deal.events-replay'].includes(b.invariant))).toEqual([]);
});

test('held money has a last day: a far milestone is not funded yet, and near that day neither another round nor more time to review is given', async () => {
  const far = await openDeal(world, { dueIn: 90 * DAY });
  const { fundableFrom, deadlineAt, can } = (await dealFor(asBrand(far), far)).milestones[0]!;
  expect(can.fund).toBe('escrow.too_early_to_fund');
  expect(deadlineAt!.getTime() - fundableFrom!.getTime()).toBe(3 * DAY);
  await expect(payAtProvider(world, far)).rejects.toThrow('escrow.too_early_to_fund');
  const requests = async () =>
    (
      await world.owner
        .selectFrom('notices')
        .select('data')
        .where('org_id', '=', far.brand.orgId)
        .where('kind', '=', 'milestone_to_fund')
        .execute()
    ).length;
  expect(await requests()).toBe(0);
  const [opens, reminder] = (await escrowSnapshot(world.system(), id(far))).steps;
  expect([opens, reminder]).toMatchObject([
    { act: 'remind', at: fundableFrom!.toISOString(), hours: 72 },
    { act: 'remind', hours: 24 },
  ]);
  await remind(world.system(steppedClock(fundableFrom!)), { ...id(far), hours: opens!.hours });
  expect(await requests()).toBe(1);

  const deal = await openDeal(world, { dueIn: 10 * DAY, clocks: { clearing: 'PT72H' } });
  await funded(deal);
  await deliver(world, deal);
  const end = (await milestone(world, deal.milestoneId)).deadline_at!;
  await world.owner
    .updateTable('milestones')
    .set({ hold_expires_at: end })
    .where('id', '=', deal.milestoneId)
    .execute();
  await expect(
    requestChanges(asBrand(deal), {
      ...(await seen(deal)),
      reason: 'the logo',
      briefItems: ['All three drinks shown'],
    }),
  ).rejects.toThrow('escrow.held_too_long');
  await expect(extendReview(asBrand(deal), await seen(deal))).rejects.toThrow('escrow.held_too_long');
  await autoApprove(world.system(steppedClock(end)), id(deal));
  expect((await milestone(world, deal.milestoneId)).deadline_at).toEqual(end);
});

test('two rounds of changes and no third', async () => {
  const deal = await openDeal(world, { revisions: 2 });
  await funded(deal);
  for (const n of [1, 2]) {
    await deliver(world, deal, { n });
    await requestChanges(asBrand(deal), {
      ...(await seen(deal)),
      reason: 'the logo',
      briefItems: ['All three drinks shown'],
    });
  }
  await deliver(world, deal, { n: 3 });
  await expect(
    requestChanges(asBrand(deal), { ...(await seen(deal)), reason: 'again', briefItems: ['All three drinks shown'] }),
  ).rejects.toThrow('escrow.no_rounds_left');
});

test('a deal that goes on stands before those that are over, however long its row has rested', async () => {
  const [brand, creator] = [await createOrg(world, 'brand', 'Atelier'), await createOrg(world, 'creator', 'Malik')];
  const going = await insertDealRows(world, brand, creator);
  const over = await insertDealRows(world, brand, creator, 'released');
  await world.owner.updateTable('contracts').set({ state: 'completed' }).where('id', '=', over.contractId).execute();
  await world.owner
    .updateTable('contracts')
    .set({ updated_at: new Date(0) })
    .where('id', '=', going.contractId)
    .execute();
  const idsOf = async (who: OrgActor, box: 'all' | 'active') =>
    (await listDeals(world.as(who), { box })).items.map((d) => d.contractId);
  expect(await idsOf(creator, 'active')).toEqual([going.contractId]);
  expect(await idsOf(brand, 'all')).toEqual([going.contractId, over.contractId]);
});
