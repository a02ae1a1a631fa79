import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePorts } from '../../../../scripts/stack/ports.ts';
import {
  clientsFor,
  eventually,
  onboard,
  pay,
  SECRET_KEY,
  startHarness,
  startReceiver,
  unique,
  type Harness,
} from './sandbox-harness.ts';

const ROOT = join(import.meta.dirname, '../../../..');

let stateDir: string;
beforeEach(async () => void (stateDir = await mkdtemp(join(tmpdir(), 'payments-'))));
afterEach(() => rm(stateDir, { recursive: true, force: true }));

interface Process {
  child: ChildProcess;
  clients: Omit<Harness, 'close' | 'sandbox'>;
  kill(): Promise<void>;
}

async function launch(port: number, env: Record<string, string> = {}): Promise<Process> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/integrations/stripe/sandbox/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PAYMENTS_PORT: String(port),
      PAYMENTS_STATE_DIR: stateDir,
      STRIPE_SECRET_KEY: SECRET_KEY,
      ...env,
    },
    stdio: 'ignore',
  });
  const apiBase = `http://127.0.0.1:${port}`;
  const end = Date.now() + 20_000;
  for (;;) {
    const up = await fetch(`${apiBase}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) break;
    if (Date.now() > end) throw new Error('the sandbox did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    child,
    clients: clientsFor(apiBase),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('nothing acknowledged is lost when the process is killed in the middle of work, and no half of anything remains', async () => {
  const [port = 0] = await findFreePorts(1);
  const acknowledged = new Map<string, string>();
  let accountId = '';
  for (let round = 0; round < 3; round += 1) {
    const sandbox = await launch(port);
    const { provider } = sandbox.clients;
    if (accountId === '') accountId = await onboard(sandbox.clients);
    let running = true;
    const worker = async (): Promise<void> => {
      while (running) {
        const opId = unique(`round-${round}`);
        try {
          const { topUpId } = await provider.createTopUp({
            opId,
            idempotencyKey: opId,
            amount: 500,
            currency: 'EUR',
            description: 'x',
          });
          acknowledged.set(opId, topUpId);
          const { chargeId, group, payment } = await pay(sandbox.clients, { amount: 10_000, opId: `${opId}-pay` });
          acknowledged.set(`${opId}-pay`, payment.paymentIntentId);
          const sent = await provider.createTransfer({
            opId: `${opId}-t`,
            idempotencyKey: `${opId}-t`,
            amount: 9000,
            currency: 'EUR',
            destination: accountId,
            sourceCharge: chargeId,
            transferGroup: group,
          });
          acknowledged.set(`${opId}-t`, sent.transferId);
        } catch {
          // The kill came in between.
        }
      }
    };
    const workers = Array.from({ length: 8 }, worker);
    const before = acknowledged.size;
    await eventually(() => acknowledged.size > before + 20 * (round + 1));
    const died = sandbox.kill();
    running = false;
    await died;
    await Promise.all(workers);
  }
  const sandbox = await launch(port);
  try {
    const books = await sandbox.clients.books();
    expect(acknowledged.size).toBeGreaterThan(50);
    for (const [opId, id] of acknowledged) expect(books.by_op_id[opId]?.map((object) => object.id)).toContain(id);
    const eur = books.currencies['eur']!;
    expect(eur.adds_up).toBe(true);
    // Each transfer took as much from the platform as it gave to the account.
    expect(eur.accounts[accountId]?.total ?? 0).toBe(-(eur.platform.by_type['transfer']?.amount ?? 0));
    // A repeated call is still recognised after the restarts.
    const [opId, topUpId] = [...acknowledged].find(([key]) => !key.endsWith('-t') && !key.endsWith('-pay'))!;
    const again = await sandbox.clients.provider.createTopUp({
      opId,
      idempotencyKey: opId,
      amount: 500,
      currency: 'EUR',
      description: 'x',
    });
    expect(again.topUpId).toBe(topUpId);
  } finally {
    await sandbox.kill();
  }
}, 90_000);

test('clock, due work, undelivered events and ordered faults survive a kill; so does a line cut off in the middle', async () => {
  const receiver = await startReceiver();
  receiver.answer(500);
  const env = {
    WEBHOOK_TARGET: receiver.url,
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_b',
  };
  const [port = 0] = await findFreePorts(1);
  const first = await launch(port, env);
  const started = await first.clients.command('clock', { advance_seconds: 1000 });
  const { sessionId } = await first.clients.provider.createCheckout({
    opId: 'open',
    idempotencyKey: 'open',
    currency: 'EUR',
    amount: 1000,
    lines: [{ label: 'x', amount: 1000 }],
    customerEmail: 'a@example.com',
    successUrl: 'http://localhost',
    cancelUrl: 'http://localhost',
    transferGroup: 'g',
    locale: 'zh',
  });
  await pay(first.clients);
  await eventually(() => receiver.received.length >= 2);
  await first.clients.command('faults', { match: { path: '/v1/topups' }, kind: '429' });
  await first.kill();
  await appendFile(join(stateDir, 'journal.jsonl'), '{"p":[["topup","platform",{"id":"tu_half"');

  receiver.answer(200);
  const second = await launch(port, env);
  try {
    expect((await second.clients.command('clock')).now).toBeGreaterThanOrEqual(started.now);
    await expect(
      second.clients.provider.createTopUp({
        opId: 'x',
        idempotencyKey: 'x',
        amount: 5,
        currency: 'EUR',
        description: 'x',
      }),
    ).rejects.toMatchObject({ kind: 'rate_limited' });
    await second.clients.command('webhooks/flush', {});
    await eventually(async () => (await second.clients.command('webhooks')).waiting === 0);
    await second.clients.advance(86_401);
    expect((await second.clients.provider.retrieveCheckout(sessionId)).status).toBe('expired');
    expect(await readFile(join(stateDir, 'journal.jsonl'), 'utf8')).not.toContain('tu_half');
  } finally {
    await second.kill();
    await receiver.close();
  }
}, 60_000);

test('starting again compacts the journal and changes nothing', async () => {
  const first = await startHarness({ stateDir });
  await onboard(first);
  await pay(first);
  await pay(first, { card: '4000000000000259' });
  const before = await first.books();
  const events = await first.reads.listEvents({ since: new Date(0) });
  await first.close();
  const second = await startHarness({ stateDir });
  const { as_of: _, ...after } = await second.books();
  expect(after).toEqual({ currencies: before.currencies, by_op_id: before.by_op_id });
  expect(await second.reads.listEvents({ since: new Date(0) })).toEqual(events);
  await second.command('reset', {});
  expect((await second.books()).currencies).toEqual({});
  await second.close();
  const third = await startHarness({ stateDir });
  expect((await third.books()).by_op_id).toEqual({});
  await third.close();
});
