import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiPipeline } from './api/pipeline.ts';
import { Control } from './control.ts';
import { Agenda } from './engine/agenda.ts';
import { Journal } from './engine/journal.ts';
import { RETRY_STEPS, WebhookSender, type Target } from './engine/webhooks.ts';
import { World, type WorldOptions } from './engine/world.ts';
import { sendJson } from './http.ts';
import { HostedPages } from './pages/hosted.ts';
import type { Endpoint } from './objects/records.ts';

/** The events that an endpoint receives by default. */
export const DEFAULT_EVENTS: readonly string[] = [
  'account.application.deauthorized',
  'account.external_account.created',
  'account.external_account.deleted',
  'account.external_account.updated',
  'account.updated',
  'balance.available',
  'capability.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refunded',
  'charge.updated',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payout.canceled',
  'payout.created',
  'payout.failed',
  'payout.paid',
  'payout.updated',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'setup_intent.succeeded',
  'topup.created',
  'topup.failed',
  'topup.succeeded',
  'transfer.created',
  'transfer.reversed',
  'transfer.updated',
];

const EVENT_LIFE = 30 * 86_400;

export interface SandboxOptions {
  port: number;
  stateDir: string;
  /** Origin of the hosted pages; http://localhost:<port> when null. */
  publicUrl?: string | null;
  /** The only API key accepted; any `sk_test_…` when null. */
  secretKey?: string | null;
  webhooks?: Partial<Record<Endpoint, Target>>;
  events?: readonly string[];
  /** False leaves syncing to the operating system: faster, still safe when the process is killed. */
  sync?: boolean;
  platformCountry?: string;
  settlementSeconds?: number | null;
  payoutSeconds?: number;
  transactionDelaySeconds?: number;
  /** Between the attempts to deliver a webhook; growing steps when null. */
  webhookRetrySeconds?: number | null;
  report?: (error: unknown) => void;
}

export interface RunningSandbox {
  port: number;
  /** Origin of the API, for the SDK. */
  apiBase: string;
  world: World;
  close(): Promise<void>;
}

/**
 * Starts the payment sandbox on 127.0.0.1. Reads its state from `stateDir`; nothing is acknowledged before it is stored
 * there.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const report = options.report ?? ((error) => console.error('payment sandbox:', error));
  const journal = await Journal.open(options.stateDir, options.sync ?? true);
  const durable = (): Promise<void> => journal.settled();
  const targets = options.webhooks ?? {};
  const events = new Set(options.events ?? DEFAULT_EVENTS);
  const worldOptions: WorldOptions = {
    publicUrl: options.publicUrl ?? '',
    platformCountry: options.platformCountry ?? 'FR',
    settlementSeconds: options.settlementSeconds ?? null,
    payoutSeconds: options.payoutSeconds ?? 2 * 86_400,
    transactionDelaySeconds: options.transactionDelaySeconds ?? 0,
    subscribed: (endpoint, type) => targets[endpoint] !== undefined && events.has(type),
  };
  const world = new World(worldOptions);
  const agenda = new Agenda(world, report);
  const { webhookRetrySeconds: retrySeconds = null } = options;
  const webhooks = new WebhookSender(world, targets, durable, retrySeconds === null ? RETRY_STEPS : [retrySeconds]);
  let ready: () => void = () => {};
  const loaded = new Promise<void>((resolve) => (ready = resolve));
  const api = new ApiPipeline(world, { secretKey: options.secretKey ?? null, durable, report });
  const pages = new HostedPages(world, durable);
  const reset = async (): Promise<void> => {
    world.store.clear();
    world.balances.clear();
    await journal.rewrite([]);
  };
  const hosts = new Set([
    '127.0.0.1',
    'localhost',
    '[::1]',
    ...(options.publicUrl ? [new URL(options.publicUrl).hostname] : []),
  ]);
  const control = new Control({ world, agenda, webhooks, durable, reset, hosts });

  const server = createServer((request, response) => {
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const answer = async (): Promise<void> => {
      await loaded;
      if (path === '/livez') return sendJson(response, 200, '{"ok":true}');
      if (path.startsWith('/v1/')) return api.handle(request, response, path.replace(/\/$/, ''), query);
      if (path.startsWith('/_sandbox/')) return control.handle(request, response, path, new URLSearchParams(query));
      if (await pages.handle(request, response, path, new URLSearchParams(query))) return;
      sendJson(response, 404, '{"error":{"type":"invalid_request_error","message":"Unrecognized request URL."}}');
    };
    answer().catch((error: unknown) => {
      report(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, '{"error":{"type":"api_error","message":"An unknown error occurred."}}');
    });
  });
  // Clients keep connections; closing idle ones early would look like lost requests.
  server.keepAliveTimeout = 75_000;
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  worldOptions.publicUrl ||= `http://localhost:${port}`;

  for await (const line of journal.lines()) world.store.replay(line);
  forgetOldEvents(world);
  await journal.rewrite(world.store.snapshot());
  world.store.onCommit = (line) => journal.append(line);
  await agenda.start();
  webhooks.start();
  ready();

  return {
    port,
    apiBase: `http://127.0.0.1:${port}`,
    world,
    async close() {
      agenda.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await webhooks.stop();
      await journal.close();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** As at Stripe, events can be read for thirty days; the sandbox deletes older ones when it starts. */
function forgetOldEvents(world: World): void {
  const limit = world.now() - EVENT_LIFE;
  const old = [...world.store.all('event')].filter(
    ({ created, id }) => created < limit && world.store.indexed('delivery', 'event', id).length === 0,
  );
  world.store.transact(() => {
    for (const { id } of old) world.store.remove('event', id);
  });
}
