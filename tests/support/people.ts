import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { sql, type Kysely } from 'kysely';
import { pino } from 'pino';
import { createDb, createPool } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import type {
  Actor,
  OrgActor,
  OrgKind,
  OrgRole,
  ServiceContext,
  SignedInActor,
  StaffActor,
  SystemContext,
} from '../../server/context.ts';
import { systemClock, type Clock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { FEE_LOSS_CAP } from '../../server/features/payments/rules.ts';
import { NEWEST_TERMS } from '../../server/features/policies/rules.ts';
import { RELEASE_STEP_UP_ABOVE, SIGN_STEP_UP_ABOVE } from '../../server/features/security/rules.ts';
import { proveIdentity } from '../../server/features/security/step-up.ts';
import type { Integrations, Settings } from '../../server/integrations/integrations.ts';
import { FICTITIOUS_OPERATOR } from '../../server/core/operator-settings.ts';
import { createGuardedFetch } from '../../server/integrations/fetch/guarded.ts';
import { createSigner } from '../../server/integrations/signing/signer.ts';
import { createSocial } from '../../server/integrations/social/create.ts';
import { createDiskStorage } from '../../server/integrations/storage/disk.ts';
import { createStripeProvider } from '../../server/integrations/stripe/provider.ts';
import { createTestDatabase, services, type TestDatabase } from './services.ts';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';

export const silentLog = pino({ level: 'silent' });

const SETTINGS: Settings = {
  appUrl: 'http://localhost:3000',
  mode: 'test',
  clockPolicy: 'test',
  platformCountry: 'FR',
  releaseStepUpAbove: RELEASE_STEP_UP_ABOVE,
  signStepUpAbove: SIGN_STEP_UP_ABOVE,
  feeLossCap: { ...FEE_LOSS_CAP },
  contactLimitFactor: 100,
  operator: FICTITIOUS_OPERATOR,
  codeSecret: 'c'.repeat(40),
  authSecret: 'a'.repeat(40),
  temporalUiUrl: 'http://localhost:8233',
  temporalNamespace: 'default',
  providerBooksUrl: null,
  mailboxUrl: null,
};

export interface TestWorld {
  database: TestDatabase;
  /** As the API sees it: row security applies. */
  app: Kysely<DB>;
  /** As activities see it. */
  worker: Kysely<DB>;
  /** Bypasses row security: for arranging and asserting only. */
  owner: Kysely<DB>;
  integrations: Integrations;
  as<A extends Actor>(actor: A, options?: { clock?: Clock; requestKey?: string }): ServiceContext<A>;
  system(clock?: Clock): SystemContext;
  close(): Promise<void>;
}

/** A database of its own (or the one given) with the three roles' connections, and the run's payment sandbox as provider. */
export async function createTestWorld(
  label: string,
  settings: Partial<Settings> = {},
  given?: TestDatabase,
): Promise<TestWorld> {
  const database = given ?? (await createTestDatabase(label));
  const pools = [
    createPool(database.DATABASE_URL, { max: 12 }),
    createPool(database.DATABASE_WORKER_URL, { max: 8 }),
    createPool(asMaintenance(database.DATABASE_OWNER_URL), { max: 4 }),
  ];
  const [app, worker, owner] = pools.map(createDb) as [Kysely<DB>, Kysely<DB>, Kysely<DB>];
  const integrations: Integrations = {
    payments: createStripeProvider({
      secretKey: services().secrets.STRIPE_SECRET_KEY,
      apiBase: services().paymentsUrl,
    }),
    mailer: { send: async () => {}, close: () => {} },
    storage: createDiskStorage(`${services().runFolder}/files-${database.name}`),
    fetch: createGuardedFetch(),
    dns: { txt: async () => ({ kind: 'unreachable' }) },
    social: createSocial({}),
    signer: createSigner(`t1:${randomBytes(32).toString('base64')}`),
    log: silentLog,
    settings: { ...SETTINGS, ...settings },
  };
  const context = <A extends Actor>(
    db: Kysely<DB>,
    actor: A,
    clock: Clock,
    requestKey: string | null,
  ): ServiceContext<A> => ({
    db,
    actor,
    clock,
    integrations,
    requestId: newId(),
    requestKey,
  });
  return {
    database,
    app,
    worker,
    owner,
    integrations,
    as: (actor, options = {}) => context(app, actor, options.clock ?? systemClock, options.requestKey ?? newId()),
    system: (clock = systemClock) => context(worker, { kind: 'system', name: 'test' }, clock, null),
    async close() {
      await Promise.all([app.destroy(), worker.destroy(), owner.destroy()]);
      await database.drop();
    },
  };
}

/** A sign-in account without profile and, unless given, without password. */
export async function createAccount(
  world: TestWorld,
  email: string,
  options: { verified?: boolean; password?: string } = {},
): Promise<string> {
  const id = newId();
  await sql`insert into auth."user"("id", "name", "email", "emailVerified") values (${id}, 'Account', ${email}, ${options.verified ?? false})`.execute(
    world.owner,
  );
  if (options.password) {
    await sql`insert into auth."account"("id", "accountId", "providerId", "userId", "password", "updatedAt")
      values (${newId()}, ${id}, 'credential', ${id}, ${await hashPassword(options.password)}, now())`.execute(
      world.owner,
    );
  }
  return id;
}

let counter = 0;

/** A verified person with an org of that kind, billing and profile included; further members by `member`. */
export async function createOrg(
  world: TestWorld,
  kind: OrgKind,
  name: string,
  options: { verified?: boolean; adult?: boolean; country?: string; owner?: OrgActor } = {},
): Promise<OrgActor> {
  counter += 1;
  const orgId = newId();
  const slug = `${name.toLowerCase().replace(/[^a-z]+/g, '')}${counter}`;
  const actor = options.owner ?? (await person(world, kind, name, options.verified ?? true));
  await world.owner
    .insertInto('orgs')
    .values({ id: orgId, kind, name, slug, created_by: actor.userId, country: options.country ?? 'FR', city: 'Lyon' })
    .execute();
  await world.owner.insertInto('org_members').values({ org_id: orgId, user_id: actor.userId, role: 'owner' }).execute();
  await acceptedTerms(world, { userId: actor.userId, orgId });
  if (kind === 'brand') {
    await world.owner
      .insertInto('billing_profiles')
      .values({ org_id: orgId, legal_name: `${name} SARL`, country: options.country ?? 'FR' })
      .execute();
  }
  if (kind === 'creator') {
    await world.owner
      .insertInto('creator_profiles')
      .values({
        org_id: orgId,
        handle: slug,
        published_at: new Date(),
        birth_year: 1995,
        adult_confirmed_at: options.adult === false ? null : new Date(),
      })
      .execute();
  }
  return { kind: 'org', ...actor, orgId, orgKind: kind, role: 'owner' };
}

async function person(world: TestWorld, kind: OrgKind, name: string, verified: boolean) {
  counter += 1;
  const userId = newId();
  const email = `person${counter}@test.example`;
  const sessionId = await signInAccount(world, { userId, name, email });
  const userType = kind === 'brand' ? 'business' : kind === 'creator' ? 'influencer' : 'influencer_agent';
  await world.owner
    .insertInto('profiles')
    .values({
      id: userId,
      display_name: name,
      user_type: userType,
      email,
      email_verified_at: verified ? new Date() : null,
    })
    .execute();
  return { userId, name, email, emailVerified: verified, sessionId };
}

/** A sign-in account with a session, as the portals create them; the password is set when a proof needs it. */
async function signInAccount(
  world: TestWorld,
  { userId, name, email }: { userId: string; name: string; email: string },
): Promise<string> {
  const sessionId = newId();
  await sql`insert into auth."user"("id", "name", "email", "emailVerified") values (${userId}, ${name}, ${email}, true)`.execute(
    world.owner,
  );
  await sql`insert into auth."session"("id", "expiresAt", "token", "updatedAt", "userId") values (${sessionId}, now() + interval '7 days', ${newId()}, now(), ${userId})`.execute(
    world.owner,
  );
  return sessionId;
}

const PASSWORD = 'harbour-lantern-27';
let passwordHash: Promise<string> | null = null;

/** The step-up: this person enters the password again, so that actions that require a fresh proof are open for ten minutes. */
export async function prove(world: TestWorld, who: SignedInActor, clock: Clock = systemClock): Promise<void> {
  const hash = await (passwordHash ??= hashPassword(PASSWORD));
  await sql`insert into auth."account"("id", "accountId", "providerId", "userId", "password", "updatedAt")
    values (${who.userId}, ${who.userId}, 'credential', ${who.userId}, ${hash}, now()) on conflict do nothing`.execute(
    world.owner,
  );
  await proveIdentity(world.as(who, { clock }), { method: 'password', password: PASSWORD });
}

/** The terms were accepted at sign-up, in that version. */
export async function acceptedTerms(
  world: TestWorld,
  who: { userId: string; orgId: string },
  version: string = NEWEST_TERMS,
): Promise<void> {
  await world.owner
    .insertInto('policy_acceptances')
    .values({
      id: newId(),
      user_id: who.userId,
      org_id: who.orgId,
      policy: 'terms',
      version,
      language: 'en',
      act: 'sign_up',
      at: new Date(),
    })
    .execute();
}

/** Another member of the same org. */
export async function member(world: TestWorld, of: OrgActor, role: OrgRole, name: string): Promise<OrgActor> {
  const who = await person(world, of.orgKind, name, true);
  await world.owner.insertInto('org_members').values({ org_id: of.orgId, user_id: who.userId, role }).execute();
  await acceptedTerms(world, { userId: who.userId, orgId: of.orgId });
  return { ...of, ...who, role };
}

export async function createStaff(world: TestWorld, role: StaffActor['role'] = 'super'): Promise<StaffActor> {
  const userId = newId();
  const sessionId = await signInAccount(world, { userId, name: 'Sam', email: `staff.${userId}@test.example` });
  await world.owner.insertInto('staff').values({ user_id: userId, display_name: 'Sam', role }).execute();
  return { kind: 'staff', userId, name: 'Sam', role, sessionId };
}
