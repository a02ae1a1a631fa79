import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/errors.ts';
import { consentInput } from '../features/consents/schema.ts';
import { recordConsent } from '../features/consents/service.ts';
import { requestContext, type AppDeps } from './session.ts';

/** Stores the cookie choice of any visitor. Plain JSON, because the start page sends it without the API client. */
export function registerConsent(app: FastifyInstance, deps: AppDeps): void {
  app.post(
    '/api/consent',
    { bodyLimit: 2_048, config: { rateLimit: { max: 30, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const parsed = consentInput.safeParse(request.body);
      if (!parsed.success)
        throw new AppError('input.invalid', {
          field: parsed.error.issues[0]?.path.join('.') ?? '',
          problem: parsed.error.issues[0]?.code ?? 'custom',
        });
      const { service, resolveActor } = requestContext(deps, request);
      return reply.code(201).send(await recordConsent({ ...service, actor: await resolveActor() }, parsed.data));
    },
  );
}
