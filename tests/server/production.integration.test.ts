import { symmetricEncrypt } from 'better-auth/crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import { newId } from '../../server/core/ids.ts';
import { demoLeftovers, refuseDemoData } from '../../server/features/security/production.ts';
import { DEMO_AUTHENTICATOR_SECRET } from '../../server/features/security/rules.ts';
import { PRODUCTION, startTestApp } from '../support/http.ts';
import { createTestDatabase, startTestEntry, testEnvironment, type TestDatabase } from '../support/services.ts';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';

const AUTH_SECRET = '9f1c41be7d5a2068e3b7110fd6a84c29eb53';
let database: TestDatabase;
let owner: Kysely<DB>;
let app: Kysely<DB>;
let worker: Kysely<DB>;
beforeAll(async () => {
  database = await createTestDatabase('production');
  owner = createDb(createPool(asMaintenance(database.DATABASE_OWNER_URL), { max: 1 }));
  app = createDb(createPool(database.DATABASE_URL, { max: 1 }));
  worker = createDb(createPool(database.DATABASE_WORKER_URL, { max: 1 }));
});
afterAll(async () => {
  await Promise.all([owner, app, worker].map((db) => db?.destroy()));
  await database?.drop();
});

async function account(email: string, authenticator: string | null): Promise<void> {
  const id = newId();
  await sql`insert into auth."user"("id", "name", "email", "emailVerified") values (${id}, 'Person', ${email}, true)`.execute(
    owner,
  );
  await owner
    .insertInto('profiles')
    .values({ id, display_name: 'Person', user_type: 'business', email, locale: 'en', time_zone: 'Europe/Paris' })
    .execute();
  if (authenticator) {
    const encrypted = await symmetricEncrypt({ key: AUTH_SECRET, data: authenticator });
    await sql`insert into auth."twoFactor"("id", "secret", "backupCodes", "userId", "verified") values (${newId()}, ${encrypted}, '', ${id}, true)`.execute(
      owner,
    );
  }
}
const leftovers = async () => ({
  app: await demoLeftovers(app, { authSecret: AUTH_SECRET, signInAccounts: true }),
  worker: await demoLeftovers(worker, { authSecret: AUTH_SECRET, signInAccounts: false }),
});
const starts = async () => {
  const { env, ports } = await testEnvironment({ databases: database, overrides: { ...PRODUCTION, AUTH_SECRET } });
  const running = await startTestEntry('app', env, `http://127.0.0.1:${ports.APP_PORT}/readyz`);
  await running.stop();
};

test('production starts on a database without a trace of the demo, and not on one with its accounts or its authenticator', async () => {
  await account('ada@studio.test', 'an-authenticator-of-her-own');
  expect(await leftovers()).toEqual({ app: [], worker: [] });
  await starts();

  await account('eve@studio.test', DEMO_AUTHENTICATOR_SECRET);
  expect(await leftovers()).toEqual({ app: [expect.stringMatching(/^DATABASE_URL: .*eve@studio\.test/)], worker: [] });
  await sql`delete from auth."twoFactor"`.execute(owner);
  await account('sam@sponsio.example', null);
  expect(await leftovers()).toEqual({
    app: [expect.stringMatching(/^DATABASE_URL: .*sam@sponsio\.example/)],
    worker: [expect.stringMatching(/^DATABASE_URL: .*sam@sponsio\.example/)],
  });
  await expect(starts()).rejects.toThrow();
});

test('it waits for a database that is away instead of starting unchecked', async () => {
  let tries = 0;
  const waits: unknown[] = [];
  await refuseDemoData(
    async () => {
      if ((tries += 1) < 2) throw new Error('away');
      return [];
    },
    (error) => waits.push(error),
  );
  expect(waits).toHaveLength(1);
  await expect(
    refuseDemoData(
      async () => ['DATABASE_URL: holds accounts'],
      () => {},
    ),
  ).rejects.toThrow(/DATABASE_URL: holds accounts/);
});

test('the address of the mailbox is not public in production', async () => {
  const site = await startTestApp(database, { ...PRODUCTION, MAILBOX_URL: 'http://localhost:8025' });
  try {
    for (const procedure of ['accounts.demo', 'accounts.session'])
      expect((await site.app.inject({ url: `/api/trpc/${procedure}` })).body).not.toContain('8025');
    const made = await site.post('/api/auth/sign-up/email', {
      email: 'bo@studio.test',
      password: 'steady-harbour-light',
      name: 'Bo',
    });
    const cookie = [made.headers['set-cookie'] ?? []]
      .flat()
      .map((c) => c.split(';')[0])
      .join('; ');
    const session = await site.app.inject({ url: '/api/trpc/accounts.session', headers: { cookie } });
    expect(session.body).toContain('bo@studio.test');
    expect(session.body).not.toContain('8025');
  } finally {
    await site.close();
  }
});
