import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { OrgActor } from '../../server/context.ts';
import { withTx } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { sendToOrg } from '../../server/features/conversations/write.ts';
import { signalWorkflows } from '../../server/features/outbox/commands.ts';
import { approveSequence, createSequence } from '../../server/features/outreach/service.ts';
import { contactToken } from '../../server/features/outreach/token.ts';
import { noteFigures } from '../support/chaos/chosen.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { startTestEntry, testEnvironment, services, type TestProcess } from '../support/services.ts';
import { eventually } from '../support/worker.ts';

/*
 * Sequences to many recipients while worker and API are killed. The rate limit of a person is 30 messages a minute, so a brand
 * has few recipients and there are many brands.
 */
const RECIPIENTS = Number(process.env['CHAOS_RECIPIENTS'] ?? 60);
const KILLS = Number(process.env['CHAOS_KILLS'] ?? 3);
const SEED = Number(process.env['CHAOS_SEED'] ?? 1);
const OF_A_BRAND = 12;
/** The third part of them answers. */
const ANSWERING = 3;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Sequence {
  id: string;
  brand: OrgActor;
}
interface Recipient {
  id: string;
  sequence: Sequence;
  creator: OrgActor;
}

let world: TestWorld;
let api: TestProcess;
let worker: TestProcess;
let url: string;
beforeAll(async () => {
  world = await createTestWorld('chaos_outreach', { codeSecret: services().secrets.CODE_SECRET });
  const { env, ports } = await testEnvironment({
    databases: world.database,
  });
  url = `http://127.0.0.1:${ports.APP_PORT}`;
  worker = await startTestEntry('worker', env, `http://127.0.0.1:${ports.WORKER_METRICS_PORT}/livez`);
  api = await startTestEntry('app', env, `${url}/readyz`);
}, 180_000);
afterAll(async () => {
  for (const process of [api, worker]) if (process?.running) await process.stop();
  await world?.close();
}, 60_000);

/** In a zone where it is noon. */
async function addCreators(n: number): Promise<OrgActor[]> {
  const ahead = 12 - new Date().getUTCHours();
  const zone = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  const rows = Array.from({ length: n }, (_, i) => ({ org: newId(), user: `chaos-${newId()}`, name: `Creator ${i}` }));
  const json = JSON.stringify(rows);
  const shape = sql`jsonb_to_recordset(${json}::jsonb) as x(org uuid, "user" text, name text)`;
  await sql`
    insert into orgs(id, kind, name, slug, created_by)
      select x.org, 'creator', x.name, 'chaos-' || x.org, x."user" from ${shape}`.execute(world.owner);
  await sql`
    insert into profiles(id, display_name, user_type, email, time_zone)
      select x."user", x.name, 'influencer', x."user" || '@chaos.example', ${zone} from ${shape}`.execute(world.owner);
  await sql`
    insert into org_members(org_id, user_id, role) select x.org, x."user", 'owner' from ${shape}`.execute(world.owner);
  return rows.map(({ org, user, name }) => ({
    kind: 'org',
    userId: user,
    name,
    email: `${user}@chaos.example`,
    emailVerified: true,
    orgId: org,
    orgKind: 'creator',
    role: 'owner',
  }));
}

const MESSAGES = ['First message', 'Second message'];
async function plan(label: string, total: number): Promise<Recipient[]> {
  const creators = await addCreators(total);
  const recipients: Recipient[] = [];
  for (let at = 0; at < total; at += OF_A_BRAND) {
    const brand = await createOrg(world, 'brand', `${label} ${at}`);
    const { sequenceId } = await createSequence(world.as(brand), {
      name: label,
      subject: '',
      campaignId: null,
      steps: [
        { kind: 'message', texts: [MESSAGES[0]!] },
        { kind: 'wait', days: 1 },
        { kind: 'follow_up', texts: [MESSAGES[1]!] },
      ],
    });
    const sequence = { id: sequenceId, brand };
    for (const creator of creators.slice(at, at + OF_A_BRAND)) {
      const id = newId();
      recipients.push({ id, sequence, creator });
      await world.owner
        .insertInto('outreach_recipients')
        .values({
          id,
          sequence_id: sequenceId,
          org_id: brand.orgId,
          creator_org: creator.orgId,
          variant: 'a',
          state: 'listed',
          created_at: new Date(),
        })
        .execute();
    }
  }
  return recipients;
}
const sequencesOf = (recipients: readonly Recipient[]): Sequence[] => [...new Set(recipients.map((r) => r.sequence))];

/** How often each message was written to each recipient. */
async function written(recipients: readonly Recipient[]): Promise<Map<string, number>> {
  const rows = await world.owner
    .selectFrom('messages')
    .select(['brand_org', 'creator_org', 'body'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .whereRef('author_org', '=', 'brand_org')
    .groupBy(['brand_org', 'creator_org', 'body'])
    .execute();
  const known = new Set(recipients.map(({ creator }) => creator.orgId));
  return new Map(
    rows.filter((row) => known.has(row.creator_org)).map((row) => [`${row.creator_org} ${row.body}`, Number(row.n)]),
  );
}
const twice = (counts: ReadonlyMap<string, number>): number => [...counts.values()].filter((n) => n > 1).length;

/** Messages that were sent so far. */
const sends = async (): Promise<number> =>
  Number(
    (
      await world.owner
        .selectFrom('outreach_sends')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Unsubscribes at the API, again while it is down. */
async function unsubscribe({ id }: Recipient): Promise<void> {
  const body = JSON.stringify({
    json: { token: contactToken(world.integrations.settings.codeSecret, id), answer: 'unsubscribed' },
  });
  await eventually('the unsubscription', async () => {
    const answer = await fetch(`${url}/api/trpc/outreach.answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body,
    }).catch(() => null);
    if (answer && answer.status !== 200 && answer.status < 500 && answer.status !== 429)
      throw new Error(`the API answered ${answer.status}: ${await answer.text()}`);
    return answer?.ok ?? false;
  });
}
const reply = ({ creator, sequence }: Recipient) =>
  withTx(world.as(creator), (tx) => sendToOrg(tx, { to: sequence.brand.orgId, body: 'Yes.' }));

test(
  `${KILLS} kills of worker and API over ${RECIPIENTS} recipients: no step twice, nothing after a reply or an unsubscription`,
  async () => {
    const random = seeded(SEED);
    const recipients = await plan('Chaos', RECIPIENTS);
    const sequences = sequencesOf(recipients);
    const answering = recipients.filter((_, i) => i % ANSWERING === 0);
    const expected = RECIPIENTS + (RECIPIENTS - answering.length);
    let over = false;
    const moments: number[] = [];
    let apiIsBack = Promise.resolve();
    // The run is divided by its messages into as many parts as there are kills: one kill at a random moment of each part.
    const killer = (async () => {
      for (let n = 0; n < KILLS; n += 1) {
        const at = ((n + random()) * expected) / KILLS;
        while (!over && (await sends()) < at) await pause(20);
        await pause(random() * 100);
        const victim = n % 2 === 0 ? worker : api;
        await (victim === api ? apiIsBack : Promise.resolve());
        await victim.kill();
        moments.push(await sends());
        // Without the worker nothing is sent; without the API it goes on sending.
        if (victim === api) apiIsBack = api.restart();
        else await worker.restart();
      }
      await apiIsBack;
    })();
    for (const { id, brand } of sequences) await approveSequence(world.as(brand), { sequenceId: id, version: 1 });

    const sent = async (state: string) =>
      (
        await world.owner
          .selectFrom('outreach_recipients')
          .select('id')
          .where('state', '=', state as 'active')
          .where('next_message', '=', 0)
          .execute()
      ).length;
    const first = eventually('the first messages', async () => (await sent('active')) === 0, 600_000);
    // Some answer while the others are still being written to.
    const stopped = new Map<Recipient, number>();
    const answers = (async () => {
      for (const [i, recipient] of answering.entries()) {
        await eventually('a message to answer', async () => (await written([recipient])).size > 0, 600_000);
        await (i % 2 === 0 ? reply(recipient) : unsubscribe(recipient));
        stopped.set(
          recipient,
          [...(await written([recipient])).values()].reduce((a, b) => a + b, 0),
        );
      }
    })();
    await Promise.all([first, answers]);
    await world.owner
      .updateTable('outreach_recipients')
      .set({ due_at: new Date() })
      .where('state', '=', 'active')
      .execute();
    await withTx(world.system(), (tx) =>
      signalWorkflows(
        tx,
        sequences.map(({ id }) => ({ type: 'outreachSequence', id })),
        'looked_again',
        newId(),
      ),
    );
    await eventually(
      'the end of every sequence',
      async () => {
        const open = await world.owner
          .selectFrom('outreach_sequences')
          .select('id')
          .where('state', '=', 'running')
          .execute();
        return open.length === 0;
      },
      900_000,
    );
    over = true;
    await killer;
    const counts = await written(recipients);
    let afterAnswer = 0;
    for (const [recipient, before] of stopped)
      afterAnswer += [...(await written([recipient])).values()].reduce((a, b) => a + b, 0) - before;
    noteFigures({
      recipients: RECIPIENTS,
      kills: moments.length,
      messages: counts.size,
      twice: twice(counts),
      stopped: stopped.size,
      afterAnswer,
    });
    process.stdout.write(`kills after ${moments.join(', ')} messages\n`);
    expect(twice(counts)).toBe(0);
    expect(afterAnswer).toBe(0);
    expect(counts.size).toBe(expected);
    expect(moments).toHaveLength(KILLS);
  },
  Math.max(3, RECIPIENTS / 20) * 60_000,
);

test(
  'the same without claims, killed at the moments of the same seed, sends twice',
  async () => {
    const random = seeded(SEED);
    const recipients = await plan('No claims', RECIPIENTS);
    const sequences = sequencesOf(recipients);
    await worker.stop();
    for (const { id, brand } of sequences) await approveSequence(world.as(brand), { sequenceId: id, version: 1 });
    const without = fileURLToPath(new URL('../support/outreach-without-claims.ts', import.meta.url));
    const start = (): ChildProcess =>
      fork(without, [], {
        execArgv: ['--import', 'tsx'],
        env: { ...process.env, DATABASE_WORKER_URL: world.database.DATABASE_WORKER_URL },
        stdio: 'ignore',
      });
    const ended = (child: ChildProcess) =>
      child.exitCode !== null || child.signalCode !== null
        ? Promise.resolve()
        : new Promise((resolve) => child.once('exit', resolve));
    for (let n = 0; n < KILLS; n += 1) {
      const child = start();
      const at = ((n + random()) * RECIPIENTS) / KILLS;
      await eventually('its messages', async () => (await written(recipients)).size >= at, 120_000);
      await pause(random() * 100);
      child.kill('SIGKILL');
      await ended(child);
    }
    await ended(start());
    const counts = await written(recipients);
    noteFigures({ unclaimedTwice: twice(counts) });
    expect(twice(counts)).toBeGreaterThan(0);
  },
  Math.max(3, RECIPIENTS / 20) * 60_000,
);
