import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sweepWebhooks } from '../../server/features/payments/webhooks/sweep.ts';
import { receiveWebhook } from '../../server/features/payments/webhooks/webhooks.ts';
import type { SystemContext } from '../../server/context.ts';
import type { TestWorld } from './people.ts';
import { services } from './services.ts';
import { eventually } from './worker.ts';

export interface WebhookInbox {
  /** Where the provider sends its events: an origin. */
  url: string;
  /** Status codes it answered with, newest last. */
  answers: number[];
  serve(world: TestWorld): void;
  close(): Promise<void>;
}

/** What the HTTP layer does with webhooks, without the rest of it. It may be opened before there is a world to serve. */
export async function openWebhookInbox(): Promise<WebhookInbox> {
  let world: TestWorld | null = null;
  const answers: number[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const secret =
        request.url === '/webhooks/stripe-connect'
          ? services().secrets.STRIPE_CONNECT_WEBHOOK_SECRET
          : services().secrets.STRIPE_WEBHOOK_SECRET;
      void take(Buffer.concat(chunks), String(request.headers['stripe-signature'] ?? ''), secret).then((status) => {
        answers.push(status);
        response.writeHead(status).end();
      });
    });
  });
  async function take(body: Buffer, signature: string, secret: string): Promise<number> {
    if (!world) return 503;
    const ctx: SystemContext = { ...world.system(), db: world.app, actor: { kind: 'system', name: 'webhook' } };
    return receiveWebhook(ctx, body, signature, secret).then(
      (ok) => (ok ? 200 : 400),
      () => 500,
    );
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    serve: (served) => void (world = served),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A world whose provider is the payment sandbox. */
type Sandboxed = TestWorld & { command<T>(path: string): Promise<T> };

/** Every event of the provider has arrived. */
export const eventsArrived = (world: Sandboxed): Promise<unknown> =>
  eventually(
    'every event has arrived',
    async () => (await world.command<{ waiting: number }>('webhooks')).waiting === 0,
  );

/** Every event has arrived and been seen to, as the worker's sweep does. */
export async function applyProviderEvents(world: Sandboxed): Promise<void> {
  await eventsArrived(world);
  await sweepWebhooks(world.system());
}
