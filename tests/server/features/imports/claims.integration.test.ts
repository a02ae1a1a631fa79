import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { answerClaim, importClaims } from '../../../../server/features/imports/claims.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
const accountId = newId();

beforeAll(async () => {
  world = await createTestWorld('claims');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Claimed');
  const importId = newId();
  const at = new Date();
  const file = {
    file_name: 'a.csv',
    storage_key: `imports/${importId}`,
    size: 20,
    state: 'ready',
    format: 'csv',
  } as const;
  await world.owner
    .insertInto('imports')
    .values({ id: importId, org_id: brand.orgId, created_by: brand.userId, ...file, created_at: at, changed_at: at })
    .execute();
  for (const handle of ['claimed.one', 'claimed.two'])
    await world.owner
      .insertInto('imported_creators')
      .values({
        id: newId(),
        org_id: brand.orgId,
        import_id: importId,
        row: 1,
        platform: 'instagram',
        handle,
        name: 'Claimed',
        note: 'Asks too much',
        created_at: at,
        changed_at: at,
      })
      .execute();
}, 120_000);
afterAll(() => world?.close());

const connect = (handle: string, id = newId()) =>
  world.worker
    .insertInto('social_accounts')
    .values({
      id,
      org_id: creator.orgId,
      platform: 'instagram',
      handle,
      url: `https://www.instagram.com/${handle}`,
      position: 0,
      state: 'connected',
      source: 'api',
      followers: 10,
      as_of: new Date(),
    })
    .execute();
const rowOf = (handle: string) =>
  world.owner
    .selectFrom('imported_creators')
    .select(['creator_org', 'claim', 'disowned_by'])
    .where('handle', '=', handle)
    .executeTakeFirstOrThrow();

test('a creator sees who imported a connected account, without notes, and accepts the link or takes it off for good', async () => {
  expect(await importClaims(world.as(creator))).toEqual([]);
  await connect('claimed.one', accountId);
  await connect('claimed.two');
  const claims = await importClaims(world.as(creator));
  expect(claims.map(({ handle, accepted }) => [handle, accepted]).toSorted()).toEqual([
    ['claimed.one', false],
    ['claimed.two', false],
  ]);
  expect(JSON.stringify(claims)).not.toContain('Asks too much');
  const idOf = (handle: string) => claims.find((claim) => claim.handle === handle)!.id;

  const other = await createOrg(world, 'creator', 'Other');
  const refusal = await answerClaim(world.as(other), { id: idOf('claimed.one'), accepted: true }).catch(
    (error: unknown) => (isAppError(error) ? error.code : error),
  );
  expect(refusal).toBe('not_found');

  await answerClaim(world.as(creator), { id: idOf('claimed.two'), accepted: true });
  expect(await rowOf('claimed.two')).toMatchObject({ creator_org: creator.orgId, claim: 'accepted' });
  const left = await answerClaim(world.as(creator), { id: idOf('claimed.one'), accepted: false });
  expect(left.map(({ handle, accepted }) => [handle, accepted])).toEqual([['claimed.two', true]]);
  expect(await rowOf('claimed.one')).toEqual({ creator_org: null, claim: null, disowned_by: creator.orgId });

  // The next sync writes the account again.
  await world.worker
    .updateTable('social_accounts')
    .set({ handle: 'claimed.one' })
    .where('id', '=', accountId)
    .execute();
  expect((await rowOf('claimed.one')).creator_org).toBeNull();
});
