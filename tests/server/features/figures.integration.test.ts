import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../../../db/client.ts';
import { newId } from '../../../server/core/ids.ts';
import { measuredFigures } from '../../../server/features/figures/service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/services.ts';
import { asMaintenance } from '../../../scripts/stack/postgres-roles.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('figures');
}, 60_000);
afterAll(() => database?.drop());

test('a visitor gets counted figures only: none without data, then those of published and verified users', async () => {
  const owner = createDb(createPool(asMaintenance(database.DATABASE_OWNER_URL), { max: 2 }));
  const app = createDb(createPool(database.DATABASE_URL, { max: 2 }));
  let now = new Date('2026-11-24T10:00:00Z');
  const readFigures = () =>
    measuredFigures({
      db: app,
      actor: { kind: 'anonymous' },
      clock: { now: () => now },
      integrations: undefined as never,
      requestId: 'test',
      requestKey: null,
    });
  try {
    expect(await readFigures()).toEqual({ creators: null, paid: null, released: null, measuredAt: now });
    for (const [name, published, verified] of [
      ['a', true, true],
      ['b', true, true],
      ['c', true, false],
      ['d', false, true],
    ] as const) {
      const org = newId();
      await sql`insert into profiles(id, display_name, user_type, email, email_verified_at) values (${name}, ${name}, 'influencer', ${`${name}@x.example`}, ${verified ? now : null})`.execute(
        owner,
      );
      await sql`insert into orgs(id, kind, name, slug, created_by) values (${org}, 'creator', ${name}, ${name}, ${name})`.execute(
        owner,
      );
      await sql`insert into org_members(org_id, user_id, role) values (${org}, ${name}, 'owner')`.execute(owner);
      await sql`insert into creator_profiles(org_id, handle, published_at) values (${org}, ${name}, ${published ? now : null})`.execute(
        owner,
      );
    }
    expect((await readFigures()).creators).toBeNull();
    now = new Date(now.getTime() + 5 * 60_000);
    expect(await readFigures()).toEqual({ creators: 2, paid: null, released: null, measuredAt: now });
  } finally {
    await owner.destroy();
    await app.destroy();
  }
});
