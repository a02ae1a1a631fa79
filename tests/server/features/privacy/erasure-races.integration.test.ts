import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { acceptOffer } from '../../../../server/features/offers/answer.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { checkDeletion, eraseAccount, myDeletion } from '../../../../server/features/privacy/deletion.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { aTransactionWaits, uncommitted } from '../../../support/meeting-acts.ts';
import { accept, apply, liveCampaign, offerTo } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('erasure_races');
});
afterAll(() => world?.close());

const SIDES = ['brand', 'creator'] as const;
const refused = (code: string) => expect.objectContaining({ code }) as unknown as Error;

/** An offer open for its creator's answer, while the grace period of the leaver's deletion request is over. */
async function scene(leaves: (typeof SIDES)[number]) {
  const brand = await createOrg(world, 'brand', 'Café Lumen');
  const creator = await createOrg(world, 'creator', 'Maya Laurent');
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const leaver = { brand, creator }[leaves];
  return { brand, creator, offer, leaver, requestId: await due(leaver) };
}

async function due(who: OrgActor): Promise<string> {
  const id = newId();
  const past = new Date(Date.now() - 1_000);
  await world.owner
    .insertInto('deletion_requests')
    .values({
      id,
      code: id,
      user_id: who.userId,
      source: 'profile',
      state: 'planned',
      erase_at: past,
      requested_at: past,
      updated_at: past,
    })
    .execute();
  return id;
}
const stateOf = async (requestId: string) =>
  (
    await world.owner
      .selectFrom('deletion_requests')
      .select('state')
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
  ).state;
const contracts = (offerId: string) =>
  world.owner.selectFrom('contracts').select('id').where('offer_id', '=', offerId).execute();

test.each(SIDES)(
  'an offer accepted while the %s is being erased is refused: no contract with an erased party',
  async (leaves) => {
    const { creator, offer, requestId } = await scene(leaves);
    const erasing = await uncommitted(world.system(), (tx) => eraseAccount(tx, { id: requestId }));
    const accepting = accept(world, creator, offer).then(
      () => 'accepted',
      (e: unknown) => (isAppError(e) ? e.code : String(e)),
    );
    await aTransactionWaits(world);
    await erasing.commit();
    expect(await accepting).toMatch(/^(offer.closed|not_found)$/);
    expect(await stateOf(requestId)).toBe('erased');
    expect(await contracts(offer.id)).toEqual([]);
  },
);

test.each(SIDES)(
  'an erasure that comes while an offer of the %s is being accepted waits for the deal to end',
  async (leaves) => {
    const { creator, offer, requestId } = await scene(leaves);
    const accepting = await uncommitted(world.as(creator), (tx) =>
      acceptOffer(tx, { offerId: offer.id, n: 1, termsHash: offer.versions[0]!.termsHash }),
    );
    const erasing = eraseAccount(world.system(), { id: requestId });
    await aTransactionWaits(world);
    await accepting.commit();
    await expect(erasing).resolves.toEqual({ state: 'kept' });
    expect(await stateOf(requestId)).toBe('blocked');
    expect(await contracts(offer.id)).toHaveLength(1);
  },
);

test('an erased account gets no offer, neither for its application nor directly', async () => {
  const brand = await createOrg(world, 'brand', 'Café Lumen');
  const creator = await createOrg(world, 'creator', 'Maya Laurent');
  const applicationId = await apply(world, creator, await liveCampaign(world, brand));
  const { title, terms } = await startOffer(world.as(brand), { applicationId });
  await expect(eraseAccount(world.system(), { id: await due(creator) })).resolves.toEqual({ state: 'erased' });
  await expect(sendOffer(world.as(brand), { applicationId, title, terms, note: '' })).rejects.toEqual(
    refused('org.closed'),
  );
  await expect(sendOffer(world.as(brand), { creatorOrg: creator.orgId, title, terms, note: '' })).rejects.toEqual(
    refused('org.closed'),
  );
});

test('earnings that the provider took back keep their payee until two staff members have decided whose they are', async () => {
  const brand = await createOrg(world, 'brand', 'Maison Vert');
  const creator = await createOrg(world, 'creator', 'Ines Prat');
  const deal = await insertDealRows(world, brand, creator, 'released');
  await world.owner.updateTable('contracts').set({ state: 'completed' }).where('id', '=', deal.contractId).execute();
  const opId = `xfer:${deal.milestoneId}:creator`;
  const at = new Date();
  await world.owner
    .insertInto('operations')
    .values({
      op_id: opId,
      kind: 'transfer',
      milestone_id: deal.milestoneId,
      contract_id: deal.contractId,
      amount: 40_000,
      currency: 'EUR',
      idempotency_key: opId,
      state: 'done',
      claimed_at: at,
    })
    .execute();
  await world.owner
    .insertInto('transfers')
    .values({
      id: newId(),
      contract_id: deal.contractId,
      milestone_id: deal.milestoneId,
      payee_org: creator.orgId,
      leg: 'creator',
      amount: 40_000,
      currency: 'EUR',
      op_id: opId,
      state: 'sent',
      sent_at: at,
      created_at: at,
      reversed_amount: 30_000,
      reversed_at: at,
      reversed_by_bank: 5_000,
    })
    .execute();
  const id = await due(creator);
  expect(await eraseAccount(world.system(), { id })).toEqual({ state: 'kept' });
  expect(await myDeletion(world.as(creator))).toMatchObject({
    state: 'blocked',
    blockers: [{ kind: 'on_the_way', count: 1, amounts: [{ amount: 25_000, currency: 'EUR' }] }],
  });
  await world.owner.updateTable('transfers').set({ reversed_kept: 25_000 }).where('op_id', '=', opId).execute();
  expect(await checkDeletion(world.system(), { id })).toEqual({ state: 'planned' });
});
