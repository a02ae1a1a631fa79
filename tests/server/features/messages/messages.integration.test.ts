import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrgActor, withTx } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { checkText } from '../../../../server/features/moderation/rules.ts';
import {
  eraseFromThreads,
  listMessages,
  markThreadRead,
  sendMessage,
} from '../../../../server/features/messages/service.ts';
import { partiesOf } from '../../../../server/features/orgs/service.ts';
import { insertDealRows, type DealRows } from '../../../support/deal-rows.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let deal: DealRows;

beforeAll(async () => {
  world = await createTestWorld('messages');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  deal = await insertDealRows(world, brand, creator);
});
afterAll(() => world?.close());

/** The newest messages of the thread, the oldest of them first. */
const messagesSeenBy = async (who: OrgActor, thread: { contractId: string } | { offerId: string }) =>
  (await listMessages(world.as(who), { ...thread, limit: 100 })).items.toReversed();

const notices = (offerId: string) =>
  world.owner
    .selectFrom('notices')
    .select(['org_id', 'data', 'link'])
    .where('dedupe_key', 'like', `message_received:${offerId}:%`)
    .orderBy('id')
    .execute();

describe('a thread', () => {
  test('runs from the offer into its deal, and both sides see who wrote', async () => {
    await sendMessage(world.as(brand), { thread: { offerId: deal.offerId }, body: 'Could you show the shop front?' });
    await sendMessage(world.as(creator), {
      thread: { contractId: deal.contractId },
      body: 'Gladly, on Tuesday morning.',
    });
    const seenByBrand = await messagesSeenBy(brand, { contractId: deal.contractId });
    const seenByCreator = await messagesSeenBy(creator, { offerId: deal.offerId });
    expect(seenByBrand.map((m) => [m.authorName, m.authorSide, m.mine, m.body])).toEqual([
      ['Lumen', 'brand', true, 'Could you show the shop front?'],
      ['Maya', 'creator', false, 'Gladly, on Tuesday morning.'],
    ]);
    expect(seenByCreator.map((m) => m.mine)).toEqual([false, true]);
  });

  test('shows who wrote with their picture, of either side and of the reader’s team; brands have none of their own, and strangers see none', async () => {
    const mate = await member(world, brand, 'manager', 'Mia');
    for (const [actor, name] of [
      [mate, 'mia.webp'],
      [creator, 'maya.webp'],
    ] as const)
      await world.owner.updateTable('profiles').set({ avatar: name }).where('id', '=', actor.userId).execute();
    const PICTURES = { Lumen: null, Maya: '/files/avatars/maya.webp', Mia: '/files/avatars/mia.webp' };
    const sent = await sendMessage(world.as(mate), { thread: { contractId: deal.contractId }, body: 'I take over.' });
    expect(sent.avatarUrl).toBe('/files/avatars/mia.webp');
    const picturesSeenBy = async (actor: OrgActor) =>
      Object.fromEntries(
        (await messagesSeenBy(actor, { contractId: deal.contractId })).map((m) => [m.authorName, m.avatarUrl]),
      );
    expect(await picturesSeenBy(brand)).toEqual(PICTURES);
    expect(await picturesSeenBy(creator)).toEqual(PICTURES);
    const sides = async (actor: OrgActor) =>
      [...(await withTx(world.as(actor), (tx) => partiesOf(tx, [brand.orgId, creator.orgId]))).values()]
        .map(({ kind, avatarUrl }) => [kind, avatarUrl])
        .toSorted();
    expect(await sides(creator)).toEqual([
      ['brand', null],
      ['creator', '/files/avatars/maya.webp'],
    ]);
    expect(await sides(brand)).toEqual([
      ['brand', null],
      ['creator', '/files/avatars/maya.webp'],
    ]);
  });

  test('belongs to its parties', async () => {
    const stranger = await createOrg(world, 'brand', 'Stranger');
    for (const thread of [{ contractId: deal.contractId }, { offerId: deal.offerId }, { contractId: newId() }]) {
      await expect(messagesSeenBy(stranger, thread)).rejects.toMatchObject({ code: 'not_found' });
      await expect(sendMessage(world.as(stranger), { thread, body: 'hello' })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  test('is written to with a proven mailbox and the right to', async () => {
    const unproven = { ...creator, emailVerified: false };
    await expect(
      sendMessage(world.as(unproven), { thread: { contractId: deal.contractId }, body: 'hello' }),
    ).rejects.toMatchObject({ code: 'auth.mailbox_unverified' });
    const viewer = await member(world, brand, 'viewer', 'Vera');
    await expect(
      sendMessage(world.as(viewer), { thread: { contractId: deal.contractId }, body: 'hello' }),
    ).rejects.toMatchObject({ code: 'auth.not_allowed' });
  });
});

test('the same request writes once, also in parallel', async () => {
  const own = await insertDealRows(world, brand, creator);
  const thread = { contractId: own.contractId };
  const sent = await Promise.all(
    Array.from({ length: 8 }, () =>
      sendMessage(world.as(creator, { requestKey: 'once' }), { thread, body: 'Only once' }),
    ),
  );
  expect(new Set(sent.map((m) => m.id)).size).toBe(1);
  expect(await messagesSeenBy(brand, thread)).toHaveLength(1);
});

test('a long thread is read page by page, the newest messages first, and counts all its unread messages', async () => {
  const own = await insertDealRows(world, brand, creator);
  const thread = { contractId: own.contractId };
  await sendMessage(world.as(creator), { thread, body: 'The first' });
  // A third of them at the same moment.
  await sql`
    insert into messages (id, contract_id, offer_id, brand_org, creator_org, agency_org, author_user, author_name, author_org, body, created_at, placed_at)
      select gen_random_uuid(), contract_id, offer_id, brand_org, creator_org, agency_org, author_user, author_name, author_org, 'copy ' || k,
             created_at + make_interval(secs => greatest(k, 200)), created_at + make_interval(secs => greatest(k, 200))
        from messages, generate_series(1, 600) k where offer_id = ${own.offerId}`.execute(world.owner);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await listMessages(world.as(brand), { ...thread, limit: 100, ...(after ? { after } : {}) });
    expect(page.unread).toBe(100);
    seen.push(...page.items.map((m) => m.body));
    after = page.next ?? undefined;
  } while (after);
  expect([seen.length, new Set(seen).size, seen[0], seen.at(-1)]).toEqual([601, 601, 'copy 600', 'The first']);
});

test('the other side is notified of a busy thread once an hour', async () => {
  const own = await insertDealRows(world, brand, creator);
  const thread = { contractId: own.contractId };
  const clock = steppedClock(new Date('2026-12-01T10:05:00Z'));
  for (const body of ['One', 'Two', 'Three']) await sendMessage(world.as(creator, { clock }), { thread, body });
  expect(await notices(own.offerId)).toMatchObject([
    { org_id: brand.orgId, data: { name: 'Maya', title: 'Autumn menu' }, link: `/smart-contracts/${own.contractId}` },
  ]);
  clock.advance(3_600_000);
  await sendMessage(world.as(creator, { clock }), { thread, body: 'Four' });
  await sendMessage(world.as(brand, { clock }), { thread, body: 'Five' });
  expect((await notices(own.offerId)).map((n) => n.org_id)).toEqual([brand.orgId, brand.orgId, creator.orgId]);
});

test('what the other side wrote is unread for each person apart, until that person has seen it', async () => {
  const own = await insertDealRows(world, brand, creator);
  const thread = { contractId: own.contractId };
  const mate = await member(world, brand, 'manager', 'Mia');
  const first = await sendMessage(world.as(creator), { thread, body: 'One' });
  const second = await sendMessage(world.as(creator), { thread, body: 'Two' });
  const unread = async (who: OrgActor) => (await messagesSeenBy(who, thread)).map((m) => m.unread);
  expect([await unread(brand), await unread(mate), await unread(creator)]).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
  expect(await markThreadRead(world.as(brand), { thread, upTo: second.id })).toEqual({ unread: 0 });
  await markThreadRead(world.as(brand), { thread, upTo: first.id });
  expect([await unread(brand), await unread(mate)]).toEqual([
    [false, false],
    [true, true],
  ]);
  const stranger = await createOrg(world, 'brand', 'Stranger');
  await expect(markThreadRead(world.as(stranger), { thread, upTo: first.id })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(markThreadRead(world.as(brand), { thread, upTo: newId() })).rejects.toMatchObject({ code: 'not_found' });
  await withTx(world.system(), (tx) => eraseFromThreads(tx, brand.userId));
  expect(
    await world.owner.selectFrom('thread_reads').selectAll().where('user_id', '=', brand.userId).execute(),
  ).toEqual([]);
});

test('a phone number, a bank account or a way to pay outside is marked; dates, prices and handles are not', () => {
  for (const body of [
    'Call me: +33 6 12 34 56 78',
    'my number is 06.12.34.56.78',
    'paypal.me/kim',
    'Just send it by PayPal',
    'FR76 3000 6000 0112 3456 7890 189',
  ])
    expect(checkText(body, 'message').verdict, body).toBe('warn');
  for (const body of [
    'On 12.11.2026 at 10:30',
    'The price is 1,250.00 EUR',
    '@maya.makes',
    'Version 2 of 3',
    'https://example.com/p/0123456789012',
  ])
    expect(checkText(body, 'message').verdict, body).toBe('pass');
});
