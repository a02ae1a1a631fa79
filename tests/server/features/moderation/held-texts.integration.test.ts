import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor, StaffActor } from '../../../../server/context.ts';
import { creatorPage } from '../../../../server/features/creators/page.ts';
import { myCreatorProfile, saveCreatorProfile } from '../../../../server/features/creators/service.ts';
import { listMessages, sendMessage } from '../../../../server/features/messages/service.ts';
import { heldTexts, releaseText, removeText } from '../../../../server/features/moderation/decisions.ts';
import { rate, ratingsOfThisDeal } from '../../../../server/features/ratings/service.ts';
import { insertDealRows, type DealRows } from '../../../support/deal-rows.ts';
import { createOrg, createStaff, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let trust: StaffActor;
let deal: DealRows;
const PHISHING = 'Confirm here: https://instagram-verify.com/login';

beforeAll(async () => {
  world = await createTestWorld('held-texts');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  trust = await createStaff(world, 'trust');
  deal = await insertDealRows(world, brand, creator, 'released');
});
afterAll(() => world?.close());

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (e: { code?: string }) => e.code ?? String(e),
  );
const waiting = async (text: string) =>
  (await heldTexts(world.as(trust), { limit: 100 })).items.find((one) => one.text === text)!;
const bodies = async (who: OrgActor) =>
  (await listMessages(world.as(who), { contractId: deal.contractId, limit: 100 })).items.map((m) => [m.body, m.state]);
const noticesOf = (kind: 'message_received' | 'text_released' | 'text_removed') =>
  world.owner.selectFrom('notices').select(['org_id', 'data', 'link']).where('kind', '=', kind).orderBy('id').execute();
const write = (who: OrgActor, body: string) =>
  sendMessage(world.as(who), { thread: { contractId: deal.contractId }, body });

test('a held message is read by its author alone until staff release it, then it is the newest and the other side is notified', async () => {
  expect(await write(creator, PHISHING)).toMatchObject({ state: 'held', warning: 'phishing_link' });
  await write(creator, 'See you on Friday');
  expect(await bodies(creator)).toEqual([
    ['See you on Friday', 'sent'],
    [PHISHING, 'held'],
  ]);
  expect(await bodies(brand)).toEqual([['See you on Friday', 'sent']]);
  const before = (await noticesOf('message_received')).length;
  const one = await waiting(PHISHING);
  expect(one).toMatchObject({ kind: 'message', orgName: 'Maya', rule: 'phishing_link' });
  expect(PHISHING.slice(one.start, one.end)).toBe('https://instagram-verify.com/login');
  await releaseText(world.as(trust), { heldId: one.id });
  expect(await bodies(brand)).toEqual([
    [PHISHING, 'sent'],
    ['See you on Friday', 'sent'],
  ]);
  expect((await noticesOf('message_received')).length).toBeGreaterThanOrEqual(before);
  expect(await noticesOf('text_released')).toMatchObject([{ org_id: creator.orgId, data: { title: PHISHING } }]);
  expect(await code(releaseText(world.as(trust), { heldId: one.id }))).toBe('state.already_decided');
});

test('a removed message stays with its author, who is notified of the reason; only trust staff decide', async () => {
  const insult = 'va te faire foutre';
  await write(brand, insult);
  const { id } = await waiting(insult);
  const support = await createStaff(world, 'support');
  expect(await code(removeText(world.as(support), { heldId: id, reason: 'An insult' }))).toBe('auth.not_allowed');
  await removeText(world.as(trust), { heldId: id, reason: 'An insult' });
  expect(await bodies(creator)).not.toContainEqual([insult, 'sent']);
  expect(await bodies(brand)).toContainEqual([insult, 'removed']);
  expect(await noticesOf('text_removed')).toMatchObject([
    { org_id: brand.orgId, data: { title: insult, reason: 'An insult' }, link: `/smart-contracts/${deal.contractId}` },
  ]);
});

test('others read the old self-description until staff release the new one', async () => {
  const own = await myCreatorProfile(world.as(creator));
  const { orgId: _o, name: _n, publishedAt: _p, held: _h, version: _v, draft: _d, ...input } = own;
  await saveCreatorProfile(world.as(creator), { ...input, bio: 'Food and coffee in Lyon' });
  const changed = 'Book me and save: pay by PayPal, outside the platform';
  expect(await saveCreatorProfile(world.as(creator), { ...input, bio: changed })).toMatchObject({
    bio: changed,
    held: ['bio'],
  });
  const seen = async () => (await creatorPage(world.as(creator), { handle: input.handle })).profile.bio;
  expect(await seen()).toBe('Food and coffee in Lyon');
  await releaseText(world.as(trust), { heldId: (await waiting(changed)).id });
  expect(await seen()).toBe(changed);
  expect((await myCreatorProfile(world.as(creator))).held).toEqual([]);
});

test('a held text of a review follows its stars when staff release it', async () => {
  await world.owner
    .updateTable('contracts')
    .set({ state: 'completed', completed_at: new Date(Date.now() - 24 * 3_600_000) })
    .where('id', '=', deal.contractId)
    .execute();
  const text = 'Write to me at lea@cafe.example';
  expect(await rate(world.as(brand), { contractId: deal.contractId, stars: 5, body: text })).toMatchObject({
    mine: { stars: 5, body: '', held: text },
  });
  await rate(world.as(creator), { contractId: deal.contractId, stars: 5, body: '' });
  const seen = async () => (await ratingsOfThisDeal(world.as(creator), { contractId: deal.contractId })).theirs;
  expect(await seen()).toMatchObject({ stars: 5, body: '', held: null });
  await releaseText(world.as(trust), { heldId: (await waiting(text)).id });
  expect(await seen()).toMatchObject({ stars: 5, body: text });
});
