import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import { eventLog } from '../features/escrow/timeline/log.ts';
import { sendDownload } from './download.ts';
import type { FileLimits } from './file-limits.ts';
import { memberContext, type AppDeps } from './session.ts';

const target = z.object({ id: z.uuid() });
/** A key that was just added is known everywhere within this time. */
const KEYS_FRESH_SECONDS = 300;

/** The signed timeline of a deal, for its parties, and the public keys to verify it with, for everyone. */
export function registerEventLogs(app: FastifyInstance, deps: AppDeps, { made: config }: FileLimits): void {
  app.get('/files/event-logs/:id.jsonl', { config }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const parsed = target.safeParse(request.params);
    if (!parsed.success) throw new AppError('not_found');
    const { name, text } = await eventLog(ctx, { contractId: parsed.data.id });
    return sendDownload(reply, { type: 'application/jsonl; charset=utf-8', name, body: text });
  });
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply
      .type('application/jwk-set+json; charset=utf-8')
      .header('cache-control', `public, max-age=${KEYS_FRESH_SECONDS}`)
      .send(JSON.stringify({ keys: deps.integrations.signer?.keys ?? [] })),
  );
}
