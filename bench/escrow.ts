import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime, DefaultLogger, Worker } from '@temporalio/worker';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { runToEnd } from '../scripts/stack/launch.ts';
import { readRunningInstance } from '../scripts/stack/instance.ts';
import { completeOnboarding } from '../scripts/lib/hosted-pages.ts';
import { createPersona, eventually } from '../scripts/lib/persona-client.ts';
import { withTx, type OrgActor, type ServiceContext, type SystemContext } from '../server/context.ts';
import { systemClock } from '../server/core/clock.ts';
import { newId } from '../server/core/ids.ts';
import { readEnv } from '../server/env.ts';
import { approve, submitWork } from '../server/features/escrow/review/service.ts';
import { openMilestones } from '../server/features/escrow/funding/open.ts';
import { checkMoney } from '../server/features/money-check/checker.ts';
import { pay } from '../server/features/payments/checkout/pay.ts';
import { quote } from '../server/features/payments/checkout/quote.ts';
import { startWorkflow } from '../server/features/outbox/commands.ts';
import { createIntegrations, createLogger } from '../server/integrations/create.ts';
import { dealTermsOf } from '../tests/support/deal-terms.ts';
import { cpuByProcess, withInstance } from './lib/instance.ts';
import { closedLoop, quantile, row, type LoadResult } from './lib/load.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';

const { values } = readFlags({
  options: {
    lanes: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '30' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:escrow -- [--lanes 50] [--seconds 30] [--record]

Full milestone lifecycles (contract opened, quoted, paid at the sandbox, funded by webhook, delivered, approved, released by
transfer) with outbox, ledger and real workflows, 50 in flight, everything on one machine; beside a bare workflow (start,
activity, signal, timer, activity) on the same Temporal server in the same run, before and after. Three rounds of --seconds;
the median counts. Prints processor time by process, activities on the straight path and what the money check finds. The
bar: at least a quarter of the bare rate. ${RECORD_HELP}`);
  process.exit(0);
}
const lanes = countOf('lanes', values.lanes);
const seconds = countOf('seconds', values.seconds);
const PRICE = 40_000;

async function bareRate(address: string): Promise<number> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace: 'default',
    taskQueue: 'bare',
    workflowsPath: new URL('./lib/bare-workflow.ts', import.meta.url).pathname,
    activities: { touch: async () => 'ok' },
    maxConcurrentWorkflowTaskExecutions: 100,
    maxConcurrentActivityTaskExecutions: 100,
  });
  const client = new Client({ connection: await Connection.connect({ address }) });
  let rate = 0;
  await worker.runUntil(async () => {
    const one = async (): Promise<void> => {
      const handle = await client.workflow.start('bare', { taskQueue: 'bare', workflowId: `bare/${randomUUID()}` });
      await handle.signal('go');
      await handle.result();
    };
    await closedLoop(lanes, 5, one);
    const result = await closedLoop(lanes, Math.max(10, seconds / 3), one);
    console.log(row('bare workflow', result));
    rate = result.perSecond;
  });
  await client.connection.close();
  await connection.close();
  return rate;
}

/** Resolves for each lane when its milestone reached a state: one query every 100 ms for all of them. */
function stateWatch(ctx: SystemContext) {
  const waiting = new Map<string, { state: string; resolve: () => void }>();
  const timer = setInterval(() => {
    if (waiting.size === 0) return;
    void ctx.db
      .selectFrom('milestones')
      .where('id', 'in', [...waiting.keys()])
      .select(['id', 'state'])
      .execute()
      .then((rows) => {
        for (const r of rows) {
          const wait = waiting.get(r.id);
          if (wait && wait.state === r.state) {
            waiting.delete(r.id);
            wait.resolve();
          }
        }
      });
  }, 100);
  return {
    reached: (id: string, state: string) =>
      new Promise<void>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`${id} did not become ${state} in 120 s`)), 120_000);
        waiting.set(id, { state, resolve: () => (clearTimeout(limit), resolve()) });
      }),
    stop: () => clearInterval(timer),
  };
}

Runtime.install({ logger: new DefaultLogger('ERROR') });
const measurement = await beginMeasurement('bench:escrow', values.record);
await withInstance(['--no-seed'], async (instance) => {
  const { env: childEnv } = readRunningInstance(instance.home);
  Object.assign(process.env, childEnv);
  const env = readEnv();
  const integrations = createIntegrations(env, createLogger({ ...env, LOG_LEVEL: 'error' }, 'bench'));
  const app = createDb(createPool(env.DATABASE_URL, { max: 16 }));
  const workerDb = createDb(createPool(env.DATABASE_WORKER_URL ?? env.DATABASE_URL, { max: 6 }));
  const system: SystemContext = {
    db: workerDb,
    actor: { kind: 'system', name: 'bench' },
    clock: systemClock,
    integrations,
    requestId: 'bench',
    requestKey: null,
  };
  const as = (actor: OrgActor): ServiceContext<OrgActor> => ({
    db: app,
    actor,
    clock: systemClock,
    integrations,
    requestId: 'bench',
    requestKey: newId(),
  });
  await runToEnd(process.execPath, ['--import', 'tsx', 'scripts/float.ts'], { env: { ...process.env } });

  const brandPerson = createPersona({ ...instance, name: 'Bench Brand' });
  const creatorPerson = createPersona({ ...instance, name: 'Bench Creator' });
  await brandPerson.signUp('business');
  await creatorPerson.signUp('influencer');
  await brandPerson.prove();
  await creatorPerson.prove();
  await brandPerson.api.orgs.saveBilling.mutate({
    legalName: 'Bench SARL',
    country: 'FR',
    taxId: null,
    address: '',
    invoiceEmail: null,
    poNumber: null,
  });
  await completeOnboarding((await creatorPerson.api.payouts.startOnboarding.mutate({ country: 'FR' })).url);
  await eventually(
    'the payout account',
    async () => (await creatorPerson.api.payouts.refreshAccount.mutate()).state === 'enabled',
  );
  const actorOf = async (email: string, orgKind: 'brand' | 'creator'): Promise<OrgActor> => {
    const r = await workerDb
      .selectFrom('profiles as p')
      .innerJoin('org_members as m', 'm.user_id', 'p.id')
      .where('p.email', '=', email)
      .select(['p.id', 'p.display_name', 'm.org_id'])
      .executeTakeFirstOrThrow();
    return {
      kind: 'org',
      userId: r.id,
      name: r.display_name,
      email,
      emailVerified: true,
      orgId: r.org_id,
      orgKind,
      role: 'owner',
    };
  };
  const brand = await actorOf(brandPerson.email, 'brand');
  const creator = await actorOf(creatorPerson.email, 'creator');
  const terms = dealTermsOf(PRICE);
  const sides = { brand_org: brand.orgId, creator_org: creator.orgId };
  const watch = stateWatch(system);
  const ids: string[] = [];
  const phases: Record<'opened and paid' | 'funded by webhook' | 'delivered, approved, released', number[]> = {
    'opened and paid': [],
    'funded by webhook': [],
    'delivered, approved, released': [],
  };

  async function lifecycle(): Promise<void> {
    const [offerId, contractId, milestoneId] = [newId(), newId(), newId()] as const;
    const begun = performance.now();
    const later = new Date(Date.now() + 5 * 24 * 3_600_000);
    await withTx(system, async (tx) => {
      // The contract is signed beforehand; its workflows are not part of the measurement.
      await startWorkflow(tx, 'offerExpiry', offerId);
      await startWorkflow(tx, 'contractSigning', contractId);
      await tx.db
        .updateTable('workflow_outbox')
        .set({ dispatched_at: new Date() })
        .where('workflow_id', 'in', [`offer/${offerId}`, `contract/${contractId}`])
        .execute();
      await tx.db
        .insertInto('offers')
        .values({
          id: offerId,
          ...sides,
          state: 'accepted',
          current_n: 1,
          turn: 'creator',
          title: 'Bench',
          currency: 'EUR',
          deadline_at: later,
          created_by: brand.userId,
        })
        .execute();
      await tx.db
        .insertInto('contracts')
        .values({
          id: contractId,
          offer_id: offerId,
          ...sides,
          state: 'active',
          title: 'Bench',
          currency: 'EUR',
          total: PRICE,
          terms: JSON.stringify(terms),
          terms_hash: 'a'.repeat(64),
          document: JSON.stringify({ title: 'Bench', clauses: [] }),
          document_hash: 'b'.repeat(64),
          fee_bps: 500,
          tax_bps: 2000,
          clock_policy: 'demo',
          deadline_at: later,
          signed_at: new Date(),
        })
        .execute();
      for (const [side, who] of [
        ['brand', brand],
        ['creator', creator],
      ] as const) {
        await tx.db
          .insertInto('signatures')
          .values({
            id: newId(),
            contract_id: contractId,
            ...sides,
            side,
            org_id: who.orgId,
            user_id: who.userId,
            typed_name: who.name,
            document_hash: 'b'.repeat(64),
            signed_at: new Date(),
          })
          .execute();
      }
      await tx.db
        .insertInto('milestones')
        .values({
          id: milestoneId,
          contract_id: contractId,
          ...sides,
          seq: 1,
          title: 'Bench',
          amount: PRICE,
          currency: 'EUR',
          state: 'proposed',
          due_at: later,
          rounds_max: 2,
        })
        .execute();
      await openMilestones(tx, contractId);
    });
    const price = await quote(as(brand), { milestoneId });
    const { url } = await pay(as(brand), { milestoneId, quoteId: price.id });
    const session = new URL(url).pathname.split('/').at(-1) ?? '';
    const funded = watch.reached(milestoneId, 'funded');
    const paid = await fetch(`${instance.paymentsUrl}/_sandbox/pay/${session}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    if (!paid.ok) throw new Error(`the sandbox refused the payment: ${paid.status}`);
    const paidAt = performance.now();
    await funded;
    const fundedAt = performance.now();
    const released = watch.reached(milestoneId, 'released');
    const version = await withTx(as(creator), async (tx) => {
      const now = await tx.db
        .selectFrom('milestones')
        .where('id', '=', milestoneId)
        .select('version')
        .executeTakeFirstOrThrow();
      const submissionId = newId();
      await tx.db
        .insertInto('submissions')
        .values({
          id: submissionId,
          milestone_id: milestoneId,
          contract_id: contractId,
          ...sides,
          n: 1,
          state: 'submitted',
          created_by: creator.userId,
          submitted_at: new Date(),
        })
        .execute();
      return (await submitWork(tx, { milestoneId, version: now.version }, submissionId, 1)).version;
    });
    await approve(as(brand), { milestoneId, version });
    await released;
    phases['opened and paid'].push(paidAt - begun);
    phases['funded by webhook'].push(fundedAt - paidAt);
    phases['delivered, approved, released'].push(performance.now() - fundedAt);
    ids.push(milestoneId);
  }

  await closedLoop(2, 3, lifecycle);
  const bare = [await bareRate(instance.temporalAddress)];
  const cpuBefore = cpuByProcess(instance.pid);
  const ownBefore = process.cpuUsage();
  const started = performance.now();
  const rounds: LoadResult[] = [];
  const shares: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const result = await closedLoop(lanes, seconds, lifecycle);
    console.log(row('escrow lifecycle', result));
    bare.push(await bareRate(instance.temporalAddress));
    rounds.push(result);
    shares.push((result.perSecond / ((bare[round]! + bare[round + 1]!) / 2)) * 100);
  }
  const elapsed = (performance.now() - started) / 1000;
  const cpuAfter = cpuByProcess(instance.pid);
  const own = process.cpuUsage(ownBefore);
  for (const [name, samples] of Object.entries(phases)) {
    samples.sort((a, b) => a - b);
    console.log(
      `  ${name.padEnd(42)}            p50 ${quantile(samples, 0.5).toFixed(1).padStart(7)} ms   p95 ${quantile(samples, 0.95).toFixed(1).padStart(7)} ms   most ${(samples.at(-1) ?? 0).toFixed(0)} ms`,
    );
  }

  console.log(
    `\nProcessor time of all rounds, bare workflows included, ${elapsed.toFixed(0)} s on ${availableParallelism()} cores`,
  );
  for (const [name, used] of [...cpuAfter].sort((a, b) => b[1] - a[1]))
    console.log(`  ${name.padEnd(18)} ${(used - (cpuBefore.get(name) ?? 0)).toFixed(1).padStart(7)} s`);
  console.log(`  ${'this bench'.padEnd(18)} ${((own.user + own.system) / 1e6).toFixed(1).padStart(7)} s\n`);

  const client = new Client({ connection: await Connection.connect({ address: instance.temporalAddress }) });
  const history = await client.workflow.getHandle(`escrow/${ids.at(-1)}`).fetchHistory();
  const activities = (history.events ?? []).filter((e) => e.activityTaskScheduledEventAttributes).length;
  const breaches = await checkMoney(workerDb, { booksUrl: `${instance.paymentsUrl}/_sandbox/books` });
  for (const b of breaches.slice(0, 10)) console.log(`  breach ${b.invariant}: ${b.detail}`);
  watch.stop();
  const exact = { unit: '', digits: 0, exact: true };
  measurement.figure('lifecycles beside the bare workflow, before and after', median(shares), {
    unit: '%',
    atLeast: 25,
    digits: 0,
  });
  measurement.figure('lifecycles', median(rounds.map((r) => r.perSecond)), { unit: 'a second' });
  measurement.figure('bare workflows', median(bare), { unit: 'a second' });
  measurement.figure('activities on the straight path', activities, { ...exact, atMost: 2 });
  measurement.figure('differences in the books', breaches.length, { ...exact, atMost: 0 });
  const failed = rounds.reduce((sum, r) => sum + r.failed, 0);
  measurement.figure('failed lifecycles', failed, { ...exact, atMost: 0 });
  await client.connection.close();
  integrations.mailer.close();
  await app.destroy();
  await workerDb.destroy();
});
process.exit(await measurement.end());
