import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock } from '../../../../server/core/clock.ts';
import { canonicalJson, sha256Hex } from '../../../../server/core/canonical.ts';
import { expireAddendum, remindAddendum } from '../../../../server/features/addenda/apply.ts';
import { decline, withdraw } from '../../../../server/features/addenda/answer.ts';
import { addendumPdf } from '../../../../server/features/addenda/pdf.ts';
import { propose } from '../../../../server/features/addenda/propose.ts';
import { sign } from '../../../../server/features/addenda/sign.ts';
import { addendaFor } from '../../../../server/features/addenda/view.ts';
import type { AddendumChange, AddendumDto } from '../../../../server/features/addenda/schema.ts';
import { verifyFile } from '../../../../server/features/contracts/service.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { listDeals } from '../../../../server/features/escrow/deals/list.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { brandHome } from '../../../../server/features/home/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { addendaKit, change, device } from './addenda-kit.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import { codeOf } from '../../../support/refused.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('addenda', { timeoutMs: 5_000 });
}, 120_000);
afterAll(() => world?.close());

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const story: AddendumChange = { kind: 'add', title: 'Story', amount: 10_000, dueAt: inDays(15), items: ['Named'] };
const { proposed, signAs, apply, both } = addendaKit(() => world);
const contractRow = (deal: TestDeal) =>
  world.owner.selectFrom('contracts').selectAll().where('id', '=', deal.contractId).executeTakeFirstOrThrow();
const { seen, breaches, funded } = dealActs(() => world);

test('both sign: an addendum re-prices, adds and moves once, under a hash that follows the contract’s', async () => {
  const deal = await openDeal(world, { amounts: [40_000, 20_000] });
  const [, second] = deal.milestoneIds;
  const a = await proposed(deal, [
    { kind: 'reprice', milestoneId: second!, amount: 30_000 },
    story,
    { kind: 'move', milestoneId: deal.milestoneId, dueAt: inDays(20) },
  ]);
  expect(a).toMatchObject({ n: 1, kind: 'amendment', state: 'proposed', totalBefore: 60_000, totalAfter: 80_000 });
  const before = await contractRow(deal);
  const stored = await world.owner.selectFrom('addenda').selectAll().where('id', '=', a.id).executeTakeFirstOrThrow();
  expect(await sha256Hex(canonicalJson({ document: stored.document, terms: stored.terms_after }))).toBe(a.documentHash);
  expect(stored.previous_hash).toBe(before.document_hash);
  expect(a.document.wordings[0]?.language).toBe('fr');
  expect(JSON.stringify(a.document.wordings)).toContain('Story');

  await signAs(deal, 'creator', a);
  expect(await contractRow(deal)).toEqual(before);
  expect((await apply(a)).done).toBe(false);
  expect((await contractRow(deal)).total).toBe(60_000);
  // The other side signs twice at one instant; the worker applies it twice.
  const signed = await Promise.all([codeOf(signAs(deal, 'brand', a)), codeOf(signAs(deal, 'brand', a))]);
  expect(signed.toSorted()).toEqual(['addendum.already_signed', 'done']);
  await Promise.all([apply(a), apply(a)]);
  const after = await dealFor(world.as(deal.brand), { contractId: deal.contractId });
  expect(after.total).toBe(80_000);
  expect(after.milestones.map((m) => [m.title, m.amount, m.state])).toEqual([
    ['Reel 1', 40_000, 'awaiting_funding'],
    ['Reel 2', 30_000, 'awaiting_funding'],
    ['Story', 10_000, 'awaiting_funding'],
  ]);
  expect(after.timeline.map((e) => e.type).filter((type) => /addendum|milestone_/.test(type))).toEqual([
    'addendum_proposed',
    'addendum_signed',
    'addendum_signed',
    'milestone_amended',
    'milestone_amended',
    'milestone_added',
    'addendum_applied',
  ]);
  const { terms, document_hash, amended_terms } = await contractRow(deal);
  expect([terms, document_hash]).toEqual([before.terms, before.document_hash]);
  expect(amended_terms).not.toBeNull();
  // The next one follows this one, and the payer pays the new price.
  const next = await proposed(deal, [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }], 'creator');
  expect(next).toMatchObject({ n: 2, kind: 'bonus' });
  expect(next.document.previousHash).toBe(a.documentHash);
  expect((await quote(world.as(deal.brand), { milestoneId: second! })).price).toBe(30_000);
  const { stream } = await addendumPdf(world.as(deal.creator), { addendumId: a.id, locale: 'ar' });
  const bytes = Buffer.concat(await stream.toArray());
  expect(await verifyFile(world.as(deal.creator), { sha256: await sha256Hex(new Uint8Array(bytes)) })).toMatchObject({
    known: true,
    addendum: 1,
    documentHash: a.documentHash,
  });
  expect(await breaches()).toEqual([]);
});

test('an addendum has its words in the languages of both sides, also of a contract whose words are stored beside it', async () => {
  const deal = await openDeal(world);
  const { brand_org, creator_org, agency_org } = await contractRow(deal);
  const sides = { contract_id: deal.contractId, brand_org, creator_org, agency_org, stored_at: new Date() };
  for (const language of ['en', 'fr'])
    await world.owner
      .insertInto('contract_wordings')
      .values({ ...sides, language, wording: JSON.stringify({ language, clauses: [] }) })
      .execute();
  const a = await proposed(deal, [story]);
  expect(a.document.wordings.map(({ language }) => language)).toEqual(['fr', 'en']);
});

test('a bonus is released when it is funded, and an added milestone is paid like any other', async () => {
  const deal = await funded();
  await both(deal, await proposed(deal, [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }, story]));
  const { milestones } = await dealFor(world.as(deal.brand), { contractId: deal.contractId });
  for (const m of milestones.slice(1)) {
    await payAtProvider(world, deal, { milestoneId: m.id });
    await confirmFunding(world.system(), { milestoneId: m.id });
  }
  const [, bonus, added] = milestones;
  expect((await milestone(world, bonus!.id)).state).toBe('approved');
  await release(world.system(), { milestoneId: bonus!.id });
  await release(world.system(), { milestoneId: bonus!.id });
  expect((await milestone(world, bonus!.id)).state).toBe('released');
  expect((await milestone(world, added!.id)).state).toBe('funded');
  const noticesOf = async (milestoneId: string): Promise<[string, string][]> => {
    const all = world.owner.selectFrom('notices').select(['org_id', 'kind']).orderBy('id');
    const rows = await all.where('dedupe_key', 'like', `%${milestoneId}%`).execute();
    return rows.map(({ org_id, kind }) => [org_id === deal.brand.orgId ? 'brand' : 'creator', kind]);
  };
  expect(await noticesOf(bonus!.id), 'of no work to come').toEqual(
    expect.arrayContaining([
      ['brand', 'bonus_to_fund'],
      ['brand', 'bonus_funded'],
      ['creator', 'bonus_released'],
    ]),
  );
  expect((await noticesOf(bonus!.id)).filter(([, kind]) => /to_fund|funded/.test(kind))).toHaveLength(2);
  expect((await noticesOf(added!.id)).map(([, kind]) => kind)).toEqual([
    'milestone_to_fund',
    'milestone_funded',
    'milestone_funded',
  ]);
  expect(await breaches()).toEqual([]);
});

test('clocks that run are counted anew, the workflow reads its row, and late work that gets more time is not late', async () => {
  const deal = await funded();
  await deliver(world, deal);
  const { deadline_at } = await milestone(world, deal.milestoneId);
  await both(deal, await proposed(deal, [{ kind: 'clocks', clocks: { review: 'P6D', grace: 'P8D' } }], 'creator'));
  const later = new Date(deadline_at!.getTime() + DAY);
  expect((await milestone(world, deal.milestoneId)).deadline_at).toEqual(later);
  const snapshot = await escrowSnapshot(world.system(), { milestoneId: deal.milestoneId });
  expect(snapshot.steps.find((step) => step.act === 'autoApprove')?.at).toBe(later.toISOString());
  const { rows: signals } = await sql`select from workflow_outbox where workflow_id = ${`escrow/${deal.milestoneId}`}
    and kind = 'signal' and payload->>'event' = 'amended'`.execute(world.owner);
  expect(signals).toHaveLength(1);
  const late = await funded();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'overdue', deadline_at: inDays(3) })
    .where('id', '=', late.milestoneId)
    .execute();
  await both(late, await proposed(late, [{ kind: 'move', milestoneId: late.milestoneId, dueAt: inDays(16) }]));
  expect((await milestone(world, late.milestoneId)).state).toBe('funded');
});

test('what is impossible is refused with a code and changes nothing', async () => {
  const deal = await funded({ amounts: [40_000, 20_000] });
  const [first, second] = deal.milestoneIds as [string, string];
  const brand = () => world.as(deal.brand);
  const rows = async () => [
    await contractRow(deal),
    await world.owner
      .selectFrom('milestones')
      .selectAll()
      .where('contract_id', '=', deal.contractId)
      .orderBy('seq')
      .execute(),
    await world.owner.selectFrom('addenda').select('id').where('contract_id', '=', deal.contractId).execute(),
  ];
  const before = await rows();
  const refused = (changes: AddendumChange[], more: object = {}) =>
    codeOf(propose(brand(), change(deal, changes, more)));
  expect(await refused([{ kind: 'reprice', milestoneId: first, amount: 50_000 }])).toBe('addendum.already_funded');
  expect(await refused([story], { currency: 'USD' })).toBe('addendum.other_currency');
  expect(await refused([{ kind: 'move', milestoneId: first, dueAt: inDays(-1) }])).toBe('terms.due_in_past');
  expect(await refused([{ kind: 'move', milestoneId: first, dueAt: inDays(70) }])).toBe('addendum.beyond_last_day');
  expect(await refused([story], { changeOrderOf: second })).toBe('addendum.not_in_review');
  expect(await refused([{ kind: 'reprice', milestoneId: second, amount: 20_000 }])).toBe('addendum.no_change');
  expect(await refused(Array.from({ length: 11 }, () => story))).toBe('addendum.too_many_milestones');
  const viewer = { ...deal.brand, role: 'viewer' as const };
  expect(await codeOf(propose(world.as(viewer), change(deal, [story])))).toBe('auth.not_allowed');
  expect(await rows()).toEqual(before);

  const a = await proposed(deal, [story]);
  expect(await refused([story])).toBe('addendum.open');
  const other = (await openDeal(world)).brand;
  const input = { addendumId: a.id, documentHash: a.documentHash, typedName: 'Somebody Else' };
  expect(await codeOf(sign(world.as(other), input, device))).toBe('not_found');
  expect(await codeOf(sign(world.as(deal.creator), input, device))).toBe('contract.name_mismatch');
  expect(await codeOf(sign(world.as(deal.creator), { ...input, documentHash: 'f'.repeat(64) }, device))).toBe(
    'addendum.hash_mismatch',
  );
  expect(await codeOf(decline(brand(), { addendumId: a.id, reason: 'Not this' }))).toBe('addendum.own_proposal');
  expect(await codeOf(withdraw(world.as(deal.creator), { addendumId: a.id }))).toBe('addendum.not_own_proposal');
  await signAs(deal, 'brand', a);
  await decline(world.as(deal.creator), { addendumId: a.id, reason: 'Too little time' });
  expect(await codeOf(signAs(deal, 'creator', a))).toBe('state.already_decided');
  expect((await apply(a)).state).toBe('declined');
  expect((await rows()).slice(0, 2)).toEqual(before.slice(0, 2));
});

test('an addendum that a release or a payment overtook changes nothing, at the signature and after it', async () => {
  const deal = await funded({ amounts: [40_000, 20_000] });
  const [first, second] = deal.milestoneIds as [string, string];
  const a = await proposed(deal, [{ kind: 'move', milestoneId: first, dueAt: inDays(20) }]);
  await signAs(deal, 'brand', a);
  const { version } = await milestone(world, first);
  await releasePart(world.as(deal.brand), { milestoneId: first, version, amount: 40_000 });
  expect(await codeOf(signAs(deal, 'creator', a))).toBe('addendum.overtaken');
  expect((await addendaFor(world.as(deal.creator), { contractId: deal.contractId })).addenda[0]).toMatchObject({
    overtaken: 'addendum.overtaken',
    effects: null,
  });
  await withdraw(world.as(deal.brand), { addendumId: a.id });

  // Both signed; before the worker applies it, the brand starts to pay.
  const b = await proposed(deal, [{ kind: 'reprice', milestoneId: second, amount: 25_000 }]);
  await signAs(deal, 'creator', b);
  await signAs(deal, 'brand', b);
  const { id: quoteId } = await quote(world.as(deal.brand), { milestoneId: second });
  await pay(world.as(deal.brand), { milestoneId: second, quoteId });
  expect((await apply(b)).state).toBe('overtaken');
  expect((await contractRow(deal)).total).toBe(60_000);
  expect(
    (
      await world.owner
        .selectFrom('notices')
        .select('kind')
        .where('dedupe_key', 'like', `%addendum_overtaken:${b.id}%`)
        .execute()
    ).length,
  ).toBe(2);
});

test('a quote that was made before the price changed is not charged', async () => {
  const deal = await openDeal(world);
  const { id: quoteId } = await quote(world.as(deal.brand), deal);
  await both(deal, await proposed(deal, [{ kind: 'reprice', milestoneId: deal.milestoneId, amount: 50_000 }]));
  expect(await codeOf(pay(world.as(deal.brand), { milestoneId: deal.milestoneId, quoteId }))).toBe(
    'payment.quote_changed',
  );
});

test('a paid change order comes out of the review, which goes on; both sides have it among their tasks', async () => {
  const deal = await funded();
  await deliver(world, deal);
  const { addenda } = await propose(world.as(deal.brand), change(deal, [story], { changeOrderOf: deal.milestoneId }));
  expect(addenda[0]).toMatchObject({ kind: 'change_order', can: { sign: true, withdraw: true } });
  expect(addenda[0]!.effects?.[0]).toMatchObject({ kind: 'add', amount: 10_000, charge: { total: 10_600 } });
  expect((await brandHome(world.as(deal.brand))).tasks.map((task) => task.kind)).toContain('sign_addendum');
  const [item] = (await listDeals(world.as(deal.creator))).items;
  expect(item).toMatchObject({ turn: 'creator', nextAction: 'signAddendum' });
  const { version } = await milestone(world, deal.milestoneId);
  await approve(world.as(deal.brand), { milestoneId: deal.milestoneId, version });
  await both(deal, addenda[0]!);
  expect((await dealFor(world.as(deal.brand), { contractId: deal.contractId })).milestones).toHaveLength(2);
});

test('without both signatures in time it expires, and a new one may be proposed', async () => {
  const deal = await openDeal(world);
  const rows = async () => [
    await contractRow(deal),
    await world.owner.selectFrom('milestones').selectAll().where('contract_id', '=', deal.contractId).execute(),
  ];
  const before = await rows();
  const a = await proposed(deal, [story]);
  await signAs(deal, 'brand', a);
  const clock = steppedClock(inDays(8));
  expect(
    await codeOf(
      sign(
        world.as(deal.creator, { clock }),
        { addendumId: a.id, documentHash: a.documentHash, typedName: deal.creator.name },
        device,
      ),
    ),
  ).toBe('addendum.expired');
  expect(await expireAddendum(world.system(), { addendumId: a.id })).toMatchObject({ done: false });
  expect(await expireAddendum(world.system(clock), { addendumId: a.id })).toMatchObject({
    done: true,
    state: 'expired',
  });
  expect(await rows()).toEqual(before);
  expect((await proposed(deal, [story], 'creator')).n).toBe(2);
});

test('an addendum that takes the sum of a brand, a creator and a year to 1,000 EUR brings the clauses of French law', async () => {
  const deal = await openDeal(world, { amounts: [60_000] });
  const other = await openDeal(world, { amounts: [20_000], parties: deal });
  const french = ({ document }: AddendumDto) => document.clauses.some(({ key }) => key === 'frenchLaw');
  const adding = (amount: number): AddendumChange[] => [{ ...story, amount }];
  const below = await proposed(deal, adding(19_999));
  expect(french(below)).toBe(false);
  await withdraw(world.as(deal.brand), { addendumId: below.id });
  const above = await proposed(deal, adding(20_000));
  expect(french(above)).toBe(true);
  expect(JSON.stringify(above.document.wordings), 'in the words of the contract').toContain('9 juin 2023');
  // It waits for its signatures and counts with its higher sum.
  expect(french(await proposed(other, adding(1_000)))).toBe(true);
});

test('two addenda at one instant: one is proposed, and one set of signatures applies it', async () => {
  const deal = await funded({ amounts: [40_000, 20_000] });
  const codes = await Promise.all([
    codeOf(proposed(deal, [story])),
    codeOf(proposed(deal, [story], 'creator')),
    codeOf(proposed(deal, [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }])),
  ]);
  expect(codes.toSorted()).toEqual(['addendum.open', 'addendum.open', 'done']);
  const [a] = (await addendaFor(world.as(deal.brand), { contractId: deal.contractId })).addenda;
  await Promise.all([signAs(deal, 'creator', a!), signAs(deal, 'brand', a!)]);
  const outcomes = await Promise.all([apply(a!), apply(a!), apply(a!)]);
  expect(outcomes.map(({ state }) => state)).toEqual(['applied', 'applied', 'applied']);
  const { total } = await contractRow(deal);
  expect(total).toBe(a!.totalAfter);
  expect(await breaches()).toEqual([]);
});

test('a dispute, a hold and a part that was released decide before an addendum does, after both signatures too', async () => {
  const review: AddendumChange[] = [{ kind: 'clocks', clocks: { review: 'P8D', cancelAnswer: 'P5D' } }];
  const rows = async (deal: TestDeal) => [
    await contractRow(deal),
    await world.owner.selectFrom('milestones').selectAll().where('contract_id', '=', deal.contractId).execute(),
  ];
  const happenings: [string, (deal: TestDeal) => Promise<unknown>, string][] = [
    [
      'a dispute',
      async (deal) =>
        open(world.as(deal.creator), { ...(await seen(deal)), reason: 'other', text: 'It is what was agreed' }),
      'addendum.busy',
    ],
    [
      'a hold',
      (deal) =>
        world.owner
          .updateTable('milestones')
          .set({ holds: ['staff_hold'] })
          .where('id', '=', deal.milestoneId)
          .execute(),
      'addendum.busy',
    ],
  ];
  for (const [what, happens, code] of happenings) {
    const deal = await funded();
    await deliver(world, deal);
    const a = await proposed(deal, review);
    await signAs(deal, 'creator', a);
    await signAs(deal, 'brand', a);
    await happens(deal);
    const before = await rows(deal);
    expect((await apply(a)).state, what).toBe('overtaken');
    expect(await rows(deal), what).toEqual(before);
    expect(await codeOf(proposed(deal, review)), what).toBe(code);
    expect((await proposed(deal, [story])).state, 'work besides is agreed on all the same').toBe('proposed');
    await world.owner.updateTable('milestones').set({ holds: [] }).where('id', '=', deal.milestoneId).execute();
  }

  const part = await funded();
  const a = await proposed(part, [{ kind: 'move', milestoneId: part.milestoneId, dueAt: inDays(20) }]);
  await signAs(part, 'creator', a);
  await releasePart(world.as(part.brand), { ...(await seen(part)), amount: 10_000 });
  await signAs(part, 'brand', a);
  expect((await apply(a)).state).toBe('applied');
  for (const amount of [5_000, 10_000, 39_999])
    expect(await codeOf(proposed(part, [{ kind: 'reprice', milestoneId: part.milestoneId, amount }]))).toBe(
      'addendum.already_funded',
    );
  await release(world.system(), part);
  expect(await breaches()).toEqual([]);
});

test('a deal that ends leaves nothing to sign: no task, no reminder, and its addendum has no effect', async () => {
  const deal = await funded();
  const a = await proposed(deal, [story], 'creator');
  const waits = async () => [
    (await brandHome(world.as(deal.brand))).tasks.some((task) => task.kind === 'sign_addendum'),
    (await listDeals(world.as(deal.brand))).items[0]?.nextAction === 'signAddendum',
  ];
  expect(await waits()).toEqual([true, true]);
  const { version } = await milestone(world, deal.milestoneId);
  await releasePart(world.as(deal.brand), { milestoneId: deal.milestoneId, version, amount: 40_000 });
  await release(world.system(), deal);
  await release(world.system(), deal);
  expect((await contractRow(deal)).state).toBe('completed');
  expect(await waits()).toEqual([false, false]);
  expect(await codeOf(signAs(deal, 'brand', a))).toBe('addendum.deal_over');
  expect(await remindAddendum(world.system(), { addendumId: a.id, hoursLeft: 24 })).toMatchObject({
    state: 'overtaken',
  });
  const { timeline } = await dealFor(world.as(deal.brand), deal);
  expect(timeline.map(({ type }) => type)).toContain('addendum_overtaken');
  expect(await breaches()).toEqual([]);
});
