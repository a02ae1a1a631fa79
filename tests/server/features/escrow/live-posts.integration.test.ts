import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../server/core/ids.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { decidePost, endDecision } from '../../../../server/features/publications/decide.ts';
import { savePost } from '../../../../server/features/publications/link.ts';
import { dealPosts } from '../../../../server/features/publications/service.ts';
import { codeOf } from '../../../support/refused.ts';
import { dealActs } from './deal-acts.ts';
import type { MoneyWorld } from './deal-kit.ts';
import { ALL_LIVE, createLiveWorld, SPLIT, type LiveWorld, type Waiting } from './live-kit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: MoneyWorld;
let live: LiveWorld;
beforeAll(async () => {
  live = await createLiveWorld('live_posts');
  ({ world } = live);
}, 120_000);
afterAll(() => live?.close());

const { breaches } = dealActs(() => world);

const postOf = async (deal: Waiting) =>
  (await dealPosts(world.as(deal.brand, { clock: deal.clock }), deal)).milestones[0]!.post!;
const moneyOf = async (deal: Waiting) => (await dealFor(world.as(deal.brand, { clock: deal.clock }), deal)).balances;
const letCount = async (deal: Waiting, live = true): Promise<string> => {
  const { id: publicationId, version } = await postOf(deal);
  return codeOf(decidePost(world.as(deal.brand, { clock: deal.clock }), { publicationId, version, live }));
};
const lookAfter = (deal: Waiting, after = DAY): Promise<string> => {
  deal.after(after);
  return deal.look();
};
const signed = (handle: string, connected = false) => ({
  accounts: [{ platform: 'instagram' as const, handle, connected }],
});
const old = { published_at: new Date(Date.now() - 3 * DAY).toISOString() };
const text = 'Three drinks. Collaboration commerciale';

test('a post from before the contract was signed pays nothing: its money goes back, also when the brand does not answer', async () => {
  const deal = await live.waiting(ALL_LIVE);
  await deal.publish();
  await deal.show(old);
  expect(await lookAfter(deal, HOUR)).toBe('published_before');
  let state = await deal.settle();
  expect(state).toMatch(/awaiting_live/u);
  expect(await postOf(deal)).toMatchObject({ state: 'failing', outcome: 'published_before', liveBySilence: false });
  expect(new Date((await postOf(deal)).detail!).getTime()).toBeLessThan(Date.now() - DAY);
  expect(await moneyOf(deal)).toMatchObject({ held: 40_000, released: 0 });
  for (let days = 0; days < 30 && state !== 'refunded'; days += 1) {
    deal.after(DAY);
    state = await deal.settle();
  }
  expect(await moneyOf(deal)).toMatchObject({ released: 0, refunded: 40_000 });
  for (const org of [deal.brand, deal.creator])
    expect(
      await world.owner
        .selectFrom('notices')
        .select('id')
        .where('org_id', '=', org.orgId)
        .where('kind', '=', 'post_published_before')
        .execute(),
    ).toHaveLength(1);
  expect(await breaches()).toEqual([]);
}, 60_000);

test('an older post that is replaced by a new one is paid; one that the brand lets count is, and its text and label count further', async () => {
  const replaced = await live.waiting(ALL_LIVE);
  await replaced.publish();
  await replaced.show(old);
  expect(await lookAfter(replaced, HOUR)).toBe('published_before');
  await replaced.show({ id: `${replaced.post}new`, published_at: new Date().toISOString() });
  const { version } = await postOf(replaced);
  const url = `https://www.instagram.com/p/${replaced.post}new/`;
  await savePost(world.as(replaced.creator, { clock: replaced.clock }), { ...replaced, url, version });
  expect(await lookAfter(replaced, HOUR)).toBe('live');
  expect(await replaced.settle()).toBe('released');

  const deal = await live.waiting(SPLIT);
  await deal.publish();
  await deal.show(old);
  expect(await lookAfter(deal, HOUR)).toBe('published_before');
  expect(await letCount(deal)).toBe('done');
  expect(await deal.settle()).toBe('retention');
  expect(await lookAfter(deal)).toBe('live');
  await deal.show({ text: `Another drink. ${text}` });
  expect(await lookAfter(deal)).toBe('changed');
  await deal.show({ text: 'Three drinks' });
  expect(await lookAfter(deal)).toBe('no_disclosure');
  expect(await moneyOf(deal)).toMatchObject({ released: 32_000, held: 8_000 });
  expect(await breaches()).toEqual([]);
}, 60_000);

test('the post of an account that was entered after the signature is paid only once the brand has decided', async () => {
  const deal = await live.waiting(SPLIT, signed('zoe'));
  await deal.publish();
  expect(await lookAfter(deal, HOUR)).toBe('unclear');
  expect(await deal.settle()).toMatch(/awaiting_live/u);
  expect(await postOf(deal)).toMatchObject({
    state: 'undecided',
    outcome: 'unclear',
    detail: 'account',
    liveBySilence: true,
  });
  expect(await moneyOf(deal)).toMatchObject({ released: 20_000, held: 20_000 });
  expect(await letCount(deal)).toBe('done');
  expect(await deal.settle()).toBe('retention');
  expect(await lookAfter(deal)).toBe('live');
  await deal.show({ text: `Another drink. ${text}` });
  expect(await lookAfter(deal), 'only the account was decided about').toBe('changed');

  const silent = await live.waiting(ALL_LIVE, signed('zoe'));
  await silent.publish();
  expect(await lookAfter(silent, HOUR)).toBe('unclear');
  const { id, decideUntil } = await postOf(silent);
  expect(decideUntil!.getTime() - silent.clock.now().getTime()).toBe(72 * HOUR);
  silent.clock.set(decideUntil!);
  expect(await endDecision(world.system(silent.clock), { id })).toMatchObject({ done: true, state: 'live' });
  expect(await silent.settle()).toBe('released');

  const [zoe, mia] = [signed('zoe').accounts, signed('mia').accounts];
  const between = await live.waiting(ALL_LIVE, { accounts: [...zoe, ...mia], accountsSeen: zoe });
  await between.publish();
  await between.show({ handle: 'mia' });
  expect(await lookAfter(between, HOUR), 'entered between the signatures').toBe('unclear');
  expect(await postOf(between)).toMatchObject({ state: 'undecided', detail: 'account' });
  await between.show({ handle: 'zoe' });
  expect(await lookAfter(between)).toBe('live');
  expect(await breaches()).toEqual([]);
}, 60_000);

test('what the brand did not let count is paid once a look finds it live, and is not shown as decided by the brand then', async () => {
  const deal = await live.waiting(ALL_LIVE, signed('zoe'));
  await deal.publish();
  expect(await lookAfter(deal, HOUR)).toBe('unclear');
  expect(await letCount(deal, false)).toBe('done');
  expect(await postOf(deal)).toMatchObject({ state: 'failing', decidedBy: 'brand' });
  expect(await deal.settle()).toMatch(/awaiting_live/u);
  await deal.show({ handle: 'zoe' });
  expect(await lookAfter(deal)).toBe('live');
  expect(await postOf(deal)).toMatchObject({ state: 'watching', decidedBy: null });
  expect(await deal.settle()).toBe('released');

  const replaced = await live.waiting(ALL_LIVE, signed('zoe'));
  await replaced.publish();
  expect(await lookAfter(replaced, HOUR)).toBe('unclear');
  expect(await letCount(replaced, false)).toBe('done');
  const { version } = await postOf(replaced);
  const url = `https://www.instagram.com/p/${replaced.post}new/`;
  await savePost(world.as(replaced.creator, { clock: replaced.clock }), { ...replaced, url, version });
  expect(await postOf(replaced)).toMatchObject({ state: 'watching', outcome: null, decidedBy: null });
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a name that is changed in the profile makes no post of another account live; an account that was connected since does', async () => {
  const deal = await live.waiting(ALL_LIVE, signed('zoe'));
  await deal.publish();
  await deal.show({ handle: 'somebody.else' });
  expect(await lookAfter(deal, HOUR)).toBe('wrong_author');
  await deal.show({ handle: 'zoe' });
  expect(await lookAfter(deal), 'the account of the signature').toBe('live');
  expect(await deal.settle()).toBe('released');

  const proven = await live.waiting(ALL_LIVE, signed('maya.proven', true));
  await proven.publish();
  expect(await lookAfter(proven, HOUR), 'one that is only entered, beside a proven one').toBe('wrong_author');
  await proven.show({ handle: 'maya.other' });
  await connect(proven, 'Maya.Other');
  expect(await lookAfter(proven), 'connected since the link was given').toBe('live');
  expect(await proven.settle()).toBe('released');
  await world.owner
    .updateTable('social_connections')
    .set({ state: 'ending' })
    .where('org_id', '=', proven.creator.orgId)
    .execute();
  expect(await lookAfter(proven), 'disconnected since it was found live').toBe('live');
  expect(await breaches()).toEqual([]);
}, 60_000);

async function connect({ creator }: Waiting, handle: string): Promise<void> {
  const now = new Date();
  const id = newId();
  const account = { network: 'instagram', kind: 'public', state: 'consent_needed', handle, name: 'Maya' } as const;
  await world.owner.transaction().execute(async (db) => {
    await db
      .insertInto('workflow_outbox')
      .values({
        dedupe_key: `start:social-account/${id}`,
        kind: 'start',
        workflow_id: `social-account/${id}`,
        workflow_type: 'accountSync',
        task_queue: 'discovery',
        payload: JSON.stringify({ id }),
      })
      .execute();
    const dates = { created_at: now, updated_at: now };
    await db
      .insertInto('social_connections')
      .values({ id, org_id: creator.orgId, ...account, url: 'https://www.instagram.com/maya/', ...dates })
      .execute();
  });
}
