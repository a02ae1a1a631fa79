import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { withTx } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { sendToOrg } from '../../server/features/conversations/write.ts';
import { blockOrg } from '../../server/features/discovery/service.ts';
import { heldTexts, releaseText } from '../../server/features/moderation/decisions.ts';
import { accountMailboxes } from '../../server/features/accounts/mailboxes.ts';
import { sendMails } from '../../server/features/notifications/mail-sender.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { giveAnswer, readContact } from '../../server/features/outreach/answer.ts';
import { register } from '../../server/features/outreach/register.ts';
import { addRecipients, listSuppressions, previewFor, suppress } from '../../server/features/outreach/recipients.ts';
import type { RecipientState } from '../../server/features/outreach/schema.ts';
import { sendDue } from '../../server/features/outreach/send.ts';
import {
  approveSequence,
  createSequence,
  getSequence,
  moveSequence,
  saveSequence,
} from '../../server/features/outreach/service.ts';
import { contactToken } from '../../server/features/outreach/token.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from '../support/people.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('wf_outreach');
  runtime = await startTestWorker(world, { parts: { mails: false } });
  brand = await createOrg(world, 'brand', 'Lumen');
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

/** A zone in which it is noon: outside of the quiet hours at any time of the day. */
function noon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
async function createCreators(n: number): Promise<(OrgActor & { handle: string })[]> {
  const creators: (OrgActor & { handle: string })[] = [];
  for (let i = 0; i < n; i++) {
    const creator = await createOrg(world, 'creator', `Creator ${newId().slice(-6)}`);
    await world.owner.updateTable('profiles').set({ time_zone: noon() }).where('id', '=', creator.userId).execute();
    const { handle } = await world.owner
      .selectFrom('creator_profiles')
      .select('handle')
      .where('org_id', '=', creator.orgId)
      .executeTakeFirstOrThrow();
    creators.push({ ...creator, handle });
  }
  return creators;
}
async function draft(of: readonly { handle: string }[], texts: string[] = ['Hello {name}, we are {brand}.']) {
  const { sequenceId } = await createSequence(world.as(brand), {
    name: 'Autumn',
    subject: 'For {name}',
    campaignId: null,
    steps: [
      { kind: 'message', texts },
      { kind: 'wait', days: 3 },
      { kind: 'follow_up', texts: ['Still interested?'] },
    ],
  });
  if (of.length > 0)
    await addRecipients(world.as(brand), {
      sequenceId,
      from: { kind: 'handles', handles: of.map(({ handle }) => handle) },
    });
  return sequenceId;
}
const approve = async (sequenceId: string) =>
  approveSequence(world.as(brand), {
    sequenceId,
    version: (await getSequence(world.as(brand), { sequenceId })).version,
  });
const counts = async (sequenceId: string) => (await getSequence(world.as(brand), { sequenceId })).counts;
const messagesTo = async (creator: OrgActor) =>
  world.owner
    .selectFrom('messages')
    .select(['body', 'created_at'])
    .where('creator_org', '=', creator.orgId)
    .where('author_org', '=', brand.orgId)
    .orderBy('created_at')
    .execute();
/** Until each of them has so many messages. */
const eachHas = (creators: readonly OrgActor[], n: number) =>
  eventually(`${n} messages to each`, async () => {
    for (const creator of creators) if ((await messagesTo(creator)).length < n) return false;
    return true;
  });
const reply = (creator: OrgActor) =>
  withTx(world.as(creator), (tx) => sendToOrg(tx, { to: brand.orgId, body: 'Yes, tell me more.' }));
/** Lets the days of a wait pass. */
const passWait = (sequenceId: string) =>
  world.owner
    .updateTable('outreach_recipients')
    .set({ due_at: new Date() })
    .where('sequence_id', '=', sequenceId)
    .where('state', '=', 'active')
    .execute();

test('a sequence sends after its approval, stops for the one who replies, and ends by its workflow', async () => {
  const creators = await createCreators(3);
  const [first, second] = [creators[0]!, creators[1]!];
  const sequenceId = await draft(creators);
  expect(await messagesTo(first)).toEqual([]);
  await approve(sequenceId);
  await eachHas(creators, 1);
  expect((await messagesTo(first))[0]?.body).toContain(`Hello ${first.name}`);
  await reply(first);
  expect(await counts(sequenceId)).toEqual({ active: 2, replied: 1 });

  await passWait(sequenceId);
  await withTx(world.system(), (tx) => signalWorkflow(tx, 'outreachSequence', sequenceId, 'looked_again', newId()));
  await eventually('its end', async () => (await getSequence(world.as(brand), { sequenceId })).state === 'done');
  expect(await counts(sequenceId)).toEqual({ finished: 2, replied: 1 });
  expect((await messagesTo(second)).map(({ body }) => body)).toEqual([
    expect.stringContaining('Hello'),
    'Still interested?',
  ]);
  expect(await messagesTo(first)).toHaveLength(1);
  const { funnel } = await getSequence(world.as(brand), { sequenceId });
  expect(funnel.map(({ message, sent, replied }) => [message, sent, replied])).toEqual([
    [0, 3, 1],
    [1, 2, 0],
  ]);
  const workflowId = `outreach/${sequenceId}`;
  await eventually('the end of its workflow', async () => (await statusOf(runtime, workflowId)) === 'COMPLETED');
  await recordHistory(runtime.client, workflowId, 'outreach-done');
});

test('an assistant of an agency drafts a sequence, and what an agent starts is sent in the agency’s name', async () => {
  const agency = await createOrg(world, 'agency', 'Scouts');
  const assistant = await member(world, agency, 'assistant', 'Ana');
  const [creator] = await createCreators(1);
  const { sequenceId } = await createSequence(world.as(assistant), {
    name: 'Lyon',
    subject: '',
    campaignId: null,
    steps: [{ kind: 'message', texts: ['Hello {name}, we are {brand}.'] }],
  });
  const from = { kind: 'handles' as const, handles: [creator!.handle] };
  await addRecipients(world.as(assistant), { sequenceId, from });
  const start = (who: OrgActor) => approveSequence(world.as(who), { sequenceId, version: 1 });
  await expect(start(assistant)).rejects.toMatchObject({ code: 'auth.not_allowed' });
  await start(agency);
  await eventually('the message', async () => {
    const [message] = await world.owner
      .selectFrom('messages')
      .select(['author_org', 'brand_org'])
      .where('creator_org', '=', creator!.orgId)
      .execute();
    return message?.author_org === agency.orgId && message.brand_org === agency.orgId;
  });
  await withTx(world.as(creator!), (tx) => sendToOrg(tx, { to: agency.orgId, body: 'Tell me more.' }));
  expect((await getSequence(world.as(agency), { sequenceId })).counts).toEqual({ replied: 1 });
});

test('a reply and the next step at the same instant: both succeed or the step is not sent, and nothing follows', async () => {
  const creators = await createCreators(8);
  const sequenceId = await draft(creators);
  await approve(sequenceId);
  await eachHas(creators, 1);
  await passWait(sequenceId);
  const worker = () => sendDue(world.system(), { sequenceId });
  await Promise.all([worker(), worker(), ...creators.map((creator) => reply(creator))]);
  await worker();
  expect(await counts(sequenceId)).toEqual({ replied: 8 });
  for (const creator of creators) {
    const sent = await messagesTo(creator);
    expect(sent.length).toBeLessThanOrEqual(2);
    const row = await world.owner
      .selectFrom('outreach_recipients')
      .select('ended_at')
      .where('creator_org', '=', creator.orgId)
      .executeTakeFirstOrThrow();
    for (const { created_at } of sent) expect(created_at.getTime()).toBeLessThanOrEqual(row.ended_at!.getTime());
  }
});

test('two workers at once send each step once', async () => {
  const creators = await createCreators(6);
  const sequenceId = await draft(creators, ['Text A', 'Text B']);
  await approve(sequenceId);
  await Promise.all(Array.from({ length: 4 }, () => sendDue(world.system(), { sequenceId })));
  await eachHas(creators, 1);
  const texts: string[] = [];
  for (const creator of creators) texts.push(...(await messagesTo(creator)).map(({ body }) => body));
  expect(texts.sort()).toEqual(['Text A', 'Text A', 'Text A', 'Text B', 'Text B', 'Text B']);

  // With no recipient left, the sequence ends at once and not days later, when the next message would have been due.
  await suppress(world.as(brand), { handle: creators[0]!.handle });
  await Promise.all(creators.slice(1).map((creator) => reply(creator)));
  await eventually('its end', async () => (await getSequence(world.as(brand), { sequenceId })).state === 'done');
  expect(await counts(sequenceId)).toEqual({ replied: 5, suppressed: 1 });
});

test('a gap in a text is named and keeps the sequence from starting; a pause stops it; a block ends the recipient', async () => {
  const [creator, other] = (await createCreators(2)) as [OrgActor & { handle: string }, OrgActor & { handle: string }];
  const gap = await draft([creator], ['Hello {name} in {campaign}']);
  const { id } = await world.owner
    .selectFrom('outreach_recipients')
    .select('id')
    .where('sequence_id', '=', gap)
    .executeTakeFirstOrThrow();
  expect((await previewFor(world.as(brand), { recipientId: id })).missing).toEqual(['campaign']);
  await expect(approve(gap)).rejects.toMatchObject({ code: 'outreach.missing_fields', data: { count: 1 } });

  const sequenceId = await draft([creator, other]);
  await approve(sequenceId);
  await eachHas([creator, other], 1);
  await moveSequence(world.as(brand), { sequenceId, move: 'pause' });
  await passWait(sequenceId);
  await sendDue(world.system(), { sequenceId });
  expect(await messagesTo(other)).toHaveLength(1);
  await blockOrg(world.as(creator), { orgId: brand.orgId });
  await moveSequence(world.as(brand), { sequenceId, move: 'resume' });
  await eventually('the follow-up', async () => (await messagesTo(other)).length === 2);
  expect(await messagesTo(creator)).toHaveLength(1);
  expect((await counts(sequenceId)).blocked).toBe(1);
});

test('words that a rule warns of are named before the start; words that it holds wait for staff, who release them or not', async () => {
  const trust = await createStaff(world, 'trust');
  const waiting = async () => (await heldTexts(world.as(trust), { limit: 50 })).items;
  const [creator] = await createCreators(1);
  const warned = await draft([creator!], ['Hello {name}, send your bank details to pay@lumen.example.']);
  const { check } = await getSequence(world.as(brand), { sequenceId: warned });
  expect(check).toMatchObject({ waiting: false, released: false });
  expect(check.findings.every(({ verdict }) => verdict === 'warn')).toBe(true);
  expect(check.findings).toContainEqual(
    expect.objectContaining({ rule: 'contact_data', message: 0, variant: 'a', words: 'pay@lumen.example' }),
  );
  expect(await approve(warned)).toEqual({ held: false });

  const text = 'Hello {name}, verify your account at https://sponsio-login.example/verify';
  const held = await draft([creator!], [text]);
  expect(await approve(held)).toEqual({ held: true });
  expect(await approve(held)).toEqual({ held: true });
  expect(await getSequence(world.as(brand), { sequenceId: held })).toMatchObject({
    state: 'draft',
    check: {
      waiting: true,
      findings: [
        { rule: 'phishing_link', verdict: 'hold', message: 0, words: 'verify your account' },
        { rule: 'phishing_link', verdict: 'hold', message: 0, words: 'https://sponsio-login.example/verify' },
      ],
    },
  });
  const [one] = (await waiting()).filter(({ orgId }) => orgId === brand.orgId);
  expect(one).toMatchObject({ kind: 'outreach', rule: 'phishing_link' });
  expect(one!.text.slice(one!.start, one!.end)).not.toBe('');
  await releaseText(world.as(trust), { heldId: one!.id });
  expect(await approve(held)).toEqual({ held: false });
  // What staff released is not held once more, message by message.
  await eventually('the released message', async () =>
    (await messagesTo(creator!)).some(({ body }) => body.includes('verify your account')),
  );
  expect((await waiting()).filter(({ orgId }) => orgId === brand.orgId)).toEqual([]);

  // Changed texts are checked anew, and staff need not decide about the earlier ones.
  const changed = await draft([creator!], [text]);
  await approve(changed);
  const { version, name, subject } = await getSequence(world.as(brand), { sequenceId: changed });
  await saveSequence(world.as(brand), {
    sequenceId: changed,
    version,
    name,
    subject,
    campaignId: null,
    steps: [{ kind: 'message', texts: ['Hello {name}.'] }],
  });
  expect((await waiting()).filter(({ orgId }) => orgId === brand.orgId)).toEqual([]);
  expect(await approve(changed)).toEqual({ held: false });
});

test('erased with an open sequence: the creator is in none any more, and the brand’s own ends with its workflow', async () => {
  const [creator, kept] = (await createCreators(2)) as [OrgActor & { handle: string }, OrgActor & { handle: string }];
  const sequenceId = await draft([creator, kept]);
  await approve(sequenceId);
  await eachHas([creator, kept], 1);
  await withTx(world.system(), (tx) => register.erase!(tx, { userId: creator.userId, name: 'Erased' }));
  expect(await counts(sequenceId)).toEqual({ active: 1 });
  await reply(kept);
  await eventually('its end', async () => (await getSequence(world.as(brand), { sequenceId })).state === 'done');

  const other = await createOrg(world, 'brand', 'Ombra');
  const { sequenceId: own } = await createSequence(world.as(other), {
    name: 'Spring',
    subject: 'Hello',
    campaignId: null,
    steps: [
      { kind: 'message', texts: ['Hello.'] },
      { kind: 'wait', days: 3 },
      { kind: 'follow_up', texts: ['Again.'] },
    ],
  });
  await addRecipients(world.as(other), { sequenceId: own, from: { kind: 'handles', handles: [kept.handle] } });
  await approveSequence(world.as(other), { sequenceId: own, version: 1 });
  await eventually(
    'its message',
    async () => (await getSequence(world.as(other), { sequenceId: own })).funnel[0]?.sent === 1,
  );
  await withTx(world.system(), (tx) => register.erase!(tx, { userId: other.userId, name: 'Erased' }));
  await eventually('the end of its workflow', async () => (await statusOf(runtime, `outreach/${own}`)) === 'COMPLETED');
});

test('quiet hours put a message off until they end', async () => {
  const [asleep] = (await createCreators(1)) as [OrgActor & { handle: string }];
  const sequenceId = await draft([asleep]);
  const clock = { now: () => new Date('2026-11-26T23:30:00Z') };
  await world.owner.updateTable('profiles').set({ time_zone: 'UTC' }).where('id', '=', asleep.userId).execute();
  await approveSequence(world.as(brand, { clock }), { sequenceId, version: 1 });
  await world.owner
    .updateTable('outreach_recipients')
    .set({ due_at: new Date('2026-11-26T23:00:00Z') })
    .where('sequence_id', '=', sequenceId)
    .execute();
  expect(await sendDue(world.system(clock), { sequenceId })).toMatchObject({ sent: 0, state: 'running' });
  const { due_at } = await world.owner
    .selectFrom('outreach_recipients')
    .select('due_at')
    .where('sequence_id', '=', sequenceId)
    .executeTakeFirstOrThrow();
  expect(due_at?.toISOString()).toBe('2026-11-27T08:00:00.000Z');
});

test('an imported person is written to by mail, with the source and a link that ends it without an account', async () => {
  const importId = newId();
  const at = new Date();
  await world.owner
    .insertInto('imports')
    .values({
      id: importId,
      org_id: brand.orgId,
      created_by: brand.userId,
      file_name: 'fair.csv',
      storage_key: `imports/${importId}`,
      size: 1,
      state: 'done',
      format: 'csv',
      basis: 'consent',
      source: 'Список ярмарки',
      created_at: at,
      changed_at: at,
    })
    .execute();
  await world.owner
    .insertInto('imported_creators')
    .values(
      ['one', 'two'].map((name, row) => ({
        id: newId(),
        org_id: brand.orgId,
        import_id: importId,
        row,
        platform: 'instagram' as const,
        handle: `fair.${name}`,
        name,
        email: `${name}@fair.example`,
        language: 'ru',
        created_at: at,
        changed_at: at,
      })),
    )
    .execute();
  const sequenceId = await draft([]);
  const add = () => addRecipients(world.as(brand), { sequenceId, from: { kind: 'import', importId } });
  expect(await add()).toMatchObject({ added: 2 });
  await approve(sequenceId);
  const mails = await eventually('two mails', async () => {
    const rows = await world.owner
      .selectFrom('mails')
      .select(['to_address', 'op_id', 'locale', 'data'])
      .where('template', '=', 'outreach_message')
      .orderBy('to_address')
      .execute();
    return rows.length === 2 ? rows : null;
  });
  expect(mails[0]).toMatchObject({ to_address: 'one@fair.example', locale: 'ru' });
  const data = mails[0]?.data as { link: string; source: string; title: string };
  expect(data).toMatchObject({ source: 'Список ярмарки', title: 'For one' });
  const recipientId = mails[0]?.op_id.split(':')[1] ?? '';
  const token = contactToken(world.integrations.settings.codeSecret, recipientId);
  expect(data.link).toBe(`/p/contact/${token}?lang=ru`);

  const visitor = world.as({ kind: 'anonymous' });
  expect(await readContact(visitor, { token })).toEqual({
    org: brand.name,
    source: 'Список ярмарки',
    basis: 'consent',
    answered: null,
  });
  await giveAnswer(visitor, { token, answer: 'unsubscribed' });
  expect(await readContact(visitor, { token })).toMatchObject({ answered: 'unsubscribed' });
  await expect(readContact(visitor, { token: `${newId()}.${token.split('.')[1]}` })).rejects.toMatchObject({
    code: 'not_found',
  });

  // The other mailbox does not exist.
  const refusing = {
    ...world.system(),
    integrations: {
      ...world.integrations,
      mailer: {
        send: () =>
          Promise.reject(Object.assign(new Error('no'), { responseCode: 550, response: '550 5.1.1 unknown user' })),
        close: () => {},
      },
    },
  };
  while (await sendMails(refusing, { mailboxes: accountMailboxes }));
  const states = await counts(sequenceId);
  expect(states).toEqual({ unsubscribed: 1, bounced: 1 } satisfies Partial<Record<RecipientState, number>>);
  const kept = (await listSuppressions(world.as(brand), { limit: 10 })).items.filter(({ email }) => email);
  expect(kept.map(({ email, reason }) => `${email} ${reason}`).sort()).toEqual([
    'one@fair.example unsubscribed',
    'two@fair.example bounced',
  ]);
  const next = await draft([]);
  expect(await addRecipients(world.as(brand), { sequenceId: next, from: { kind: 'import', importId } })).toMatchObject({
    added: 0,
    refused: 2,
  });
});
