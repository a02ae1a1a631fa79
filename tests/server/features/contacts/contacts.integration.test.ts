import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { requireContactAllowance } from '../../../../server/features/contacts/service.ts';
import { contactLimit } from '../../../../server/features/contacts/rules.ts';
import { sendMessage } from '../../../../server/features/messages/service.ts';
import type { OfferDetail } from '../../../../server/features/offers/schema.ts';
import { declineOffer } from '../../../../server/features/offers/close.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { apply, inDays, liveCampaign } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await createTestWorld('contacts', { clockPolicy: 'standard', contactLimitFactor: 1 });
});
afterAll(() => world.close());

const refused = (code: string, data: Record<string, unknown> = {}) =>
  expect.objectContaining({ code, data: expect.objectContaining(data) });
const DAY = 24 * 3_600_000;

async function coldOffer(
  brand: OrgActor,
  creator: OrgActor,
  at = steppedClock(new Date()),
  campaignId?: string,
): Promise<OfferDetail> {
  const start = await startOffer(world.as(brand, { clock: at }), { creatorOrg: creator.orgId });
  const terms = {
    ...start.terms,
    milestones: start.terms.milestones.map((m) => ({ ...m, title: 'Reel', amount: 20_000, dueAt: inDays(40) })),
  };
  return sendOffer(world.as(brand, { clock: at }), {
    creatorOrg: creator.orgId,
    ...(campaignId ? { campaignId } : {}),
    title: 'A reel',
    terms,
    note: '',
  });
}
const agedOrg = (actor: OrgActor, days: number) =>
  world.owner
    .updateTable('orgs')
    .set({ created_at: inDays(-days) })
    .where('id', '=', actor.orgId)
    .execute();
const people = (count: number, kind: 'creator' | 'brand' = 'creator') =>
  Promise.all(Array.from({ length: count }, (_, i) => createOrg(world, kind, `Person ${i}`)));

describe('daily limits on reaching out', () => {
  it('let a young org contact twenty new others a day, however many at once, and others on the next day', async () => {
    const brand = await createOrg(world, 'brand', 'Young Brand');
    const creators = await people(25);
    const results = await Promise.allSettled(creators.map((c) => coldOffer(brand, c)));
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(20);
    for (const r of results)
      if (r.status === 'rejected')
        expect(r.reason).toEqual(refused('contact.daily_limit', { kind: 'offer', limit: 20 }));
    const notices = await world.owner
      .selectFrom('notices')
      .select('id')
      .where('kind', '=', 'offer_received')
      .where(
        'org_id',
        'in',
        creators.map((c) => c.orgId),
      )
      .execute();
    expect(notices).toHaveLength(20);
    await expect(
      coldOffer(brand, creators[results.findIndex((r) => r.status === 'rejected')]!, steppedClock(inDays(1.01))),
    ).resolves.toMatchObject({ state: 'sent' });
  });

  it('give an org of thirty days its full number, and count offers and applications as one number of first contacts', async () => {
    const now = new Date();
    expect(contactLimit('offer', new Date(now.getTime() - 30 * DAY), now, 1)).toBe(100);
    expect(contactLimit('first', new Date(now.getTime() - 30 * DAY + 1), now, 1)).toBe(20);
    const creator = await createOrg(world, 'creator', 'Eager');
    const brands = await people(21, 'brand');
    const campaigns: string[] = [];
    for (const b of brands) campaigns.push(await liveCampaign(world, b));
    for (const c of campaigns.slice(0, 20)) await apply(world, creator, c);
    await expect(apply(world, creator, campaigns[20]!)).rejects.toEqual(
      refused('contact.daily_limit', { kind: 'application' }),
    );
    // Grown, and with the applications of the day at the number for first contacts.
    await agedOrg(creator, 31);
    const [first] = await world.owner
      .selectFrom('applications')
      .select('created_at')
      .where('creator_org', '=', creator.orgId)
      .orderBy('created_at')
      .execute();
    const firstContacts = { kind: 'application' as const, otherOrg: brands[20]!.orgId };
    await withTx(
      {
        ...world.as(creator),
        integrations: { ...world.integrations, settings: { ...world.integrations.settings, contactLimitFactor: 0.2 } },
      },
      (tx) =>
        expect(requireContactAllowance(tx, { ...firstContacts, kind: 'message' })).rejects.toEqual(
          refused('contact.first_limit', {
            limit: 20,
            until: new Date(first!.created_at.getTime() + DAY).toISOString(),
          }),
        ),
    );
    await expect(apply(world, creator, campaigns[20]!)).resolves.toBeTruthy();
  });

  it('bound the messages of a day, to any recipient', async () => {
    const brand = await createOrg(world, 'brand', 'Chatty');
    const creator = await createOrg(world, 'creator', 'Listener');
    const { id: offerId } = await coldOffer(brand, creator);
    const now = new Date();
    // The oldest of the day, then 198 of an hour ago: more than a person sends in a minute.
    const oldest = new Date(now.getTime() - 20 * 3_600_000);
    const earlier = new Date(now.getTime() - 3_600_000);
    await world.owner
      .insertInto('messages')
      .values(
        Array.from({ length: 199 }, (_, i) => ({
          id: newId(),
          offer_id: offerId,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          author_user: brand.userId,
          author_name: 'C',
          author_org: brand.orgId,
          body: 'hi',
          created_at: i === 0 ? oldest : earlier,
        })),
      )
      .execute();
    await expect(sendMessage(world.as(brand), { thread: { offerId }, body: 'the 200th' })).resolves.toMatchObject({
      body: 'the 200th',
    });
    await expect(sendMessage(world.as(brand), { thread: { offerId }, body: 'one more' })).rejects.toEqual(
      refused('contact.daily_limit', {
        kind: 'message',
        limit: 200,
        until: new Date(oldest.getTime() + DAY).toISOString(),
      }),
    );
    // From that moment on, and not before, one more may go.
    await expect(
      sendMessage(world.as(brand, { clock: steppedClock(new Date(oldest.getTime() + DAY - 1)) }), {
        thread: { offerId },
        body: 'too early',
      }),
    ).rejects.toEqual(refused('contact.daily_limit'));
    await expect(
      sendMessage(world.as(brand, { clock: steppedClock(new Date(oldest.getTime() + DAY)) }), {
        thread: { offerId },
        body: 'in time',
      }),
    ).resolves.toMatchObject({ body: 'in time' });
    await expect(sendMessage(world.as(creator), { thread: { offerId }, body: 'an answer' })).resolves.toMatchObject({
      body: 'an answer',
    });
  });
});

describe('an open offer', () => {
  it('is the only one of its pair and subject, also when two members send at once', async () => {
    const brand = await createOrg(world, 'brand', 'Twice');
    const creator = await createOrg(world, 'creator', 'Once');
    const sent = await Promise.allSettled([1, 2, 3].map(() => coldOffer(brand, creator)));
    expect(sent.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    for (const r of sent) if (r.status === 'rejected') expect(r.reason).toEqual(refused('offer.exists'));
    // A campaign is another subject.
    await expect(
      coldOffer(brand, creator, steppedClock(new Date()), await liveCampaign(world, brand)),
    ).resolves.toMatchObject({ state: 'sent' });
    const [first] = sent.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []));
    await declineOffer(world.as(creator), { offerId: first!.id, reason: '' });
    await expect(coldOffer(brand, creator)).resolves.toMatchObject({ state: 'sent' });
  });
});
