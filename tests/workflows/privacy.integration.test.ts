import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { textsIn } from '../../server/features/notifications/texts.ts';
import { issueCode } from '../../server/features/accounts/codes.ts';
import { codeDigits } from '../../server/features/codes/digits.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { sendMessage } from '../../server/features/messages/service.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { payOut } from '../../server/features/payouts/service.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import {
  requestAccountDeletion,
  cancelDeletion,
  confirmDeletion,
  deletionStatus,
  eraseAccount,
  myDeletion,
  requestDeletion,
} from '../../server/features/privacy/deletion.ts';
import { collectExport, newestExport, openExport, requestExport } from '../../server/features/privacy/export.ts';
import { taxReport } from '../../server/features/tax-profiles/report.ts';
import type { OutgoingMail } from '../../server/integrations/mailer/mailer.ts';
import type { Storage } from '../../server/integrations/storage/storage.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createStaff, member, prove } from '../support/people.ts';
import { eventually, resultOf, startTestWorker } from '../support/worker.ts';

const subjectOf = (kind: string) => textsIn('en').t(`mail:account.${kind}.subject`);

const ANONYMOUS = { kind: 'anonymous' } as const;
const NAME = 'Maya Canary Laurent';
const refused = (code: string) => expect.objectContaining({ code }) as unknown as Error;

let world: MoneyWorld;
let runtime: WorkerRuntime;
let deal: TestDeal;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  world = await createMoneyWorld('wf_privacy');
  world.integrations.mailer = { send: async (mail) => void sent.push(mail), close() {} };
  runtime = await startTestWorker(world);
  deal = await openDeal(world);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await withAccount(deal.creator, NAME);
}, 60_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

/** Gives a person a sign-in account with a session, and the name that must not be found afterwards. */
async function withAccount(who: OrgActor, name: string): Promise<void> {
  const { owner } = world;
  await sql`insert into auth."user"("id", "name", "email", "emailVerified") values (${who.userId}, ${name}, ${who.email}, true) on conflict ("id") do update set "name" = excluded."name"`.execute(
    owner,
  );
  await sql`insert into auth."session"("id", "token", "expiresAt", "updatedAt", "userId", "ipAddress") values (${newId()}, ${newId()}, now() + interval '1 day', now(), ${who.userId}, '203.0.113.9')`.execute(
    owner,
  );
  await owner.updateTable('profiles').set({ display_name: name }).where('id', '=', who.userId).execute();
  await owner.updateTable('orgs').set({ name }).where('id', '=', who.orgId).execute();
  Object.assign(who, { name });
}

/** Every table in which one of these texts stands anywhere. */
async function tracesOf(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`.execute(
    world.owner,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(
      world.owner,
    );
    if (rows.some(({ text }) => texts.some((trace) => text.includes(trace)))) found.push(name);
  }
  return found;
}

const historyText = async (id: string) =>
  JSON.stringify(await runtime.client.workflow.getHandle(id).fetchHistory(), (_, v: unknown) =>
    v instanceof Uint8Array ? Buffer.from(v).toString() : v,
  );

test('a copy of a user’s data: made once at a time, mailed, only for its owner, complete, deleted at its time', async () => {
  const { creator, brand } = deal;
  await prove(world, creator);
  await sendMessage(world.as(creator), {
    thread: { contractId: deal.contractId },
    body: 'Here is my plan for the reel.',
  });
  await world.owner
    .insertInto('sign_ins')
    .values({
      id: newId(),
      user_id: creator.userId,
      session_id: 'one',
      method: 'password',
      device: 'hash',
      new_device: true,
      ip_range: '203.0.113.x',
      user_agent: 'Test',
      at: new Date(),
    })
    .execute();
  await sql`insert into auth."passkey"("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
    values (${newId()}, 'Maya’s phone', 'key', ${creator.userId}, ${newId()}, 0, 'multiDevice', true, now())`.execute(
    world.owner,
  );
  const dataExport = await requestExport(world.as(creator));
  await expect(requestExport(world.as(creator))).rejects.toEqual(refused('privacy.export_running'));
  const ready = await eventually('the copy', async () => {
    const now = await newestExport(world.as(creator));
    return now?.state === 'ready' ? now : null;
  });
  expect(ready).toMatchObject({ id: dataExport.id, done: ready.total });
  expect(Math.round((ready.expiresAt!.getTime() - Date.now()) / 3_600_000)).toBe(7 * 24);
  await eventually('the mail', async () => sent.find((m) => m.to === creator.email && m.html.includes('/profile')));

  await sql`delete from auth."passkey" where "userId" = ${creator.userId}`.execute(world.owner);
  await prove(world, brand);
  await expect(openExport(world.as(brand), { id: dataExport.id })).rejects.toEqual(refused('not_found'));
  const { stream, size } = await openExport(world.as(creator), { id: dataExport.id });
  const zip = await buffer(stream);
  expect(zip.length).toBe(size);
  const files = Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [
      name,
      JSON.parse(strFromU8(bytes)) as Record<string, unknown>[],
    ]),
  );
  expect(files['account.json']).toMatchObject([
    {
      email: creator.email,
      sessions: expect.arrayContaining([expect.objectContaining({ ipAddress: '203.0.113.9' })]),
      authenticator: false,
      passkeys: [expect.objectContaining({ name: 'Maya’s phone', deviceType: 'multiDevice' })],
    },
  ]);
  expect(JSON.stringify(files['account.json']), 'what opens an account stays inside').not.toMatch(
    /publicKey|credentialID|token/i,
  );
  expect(files['sign-ins.json']).toMatchObject([{ method: 'password', ip_range: '203.0.113.x' }]);
  expect(files['messages.json']).toMatchObject([{ body: 'Here is my plan for the reel.' }]);
  expect(files['contracts.json']).toMatchObject([{ id: deal.contractId }]);
  expect(files['payments.json'], 'how the brand paid is the brand’s').toEqual([]);
  const theirs = files['signatures.json']!.find((s) => s['side'] === 'brand')!;
  expect(Object.keys(theirs)).not.toContain('ip');
  expect(JSON.stringify(files)).not.toContain(brand.email);

  await requestExport(world.as(creator));
  await eventually('the second', async () => (await newestExport(world.as(creator)))?.state === 'ready');
  await requestExport(world.as(creator));
  await eventually('the third', async () => (await newestExport(world.as(creator)))?.state === 'ready');
  await expect(requestExport(world.as(creator))).rejects.toEqual(refused('privacy.export_limit'));

  await world.owner
    .updateTable('data_exports')
    .set({ expires_at: new Date() })
    .where('id', '=', dataExport.id)
    .execute();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'dataExport', dataExport.id, 'looked', dataExport.id));
  expect(await resultOf(runtime, `export/${dataExport.id}`)).toBe('expired');
  await expect(world.integrations.storage.get(`exports/${dataExport.id}.zip`)).rejects.toThrow();
  await recordHistory(runtime.client, `export/${dataExport.id}`, 'export-expired');
  expect(await historyText(`export/${dataExport.id}`)).not.toMatch(new RegExp(`${creator.email}|${NAME}`));
}, 60_000);

test('a member’s copy holds what is the member’s, not what is the team’s', async () => {
  const reviewer = await member(world, deal.brand, 'reviewer', 'Rita Reviewer');
  await prove(world, reviewer);
  const { id } = await requestExport(world.as(reviewer));
  await eventually('the copy', async () => (await newestExport(world.as(reviewer)))?.state === 'ready');
  const files = unzipSync(await buffer((await openExport(world.as(reviewer), { id })).stream));
  expect(JSON.parse(strFromU8(files['memberships.json']!))).toHaveLength(1);
  for (const name of ['billing.json', 'contracts.json', 'payments.json', 'ledger.json'])
    expect(JSON.parse(strFromU8(files[name]!)), name).toEqual([]);
});

test('while money is held the erasure is blocked, says by what, and can be withdrawn', async () => {
  const { creator } = deal;
  await prove(world, creator);
  const { code } = await requestDeletion(world.as(creator));
  await expect(requestDeletion(world.as(creator))).rejects.toEqual(refused('privacy.deletion_open'));
  const blocked = await eventually('the block', async () => {
    const now = await myDeletion(world.as(creator));
    return now?.state === 'blocked' ? now : null;
  });
  expect(blocked.blockers).toEqual([
    { kind: 'deals', count: 1, amounts: [] },
    { kind: 'held', count: 1, amounts: [{ amount: 40_000, currency: 'EUR' }] },
  ]);
  const { id } = await world.owner
    .selectFrom('deletion_requests')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  await cancelDeletion(world.as(creator));
  expect(await resultOf(runtime, `deletion/${id}`)).toBe('cancelled');
  await recordHistory(runtime.client, `deletion/${id}`, 'deletion-blocked-cancelled');
  expect(await myDeletion(world.as(creator))).toBeNull();
  expect(await deletionStatus(world.as(ANONYMOUS), { code })).toMatchObject({ state: 'cancelled', eraseAt: null });
  await eventually('the mail', async () =>
    sent.find((m) => m.to === creator.email && m.subject === subjectOf('deletion_withdrawn')),
  );
});

test('an owner with a team but no other owner must hand over first', async () => {
  const boss = await createOrg(world, 'brand', 'Solo Boss');
  await member(world, boss, 'viewer', 'Vera');
  await prove(world, boss);
  await requestDeletion(world.as(boss));
  await eventually('the block', async () =>
    (await myDeletion(world.as(boss)))?.blockers.some((b) => b.kind === 'sole_owner'),
  );
  await cancelDeletion(world.as(boss));
});

test('what comes to stand in the way while the files go keeps the person', async () => {
  const { owner, integrations } = world;
  const boss = await createOrg(world, 'brand', 'Nearly Gone');
  const [id, avatar] = [newId(), '019aa000-0000-7000-8000-000000000def.webp'];
  await owner.updateTable('profiles').set({ avatar }).where('id', '=', boss.userId).execute();
  await owner
    .insertInto('deletion_requests')
    .values({
      id,
      code: 'AAAA-BBBB-CCCC-DDDD',
      user_id: boss.userId,
      source: 'profile',
      state: 'planned',
      erase_at: new Date(Date.now() - 1_000),
      requested_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  const storage = {
    ...integrations.storage,
    remove: async () => void (await member(world, boss, 'viewer', 'Latecomer')),
  };
  const system = world.system();
  expect(await eraseAccount({ ...system, integrations: { ...integrations, storage } }, { id })).toEqual({
    state: 'kept',
  });
  expect(await myDeletion(world.as(boss))).toMatchObject({ state: 'blocked', blockers: [{ kind: 'sole_owner' }] });
  await cancelDeletion(world.as(boss));
});

test('a copy whose owner is erased while it is made leaves no file behind', async () => {
  const { owner, integrations } = world;
  const { userId, orgId } = await createOrg(world, 'creator', 'Gone Meanwhile');
  const id = newId();
  await owner.transaction().execute(async (tx) => {
    await tx
      .insertInto('workflow_outbox')
      .values({
        dedupe_key: `start:${id}`,
        kind: 'start',
        workflow_id: `export/${id}`,
        workflow_type: 'dataExport',
        dispatched_at: new Date(),
      })
      .execute();
    await tx
      .insertInto('data_exports')
      .values({ id, user_id: userId, org_id: orgId, state: 'queued', created_at: new Date(), updated_at: new Date() })
      .execute();
  });
  const storage: Storage = {
    ...integrations.storage,
    async put(...args) {
      const stored = await integrations.storage.put(...args);
      await owner.deleteFrom('data_exports').where('id', '=', id).execute();
      return stored;
    },
  };
  expect(await collectExport({ ...world.system(), integrations: { ...integrations, storage } }, { id })).toEqual({
    state: 'erased',
  });
  await expect(integrations.storage.get(`exports/${id}.zip`)).rejects.toThrow();
});

test('a request by mail takes a second at least and is answered the same for a stranger’s address', async () => {
  const since = performance.now();
  await expect(
    requestAccountDeletion(world.as(ANONYMOUS), { email: 'nobody.at.all@test.example' }, '203.0.113.7'),
  ).resolves.toEqual({ requested: true });
  // Timers may fire a moment early.
  expect(performance.now() - since).toBeGreaterThan(990);
  const tried = performance.now();
  await expect(
    confirmDeletion(world.as(ANONYMOUS), { email: 'nobody.at.all@test.example', code: '000000' }, '203.0.113.7'),
  ).rejects.toEqual(refused('auth.code_invalid'));
  expect(performance.now() - tried, 'a refused code is answered no sooner for a mailbox nobody has').toBeGreaterThan(
    290,
  );
});

test('once the money is out: proven by a mailed code, erased at the end of the time, and no trace is left but what the law keeps', async () => {
  const { creator, brand, contractId, milestoneId } = deal;
  await deliver(world, deal);
  await approve(world.as(brand), { milestoneId, version: (await milestone(world, milestoneId)).version });
  await eventually('the release', async () => (await milestone(world, milestoneId)).state === 'released');
  await world.command('clock', { advance_seconds: 8 * 86_400 });
  await payOut(world.as(creator), { currency: 'EUR' });
  const payout = () =>
    world.owner
      .selectFrom('payouts')
      .select(['id', 'state'])
      .where('org_id', '=', creator.orgId)
      .executeTakeFirstOrThrow();
  await eventually('the payout to leave', async () => (await payout()).state !== 'claimed');
  await world.command('clock', { advance_seconds: 8 * 86_400 });
  const { id: payoutId } = await payout();
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'payoutDelivery', payoutId, 'looked', payoutId));
  await eventually('the bank', async () => (await payout()).state === 'paid');

  // Traces in every place where people write or are named.
  const { owner } = world;
  await owner
    .updateTable('creator_profiles')
    .set({ handle: 'maya.canary', headline: NAME, bio: `Write to ${creator.email}` })
    .where('org_id', '=', creator.orgId)
    .execute();
  await owner
    .updateTable('profiles')
    .set({ avatar: '019aa000-0000-7000-8000-000000000abc.webp' })
    .where('id', '=', creator.userId)
    .execute();
  await world.integrations.storage.put(
    'avatars/019aa000-0000-7000-8000-000000000abc.webp',
    Readable.from([Buffer.from('picture')]),
    'image/webp',
  );
  await owner
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: brand.userId,
      org_id: brand.orgId,
      kind: 'message_received',
      data: JSON.stringify({ name: NAME }),
      link: '/',
      dedupe_key: newId(),
    })
    .execute();
  const submission = await owner
    .selectFrom('submissions')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('review_comments')
    .values({
      id: newId(),
      submission_id: submission.id,
      brand_org: brand.orgId,
      creator_org: creator.orgId,
      body: 'Done',
      author_user: creator.userId,
      author_name: NAME,
      author_org: creator.orgId,
    })
    .execute();
  const offer = await owner
    .selectFrom('contracts')
    .select('offer_id')
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('offer_versions')
    .values({
      id: newId(),
      offer_id: offer.offer_id,
      brand_org: brand.orgId,
      creator_org: creator.orgId,
      n: 1,
      proposed_by_org: creator.orgId,
      proposed_by_user: creator.userId,
      terms: '{}',
      terms_hash: 'a',
      note: `Yours, ${NAME}`,
    })
    .execute();
  const fileId = newId();
  await owner
    .insertInto('files')
    .values({
      id: fileId,
      org_id: creator.orgId,
      name: `${NAME}.png`,
      mime: 'image/png',
      size: 3,
      storage_key: `work/${fileId}`,
      state: 'ready',
      created_by: creator.userId,
    })
    .execute();
  await world.integrations.storage.put(`work/${fileId}`, Readable.from([Buffer.from('abc')]), 'image/png');

  await owner
    .insertInto('billing_profiles')
    .values({ org_id: creator.orgId, legal_name: NAME, country: 'FR', tax_id: '0701', invoice_email: creator.email })
    .onConflict((c) =>
      c.column('org_id').doUpdateSet({ legal_name: NAME, tax_id: '0701', invoice_email: creator.email }),
    )
    .execute();

  const traces = [NAME, creator.email, 'maya.canary', '203.0.113.9'];
  expect(await tracesOf(traces), 'the search finds what is there').toEqual(
    expect.arrayContaining([
      'auth.session',
      'auth.user',
      ...[
        'creator_profiles',
        'files',
        'mails',
        'messages',
        'notifications',
        'offer_versions',
        'orgs',
        'profiles',
        'review_comments',
      ].map((name) => `public.${name}`),
    ]),
  );

  await issueCode(world.as(ANONYMOUS), { purpose: 'delete', email: creator.email, userId: null });
  const mail = await eventually('the code', async () =>
    sent.find((m) => m.to === creator.email && m.html.includes('/data-deletion')),
  );
  const row = await owner
    .selectFrom('one_time_codes')
    .select('id')
    .where('email', '=', creator.email)
    .where('purpose', '=', 'delete')
    .executeTakeFirstOrThrow();
  const digits = codeDigits(world.integrations.settings.codeSecret, row.id, 'delete', creator.email);
  expect(mail.html).toContain(digits);
  const { code } = await confirmDeletion(
    world.as(ANONYMOUS),
    { email: creator.email.toUpperCase(), code: digits },
    '203.0.113.7',
  );
  const { id } = await owner
    .selectFrom('deletion_requests')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  await eventually('the plan', async () => (await deletionStatus(world.as(ANONYMOUS), { code })).state !== 'checking');
  expect(await resultOf(runtime, `deletion/${id}`)).toBe('closed');
  await recordHistory(runtime.client, `deletion/${id}`, 'deletion-erased');
  expect(await deletionStatus(world.as(ANONYMOUS), { code })).toMatchObject({ state: 'closed' });
  expect(sent.filter((m) => m.to === creator.email).map((m) => m.subject)).toContain(subjectOf('account_erased'));

  const found = await tracesOf(traces);
  // Signed contracts with their signatures and events, and the documents of the books, are kept as they were; of a payee that
  // was paid, the tax details that the yearly report names.
  const KEPT = ['contracts', 'signatures', 'escrow_events', 'documents', 'billing_profiles'];
  expect(found.filter((name) => !KEPT.includes(name.replace(/^public\./u, '')))).toEqual([]);
  const details = owner.selectFrom('billing_profiles').select(['legal_name', 'tax_id', 'invoice_email']);
  expect(await details.where('org_id', '=', creator.orgId).execute()).toEqual([
    { legal_name: NAME, tax_id: '0701', invoice_email: null },
  ]);
  const year = new Date().getUTCFullYear();
  const { stream } = await taxReport(world.as(await createStaff(world, 'finance')), { year });
  const reported = (await buffer(stream)).toString().split('\r\n');
  expect(reported.find((line) => line.startsWith(creator.orgId))).toContain(`,${NAME},`);
  expect(await owner.selectFrom('audit_log').select('data').where('action', '=', 'account.erased').execute()).toEqual([
    { data: {} },
  ]);
  for (const key of [`work/${fileId}`, 'avatars/019aa000-0000-7000-8000-000000000abc.webp'])
    await expect(world.integrations.storage.get(key), key).rejects.toThrow();
  expect(await historyText(`deletion/${id}`)).not.toMatch(new RegExp(`${creator.email}|${NAME}|${code}`));
  await owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  expect(
    await checkMoney(world.worker, {
      booksUrl: `${world.sandbox.url}/_sandbox/books`,
      provider: world.integrations.payments,
      now: new Date(Date.now() + 60_000),
    }),
  ).toEqual([]);
}, 120_000);
