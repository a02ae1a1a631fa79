import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppError } from '../../../../server/core/errors.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { publishCreatorProfile, saveCreatorProfile } from '../../../../server/features/creators/service.ts';
import { applyToCampaign } from '../../../../server/features/campaigns/applying.ts';
import { openCampaign } from '../../../../server/features/campaigns/market.ts';
import { createDraft, saveDraft } from '../../../../server/features/campaigns/drafts.ts';
import { publishCampaign } from '../../../../server/features/campaigns/service.ts';
import { confirmAge } from '../../../../server/features/privacy/age.ts';
import { briefOf } from '../../../support/brief.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('age');
});
afterAll(() => world?.close());

const refused = (code: string) => expect.objectContaining({ code }) as unknown as AppError;
const today = steppedClock(new Date('2026-11-21T09:00:00Z'));

it('a creator of unknown age publishes and applies only after saying a birth date, of which the year alone is kept', async () => {
  const brand = await createOrg(world, 'brand', 'Bask');
  const draft = await createDraft(world.as(brand));
  const saved = await saveDraft(world.as(brand), {
    campaignId: draft.id,
    step: 6,
    version: draft.version,
    patch: briefOf(40_000),
  });
  await publishCampaign(world.as(brand), { campaignId: draft.id, version: saved.version, publishAt: null });

  const maya = await createOrg(world, 'creator', 'Maya', { adult: false });
  await world.owner
    .updateTable('creator_profiles')
    .set({ published_at: null, birth_year: null })
    .where('org_id', '=', maya.orgId)
    .execute();
  await saveCreatorProfile(world.as(maya), {
    handle: 'maya.age',
    headline: 'Breakfast',
    bio: '',
    city: 'Lyon',
    country: 'FR',
    niches: [],
    languages: [],
    platforms: [{ platform: 'instagram', url: 'https://instagram.com/maya', followers: 10, engagementBps: 0 }],
    rates: [],
  });
  const application = { campaignId: draft.id, pitch: 'I shoot breakfast places every week.', price: 40_000, links: [] };
  await expect(publishCreatorProfile(world.as(maya))).rejects.toEqual(refused('auth.age_unknown'));
  await expect(applyToCampaign(world.as(maya), application)).rejects.toEqual(refused('auth.age_unknown'));
  await expect(openCampaign(world.as(maya), { campaignId: draft.id }), 'looking around is free').resolves.toMatchObject(
    { can: { apply: true } },
  );

  await expect(
    confirmAge(world.as(maya, { clock: today }), { birthDate: '2008-11-22' }),
    'eighteen tomorrow',
  ).rejects.toEqual(refused('auth.age_required'));
  await expect(confirmAge(world.as(maya, { clock: today }), { birthDate: '2031-01-01' })).rejects.toEqual(
    refused('input.invalid'),
  );
  const row = () =>
    world.owner
      .selectFrom('creator_profiles')
      .select(['birth_year', 'adult_confirmed_at'])
      .where('org_id', '=', maya.orgId)
      .executeTakeFirstOrThrow();
  expect(await row(), 'a refused date leaves nothing behind').toEqual({ birth_year: null, adult_confirmed_at: null });

  await confirmAge(world.as(maya, { clock: today }), { birthDate: '2008-11-21' });
  expect(await row()).toEqual({ birth_year: 2008, adult_confirmed_at: today.now() });
  const audited = await world.owner
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', 'creator.age_confirmed')
    .execute();
  expect(JSON.stringify(audited)).not.toContain('2008');
  await publishCreatorProfile(world.as(maya));
  await applyToCampaign(world.as(maya), application);
});
