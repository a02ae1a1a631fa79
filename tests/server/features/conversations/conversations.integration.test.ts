import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OrgActor, withTx } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { onContact, type ContactEvent } from '../../../../server/features/contacts/reactions.ts';
import { findAttachment, receiveForConversation } from '../../../../server/features/conversations/attachments.ts';
import {
  eraseFromConversations,
  keepTemplate,
  markConversation,
  markConversationRead,
  reportConversation,
  reportedConversation,
  templates,
} from '../../../../server/features/conversations/marks.ts';
import { MAX_MESSAGES_PER_MINUTE } from '../../../../server/features/conversations/rules.ts';
import {
  conversation,
  conversations,
  conversationSide,
  conversationWith,
  entries,
  send,
  suggestions,
  unreadConversations,
} from '../../../../server/features/conversations/service.ts';
import { sendToOrg } from '../../../../server/features/conversations/write.ts';
import { blockOrg, unblockOrg } from '../../../../server/features/discovery/service.ts';
import { listMessages, markThreadRead, sendMessage } from '../../../../server/features/messages/service.ts';
import { actingActor } from '../../../../server/features/representations/acting.ts';
import { expandNotices } from '../../../../server/features/notifications/expander.ts';
import { addRepresentation } from '../../../fixtures/representations.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import { png } from '../content/samples.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
const events: ContactEvent[] = [];

beforeAll(async () => {
  world = await createTestWorld('conversations');
  onContact(async (_tx, event) => void events.push(event));
});
afterAll(() => world?.close());
beforeEach(async () => {
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  await show(creator);
  events.length = 0;
});

const show = (who: OrgActor) =>
  world.owner
    .updateTable('creator_profiles')
    .set({ published_at: new Date() })
    .where('org_id', '=', who.orgId)
    .execute();
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (e: { code?: string }) => e.code ?? String(e),
  );
const write = (who: OrgActor, to: OrgActor, body: string) => send(world.as(who), { to: { orgId: to.orgId }, body });
const list = async (who: OrgActor, input: { folder?: 'all' | 'unread' | 'archived'; q?: string } = {}) =>
  (await conversations(world.as(who), { folder: 'all', limit: 25, ...input })).items;
const read = async (who: OrgActor, conversationId: string) =>
  (await entries(world.as(who), { conversationId, limit: 50 })).items.toReversed();

test('the first message opens one conversation, also when both write at once; each side reads it with its unread messages', async () => {
  const sent = await Promise.all([write(brand, creator, 'Hello Maya'), write(creator, brand, 'Hello Lumen')]);
  expect(new Set(sent.map((one) => one.conversationId)).size).toBe(1);
  expect(await list(brand)).toMatchObject([{ other: { name: 'Maya' }, unread: 1 }]);
  expect(await list(creator)).toMatchObject([{ other: { name: 'Lumen', kind: 'brand' }, unread: 1 }]);
  const id = sent[0]!.conversationId;
  const shown = await read(brand, id);
  expect(shown).toHaveLength(2);
  await markConversationRead(world.as(brand), { conversationId: id, upTo: shown.at(-1)!.id });
  expect(await unreadConversations(world.as(brand))).toEqual({ count: 0 });
  expect(await unreadConversations(world.as(creator))).toEqual({ count: 1 });
  const mate = await member(world, brand, 'manager', 'Mia');
  expect(await unreadConversations(world.as(mate))).toEqual({ count: 1 });
  expect(events).toHaveLength(2);
});

test('the thread of a deal moves in: same rows, with the deal they are about and its cards', async () => {
  const deal = await insertDealRows(world, brand, creator);
  await sendMessage(world.as(creator), { thread: { contractId: deal.contractId }, body: 'I film on Friday' });
  const [row] = await list(brand);
  await send(world.as(brand), { to: { conversationId: row!.id }, body: 'And another idea' });
  const shown = await read(brand, row!.id);
  expect(shown.filter((e) => e.type === 'message').map((e) => [e.body, e.about?.link])).toEqual([
    ['I film on Friday', `/smart-contracts/${deal.contractId}`],
    ['And another idea', undefined],
  ]);
  expect(shown.filter((e) => e.type === 'card').map((e) => e.card)).toEqual(['contract']);
  // Read on the page of the deal, it is read here.
  const { items } = await listMessages(world.as(brand), { contractId: deal.contractId, limit: 10 });
  expect(items.map((m) => m.body)).toEqual(['I film on Friday']);
  expect(await unreadConversations(world.as(brand))).toEqual({ count: 1 });
  await markThreadRead(world.as(brand), { thread: { contractId: deal.contractId }, upTo: items[0]!.id });
  expect(await unreadConversations(world.as(brand))).toEqual({ count: 0 });
  expect((await conversationSide(world.as(brand), { conversationId: row!.id })).deals).toMatchObject([
    { id: deal.contractId },
  ]);
});

test('before a first message a deal is suggested with its title, and a hidden creator is not found', async () => {
  const deal = await insertDealRows(world, brand, creator);
  expect(await suggestions(world.as(brand))).toMatchObject([{ other: { name: 'Maya' }, reason: 'deal' }]);
  expect(await conversationWith(world.as(brand), { orgId: creator.orgId })).toMatchObject({ id: null, write: true });
  await world.owner
    .updateTable('creator_profiles')
    .set({ hidden_at: new Date() })
    .where('org_id', '=', creator.orgId)
    .execute();
  // They deal with each other.
  expect(await code(conversationWith(world.as(brand), { orgId: creator.orgId }))).toBe('no refusal');
  const stranger = await createOrg(world, 'brand', 'Stranger');
  expect(await code(conversationWith(world.as(stranger), { orgId: creator.orgId }))).toBe('not_found');
  expect(await code(write(stranger, creator, 'Hello'))).toBe('not_found');
  expect(await code(write(stranger, brand, 'Hello'))).toBe('not_found');
  expect(deal.contractId).toBeTruthy();
});

test('an agency writes in its own name, and who acts for the creator does not read it', async () => {
  const agency = await createOrg(world, 'agency', 'Scouts');
  const { conversationId } = await write(agency, creator, 'Shall we represent you?');
  expect(await list(agency)).toMatchObject([{ other: { name: 'Maya' }, mine: true }]);
  expect(await conversation(world.as(agency), { conversationId })).toMatchObject({ actsFor: null, write: true });
  expect(await list(creator)).toMatchObject([{ other: { name: 'Scouts', kind: 'agency' }, unread: 1 }]);
  await send(world.as(creator), { to: { conversationId }, body: 'Tell me more' });
  expect(await unreadConversations(world.as(agency))).toEqual({ count: 1 });
  expect(await read(agency, conversationId)).toHaveLength(2);

  const file = await receiveForConversation(world.as(agency), {
    conversationId,
    name: 'terms.png',
    declared: 'image/png',
    body: Readable.from([png()]),
  });
  await send(world.as(agency), { to: { conversationId }, body: 'Our terms', fileIds: [file.id] });
  expect(await findAttachment(world.as(creator), { fileId: file.id })).toMatchObject({ name: 'terms.png' });

  const representationId = await addRepresentation(world, { agency, creator });
  const acting = await actingActor(world.as(agency), agency, creator.orgId);
  expect(representationId).toBeTruthy();
  expect(await list(acting)).toEqual([]);
  expect(await code(findAttachment(world.as(acting), { fileId: file.id }))).toBe('not_found');
  expect(await code(read(acting, conversationId))).toBe('not_found');
  // Row security hides it, whatever a query selects; the creator reads it.
  const rows = (who: OrgActor) =>
    withTx(world.as(who), async ({ db }) => [
      await db.selectFrom('conversations').select('id').where('brand_org', '=', agency.orgId).execute(),
      await db.selectFrom('messages').select('id').where('brand_org', '=', agency.orgId).execute(),
      await db.selectFrom('files').select('id').where('brand_org', '=', agency.orgId).execute(),
    ]);
  expect((await rows(acting)).map(({ length }) => length)).toEqual([0, 0, 0]);
  expect((await rows(creator)).map(({ length }) => length)).toEqual([1, 3, 1]);
  // Of its creator's conversation with a brand it reads what its deals are about, and writes while acting.
  const deal = await insertDealRows(world, brand, creator, 'funded', {}, { agency, commissionBps: 1_500 });
  await sendMessage(world.as(creator), { thread: { contractId: deal.contractId }, body: 'I film on Friday' });
  const [withBrand] = (await list(agency)).filter(({ other }) => other.name === 'Lumen');
  expect(await conversation(world.as(agency), { conversationId: withBrand!.id })).toMatchObject({
    actsFor: { name: 'Maya' },
    write: 'acting.required',
  });
  expect(await code(send(world.as(agency), { to: { conversationId: withBrand!.id }, body: 'Hello' }))).toBe(
    'acting.required',
  );
  expect(await code(write(agency, brand, 'Hello'))).toBe('not_found');
});

test('a block in mid-thread ends writing on both sides and on the page of the deal; the blocked side does not learn who', async () => {
  const { conversationId } = await write(brand, creator, 'Hello Maya');
  const deal = await insertDealRows(world, brand, creator);
  events.length = 0;
  await blockOrg(world.as(creator), { orgId: brand.orgId });
  expect(events).toEqual([{ kind: 'block', by: creator.orgId, to: brand.orgId }]);
  expect(await conversation(world.as(creator), { conversationId })).toMatchObject({
    write: 'message.you_blocked',
    blockedByUs: true,
  });
  expect(await conversation(world.as(brand), { conversationId })).toMatchObject({ write: 'message.blocked' });
  expect(await code(send(world.as(brand), { to: { conversationId }, body: 'Still there?' }))).toBe('message.blocked');
  const thread = { contractId: deal.contractId };
  expect(await code(sendMessage(world.as(brand), { thread, body: 'Still there?' }))).toBe('message.blocked');
  expect(await read(brand, conversationId)).not.toEqual([]);
  await unblockOrg(world.as(creator), { orgId: brand.orgId });
  expect(await code(send(world.as(brand), { to: { conversationId }, body: 'Thank you' }))).toBe('no refusal');
});

test('a person sends thirty messages a minute, and the same request writes once', async () => {
  const clock = steppedClock(new Date('2026-11-25T10:00:00Z'));
  const as = (requestKey?: string) => world.as(brand, { clock, ...(requestKey ? { requestKey } : {}) });
  const { conversationId } = await send(as(), { to: { orgId: creator.orgId }, body: '1' });
  for (let n = 2; n <= MAX_MESSAGES_PER_MINUTE; n++) await send(as(), { to: { conversationId }, body: String(n) });
  expect(await code(send(as(), { to: { conversationId }, body: 'one more' }))).toBe('message.too_fast');
  clock.advance(61_000);
  const input = { to: { conversationId }, body: 'later' };
  const twice = await Promise.all([send(as('k'), input), send(as('k'), input)]);
  expect(new Set(twice.map((one) => one.messageId)).size).toBe(1);
});

test('search finds words of a message and names; archived conversations come back with the next message; silent ones send no notices', async () => {
  const { conversationId } = await write(creator, brand, 'The oat milk story is ready');
  expect(await list(brand, { q: 'OAT MILK' })).toMatchObject([{ preview: 'The oat milk story is ready' }]);
  expect(await list(brand, { q: 'maya' })).toHaveLength(1);
  expect(await list(brand, { q: 'tea' })).toEqual([]);
  await markConversation(world.as(brand), { conversationId, archived: true, muted: true });
  expect([await list(brand), await list(brand, { folder: 'archived' })].map((l) => l.length)).toEqual([0, 1]);
  await send(world.as(creator, { clock: steppedClock(new Date(Date.now() + 3_700_000)) }), {
    to: { conversationId },
    body: 'And a second one',
  });
  expect(await list(brand, { folder: 'unread' })).toMatchObject([{ unread: 2, muted: true, archived: false }]);
  while (await expandNotices(world.system()));
  const sent = await world.owner
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', brand.userId)
    .where('kind', '=', 'conversation_message')
    .execute();
  expect(sent).toEqual([]);
});

test('staff read a reported conversation; another feature sends in its own transaction', async () => {
  const { conversationId } = await withTx(world.as(brand), (tx) =>
    sendToOrg(tx, { to: creator.orgId, body: 'We are looking for three creators' }),
  );
  await reportConversation(world.as(creator), { conversationId, reason: 'I did not ask for this' });
  const { id } = await world.owner
    .selectFrom('cases')
    .select('id')
    .where('kind', '=', 'conversation_reported')
    .where('org_id', '=', creator.orgId)
    .executeTakeFirstOrThrow();
  const staff = await createStaff(world, 'trust');
  expect(await reportedConversation(world.as(staff), { caseId: id })).toMatchObject({
    brand: { name: 'Lumen' },
    messages: [{ body: 'We are looking for three creators', state: 'sent' }],
  });
});

test('templates belong to the org; an erasure blanks what was written outside of deals and deletes marks', async () => {
  const [first] = await keepTemplate(world.as(brand), { name: 'First contact', body: 'Hello {{name}}' });
  await keepTemplate(world.as(brand), { id: first!.id, name: 'First contact', body: 'Hi {{name}}' });
  expect(await templates(world.as(brand))).toMatchObject([{ body: 'Hi {{name}}' }]);
  expect(await templates(world.as(creator))).toEqual([]);
  const { conversationId } = await write(brand, creator, 'Hello Maya');
  await markConversation(world.as(brand), { conversationId, muted: true });
  await withTx(world.system(), (tx) => eraseFromConversations(tx, brand.userId));
  expect(await read(creator, conversationId)).toMatchObject([{ body: '' }]);
  expect(await conversation(world.as(brand), { conversationId })).toMatchObject({ muted: false });
});
