import type { FastifyInstance } from 'fastify';
import { systemClock } from '../core/clock.ts';
import type { SystemContext } from '../context.ts';
import type { Env } from '../env.ts';
import { receiveWebhook } from '../features/payments/webhooks/webhooks.ts';
import type { AppDeps } from './session.ts';

/** The payment provider's webhooks: raw bytes verified, stored once, acknowledged at once; the worker applies them. */
export async function registerWebhooks(app: FastifyInstance, deps: AppDeps, env: Env): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 512 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    for (const [path, secret] of [
      ['/webhooks/stripe', env.STRIPE_WEBHOOK_SECRET],
      ['/webhooks/stripe-connect', env.STRIPE_CONNECT_WEBHOOK_SECRET],
    ] as const) {
      scope.post(path, async (request, reply) => {
        const ctx: SystemContext = {
          db: deps.db,
          clock: systemClock,
          integrations: deps.integrations,
          requestId: request.id,
          requestKey: null,
          actor: { kind: 'system', name: 'webhook' },
        };
        const signature = request.headers['stripe-signature'];
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const accepted = await receiveWebhook(ctx, body, typeof signature === 'string' ? signature : '', secret);
        return reply.code(accepted ? 200 : 400).send({ received: accepted });
      });
    }
  });
}
