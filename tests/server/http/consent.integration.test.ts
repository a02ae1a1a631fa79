import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, createPool } from '../../../db/client.ts';
import { buildApp } from '../../../server/app.ts';
import { createAuth } from '../../../server/auth.ts';
import { newId } from '../../../server/core/ids.ts';
import { readEnv } from '../../../server/env.ts';
import { CONSENT_VERSION } from '../../../server/features/consents/rules.ts';
import { EXPORT_PARTS } from '../../../server/features/privacy/export.ts';
import { createLiveBus, type LiveBus } from '../../../server/features/live/bus.ts';
import { createIntegrations } from '../../../server/integrations/create.ts';
import { createTestDatabase, testEnvironment, type TestDatabase } from '../../support/services.ts';
import { asMaintenance } from '../../../scripts/stack/postgres-roles.ts';

let database: TestDatabase;
let pool: pg.Pool;
let owner: pg.Pool;
let live: LiveBus;
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase('consent');
  pool = createPool(database.DATABASE_URL, { max: 4 });
  owner = createPool(asMaintenance(database.DATABASE_OWNER_URL), { max: 1 });
  live = createLiveBus(database.DATABASE_URL, pino({ level: 'silent' }));
  const { env: values } = await testEnvironment({ databases: database, temporalNamespace: 'unused' });
  const env = readEnv(values);
  const log = pino({ level: 'silent' });
  const integrations = createIntegrations(env, log);
  app = await buildApp({
    env,
    pool,
    log,
    db: createDb(pool),
    auth: createAuth(env, pool, integrations),
    integrations,
    live,
  });
  origin = new URL(env.APP_URL).origin;
});
afterAll(async () => {
  await app?.close();
  await live?.close();
  await Promise.all([pool?.end(), owner?.end()]);
  await database?.drop();
});

const choice = (more: object = {}) => ({
  id: newId(),
  version: CONSENT_VERSION,
  locale: 'fr',
  categories: ['analytics'],
  action: 'chosen',
  ...more,
});
const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/consent',
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { origin, 'content-type': 'application/json', ...headers },
  });
const proofs = async (id: string) =>
  (
    await owner.query(
      'select user_id, policy_version, text_hash, locale, categories, action, created_at from consents where consent_id = $1 order by created_at',
      [id],
    )
  ).rows as Record<string, unknown>[];

describe('a cookie choice', () => {
  test('of any visitor is proved: what was read, what was allowed, when; a later one is added, not overwritten', async () => {
    const first = choice();
    expect((await post(first)).statusCode).toBe(201);
    expect((await post({ ...first, locale: 'ar', categories: [], action: 'necessary' })).statusCode).toBe(201);
    const rows = await proofs(first.id);
    expect(rows).toMatchObject([
      { user_id: null, policy_version: CONSENT_VERSION, locale: 'fr', categories: ['analytics'], action: 'chosen' },
      { user_id: null, locale: 'ar', categories: [], action: 'necessary' },
    ]);
    expect(rows[0]?.['text_hash']).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]?.['text_hash']).not.toBe(rows[1]?.['text_hash']);
  });

  test('of a signed-in user has the account', async () => {
    const email = `chooser${newId()}@test.example`;
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: JSON.stringify({ email, password: 'correct horse battery', name: 'Chooser' }),
      headers: { origin, 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(200);
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((c) => c.split(';')[0])
      .join('; ');
    const made = choice();
    expect((await post(made, { cookie })).statusCode).toBe(201);
    expect(await proofs(made.id)).toMatchObject([{ user_id: answer.json<{ user: { id: string } }>().user.id }]);
  });

  test('made before signing in becomes the account’s at the sign-in, once, and leaves with the copy of its data', async () => {
    const made = choice({ categories: ['preferences', 'analytics'] });
    expect((await post(made)).statusCode).toBe(201);
    const email = `earlier${newId()}@test.example`;
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: JSON.stringify({ email, password: 'correct horse battery', name: 'Earlier' }),
      headers: { origin, 'content-type': 'application/json' },
    });
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((c) => c.split(';')[0])
      .join('; ');
    const userId = answer.json<{ user: { id: string } }>().user.id;
    for (const categories of [made.categories, ['analytics', 'preferences']])
      expect((await post({ ...made, categories }, { cookie })).statusCode).toBe(201);
    expect(await proofs(made.id)).toMatchObject([
      { user_id: null },
      { user_id: userId, categories: ['analytics', 'preferences'] },
    ]);
    const stranger = choice();
    await post(stranger);
    const worker = createDb(createPool(database.DATABASE_WORKER_URL, { max: 1 }));
    const part = EXPORT_PARTS.find(({ name }) => name === 'consents')!;
    const { rows } = await part.rows({ userId, email, orgIds: [] }).execute(worker);
    await worker.destroy();
    expect(rows.map((r) => (r.row as { consent_id: string }).consent_id)).toEqual([made.id, made.id]);
    expect((await post({ ...made, categories: [], action: 'necessary' }, { cookie })).statusCode).toBe(201);
    expect(await proofs(made.id)).toHaveLength(3);
  });

  test.each([
    ['with a category nobody knows', choice({ categories: ['everything'] })],
    ['with a field too many', choice({ user_id: 'somebody' })],
    ['without an id', { ...choice(), id: undefined }],
    ['in no language of ours', choice({ locale: 'xx' })],
    ['that is no object', '[1]'],
    ['that is no JSON', '{'],
  ])('%s is refused', async (_what, body) => {
    expect((await post(body)).statusCode).toBe(400);
  });

  test('from another site, or too large, is refused', async () => {
    expect((await post(choice(), { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await post(choice({ version: 'x'.repeat(4000) }))).statusCode).toBe(413);
  });
});
