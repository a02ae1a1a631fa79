import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import type { Clock } from '../../../../server/core/clock.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { acceptOffer } from '../../../../server/features/offers/answer.ts';
import { getOffer } from '../../../../server/features/offers/service.ts';
import { browse, packagePage } from '../../../../server/features/packages/browse.ts';
import { addToCart, changeCartLine, getCart } from '../../../../server/features/packages/cart.ts';
import { checkout } from '../../../../server/features/packages/checkout.ts';
import { getOrder } from '../../../../server/features/packages/orders.ts';
import { changePackageState, myPackages, savePackage, setCapacity } from '../../../../server/features/packages/own.ts';
import { browsePackagesInput, savePackageInput } from '../../../../server/features/packages/schema.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('packages');
  brand = await createOrg(world, 'brand', 'Lumen');
}, 120_000);
afterAll(() => world?.close());

const content = (more: object = {}) =>
  savePackageInput.parse({
    title: 'Breakfast reel',
    description: 'A reel of thirty seconds in your place.',
    deliverables: [{ platform: 'instagram', format: 'reel', count: 1 }],
    currency: 'EUR',
    price: 25_000,
    deliveryDays: 7,
    rights: { use: 'organic', days: 90 },
    rounds: 1,
    addons: [{ id: 'a1', title: 'Raw footage', price: 5_000, days: 2 }],
    ...more,
  });

async function creatorWith(name: string, more: object = {}): Promise<{ creator: OrgActor; packageId: string }> {
  const creator = await createOrg(world, 'creator', name);
  const { items } = await savePackage(world.as(creator), content(more));
  return { creator, packageId: items[0]!.id };
}
const put = (who: OrgActor, packageId: string, more: object = {}) =>
  addToCart(world.as(who), { packageId, version: 1, addons: [], ...more });
const search = (more: object = {}) => browse(world.as(brand), browsePackagesInput.parse(more));
const failing = (code: string) => expect.objectContaining({ code });

test('packages in several currencies are compared at reference rates, paged without gaps, one without a rate apart', async () => {
  const euros = await creatorWith('Euro');
  const pounds = await creatorWith('Pound', { currency: 'GBP', price: 20_000 });
  const dinars = await creatorWith('Dinar', { currency: 'KWD', price: 10_000 });
  const all = await search({ sort: 'price', limit: 100 });
  const ids = all.items.map(({ id }) => id);
  // 200 pounds are about 234 euros.
  expect(ids.indexOf(pounds.packageId)).toBeLessThan(ids.indexOf(euros.packageId));
  expect(all.items.find(({ id }) => id === pounds.packageId)?.compared?.currency).toBe('EUR');
  expect(ids.at(-1)).toBe(dinars.packageId);
  expect(all.unconverted).toEqual([{ currency: 'KWD', count: 1 }]);
  const limited = await search({ sort: 'price', priceMax: 24_000 });
  expect(limited.items.map(({ id }) => id)).toContain(pounds.packageId);
  expect(limited.items.map(({ id }) => id)).not.toContain(euros.packageId);

  const paged: string[] = [];
  let after: string | null | undefined;
  do {
    const page = await search({ sort: 'price', limit: 1, ...(after ? { after } : {}) });
    paged.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect(paged).toEqual(ids);
});

test('a cart is one quote for all members, and its checkout sends one fixed offer for each creator', async () => {
  const one = await creatorWith('Ada');
  const two = await creatorWith('Bea', { price: 40_000 });
  const colleague = await member(world, brand, 'manager', 'Inès');
  await put(brand, one.packageId, { addons: ['a1'] });
  const cart = await put(colleague, two.packageId);
  expect(cart.lines).toHaveLength(2);
  const { quote } = await getCart(world.as(brand));
  expect(quote?.id).toBe(cart.quote?.id);
  expect(quote?.creators.map(({ charge }) => charge.price)).toEqual([30_000, 40_000]);

  // Two members at once: offers are sent once.
  const both = await Promise.all([
    checkout(world.as(brand), { quoteId: quote!.id, note: '' }),
    checkout(world.as(colleague), { quoteId: quote!.id, note: '' }),
  ]);
  expect(both[0].id).toBe(both[1].id);
  const offers = await world.owner
    .selectFrom('offers')
    .select(['id', 'fixed'])
    .where('creator_org', 'in', [one.creator.orgId, two.creator.orgId])
    .execute();
  expect(offers).toHaveLength(2);
  expect(offers.every(({ fixed }) => fixed)).toBe(true);
  expect((await getCart(world.as(brand))).lines).toEqual([]);

  const [first] = both[0].lines;
  const offer = await getOffer(world.as(one.creator), { offerId: first!.offerId! });
  expect(offer.can.counter).toBe('offer.fixed');
  const terms = offer.versions[0]!.terms;
  expect(terms.milestones.map(({ amount }) => amount)).toEqual([30_000]);
  expect(terms.deliverables[0]?.brief).toEqual(['Raw footage']);
  expect(terms.milestones[0]!.dueAt.getTime()).toBeGreaterThan(offer.deadlineAt.getTime());
  await acceptOffer(world.as(one.creator), {
    offerId: offer.id,
    n: 1,
    termsHash: offer.versions[0]!.termsHash,
  });
  const states = (await getOrder(world.as(brand), { orderId: both[0].id })).lines.map(({ state }) => state);
  expect(states).toEqual(['to_sign', 'sent']);
});

test('a package whose money waits for the post brings that into its offer; others do not share an offer with it', async () => {
  const release = { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 };
  const clocks = { posting: 'P7D', postGrace: 'PT72H', retention: 'P30D' };
  const { creator, packageId } = await creatorWith('Iris', { releaseTrigger: 'split', release, clocks });
  const usual = (await savePackage(world.as(creator), content({ title: 'Another reel' }))).items[1]!;
  const refused = (more: object) =>
    savePackage(world.as(creator), content({ releaseTrigger: 'split', release, clocks, ...more })).catch(
      (error: unknown) => (isAppError(error) ? `${String(error.data['field'])} ${error.code}` : String(error)),
    );
  expect(await refused({ clocks: { ...clocks, retention: 'P60D' } })).toBe('clocks.retention terms.release_too_long');
  expect(await refused({ deliverables: [{ platform: 'ugc', format: 'reel', count: 1 }] })).toBe(
    'releaseTrigger terms.nothing_published',
  );
  const buyer = await createOrg(world, 'brand', 'Atelier');
  await put(buyer, packageId);
  await expect(put(buyer, usual.id)).rejects.toThrow('package.other_terms');
  const { quote } = await getCart(world.as(buyer));
  const order = await checkout(world.as(buyer), { quoteId: quote!.id, note: '' });
  const offer = await getOffer(world.as(creator), { offerId: order.lines[0]!.offerId! });
  expect(offer.versions[0]!.terms).toMatchObject({ releaseTrigger: 'split', release, clocks });
});

test('what changed between quote and checkout is answered for its creator alone, and stays in the cart', async () => {
  const changed = await creatorWith('Changed');
  const paused = await creatorWith('Paused');
  const hidden = await creatorWith('Hidden');
  const held = await creatorWith('Held');
  const full = await creatorWith('Full');
  const far = await creatorWith('Far');
  const fine = await creatorWith('Fine');
  for (const { packageId } of [changed, paused, hidden, held, full, far, fine]) await put(brand, packageId);
  const { quote } = await getCart(world.as(brand));
  await savePackage(world.as(changed.creator), {
    ...content({ price: 26_000 }),
    packageId: changed.packageId,
    version: 1,
  });
  await changePackageState(world.as(paused.creator), { packageId: paused.packageId, state: 'paused' });
  await world.owner
    .updateTable('creator_profiles')
    .set({ hidden_at: new Date() })
    .where('org_id', '=', hidden.creator.orgId)
    .execute();
  await world.owner
    .updateTable('orgs')
    .set({ suspended_at: new Date() })
    .where('id', '=', held.creator.orgId)
    .execute();
  await setCapacity(world.as(full.creator), { orders: 0 });
  await world.owner.updateTable('orgs').set({ country: 'JP' }).where('id', '=', far.creator.orgId).execute();

  const order = await checkout(world.as(brand), { quoteId: quote!.id, note: '' });
  expect(order.lines.map(({ refusal }) => refusal)).toEqual([
    'package.changed',
    'package.paused',
    'package.creator_unavailable',
    'package.creator_unavailable',
    'package.at_capacity',
    'offer.country_unpaid',
    null,
  ]);
  const left = await getCart(world.as(brand));
  expect(left.lines).toHaveLength(6);
  // The changed one can be taken as it is now.
  const line = left.lines.find(({ packageId }) => packageId === changed.packageId)!;
  const taken = await changeCartLine(world.as(brand), {
    lineId: line.id,
    addons: [],
    goods: 'Dinner for two',
    goodsValue: 8_000,
    version: 2,
  });
  expect(taken.quote?.creators.map(({ charge }) => charge.price)).toEqual([26_000]);
  const again = await checkout(world.as(brand), { quoteId: taken.quote!.id, note: '' });
  const offer = await getOffer(world.as(brand), { offerId: again.lines[0]!.offerId! });
  expect(offer.versions[0]!.terms.goods).toEqual({ description: 'Dinner for two', value: 8_000 });
});

test('a quote ends after 30 minutes and with each change of the cart', async () => {
  const buyer = await createOrg(world, 'brand', 'Ombra');
  const one = await creatorWith('Late');
  const cart = await put(buyer, one.packageId);
  const later: Clock = { now: () => new Date(Date.now() + 31 * 60_000) };
  const input = { quoteId: cart.quote!.id, note: '' };
  await expect(checkout(world.as(buyer, { clock: later }), input)).rejects.toEqual(failing('cart.quote_expired'));
  const two = await creatorWith('Later');
  await put(buyer, two.packageId);
  await expect(checkout(world.as(buyer), input)).rejects.toEqual(failing('cart.changed'));
  await expect(checkout(world.as(brand), input)).rejects.toEqual(failing('not_found'));
});

test('no org orders from its own creator, and a creator has at most 20 packages', async () => {
  const { creator, packageId } = await creatorWith('Selfish');
  await world.owner
    .insertInto('org_members')
    .values({ org_id: brand.orgId, user_id: creator.userId, role: 'manager' })
    .execute();
  await expect(put(brand, packageId)).rejects.toEqual(failing('package.own_org'));
  expect((await packagePage(world.as(brand), { packageId })).can.order).toBe('package.own_org');
  for (let n = 1; n < 20; n += 1) await savePackage(world.as(creator), content({ title: `Package ${n}` }));
  await expect(savePackage(world.as(creator), content())).rejects.toEqual(failing('package.list_full'));
  expect((await myPackages(world.as(creator))).items).toHaveLength(20);
  await expect(savePackage(world.as(creator), { ...content(), packageId, version: 7 })).rejects.toEqual(
    failing('package.changed'),
  );
  await expect(
    savePackage(world.as(creator), {
      ...content({ description: 'Write to me: maya@mail.example' }),
      packageId,
      version: 1,
    }),
  ).rejects.toEqual(failing('package.text_not_allowed'));
  await expect(search({ sort: 'price', after: `2026-11-25 10:00:00+00~${newId()}` })).rejects.toEqual(
    failing('input.invalid'),
  );
  await expect(packagePage(world.as(brand), { packageId: newId() })).rejects.toEqual(failing('not_found'));
});
