import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { isAppError } from '../../server/core/errors.ts';
import { workCounts } from '../../server/features/home/service.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { checkNow, decidePost } from '../../server/features/publications/decide.ts';
import { savePost } from '../../server/features/publications/link.ts';
import type { PublicationDto } from '../../server/features/publications/schema.ts';
import { dealPosts, toPost } from '../../server/features/publications/service.ts';
import { createGuardedFetch } from '../../server/integrations/fetch/guarded.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { insertDealRows, type DealRows } from '../support/deal-rows.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { withSocial } from '../support/social.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

const DAY = 24 * 3_600_000;
let world: TestWorld;
let runtime: WorkerRuntime;
let box: Awaited<ReturnType<typeof withSocial>>;
let brand: OrgActor;
let creator: OrgActor;
let deal: DealRows;

beforeAll(async () => {
  world = await createTestWorld('wf_publications');
  box = await withSocial(world);
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  deal = await insertDealRows(world, brand, creator, 'approved', {}, { clockPolicy: 'standard' });
  await world.owner
    .updateTable('milestones')
    .set({ approved_at: new Date() })
    .where('id', '=', deal.milestoneId)
    .execute();
  const now = new Date();
  const account = {
    id: newId(),
    org_id: creator.orgId,
    network: 'instagram',
    kind: 'public',
    state: 'consent_needed',
    handle: 'maya',
    name: 'Maya',
    url: 'https://www.instagram.com/maya/',
    created_at: now,
    updated_at: now,
  } as const;
  await world.owner.transaction().execute(async (db) => {
    await db
      .insertInto('workflow_outbox')
      .values({
        dedupe_key: `start:social-account/${account.id}`,
        kind: 'start',
        workflow_id: `social-account/${account.id}`,
        workflow_type: 'accountSync',
        task_queue: 'discovery',
        payload: JSON.stringify({ id: account.id }),
      })
      .execute();
    await db.insertInto('social_connections').values(account).execute();
  });
  runtime = await startTestWorker(world);
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
  await box?.close();
});

const publish = (more: object) =>
  box.command('posts', { network: 'instagram', id: 'Cpost00001', handle: 'maya', ...more });
const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
const give = (url: string, version: number | null = null) =>
  savePost(world.as(creator), { milestoneId: deal.milestoneId, url, version });
const current = async (who = brand): Promise<PublicationDto> =>
  (await dealPosts(world.as(who), { contractId: deal.contractId })).milestones[0]!.post!;

/** The next look is due now; `linkedAgo` lets all looks before it be over. */
async function lookNow(linkedAgo?: number): Promise<void> {
  const { id, version } = await current();
  await world.owner
    .updateTable('publications')
    .set({
      next_check_at: new Date(Date.now() - 1_000),
      ...(linkedAgo ? { linked_at: new Date(Date.now() - linkedAgo) } : {}),
    })
    .where('id', '=', id)
    .execute();
  await withTx(world.system(), (tx) =>
    signalWorkflow(tx, 'publicationCheck', id, 'due', `${id}:${version}:${newId()}`),
  );
}
const until = async (what: string, seen: Partial<PublicationDto>): Promise<PublicationDto> => {
  await eventually(what, async () => {
    const post = (await current()) as unknown as Record<string, unknown>;
    return Object.entries(seen).every(([key, value]) => post[key] === value);
  });
  return current();
};
const kinds = async (actor: OrgActor): Promise<string[]> =>
  (
    await world.owner
      .selectFrom('notices')
      .select('kind')
      .where('org_id', '=', actor.orgId)
      .where(sql<boolean>`kind like 'post_%'`)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind);

test('a post is looked at to its last look; a removal is seen by both sides, a silent page is never one', async () => {
  expect((await toPost(world.as(creator), { limit: 5 })).items).toMatchObject([{ state: null }]);
  expect(await workCounts(world.as(creator))).toMatchObject({ toPost: 1 });
  expect(await code(give('https://www.instagram.com/mia/p/Cpost00001/'))).toBe('publication.other_account');
  expect(await code(give('https://www.tiktok.com/@maya/video/7312345678901234567'))).toBe('publication.other_network');
  expect(await code(give('https://10.0.0.8/p/x'))).toBe('publication.not_public');
  const { fetch } = world.integrations;
  world.integrations.fetch = createGuardedFetch({ resolve: async () => ['10.0.0.8'] });
  expect(await code(give('https://maya.blog/2027/autumn')), 'its name leads inward').toBe('publication.not_public');
  world.integrations.fetch = fetch;
  expect(await code(give('https://maya.blog/?mail=maya@maya.example'))).toBe('publication.contact');
  expect(await code(give('https://maya.blog/caf%E9/?mail=maya%40maya.example')), 'bytes that are no UTF-8').toBe(
    'publication.contact',
  );
  for (const [link, refusal] of [
    ['my newest reel', 'not_a_link'],
    ['https://www.instagram.com/maya/', 'no_post'],
    ['https://www.instagram.com/stories/maya/123/', 'story'],
    ['https://vm.tiktok.com/ZMabc/', 'short_link'],
  ] as const)
    expect(await code(give(link))).toBe(`publication.${refusal}`);

  await publish({ text: 'Three drinks' });
  await give('https://instagram.com/p/Cpost00001');
  expect(await code(give('https://instagram.com/p/Cother0001', 9))).toBe('state.changed');
  expect(await current()).toMatchObject({ state: 'watching', outcome: null });
  await lookNow();
  const unlabeled = await until('the missing label', { state: 'failing', outcome: 'no_disclosure' });
  // No look has passed: the link may be replaced, and looks begin anew.
  await give('https://instagram.com/p/Cother0001', unlabeled.version);
  const other = await until('the new link', { state: 'watching', outcome: null });
  await give('https://instagram.com/p/Cpost00001', other.version);

  await publish({ text: 'Three drinks. Collaboration commerciale' });
  await lookNow();
  const live = await until('the first pass', { state: 'watching', outcome: 'live' });
  const judged = { publicationId: live.id, version: live.version, live: false };
  expect(await code(decidePost(world.as(brand), judged)), 'a look has judged it').toBe('publication.nothing_to_decide');
  expect(await code(give('https://instagram.com/p/Cother0001', live.version))).toBe('publication.checked');
  expect((await toPost(world.as(creator), { limit: 5 })).items).toEqual([]);

  await publish({ page: 'broken' });
  for (const n of [1, 2]) {
    await lookNow();
    await eventually(`try ${n}`, async () => (await current()).checks.length === 2 + n);
    expect(await current()).toMatchObject({ state: 'watching', outcome: 'unreachable' });
  }
  await lookNow();
  const asked = await until('the decision', { state: 'undecided', outcome: 'unreachable' });
  expect(await code(decidePost(world.as(brand), { publicationId: asked.id, version: 1, live: true }))).toBe(
    'state.changed',
  );
  await decidePost(world.as(brand), { publicationId: asked.id, version: asked.version, live: false });
  expect((await toPost(world.as(creator), { limit: 5 })).items).toMatchObject([{ state: 'failing' }]);

  await publish({ page: 'shown' });
  await world.owner
    .updateTable('publications')
    .set({ checked_at: new Date(Date.now() - DAY) })
    .execute();
  await checkNow(world.as(creator), { publicationId: asked.id });
  await until('its return', { state: 'watching', outcome: 'live' });
  expect(await code(checkNow(world.as(brand), { publicationId: asked.id }))).toBe('publication.just_checked');

  await publish({ page: 'gone' });
  await lookNow();
  await until('the removal', { state: 'failing', outcome: 'removed' });
  await lookNow(8 * DAY);
  const last = await until('the last look', { state: 'undecided', outcome: 'removed' });
  await world.owner
    .updateTable('publications')
    .set({ decide_until: new Date(Date.now() - 1_000) })
    .execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'publicationCheck', last.id, 'due', newId()));
  await until('the end', { state: 'kept', decidedBy: 'deadline' });
  await eventually(
    'the end of the workflow',
    async () => (await statusOf(runtime, `publication/${last.id}`)) === 'COMPLETED',
  );
  await recordHistory(runtime.client, `publication/${last.id}`, 'publication-kept-after-removal');

  for (const side of [brand, creator])
    expect(await kinds(side)).toEqual(
      expect.arrayContaining(['post_no_disclosure', 'post_live', 'post_question', 'post_removed']),
    );
  expect(await kinds(creator)).toContain('post_refused');
  const events = await world.owner.selectFrom('escrow_events').select('type').orderBy('seq').execute();
  expect(events.map(({ type }) => type)).toEqual([
    'post_linked',
    'post_no_disclosure',
    'post_linked',
    'post_linked',
    'post_live',
    'post_question',
    'post_refused',
    'post_live',
    'post_removed',
    'post_accepted',
  ]);
});

test('a link before the delivery is refused, and names nothing', async () => {
  const { contractId, milestoneId } = await insertDealRows(world, brand, creator, 'funded');
  const url = 'https://www.instagram.com/p/Cearly0001/';
  expect(await code(savePost(world.as(creator), { milestoneId, url, version: null }))).toBe('publication.too_early');
  expect((await dealPosts(world.as(brand), { contractId })).milestones).toEqual([]);
});

test('two first links at one moment are one post, and the later one is refused as a change', async () => {
  const { contractId, milestoneId } = await insertDealRows(world, brand, creator, 'approved');
  await world.owner.updateTable('milestones').set({ approved_at: new Date() }).where('id', '=', milestoneId).execute();
  const link = (id: string) =>
    code(savePost(world.as(creator), { milestoneId, url: `https://www.instagram.com/p/${id}/`, version: null }));
  const answers = await Promise.all(['Cfirst0001', 'Csecond001'].map(link));
  expect(answers.toSorted()).toEqual(['done', 'state.changed']);
  expect((await dealPosts(world.as(brand), { contractId })).milestones[0]?.post).not.toBeNull();
});
