import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { sweepUploads } from '../../../../server/features/content/uploads.ts';
import { blockOrg, unblockOrg } from '../../../../server/features/discovery/service.ts';
import { register } from '../../../../server/features/portfolio/register.ts';
import { sameIds, titleOf } from '../../../../server/features/portfolio/rules.ts';
import {
  arrangeWorks,
  changeWork,
  findWork,
  myWorks,
  pinWork,
  receiveWork,
  removeWork,
  worksOfCreator,
} from '../../../../server/features/portfolio/service.ts';
import { drawnPicture } from '../../../e2e/support/picture.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let handle: string;

beforeAll(async () => {
  world = await createTestWorld('portfolio');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Showing');
  ({ handle } = await world.owner
    .updateTable('creator_profiles')
    .set({ published_at: new Date() })
    .where('org_id', '=', creator.orgId)
    .returning('handle')
    .executeTakeFirstOrThrow());
}, 120_000);
afterAll(() => world?.close());

const upload = (name: string, bytes: Buffer, declared = 'image/png', actor = creator) =>
  receiveWork(world.as(actor), { name, declared, body: Readable.from([bytes]) });
const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
const titles = async (actor: OrgActor) => (await worksOfCreator(world.as(actor), { handle })).map(({ title }) => title);

test('works are checked as every upload is, shown in their order with the pinned ones first, and kept from others', async () => {
  const first = await upload('autumn_menu.png', drawnPicture(1));
  expect(first).toMatchObject({ title: 'autumn menu', pinned: false, mime: 'image/png' });
  expect((await upload('again.png', drawnPicture(1))).id).toBe(first.id);
  for (const n of [2, 3, 4]) await upload(`${n}.png`, drawnPicture(n));
  expect(await code(upload('fake.png', Buffer.from('<html>no picture</html>')))).toBe('file.mismatch');
  expect(await code(upload('notes.pdf', Buffer.from('%PDF-1.7'), 'application/pdf'))).toBe('file.type');
  expect(await code(upload('brand.png', drawnPicture(5), 'image/png', brand))).toBe('auth.wrong_account_type');
  expect(await titles(brand)).toEqual(['autumn menu', '2', '3', '4']);

  const works = await myWorks(world.as(creator));
  const ids = works.map(({ id }) => id).toReversed();
  await arrangeWorks(world.as(creator), { ids });
  expect(await titles(brand)).toEqual(['4', '3', '2', 'autumn menu']);
  expect(await code(arrangeWorks(world.as(creator), { ids: ids.slice(1) }))).toBe('state.changed');
  for (const id of ids.slice(1)) await pinWork(world.as(creator), { id, pinned: true });
  expect(await titles(brand)).toEqual(['3', '2', 'autumn menu', '4']);
  expect(await code(pinWork(world.as(creator), { id: ids[0]!, pinned: true }))).toBe('portfolio.pins');

  expect((await findWork(world.as(brand), { id: first.id })).name).toBe('autumn_menu.png');
  await blockOrg(world.as(creator), { orgId: brand.orgId });
  expect(await code(findWork(world.as(brand), { id: first.id }))).toBe('not_found');
  await unblockOrg(world.as(creator), { orgId: brand.orgId });
  const show = (at: Date | null) =>
    world.owner.updateTable('creator_profiles').set({ published_at: at }).where('handle', '=', handle).execute();
  await show(null);
  expect(await code(findWork(world.as(brand), { id: first.id }))).toBe('not_found');
  expect(await code(findWork(world.as(creator), { id: first.id }))).toBe('done');
  await show(new Date());
});

test('a link leads to a public page, and texts hold nothing that moderation would hold', async () => {
  const [{ id } = { id: '' }] = await myWorks(world.as(creator));
  const change = (set: object) =>
    changeWork(world.as(creator), { id, title: 'Menu', link: '', brand: 'Lumen', ...set });
  const [changed] = await change({ link: 'instagram.com/p/abc' });
  expect(changed).toMatchObject({ title: 'Menu', brand: 'Lumen', link: 'https://instagram.com/p/abc' });
  for (const link of ['http://127.0.0.1/x', 'https://user@a.example', 'https://a.example:8443/', 'javascript:alert(1)'])
    expect([link, await code(change({ link }))]).toEqual([link, 'portfolio.link']);
  expect(await code(change({ title: 'Call +33 6 12 34 56 78' }))).toBe('portfolio.text_not_allowed');
  expect(await code(changeWork(world.as(brand), { id, title: 'x', link: '', brand: '' }))).not.toBe('done');
});

test('the file of a work that is taken out is deleted, and erasing the person deletes every work', async () => {
  const [{ id } = { id: '' }] = await myWorks(world.as(creator));
  const { file_id: fileId } = await world.owner
    .selectFrom('portfolio_works')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await removeWork(world.as(creator), { id });
  await world.owner
    .updateTable('files')
    .set({ created_at: new Date(Date.now() - 24 * 3_600_000) })
    .execute();
  await sweepUploads(world.system());
  const states = await world.owner.selectFrom('files').select(['id', 'state']).execute();
  expect(states.find((file) => file.id === fileId)?.state).toBe('rejected');
  expect(states.filter(({ state }) => state === 'ready')).toHaveLength(3);
  await withTx(world.system(), (tx) => register.erase!(tx, { userId: creator.userId, name: 'Deleted' }));
  expect(await world.owner.selectFrom('portfolio_works').selectAll().execute()).toEqual([]);
});

test('the name of a file becomes a title, and an order names each work once', () => {
  expect(titleOf('autumn_menu-final.mp4')).toBe('autumn menu final');
  expect(titleOf('.png')).toBe('Work');
  expect(sameIds(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(sameIds(['a', 'a'], ['a', 'b'])).toBe(false);
});
