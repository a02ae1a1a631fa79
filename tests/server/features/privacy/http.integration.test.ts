import { createHmac } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAppError } from '../../../../server/core/errors.ts';
import { readEnv } from '../../../../server/env.ts';
import { deletionStatus } from '../../../../server/features/privacy/deletion.ts';
import { fileLimits } from '../../../../server/http/file-limits.ts';
import { registerPrivacy } from '../../../../server/http/privacy.ts';
import type { AppDeps } from '../../../../server/http/session.ts';
import { createTestWorld, type TestWorld } from '../../../support/people.ts';

const SECRET = 'a-secret-of-the-meta-app';
let world: TestWorld;
const apps: FastifyInstance[] = [];

async function appWith(secret: string | undefined): Promise<FastifyInstance> {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    isAppError(error)
      ? reply.code(error.status).send({ error: error.code })
      : reply.code(500).send({ error: String(error) }),
  );
  const env = readEnv({
    DATABASE_URL: 'postgres://none',
    AUTH_SECRET: 'a'.repeat(32),
    CODE_SECRET: 'b'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_12',
    STRIPE_WEBHOOK_SECRET: 'whsec_12',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_34',
    ...(secret ? { META_APP_SECRET: secret } : {}),
  });
  await registerPrivacy(
    app,
    { db: world.app, integrations: world.integrations } as unknown as AppDeps,
    env,
    fileLimits('test'),
  );
  apps.push(app);
  return app;
}

beforeAll(async () => {
  world = await createTestWorld('privacy_http');
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await world?.close();
});

const signed = (userId: string, secret = SECRET) => {
  const body = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: userId })).toString('base64url');
  return `${createHmac('sha256', secret).update(body).digest('base64url')}.${body}`;
};
const post = (app: FastifyInstance, value: string) =>
  app.inject({
    method: 'POST',
    url: '/api/meta/data-deletion',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ signed_request: value }).toString(),
  });

describe('Meta’s data deletion callback', () => {
  it('answers a signed request with a page and a code that the page accepts; the same person gets the same code, and the id is not stored', async () => {
    const app = await appWith(SECRET);
    const [first, again] = [await post(app, signed('77123')), await post(app, signed('77123'))];
    expect(first.statusCode).toBe(200);
    const answer = first.json<{ url: string; confirmation_code: string }>();
    expect(again.json()).toEqual(answer);
    expect(answer.url).toBe(`http://localhost:3000/data-deletion?code=${answer.confirmation_code}`);
    await expect(
      deletionStatus(world.as({ kind: 'anonymous' }), { code: answer.confirmation_code }),
    ).resolves.toMatchObject({ state: 'closed' });
    expect(JSON.stringify(await world.owner.selectFrom('deletion_requests').selectAll().execute())).not.toContain(
      '77123',
    );
  });

  it('refuses what Meta did not sign, and writes nothing', async () => {
    const app = await appWith(SECRET);
    const before = await world.owner.selectFrom('deletion_requests').select('id').execute();
    for (const forged of [signed('1', 'another-secret-altogether'), 'x.y', signed('1').replace(/^../, 'AA')])
      expect((await post(app, forged)).statusCode).toBe(400);
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/api/meta/data-deletion',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: '',
        })
      ).statusCode,
    ).toBe(400);
    expect(await world.owner.selectFrom('deletion_requests').select('id').execute()).toEqual(before);
  });

  it('answers not found while no app secret is set', async () => {
    expect((await post(await appWith(undefined), signed('1'))).statusCode).toBe(503);
  });
});
