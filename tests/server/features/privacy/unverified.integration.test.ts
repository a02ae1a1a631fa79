import { FICTITIOUS_OPERATOR } from '../../../../server/core/operator-settings.ts';
import { storeText } from '../../../../server/features/agreements/queries.ts';
import { AGREEING_PROCEDURES } from '../../../../server/features/agreements/rules.ts';
import type { PendingTerms, StoredText } from '../../../../server/features/agreements/schema.ts';
import { sha256Of, termsText } from '../../../../server/features/agreements/texts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { issueCode } from '../../../../server/features/accounts/codes.ts';
import { completeSignUp } from '../../../../server/features/accounts/service.ts';
import { NEWEST_TERMS } from '../../../../server/features/policies/rules.ts';
import { cancelDeletion, checkDeletion, requestDeletion } from '../../../../server/features/privacy/deletion.ts';
import { EXPORT_PARTS } from '../../../../server/features/privacy/export.ts';
import { eraseUnverified } from '../../../../server/features/privacy/unverified.ts';
import { createMoneyWorld, openDeal, payAtProvider, type MoneyWorld } from '../escrow/deal-kit.ts';
import { callProcedure, PROCEDURES } from '../../../support/procedures.ts';
import { createAccount, createOrg, createStaff, member, prove } from '../../../support/people.ts';

const DAY = 24 * 3_600_000;
let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('unverified');
}, 120_000);
afterAll(() => world?.close());

const madeBefore = (userId: string, days: number) =>
  sql`update auth."user" set "createdAt" = ${new Date(Date.now() - days * DAY)}, "emailVerified" = false where "id" = ${userId}`.execute(
    world.owner,
  );
const unproven = (userId: string) =>
  world.owner.updateTable('profiles').set({ email_verified_at: null }).where('id', '=', userId).execute();
const exists = async (userId: string) =>
  (await sql`select 1 from auth."user" where "id" = ${userId}`.execute(world.owner)).rows.length === 1;

async function signUp(email: string, userType: 'business' | 'influencer' = 'influencer'): Promise<string> {
  const userId = await createAccount(world, email);
  await completeSignUp(world.as({ kind: 'newcomer', userId, email }), {
    displayName: 'Unproven Person',
    userType,
    locale: 'en',
    timeZone: 'Europe/Paris',
  });
  return userId;
}
/** A person of a deal as if the mailbox had never been proven, eight days after sign-up. */
async function neverProven(who: OrgActor): Promise<string> {
  await madeBefore(who.userId, 8);
  await unproven(who.userId);
  return who.userId;
}

test('an account whose mailbox is not proven within seven days is erased with all that names it, a sign-up without profile too; not a day before', async () => {
  const [late, early, bare] = [
    await signUp('late@test.example'),
    await signUp('early@test.example', 'business'),
    await createAccount(world, 'bare@test.example'),
  ];
  await madeBefore(late, 7.01);
  await madeBefore(early, 6.9);
  await madeBefore(bare, 30);
  expect(await eraseUnverified(world.system())).toBe(2);
  expect(await eraseUnverified(world.system())).toBe(0);
  expect([await exists(late), await exists(early), await exists(bare)]).toEqual([false, true, false]);
  expect(await world.owner.selectFrom('profiles').select('id').where('id', '=', late).execute()).toEqual([]);
  expect(
    await world.owner.selectFrom('orgs').select('name').where('name', '=', 'Unproven Person').execute(),
  ).toHaveLength(1);
  expect(
    await world.owner.selectFrom('one_time_codes').select('id').where('email', '=', 'late@test.example').execute(),
  ).toEqual([]);
  expect(
    await world.owner
      .selectFrom('audit_log')
      .select('action')
      .where('target', '=', `user:${late}`)
      .where('action', '=', 'account.unverified_erased')
      .execute(),
  ).toHaveLength(1);
});

test('a deletion requested and withdrawn mails nothing to an unverified mailbox, which may be a stranger’s', async () => {
  const noticesOf = async (proven: boolean) => {
    const who = await createOrg(world, 'creator', 'Asks Twice', { verified: proven });
    await prove(world, who);
    const { code } = await requestDeletion(world.as(who));
    const { id } = await world.owner
      .selectFrom('deletion_requests')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    await checkDeletion(world.system(), { id });
    await cancelDeletion(world.as(who));
    return (
      await world.owner.selectFrom('mails').select('template').where('user_id', '=', who.userId).orderBy('id').execute()
    ).map((m) => m.template);
  };
  expect(await noticesOf(true)).toEqual(['deletion_planned', 'deletion_withdrawn']);
  expect(await noticesOf(false)).toEqual([]);
});

test('an erasure takes an address for what it is, not for a pattern, and what the library keeps of a half-finished sign-in goes along', async () => {
  const [gone, other] = [
    await createAccount(world, 'a_%@test.example'),
    await createAccount(world, 'a_1%@test.example'),
  ];
  await madeBefore(gone, 30);
  const later = new Date(Date.now() + DAY);
  const keep = (identifier: string, value: string) =>
    sql`insert into auth."verification"("id", "identifier", "value", "expiresAt") values (${newId()}, ${identifier}, ${value}, ${later})`.execute(
      world.owner,
    );
  const passkeyFor = (id: string) => JSON.stringify({ type: 'registration', userData: { id, name: 'whoever' } });
  for (const [userId, email] of [
    [gone, 'a_%@test.example'],
    [other, 'a_1%@test.example'],
  ] as const) {
    await keep(email, 'anything');
    await keep(`2fa-${newId()}`, userId);
    await keep(`passkey-${newId()}`, passkeyFor(userId));
    await issueCode(world.as({ kind: 'anonymous' }), { purpose: 'reset', email, userId: null });
  }
  await keep('no-json', '{ but begins like it');
  expect(await eraseUnverified(world.system())).toBe(1);
  const { rows } = await sql<{ value: string }>`select "value" from auth."verification" order by "value"`.execute(
    world.owner,
  );
  expect(rows.map((r) => r.value).sort()).toEqual(
    ['anything', other, passkeyFor(other), '{ but begins like it'].sort(),
  );
  const codes = await world.owner
    .selectFrom('one_time_codes')
    .select('email')
    .where('email', 'like', 'a\\_%')
    .execute();
  expect(codes.map((c) => c.email)).toEqual(['a_1%@test.example']);
});

test('an account stays whose mailbox was proven, or that is of the staff, has a contract, money, a team or a hold', async () => {
  const proven = await createAccount(world, 'proven@test.example', { verified: true });
  await sql`update auth."user" set "createdAt" = ${new Date(Date.now() - 90 * DAY)} where "id" = ${proven}`.execute(
    world.owner,
  );
  const staff = (await createStaff(world)).userId;
  await madeBefore(staff, 90);

  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  const dealing = [await neverProven(deal.brand), await neverProven(deal.creator)];

  const inTeam = await signUp('team@test.example', 'business');
  const { org_id: orgId } = await world.owner
    .selectFrom('org_members')
    .select('org_id')
    .where('user_id', '=', inTeam)
    .executeTakeFirstOrThrow();
  await member(
    world,
    {
      kind: 'org',
      userId: inTeam,
      name: 'T',
      email: 't',
      emailVerified: false,
      orgId,
      orgKind: 'brand',
      role: 'owner',
    },
    'viewer',
    'Vera',
  );
  await madeBefore(inTeam, 90);

  const onHold = await signUp('hold@test.example');
  await sql`update orgs set suspended_at = now() where id = (select org_id from org_members where user_id = ${onHold})`.execute(
    world.owner,
  );
  await madeBefore(onHold, 90);

  const withBalance = await signUp('balance@test.example');
  await sql`insert into ledger_accounts(code, scope, currency, org_id, side) select 'CREATOR_PAYABLE', org_id::text, 'EUR', org_id, 'credit' from org_members where user_id = ${withBalance}`.execute(
    world.owner,
  );
  await madeBefore(withBalance, 90);

  expect(await eraseUnverified(world.system())).toBe(0);
  for (const userId of [proven, staff, ...dealing, inTeam, onHold, withBalance])
    expect(await exists(userId)).toBe(true);
});

test('a mailbox that is proven while the account is being looked at keeps it', async () => {
  const userId = await signUp('moment@test.example');
  await madeBefore(userId, 8);
  await world.owner.transaction().execute(async (tx) => {
    await sql`update auth."user" set "emailVerified" = true where "id" = ${userId}`.execute(tx);
    // The proof is not committed yet: the row is locked, and passed over.
    expect(await eraseUnverified(world.system())).toBe(0);
  });
  expect(await eraseUnverified(world.system())).toBe(0);
  expect(await exists(userId)).toBe(true);
});

test('the terms that a sign-up accepted are stored with their text, whose hash is right, and are part of the copy of the user’s data', async () => {
  const started = new Date();
  const userId = await signUp('terms@test.example');
  const rows = (
    await EXPORT_PARTS.find((part) => part.name === 'accepted_terms')!
      .rows({ userId, email: '', orgIds: [] })
      .execute(world.worker)
  ).rows.map((r) => r.row as { at: string; text: string; text_sha256: string });
  expect(rows).toEqual([expect.objectContaining({ version: NEWEST_TERMS, policy: 'terms', act: 'sign_up' })]);
  expect(new Date(rows[0]!.at).getTime()).toBeGreaterThanOrEqual(started.getTime() - 1_000);
  expect(sha256Of(rows[0]!.text)).toBe(rows[0]!.text_sha256);
  expect(rows[0]!.text).toContain(FICTITIOUS_OPERATOR.name);
});

const AGREED_BY = {
  brand: ['offers.send', 'offers.accept', 'contracts.sign', 'payments.pay'],
  creator: [
    'campaigns.sendApplication',
    'offers.counter',
    'offers.accept',
    'contracts.sign',
    'payouts.startOnboarding',
  ],
  agency: ['representations.invite', 'payouts.startOnboarding'],
} as const;
const ACTS = [
  ['campaigns.sendApplication', 'creator', 'apply'],
  ['offers.send', 'brand', 'offer'],
  ['lists.invite', 'brand', 'offer'],
  ['offers.counter', 'creator', 'offer'],
  ['offers.accept', 'creator', 'accept'],
  ['contracts.sign', 'brand', 'sign'],
  ['contracts.sign', 'creator', 'sign'],
  ['payments.pay', 'brand', 'pay'],
  ['payouts.startOnboarding', 'creator', 'bank_account'],
  ['payouts.startOnboarding', 'agency', 'bank_account'],
  ['agencies.confirm', 'creator', 'accept'],
  ['agencies.pitch', 'agency', 'apply'],
  ['representations.invite', 'agency', 'sign'],
  ['representations.accept', 'creator', 'sign'],
] as const;
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    // The wire names an input that a schema refused by this code.
    (error: { message: string; code?: string }) => (error.code === 'BAD_REQUEST' ? 'input.invalid' : error.message),
  );
const acceptances = (who: OrgActor) =>
  world.owner.selectFrom('policy_acceptances').selectAll().where('user_id', '=', who.userId).orderBy('at').execute();
const olderTerms = (who: OrgActor) =>
  world.owner
    .updateTable('policy_acceptances')
    .set({ version: '2026-11-21', at: new Date(Date.now() - DAY) })
    .where('user_id', '=', who.userId)
    .execute();

test('every procedure that agrees to something exists and is tried here', () => {
  expect(Object.entries(AGREEING_PROCEDURES).sort()).toEqual(
    [...new Map(ACTS.map(([path, , act]) => [path, act]))].sort(),
  );
  const mutations = PROCEDURES.filter(({ type }) => type === 'mutation').map(({ path }) => path);
  expect(Object.keys(AGREEING_PROCEDURES).filter((path) => !mutations.includes(path))).toEqual([]);
});

test.each(ACTS)(
  '%s: %s who accepted older terms accepts the new ones once, at the first act',
  async (path, kind, act) => {
    const who = await createOrg(world, kind, `Terms ${kind}`);
    const callIt = () => refusalOf(callProcedure(world, path, who, {}));
    expect(await callIt()).toBe('input.invalid');
    await olderTerms(who);
    expect(await callIt()).toBe('agreements.terms_not_accepted');
    const pending = (await callProcedure(world, 'agreements.pending', who, { language: 'ar' })) as PendingTerms;
    expect(pending).toMatchObject({ version: NEWEST_TERMS, accepted: false, before: { version: '2026-11-21' } });
    // Reading goes on without accepting.
    expect(await refusalOf(callProcedure(world, 'offers.list', who, {}))).toBe('done');
    const input = { language: 'ar', version: pending.version, sha256: pending.sha256, act };
    expect(await refusalOf(callProcedure(world, 'agreements.accept', who, { ...input, sha256: '0'.repeat(64) }))).toBe(
      'agreements.text_changed',
    );
    expect(await acceptances(who)).toHaveLength(1);

    const both = await Promise.all([1, 2].map(() => callProcedure(world, 'agreements.accept', who, input)));
    expect(both).toEqual([expect.objectContaining({ accepted: true }), expect.objectContaining({ accepted: true })]);
    const stored = await acceptances(who);
    expect(stored.map((row) => [row.version, row.language, row.act])).toEqual([
      ['2026-11-21', 'en', 'sign_up'],
      [NEWEST_TERMS, 'ar', act],
    ]);
    for (const other of AGREED_BY[kind])
      expect(await refusalOf(callProcedure(world, other, who, {}))).toBe('input.invalid');

    const text = (await callProcedure(world, 'agreements.text', who, { sha256: stored[1]!.text_sha256 })) as StoredText;
    expect(text).toMatchObject({ policy: 'terms', version: NEWEST_TERMS, language: 'ar' });
    expect(sha256Of(text.body)).toBe(stored[1]!.text_sha256);
    expect(text.body).toContain(FICTITIOUS_OPERATOR.name);
  },
);

test('acceptances and texts are only added to, and each person sees its own', async () => {
  const own = await createOrg(world, 'brand', 'Own');
  await createOrg(world, 'creator', 'Other');
  const text = termsText(FICTITIOUS_OPERATOR, 'fr');
  await withTx(world.as(own), async (tx) => {
    const rows = await tx.db.selectFrom('policy_acceptances').select('user_id').execute();
    expect(rows).toEqual([{ user_id: own.userId }]);
  });
  for (const statement of [
    sql`update policy_acceptances set version = 'x'`,
    sql`delete from policy_acceptances`,
    sql`update policy_texts set body = 'x'`,
    sql`delete from policy_texts`,
  ])
    await expect(withTx(world.as(own), (tx) => statement.execute(tx.db))).rejects.toThrow('permission denied');
  await expect(
    withTx(world.as(own), (tx) => storeText(tx.db, { ...text, policy: 'terms', body: 'another text', at: new Date() })),
  ).rejects.toThrow('policy_texts_hash');
});
