import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { acceptOffer } from '../../../../server/features/offers/answer.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { eraseAccount } from '../../../../server/features/privacy/deletion.ts';
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
