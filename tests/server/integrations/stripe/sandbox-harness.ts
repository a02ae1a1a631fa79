import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import type { Currency } from '../../../../server/core/money.ts';
import { createStripeProvider, type PaymentProvider } from '../../../../server/integrations/stripe/provider.ts';
import type { Books } from '../../../../server/integrations/stripe/sandbox/engine/books-report.ts';
import {
  startSandbox,
  type RunningSandbox,
  type SandboxOptions,
} from '../../../../server/integrations/stripe/sandbox/server.ts';
import { stripeReads, type StripeReads } from '../../../support/stripe-reads.ts';

export const SECRET_KEY = 'sk_test_harness';
export const GOOD_CARD = '4242424242424242';
export const DAY = 86_400;

/** Members of command answers that tests read; each command fills some of them. */
export interface CommandAnswer {
  now: number;
  waiting: number;
  in_flight: number;
  id: string;
  amount: number;
  error?: unknown;
  by_op_id: Books['by_op_id'];
}
export interface ApiAnswer {
  error: { type: string; code?: string; param?: string };
  [member: string]: unknown;
}

export interface Harness {
  stripe: Stripe;
  provider: PaymentProvider;
  reads: StripeReads;
  sandbox: RunningSandbox;
  /** A sandbox command; the answer's body, whatever its status. */
  command(path: string, body?: unknown): Promise<CommandAnswer>;
  advance(seconds: number): Promise<void>;
  books(): Promise<Books>;
  /** A raw call, for what the SDK would not let through. */
  raw(
    method: string,
    path: string,
    form?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: ApiAnswer; headers: Headers }>;
  close(): Promise<void>;
}

/** A sandbox of its own in this process, on a free port, with the SDK and the provider pointed at it. */
export async function startHarness(options: Partial<SandboxOptions> = {}): Promise<Harness> {
  const stateDir = options.stateDir ?? (await mkdtemp(join(tmpdir(), 'payments-')));
  const failures: unknown[] = [];
  const sandbox = await startSandbox({
    port: 0,
    stateDir,
    secretKey: SECRET_KEY,
    sync: false,
    report: (error) => failures.push(error),
    ...options,
  });
  const clients = clientsFor(sandbox.apiBase);
  return {
    ...clients,
    sandbox,
    async close() {
      await sandbox.close();
      if (options.stateDir === undefined) await rm(stateDir, { recursive: true, force: true });
      if (failures.length > 0) throw new AggregateError(failures, 'the sandbox reported failures of its own');
    },
  };
}

export function clientsFor(apiBase: string): Omit<Harness, 'close' | 'sandbox'> {
  const { port } = new URL(apiBase);
  const command: Harness['command'] = async (path, body) => {
    const answer = await fetch(`${apiBase}/_sandbox/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as CommandAnswer;
  };
  return {
    stripe: new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, timeout: 2000 }),
    provider: createStripeProvider({ secretKey: SECRET_KEY, apiBase, timeoutMs: 1000 }),
    reads: stripeReads({ secretKey: SECRET_KEY, apiBase }),
    command,
    async advance(seconds) {
      await command('clock', { advance_seconds: seconds });
    },
    books: async () => (await command('books')) as unknown as Books,
    async raw(method, path, form = '', headers = {}) {
      const answer = await fetch(apiBase + path, {
        method,
        headers: {
          authorization: `Bearer ${SECRET_KEY}`,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        ...(method === 'GET' ? {} : { body: form }),
      });
      return { status: answer.status, body: (await answer.json()) as ApiAnswer, headers: answer.headers };
    },
  };
}

let counter = 0;
export const unique = (name: string): string => `${name}-${(counter += 1)}`;

/** A payment that went through, with the ids later steps need. */
export async function pay(
  { provider, command }: Pick<Harness, 'command' | 'provider'>,
  options: {
    amount?: number;
    currency?: 'EUR' | 'JPY' | 'KWD' | 'USD';
    card?: string;
    group?: string;
    opId?: string;
  } = {},
) {
  const {
    amount = 100_000,
    currency = 'EUR',
    card = GOOD_CARD,
    group = unique('group'),
    opId = unique('pay'),
  } = options;
  const { sessionId } = await provider.createCheckout({
    opId,
    idempotencyKey: unique('key'),
    currency,
    amount,
    lines: [{ label: 'Work', amount }],
    customerEmail: 'brand@example.com',
    successUrl: 'http://localhost/done',
    cancelUrl: 'http://localhost/back',
    transferGroup: group,
    locale: 'en',
  });
  await command(`pay/${sessionId}`, { card });
  const { paymentIntentId } = await provider.retrieveCheckout(sessionId);
  const payment = await provider.retrievePayment(paymentIntentId ?? '');
  return { sessionId, group, opId, payment, chargeId: payment.chargeId ?? '' };
}

/** A connected account that has finished onboarding. */
export async function onboard(
  { provider, command }: Pick<Harness, 'command' | 'provider'>,
  input: Record<string, unknown> = {},
): Promise<string> {
  const opId = unique('account');
  const { accountId } = await provider.createConnectedAccount({
    opId,
    idempotencyKey: opId,
    country: 'FR',
    businessType: 'individual',
    email: 'creator@example.com',
  });
  await command(`accounts/${accountId}`, input);
  return accountId;
}

/** What a payout in the currency names. */
export async function bankOf(
  { provider }: Pick<Harness, 'provider'>,
  accountId: string,
  currency: Currency,
): Promise<string> {
  const { banks } = await provider.retrieveAccount(accountId);
  return banks.find((bank) => bank.currency === currency)!.externalId;
}

export interface Received {
  path: string;
  body: string;
  headers: IncomingHttpHeaders;
}

/** A webhook endpoint that stores what it receives and answers as configured. */
export async function startReceiver(): Promise<{
  url: string;
  received: Received[];
  answer: (status: number) => void;
  close: () => Promise<void>;
}> {
  const received: Received[] = [];
  let status = 200;
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', body, headers: request.headers });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => (status = next),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Waits until `holds`, checking often; fails after twenty seconds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
