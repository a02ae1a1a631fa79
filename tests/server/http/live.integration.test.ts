import { sql } from 'kysely';
import { serialize } from '../../../server/core/wire.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../server/core/ids.ts';
import { cookiesOf, startTestSite, type TestSite } from '../../support/http.ts';

const PASSWORD = 'steady-harbour-light';
let running: TestSite;
let people = 0;
beforeAll(async () => {
  running = await startTestSite('live');
});
afterAll(() => running?.close());

const taken = (): number => running.live.connections.open;
const signIn = async (email: string) =>
  cookiesOf(await running.post('/api/auth/sign-in/email', { email, password: PASSWORD }));
const signOut = async (cookie: string) =>
  expect((await running.post('/api/auth/sign-out', {}, { headers: { cookie } })).statusCode).toBe(200);
const act = (procedure: string, cookie: string, input?: object) =>
  running.post(`/api/trpc/${procedure}`, serialize(input), { headers: { cookie } });

const subscribe = (cookie: string, topics: string[]): Promise<string> => {
  const input = encodeURIComponent(JSON.stringify(serialize({ topics })));
  return running.app
    .inject({ url: `/api/trpc/live.events?input=${input}`, headers: { cookie, accept: 'text/event-stream' } })
    .then(({ body }) => body);
};

/** Follows topics; `all` resolves with what was sent once the server ends it. */
async function followed(cookie: string, ...topics: string[]): Promise<{ all: Promise<string> }> {
  const before = taken();
  const all = subscribe(cookie, topics);
  await vi.waitFor(() => expect(taken()).toBe(before + 1), { timeout: 15_000 });
  return { all };
}
async function follower() {
  const person = await running.signUp(`live${(people += 1)}@test.example`, PASSWORD, { profile: true });
  return { ...person, sent: await followed(person.cookie, `user:${person.userId}`) };
}

describe('what is followed ends by itself, without a further request,', () => {
  test('at the sign-out', async () => {
    const { cookie, sent } = await follower();
    await signOut(cookie);
    expect(await sent.all).toContain('auth.sign_in_required');
    expect(taken()).toBe(0);
  });

  test('when another device signs this one out, which goes on following itself', async () => {
    const { email, cookie, userId, sent } = await follower();
    const elsewhere = await signIn(email);
    const there = await followed(elsewhere, `user:${userId}`);
    expect((await act('security.revokeOtherSessions', elsewhere)).statusCode).toBe(200);
    expect(await sent.all).toContain('auth.sign_in_required');
    expect(taken(), 'the other one goes on').toBe(1);
    expect(await running.session(cookie)).toBeNull();
    await signOut(elsewhere);
    await there.all;
  });

  test('when the password is reset', async () => {
    const { email, sent } = await follower();
    expect((await running.post('/api/request-reset', { email })).statusCode).toBe(200);
    expect(
      (
        await running.post('/api/confirm-reset', {
          email,
          code: await running.codeFor(email, 'reset'),
          new_password: 'other-harbour-light',
        })
      ).statusCode,
    ).toBe(200);
    expect(await sent.all).toContain('auth.sign_in_required');
  });

  test('when the account is gone', async () => {
    const { userId, sent } = await follower();
    await sql`delete from auth."user" where "id" = ${userId}`.execute(running.owner);
    expect(await sent.all).toContain('auth.sign_in_required');
  });

  test('when the org is put on hold, of which the page then reads; a stranger’s goes on', async () => {
    const [held, other] = [await follower(), await follower()];
    const org = running.owner.selectFrom('org_members').select('org_id').where('user_id', '=', held.userId);
    await running.owner.updateTable('orgs').set({ suspended_at: new Date() }).where('id', '=', org).execute();
    expect(await held.sent.all).toContain('state.changed');
    expect(taken()).toBe(1);
    const again = await followed(held.cookie, `user:${held.userId}`);
    await running.owner.updateTable('orgs').set({ suspended_at: null }).where('id', '=', org).execute();
    expect(await again.all, 'its end is told, too').toContain('state.changed');
    await signOut(other.cookie);
    await other.sent.all;
  });

  test('when membership or role end', async () => {
    const { userId, sent } = await follower();
    await running.owner.deleteFrom('org_members').where('user_id', '=', userId).execute();
    expect(await sent.all).toContain('auth.sign_in_required');
  });
});

test('internal topics of the server cannot be followed', async () => {
  const { cookie } = await running.signUp('nosy@test.example', PASSWORD, { profile: true });
  for (const topic of ['session:1', 'org-status:01980000-0000-7000-8000-000000000000'])
    expect(await subscribe(cookie, [topic])).toContain('input.invalid');
});

const orgOf = async (userId: string) =>
  (
    await running.owner
      .selectFrom('org_members')
      .select('org_id')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
  ).org_id;

test('who belongs to several orgs follows all of them, and each only for as long as that lasts', async () => {
  const { owner } = running;
  const [person, second, stranger] = [
    await running.signUp('several@test.example', PASSWORD, { profile: true, userType: 'business' }),
    await running.signUp('second@test.example', PASSWORD, { profile: true, userType: 'business' }),
    await running.signUp('third@test.example', PASSWORD, { profile: true, userType: 'business' }),
  ];
  const [own, other, foreign] = [await orgOf(person.userId), await orgOf(second.userId), await orgOf(stranger.userId)];
  await owner.insertInto('org_members').values({ org_id: other, user_id: person.userId, role: 'reviewer' }).execute();
  const change = (org: string) =>
    owner
      .insertInto('campaigns')
      .values({ id: newId(), brand_org: org, state: 'live', created_by: person.userId })
      .execute();

  expect(await subscribe(person.cookie, [`org:${foreign}`]), 'no member there').toContain('not_found');
  // One stream follows all that a tab shows: what this person may not follow is left out of it.
  const sent = await followed(person.cookie, `org:${own}`, `org:${foreign}`, `org:${other}`);
  await change(foreign);
  await change(other);
  // Another member leaves: nothing ends for this one.
  await owner.insertInto('org_members').values({ org_id: other, user_id: stranger.userId, role: 'viewer' }).execute();
  await owner.deleteFrom('org_members').where('org_id', '=', other).where('user_id', '=', stranger.userId).execute();
  await vi.waitFor(() => expect(taken()).toBe(1));
  await owner.deleteFrom('org_members').where('org_id', '=', other).where('user_id', '=', person.userId).execute();
  const received = await sent.all;
  expect(received).toContain('"table":"campaigns"');
  expect(received).not.toContain(foreign);
  expect(received).toContain('state.changed');
  expect(await subscribe(person.cookie, [`org:${other}`])).toContain('not_found');

  const left = await followed(person.cookie, `org:${own}`);
  await change(own);
  await signOut(person.cookie);
  expect(await left.all).toContain('"table":"campaigns"');
});

test('of another org’s campaign its own changes are sent, not other applicants', async () => {
  const { owner } = running;
  const brand = await running.signUp('campaigner@test.example', PASSWORD, { profile: true, userType: 'business' });
  const [watching, rival] = [
    await running.signUp('watching@test.example', PASSWORD, { profile: true }),
    await running.signUp('rival@test.example', PASSWORD, { profile: true }),
  ];
  const [campaignId, brandOrg] = [newId(), await orgOf(brand.userId)];
  await owner
    .insertInto('campaigns')
    .values({ id: campaignId, brand_org: brandOrg, state: 'live', created_by: brand.userId })
    .execute();
  const inside = await followed(brand.cookie, `campaign:${campaignId}`);
  const outside = await followed(watching.cookie, `campaign:${campaignId}`);

  await owner
    .insertInto('applications')
    .values({
      id: newId(),
      campaign_id: campaignId,
      brand_org: brandOrg,
      creator_org: await orgOf(rival.userId),
      state: 'submitted',
      pitch: 'Hello',
      price: 1,
      currency: 'EUR',
      created_by: rival.userId,
    })
    .execute();
  await signOut(brand.cookie);
  expect(await inside.all).toContain('"table":"applications"');
  await owner.updateTable('campaigns').set({ state: 'paused' }).where('id', '=', campaignId).execute();
  await signOut(watching.cookie);
  const received = await outside.all;
  expect(received).toContain('"table":"campaigns"');
  expect(received).not.toContain('applications');
});
