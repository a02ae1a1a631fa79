import { hashPassword } from 'better-auth/crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { createDraft, duplicateCampaign } from '../../server/features/campaigns/drafts.ts';
import { dealFor } from '../../server/features/escrow/deals/deal.ts';
import { release } from '../../server/features/escrow/release/release.ts';
import { approve, requestChanges } from '../../server/features/escrow/review/service.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { sendMessage } from '../../server/features/messages/service.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { payOut } from '../../server/features/payouts/service.ts';
import { clearPast } from '../../server/features/platform/upkeep.ts';
import { eraseAccount } from '../../server/features/privacy/deletion.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from './features/escrow/deal-kit.ts';
import { cookiesOf, startTestApp } from '../support/http.ts';
import { createOrg, member } from '../support/people.ts';
import { callProcedure } from '../support/procedures.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('request_keys');
});
afterAll(() => world.close());

const version = async (milestoneId: string) => (await milestone(world, milestoneId)).version;
const stateOf = async (milestoneId: string) => (await milestone(world, milestoneId)).state;
const eventsOf = async (deal: TestDeal, type: string) =>
  (await dealFor(world.as(deal.brand), deal)).timeline.filter((e) => e.type === type);

async function delivered(options: DealOptions = { amounts: [40_000, 20_000] }): Promise<TestDeal> {
  const deal = await openDeal(world, options);
  for (const milestoneId of deal.milestoneIds) {
    await payAtProvider(world, deal, { milestoneId });
    await confirmFunding(world.system(), { milestoneId });
    await deliver(world, deal, { milestoneId });
  }
  return deal;
}

describe('a request key stands for one act on one object', () => {
  test('used for another milestone it is refused, and that milestone stays as it was', async () => {
    const deal = await delivered();
    const [one, two] = deal.milestoneIds as [string, string];
    const requestKey = newId();
    await approve(world.as(deal.brand, { requestKey }), { milestoneId: one, version: await version(one) });
    await expect(
      approve(world.as(deal.brand, { requestKey }), { milestoneId: two, version: await version(two) }),
    ).rejects.toMatchObject({ code: 'request.key_reused', status: 409 });
    expect([await stateOf(one), await stateOf(two)]).toEqual(['approved', 'delivered']);
  });

  test('used for another act on the same milestone, or with other words, it is refused', async () => {
    const deal = await delivered({ amounts: [40_000] });
    const { milestoneId } = deal;
    const requestKey = newId();
    const asBrand = () => world.as(deal.brand, { requestKey });
    const words = { reason: 'The third drink is missing', briefItems: ['All three drinks shown'] };
    await requestChanges(asBrand(), { milestoneId, version: await version(milestoneId), ...words });
    await expect(
      requestChanges(asBrand(), { milestoneId, version: await version(milestoneId), ...words, reason: 'Too dark' }),
    ).rejects.toThrow('request.key_reused');
    await expect(cancel(asBrand(), { milestoneId, version: await version(milestoneId), reason: '' })).rejects.toThrow(
      'request.key_reused',
    );
    expect(await eventsOf(deal, 'changes_requested')).toHaveLength(1);
  });

  test('repeated it answers the same, also after its effect was read', async () => {
    const deal = await delivered({ amounts: [40_000] });
    const { milestoneId } = deal;
    const requestKey = newId();
    const before = await version(milestoneId);
    const acts = await Promise.all(
      [1, 2, 3].map(() => approve(world.as(deal.brand, { requestKey }), { milestoneId, version: before })),
    );
    expect(acts.map((a) => a.milestones[0]!.state)).toEqual(['approved', 'approved', 'approved']);
    expect(
      (await approve(world.as(deal.brand, { requestKey }), { milestoneId, version: await version(milestoneId) }))
        .milestones[0]!.state,
    ).toBe('approved');
    expect(await eventsOf(deal, 'approved')).toHaveLength(1);
  });

  test('a refused act leaves its key free', async () => {
    const deal = await delivered({ amounts: [40_000] });
    const { milestoneId } = deal;
    const requestKey = newId();
    await expect(approve(world.as(deal.brand, { requestKey }), { milestoneId, version: 1 })).rejects.toThrow(
      'state.changed',
    );
    await requestChanges(world.as(deal.brand, { requestKey }), {
      milestoneId,
      version: await version(milestoneId),
      reason: 'Too dark',
      briefItems: ['All three drinks shown'],
    });
    expect(await stateOf(milestoneId)).toBe('changes_requested');
  });

  test('of another user it is another key', async () => {
    const [a, b] = [await delivered({ amounts: [40_000] }), await delivered({ amounts: [40_000] })];
    const requestKey = newId();
    for (const deal of [a, b])
      await approve(world.as(deal.brand, { requestKey }), {
        milestoneId: deal.milestoneId,
        version: await version(deal.milestoneId),
      });
    expect([await stateOf(a.milestoneId), await stateOf(b.milestoneId)]).toEqual(['approved', 'approved']);
  });

  test('of a colleague on the same deal it is refused with a code, and nothing changes', async () => {
    const deal = await delivered();
    const [one, two] = deal.milestoneIds as [string, string];
    const requestKey = newId();
    const part = async (who: OrgActor, milestoneId: string) =>
      callProcedure(
        world,
        'escrow.releasePart',
        who,
        { milestoneId, version: await version(milestoneId), amount: 5_000 },
        requestKey,
      );
    await part(deal.brand, one);
    const before = await dealFor(world.as(deal.brand), deal);
    const colleague = await member(world, deal.brand, 'finance', 'Théo');
    for (const milestoneId of [one, two])
      await expect(part(colleague, milestoneId)).rejects.toMatchObject({ message: 'request.key_reused' });
    expect((await dealFor(world.as(deal.brand), deal)).balances).toEqual(before.balances);
    expect(await eventsOf(deal, 'part_released')).toHaveLength(1);
  });

  test('payments, payouts, messages and drafts keep to it as well', async () => {
    const deal = await openDeal(world, { amounts: [40_000, 20_000] });
    const [one, two] = deal.milestoneIds as [string, string];
    const requestKey = newId();
    const asBrand = () => world.as(deal.brand, { requestKey });
    const quotes = new Map<string, string>();
    for (const milestoneId of [one, two]) quotes.set(milestoneId, (await quote(asBrand(), { milestoneId })).id);
    const first = await pay(asBrand(), { milestoneId: one, quoteId: quotes.get(one)! });
    expect(await pay(asBrand(), { milestoneId: one, quoteId: quotes.get(one)! })).toEqual(first);
    await expect(pay(asBrand(), { milestoneId: two, quoteId: quotes.get(two)! })).rejects.toThrow('request.key_reused');

    const thread = { contractId: deal.contractId };
    const key = newId();
    const send = (body: string) => sendMessage(world.as(deal.brand, { requestKey: key }), { thread, body });
    expect((await send('Hello')).id).toBe((await send('Hello')).id);
    await expect(send('Hello again')).rejects.toThrow('request.key_reused');

    const draftKey = newId();
    const asDrafter = () => world.as(deal.brand, { requestKey: draftKey });
    const draft = await createDraft(asDrafter());
    expect((await createDraft(asDrafter())).id).toBe(draft.id);
    await expect(duplicateCampaign(asDrafter(), { campaignId: draft.id })).rejects.toThrow('request.key_reused');
  });

  test('a payout is requested once under a key', async () => {
    const deal = await delivered({ amounts: [40_000] });
    await approve(world.as(deal.brand), { milestoneId: deal.milestoneId, version: await version(deal.milestoneId) });
    expect(await release(world.system(), { milestoneId: deal.milestoneId })).toBe('released');
    const requestKey = newId();
    const asCreator = () => world.as(deal.creator, { requestKey });
    const sent = await payOut(asCreator(), { currency: 'EUR' });
    expect((await payOut(asCreator(), { currency: 'EUR' })).id).toBe(sent.id);
    await expect(payOut(asCreator(), { currency: 'USD' })).rejects.toThrow('request.key_reused');
  });
});

test('the calls of one batch share a header and have a key each', async () => {
  const deal = await delivered();
  const site = await startTestApp(world.database);
  try {
    const cookie = await signIn(site, deal.brand);
    const input = Object.fromEntries(
      await Promise.all(
        deal.milestoneIds.map(async (milestoneId, i) => [
          i,
          { json: { milestoneId, version: await version(milestoneId) } },
        ]),
      ),
    );
    const send = () =>
      site.post('/api/trpc/escrow.approve,escrow.approve?batch=1', input, {
        headers: { cookie, 'x-request-key': 'one-header-for-both' },
      });
    const answers = (await send()).json<{ result?: object; error?: object }[]>();
    expect(answers.map((a) => a.error)).toEqual([undefined, undefined]);
    expect(await Promise.all(deal.milestoneIds.map(stateOf))).toEqual(['approved', 'approved']);
    expect(
      (await send()).json<{ error?: object }[]>().map((a) => a.error),
      'repeated as a whole',
    ).toEqual([undefined, undefined]);
    expect(await eventsOf(deal, 'approved')).toHaveLength(2);
    const alone = await site.post('/api/trpc/escrow.approve', input['1'], {
      headers: { cookie, 'x-request-key': 'one-header-for-both' },
    });
    expect([alone.statusCode, alone.json<{ error: { json: { message: string } } }>().error.json.message]).toEqual([
      409,
      'request.key_reused',
    ]);
  } finally {
    await site.close();
  }
});

async function signIn(site: Awaited<ReturnType<typeof startTestApp>>, who: OrgActor): Promise<string> {
  await sql`insert into auth."account"("id", "accountId", "providerId", "userId", "password", "updatedAt") values (${newId()}, ${who.userId}, 'credential', ${who.userId}, ${await hashPassword('harbour-lantern-27')}, now())`.execute(
    world.owner,
  );
  const answer = await site.post('/api/auth/sign-in/email', { email: who.email, password: 'harbour-lantern-27' });
  expect(answer.statusCode).toBe(200);
  return cookiesOf(answer);
}

test('what keys were used for is forgotten after two weeks, and with the person', async () => {
  const [kept, gone] = [
    await createOrg(world, 'brand', 'Atelier Nord'),
    await createOrg(world, 'creator', 'Noa Perrin'),
  ];
  const rows = () =>
    world.worker
      .selectFrom('request_keys')
      .select(['user_id', 'request_key'])
      .where('user_id', 'in', [kept.userId, gone.userId])
      .orderBy('request_key')
      .execute();
  for (const [who, key, days] of [
    [kept, 'old', 15],
    [kept, 'young', 13],
    [gone, 'erased', 1],
  ] as const) {
    await world.worker
      .insertInto('request_keys')
      .values({
        user_id: who.userId,
        request_key: key,
        act: 'escrow.approved',
        input_hash: 'a',
        created_at: new Date(Date.now() - days * 24 * 3_600_000),
      })
      .execute();
  }
  await clearPast(world.system());
  expect((await rows()).map((r) => r.request_key)).toEqual(['erased', 'young']);
  const id = newId();
  const past = new Date(Date.now() - 1_000);
  await world.owner
    .insertInto('deletion_requests')
    .values({
      id,
      code: id,
      user_id: gone.userId,
      source: 'profile',
      state: 'planned',
      erase_at: past,
      requested_at: past,
      updated_at: past,
    })
    .execute();
  await expect(eraseAccount(world.system(), { id })).resolves.toEqual({ state: 'erased' });
  expect((await rows()).map((r) => r.request_key)).toEqual(['young']);
});
