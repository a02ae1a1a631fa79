import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { creatorPage } from '../../../../server/features/creators/page.ts';
import { expandNotices } from '../../../../server/features/notifications/expander.ts';
import { notifyAll } from '../../../../server/features/notifications/notify.ts';
import { readAvatar, removeAvatar, saveAvatar, sweepAvatars } from '../../../../server/features/privacy/avatar.ts';
import { personalSettings, saveIdentity, saveNotices, setHidden } from '../../../../server/features/privacy/profile.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { webp } from '../content/samples.ts';

let world: TestWorld;
let maya: OrgActor;
let brand: OrgActor;
beforeAll(async () => {
  world = await createTestWorld('profile');
  maya = await createOrg(world, 'creator', 'Maya Laurent');
  brand = await createOrg(world, 'brand', 'Lumen');
});
afterAll(() => world?.close());

const refused = (code: string) => expect.objectContaining({ code }) as unknown as Error;
const rowOf = (actor: OrgActor) =>
  world.owner
    .selectFrom('profiles')
    .select(['avatar', 'display_name', 'locale', 'time_zone'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();

describe('the picture', () => {
  it('replaces the one before, is read by others who are signed in, and can be removed', async () => {
    const first = await saveAvatar(world.as(maya), webp(512, 512));
    const { avatar: firstName } = await rowOf(maya);
    expect(first.avatarUrl).toBe(`/files/avatars/${firstName}`);
    await saveAvatar(world.as(maya), webp(256, 256));
    const { avatar } = await rowOf(maya);
    const read = await readAvatar(world.as(brand), avatar!);
    expect(read.mime).toBe('image/webp');
    expect(await buffer(read.stream)).toEqual(webp(256, 256));
    await expect(readAvatar(world.as(brand), firstName!), 'the old picture is gone').rejects.toEqual(
      refused('not_found'),
    );
    await removeAvatar(world.as(maya));
    expect((await rowOf(maya)).avatar).toBeNull();
    await expect(readAvatar(world.as(brand), avatar!)).rejects.toEqual(refused('not_found'));
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'file.empty'],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'file.type'],
    ['a drawing in code', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file.type'],
    ['more than 512 kB', Buffer.concat([webp(512, 512), Buffer.alloc(512 * 1024)]), 'file.too_large'],
    ['more than 512 px', webp(513, 513), 'file.mismatch'],
    ['no square', webp(512, 300), 'file.mismatch'],
    ['one with EXIF', webp(512, 512, 8), 'file.mismatch'],
    ['one with XMP', webp(512, 512, 4), 'file.mismatch'],
    ['cut off', webp(512, 512).subarray(0, -4), 'file.damaged'],
    ['damaged inside', Buffer.concat([webp(512, 512).subarray(0, 34), Buffer.alloc(40)]), 'file.damaged'],
    [
      'a JPEG with EXIF',
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 8]),
        Buffer.from('Exif\0\0'),
        Buffer.from([0xff, 0xc0, 0, 17, 8, 1, 0, 1, 0, 3, 0, 0, 0]),
      ]),
      'file.mismatch',
    ],
  ])('is refused when it is %s', async (_, bytes, code) => {
    await expect(saveAvatar(world.as(maya), bytes)).rejects.toEqual(refused(code));
    expect((await rowOf(maya)).avatar).toBeNull();
  });

  it('leaves no file behind when a process ends in between, storage refuses to remove, or the person goes', async () => {
    const { owner, integrations } = world;
    const lea = await createOrg(world, 'creator', 'Lea Leftover');
    const stored: string[] = [];
    const failing = (step: 'before' | 'after' | 'remove') => ({
      ...world.as(lea),
      integrations: {
        ...integrations,
        storage: {
          ...integrations.storage,
          async put(...args: Parameters<typeof integrations.storage.put>) {
            stored.push(args[0]);
            if (step === 'before') throw new Error('killed');
            const done = await integrations.storage.put(...args);
            if (step === 'after') throw new Error('killed');
            return done;
          },
          remove: async () => Promise.reject(new Error('storage is away')),
        },
      },
    });
    const later = () => ({ ...world.system(), clock: { now: () => new Date(Date.now() + 3_700_000) } });
    const there = async (key: string) =>
      integrations.storage.get(key).then(
        (stream) => (stream.destroy(), true),
        () => false,
      );

    await expect(saveAvatar(failing('before'), webp(64, 64))).rejects.toThrow('killed');
    await expect(saveAvatar(failing('after'), webp(64, 64))).rejects.toThrow('killed');
    expect((await rowOf(lea)).avatar, 'nothing half done is shown').toBeNull();
    await sweepAvatars(world.system());
    expect(await there(stored[1]!), 'one that is under way is left alone').toBe(true);
    expect(await sweepAvatars(later())).toBe(2);
    expect(await there(stored[1]!)).toBe(false);

    await saveAvatar(world.as(lea), webp(64, 64));
    const { avatar: first } = await rowOf(lea);
    await saveAvatar(failing('remove'), webp(128, 128));
    expect(await there(`avatars/${first}`), 'it could not be removed').toBe(true);
    expect(await sweepAvatars(world.system())).toBe(1);
    expect(await there(`avatars/${first}`)).toBe(false);
    const { avatar: second } = await rowOf(lea);
    expect(await there(`avatars/${second}`), 'what is shown stays').toBe(true);

    await sql`select erase_person(${lea.userId}, 'Deleted account')`.execute(world.worker);
    expect(
      await owner.selectFrom('avatar_files').select(['user_id', 'state']).where('name', '=', second!).execute(),
    ).toEqual([{ user_id: null, state: 'leftover' }]);
    expect(await sweepAvatars(world.system())).toBe(1);
    expect(await there(`avatars/${second}`)).toBe(false);
    expect(await owner.selectFrom('avatar_files').select('name').where('state', '<>', 'shown').execute()).toEqual([]);
  });

  it('that cannot be removed does not keep other unused ones', async () => {
    const names = ['stuck.webp', 'other.webp'];
    await world.owner
      .insertInto('avatar_files')
      .values(names.map((name, n) => ({ name, user_id: null, state: 'leftover', claimed_at: new Date(n) })))
      .execute();
    const { storage } = world.integrations;
    const stuck = {
      ...storage,
      remove: async (key: string) =>
        key.includes('stuck') ? Promise.reject(new Error('denied')) : storage.remove(key),
    };
    expect(await sweepAvatars({ ...world.system(), integrations: { ...world.integrations, storage: stuck } })).toBe(1);
    expect(await world.owner.selectFrom('avatar_files').select('name').where('name', 'in', names).execute()).toEqual([
      { name: 'stuck.webp' },
    ]);
    expect(await sweepAvatars(world.system())).toBe(1);
  });

  it('that was cleared away before it could be shown is refused, and the one before stays', async () => {
    const slow = await createOrg(world, 'creator', 'Slow Sender');
    const { storage } = world.integrations;
    await saveAvatar(world.as(slow), webp(64, 64));
    const { avatar } = await rowOf(slow);
    const swept = {
      ...storage,
      put: async (...args: Parameters<typeof storage.put>) =>
        storage
          .put(...args)
          .finally(() =>
            world.owner.updateTable('avatar_files').set({ state: 'leftover' }).where('state', '=', 'claimed').execute(),
          ),
    };
    await expect(
      saveAvatar({ ...world.as(slow), integrations: { ...world.integrations, storage: swept } }, webp(128, 128)),
    ).rejects.toEqual(refused('state.changed'));
    expect((await rowOf(slow)).avatar).toBe(avatar);
  });

  it('is found under names of ours alone', async () => {
    for (const name of ['../exports/a.zip', 'x.webp', 'a.svg', ''])
      await expect(readAvatar(world.as(brand), name)).rejects.toEqual(refused('not_found'));
  });
});

it('a creator’s new name is the name others see; a brand keeps its own beside the person’s', async () => {
  await saveIdentity(world.as(maya), { displayName: 'Maya L.', locale: 'fr', timeZone: 'America/Toronto' });
  expect(await rowOf(maya)).toMatchObject({ display_name: 'Maya L.', locale: 'fr', time_zone: 'America/Toronto' });
  await saveIdentity(world.as(brand), { displayName: 'Nadia', locale: 'en', timeZone: 'UTC' });
  const names = await world.owner
    .selectFrom('orgs')
    .select(['id', 'name'])
    .where('id', 'in', [maya.orgId, brand.orgId])
    .execute();
  expect(Object.fromEntries(names.map(({ id, name }) => [id, name]))).toEqual({
    [maya.orgId]: 'Maya L.',
    [brand.orgId]: 'Lumen',
  });
  await expect(
    saveIdentity(world.as(maya), { displayName: 'Maya', locale: 'fr', timeZone: 'Mars/Olympus' }),
  ).rejects.toEqual(refused('input.invalid'));
});

it('what is switched off is not delivered there, everything else is, and money always is', async () => {
  await saveNotices(world.as(maya), { off: ['offers.mail', 'messages.app', 'messages.mail'] });
  expect((await personalSettings(world.as(maya))).noticesOff).toEqual(['offers.mail', 'messages.app', 'messages.mail']);
  // A cell that the matrix does not have, written past it, changes nothing.
  await world.owner
    .updateTable('profiles')
    .set((eb) => ({ notices_off: eb.fn('array_append', ['notices_off', eb.val('money.mail')]) as never }))
    .where('id', '=', maya.userId)
    .execute();
  const kinds = ['offer_received', 'message_received', 'payout_paid', 'contract_signed'] as const;
  await notifyAll(
    world.system(),
    kinds.map((kind) => ({ orgId: maya.orgId, kind, data: {}, link: '/', key: kind })),
  );
  await expandNotices(world.system());
  const shown = await world.owner
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', maya.userId)
    .execute();
  const mailed = await world.owner.selectFrom('mails').select('template').where('user_id', '=', maya.userId).execute();
  expect(shown.map((n) => n.kind).sort()).toEqual(['contract_signed', 'offer_received', 'payout_paid']);
  expect(mailed.map((m) => m.template).sort()).toEqual(['contract_signed', 'payout_paid']);
});

it('a hidden creator is not there for strangers, and still there for a brand with an application of hers', async () => {
  const { handle } = await world.owner
    .selectFrom('creator_profiles')
    .select('handle')
    .where('org_id', '=', maya.orgId)
    .executeTakeFirstOrThrow();
  const page = (actor: OrgActor) => creatorPage(world.as(actor), { handle });
  await expect(page(brand)).resolves.toMatchObject({ profile: { handle } });
  await expect(setHidden(world.as(maya), { hidden: true })).resolves.toMatchObject({ hidden: true });
  await expect(page(brand)).rejects.toEqual(refused('not_found'));
  await expect(page(maya)).resolves.toMatchObject({ profile: { handle } });
  const campaignId = '019aa000-0000-7000-8000-00000000c001';
  await world.owner
    .insertInto('campaigns')
    .values({ id: campaignId, brand_org: brand.orgId, state: 'live', created_by: brand.userId })
    .execute();
  await world.owner
    .insertInto('applications')
    .values({
      id: '019aa000-0000-7000-8000-00000000a001',
      campaign_id: campaignId,
      brand_org: brand.orgId,
      creator_org: maya.orgId,
      state: 'submitted',
      pitch: 'Hello',
      price: 1,
      currency: 'EUR',
      created_by: maya.userId,
    })
    .execute();
  await expect(page(brand)).resolves.toMatchObject({ profile: { handle } });
  await setHidden(world.as(maya), { hidden: false });
  await expect(page(await createOrg(world, 'brand', 'Other'))).resolves.toMatchObject({ profile: { handle } });
});
