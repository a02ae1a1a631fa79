import { FICTITIOUS_OPERATOR } from '../../server/core/operator-settings.ts';
import { termsText } from '../../server/features/agreements/texts.ts';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashPassword, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { OrgActor, OrgKind, OrgRole } from '../../server/context.ts';
import { derivedId } from '../../server/core/ids.ts';
import type { Locale } from '../../server/core/locale.ts';
import { slugFrom } from '../../server/features/accounts/rules.ts';
import { publishCreatorProfile, saveCreatorProfile } from '../../server/features/creators/service.ts';
import { locationOf } from '../../server/features/places/gazetteer.ts';
import { saveBilling } from '../../server/features/orgs/service.ts';
import { saveAgency } from '../../server/features/agencies/service.ts';
import { actingActor } from '../../server/features/representations/acting.ts';
import { rateAgency } from '../../server/features/ratings/agency.ts';
import { replyToRating } from '../../server/features/ratings/service.ts';
import { accept, setListed } from '../../server/features/representations/answer.ts';
import { draft, invite } from '../../server/features/representations/invite.ts';
import { saveAvatar } from '../../server/features/privacy/avatar.ts';
import { confirmAge } from '../../server/features/privacy/age.ts';
import { DEMO_AUTHENTICATOR_SECRET } from '../../server/features/security/rules.ts';
import { BRANDS, GUESTS } from './cast-brands.ts';
import { CREATORS } from './cast-creators.ts';
import type { CreatorSeed } from './creator-seed.ts';
import { AGENCY, DEMO_PASSWORD, STAFF } from './cast.ts';
import { proveAgain } from './stage/acts.ts';
import type { Stage } from './stage/stage.ts';
import type { UserType } from '../../server/features/accounts/schema.ts';

/** One picture a person, named by key; who has none is shown by initials. */
const FACES = path.join(import.meta.dirname, 'assets/faces');
const USER_TYPE: Record<OrgKind, UserType> = { brand: 'business', creator: 'influencer', agency: 'influencer_agent' };
const ZONES: Record<string, string> = {
  FR: 'Europe/Paris',
  ES: 'Europe/Madrid',
  IT: 'Europe/Rome',
  DE: 'Europe/Berlin',
  PT: 'Europe/Lisbon',
  GB: 'Europe/London',
  US: 'America/Chicago',
  CA: 'America/Toronto',
};

interface Person {
  key: string;
  name: string;
  email: string;
  locale: Locale;
  country: string;
  joined: Date;
}

/** Writes the cast: sign-in accounts, profiles, orgs with their members, billing and public profiles. */
export async function writePeople(stage: Stage): Promise<void> {
  const password = await hashPassword(DEMO_PASSWORD);
  const begin = stage.ago(400);
  for (const brand of BRANDS) {
    const [owner, ...others] = await Promise.all(
      brand.people.map((p) =>
        signUp(
          stage,
          password,
          {
            key: p.key,
            name: p.name,
            email: `${p.key}@${brand.key}.example`,
            locale: p.locale ?? 'en',
            country: brand.country,
            joined: begin,
          },
          'brand',
        ),
      ),
    );
    const orgId = await foundOrg(stage, {
      key: brand.key,
      kind: 'brand',
      name: brand.name,
      city: brand.city,
      country: brand.country,
      founder: owner!.userId,
      joined: begin,
    });
    for (const [i, person] of [owner!, ...others].entries())
      await join(stage, { ...person, orgId, orgKind: 'brand', role: brand.people[i]!.role }, begin);
    stage.clock.set(begin);
    await proveAgain(stage, brand.people[0]!.key);
    await saveBilling(stage.as(brand.people[0]!.key), {
      legalName: brand.legalName,
      country: brand.country,
      taxId: brand.taxId,
      address: brand.address,
      invoiceEmail: `invoices@${brand.key}.example`,
      poNumber: null,
    });
  }
  for (const { key, org, role, joined } of GUESTS)
    await stage.worker
      .insertInto('org_members')
      .values({
        org_id: await derivedId(`demo:org:${org}`),
        user_id: stage.as(key).actor.userId,
        role,
        created_at: stage.ago(joined),
      })
      .execute();
  for (const creator of CREATORS) {
    const joined = stage.ago(creator.joined);
    const email = `${creator.key}@${creator.key}.example`;
    const person = await signUp(
      stage,
      password,
      {
        key: creator.key,
        name: creator.name,
        email,
        locale: creator.locale ?? 'en',
        country: creator.profile.country ?? 'FR',
        joined,
      },
      'creator',
    );
    const { city, country, handle } = creator.profile;
    const orgId = await foundOrg(stage, {
      key: creator.key,
      kind: 'creator',
      name: creator.name,
      city,
      country,
      founder: person.userId,
      joined,
    });
    await stage.worker
      .insertInto('creator_profiles')
      .values({ org_id: orgId, handle, available: true, updated_at: joined })
      .execute();
    await join(stage, { ...person, orgId, orgKind: 'creator', role: 'owner' }, joined);
    stage.clock.set(joined);
    await saveCreatorProfile(stage.as(creator.key), creator.profile);
    await confirmAge(stage.as(creator.key), { birthDate: `${creator.birthYear}-05-14` });
    await publishCreatorProfile(stage.as(creator.key));
  }
  await writeAgency(stage, password);
  for (const file of (await readdir(FACES)).toSorted())
    await saveAvatar(stage.as(path.parse(file).name), await readFile(path.join(FACES, file)));
  for (const { key, name, role } of STAFF) {
    const userId = await account(stage, password, { key, name, email: `${key}@sponsio.example`, joined: begin });
    await stage.worker
      .insertInto('staff')
      .values({ user_id: userId, display_name: name, role, created_at: begin })
      .execute();
    stage.staff.set(key, { kind: 'staff', userId, name, role, sessionId: await sessionOf(key) });
    await enrol(stage, userId, key);
  }
}

/** Staff sign in with a second factor; the demo's portal shows what this authenticator says. */
async function enrol(stage: Stage, userId: string, key: string): Promise<void> {
  const encrypted = (data: string) => symmetricEncrypt({ key: stage.env.AUTH_SECRET, data });
  await sql`insert into auth."twoFactor"("id", "secret", "backupCodes", "userId", "verified")
    values (${await derivedId(`demo:authenticator:${key}`)}, ${await encrypted(DEMO_AUTHENTICATOR_SECRET)}, ${await encrypted('[]')}, ${userId}, true)`.execute(
    stage.app,
  );
  await sql`update auth."user" set "twoFactorEnabled" = true where "id" = ${userId}`.execute(stage.app);
}

const creatorOf = (key: string): CreatorSeed => CREATORS.find((creator) => creator.key === key)!;

async function writeAgency(stage: Stage, password: string): Promise<void> {
  const joined = stage.ago(AGENCY.joined);
  const { key, name } = AGENCY.agent;
  const agent = await signUp(
    stage,
    password,
    { key, name, email: `${key}@${AGENCY.key}.example`, locale: 'en', country: AGENCY.country, joined },
    'agency',
  );
  const orgId = await foundOrg(stage, {
    key: AGENCY.key,
    kind: 'agency',
    name: AGENCY.name,
    city: AGENCY.city,
    country: AGENCY.country,
    founder: agent.userId,
    joined,
  });
  await join(stage, { ...agent, orgId, orgKind: 'agency', role: 'owner' }, joined);
  const terms = (creator: string, from: Date) => ({
    creator,
    scopes: ['apply' as const, 'negotiate' as const, 'submit' as const, 'message' as const],
    commissionBps: AGENCY.commissionBps,
    from,
    to: null,
    noticeDays: 30,
    language: 'en' as const,
  });
  const invited = async (creator: CreatorSeed, at: Date) => {
    stage.clock.set(at);
    const input = terms(`@${creator.profile.handle}`, at);
    const { documentHash } = await draft(stage.as(key), input);
    return invite(stage.as(key), { ...input, documentHash, typedName: name }, NO_DEVICE);
  };
  const representations = new Map<string, string>();
  for (const represented of AGENCY.represents) {
    const { actor } = stage.as(represented);
    const creator = creatorOf(represented);
    const invitation = await invited(creator, stage.ago(creator.joined));
    representations.set(represented, invitation.id);
    await accept(
      stage.as(represented),
      {
        representationId: invitation.id,
        documentHash: invitation.documentHash ?? '',
        typedName: actor.name,
        scopes: invitation.scopes,
      },
      NO_DEVICE,
    );
  }
  for (const represented of AGENCY.represents) {
    const { actor } = stage.as(represented);
    stage.cast.set(`${key}-for-${represented}`, await actingActor(stage.as(key), stage.as(key).actor, actor.orgId));
  }
  stage.clock.set(joined);
  await proveAgain(stage, key);
  await saveBilling(stage.as(key), { ...AGENCY.billing, invoiceEmail: null, poNumber: null });
  await saveAgency(stage.as(key), { ...AGENCY.page, niches: [...AGENCY.page.niches], published: true });
  await setListed(stage.as(AGENCY.represents[0]), {
    representationId: representations.get(AGENCY.represents[0]) ?? '',
    listed: true,
  });
  await reviewAgency(stage, representations);
  await invited(creatorOf(AGENCY.invites), stage.ago(3));
}

/** What the agency's creators say of it, and its answer to the last of them. */
async function reviewAgency(stage: Stage, representations: ReadonlyMap<string, string>): Promise<void> {
  let last = '';
  for (const [index, { by, stars, body }] of AGENCY.reviews.entries()) {
    stage.clock.set(stage.ago(90 - 30 * index));
    const representationId = representations.get(by) ?? '';
    const { mine } = await rateAgency(stage.as(by), { representationId, stars, body });
    last = mine?.id ?? '';
  }
  stage.clock.set(stage.ago(58));
  await replyToRating(stage.as(AGENCY.agent.key), { ratingId: last, body: AGENCY.reply });
}

const NO_DEVICE = { ip: null, userAgent: null };

/** A sign-in account with a proven mailbox; its id follows from its key. */
async function account(
  stage: Stage,
  password: string,
  person: Pick<Person, 'key' | 'name' | 'email' | 'joined'>,
): Promise<string> {
  const userId = await derivedId(`demo:user:${person.key}`);
  const { name, email, joined } = person;
  await sql`insert into auth."user"("id", "name", "email", "emailVerified", "createdAt", "updatedAt") values (${userId}, ${name}, ${email}, true, ${joined}, ${joined})`.execute(
    stage.app,
  );
  await sql`insert into auth."account"("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    values (${await derivedId(`demo:account:${person.key}`)}, ${userId}, 'credential', ${userId}, ${password}, ${joined}, ${joined})`.execute(
    stage.app,
  );
  // The scenario uses sessions of its own, which have ended when it is loaded.
  await sql`insert into auth."session"("id", "userId", "token", "expiresAt", "createdAt", "updatedAt")
    values (${await sessionOf(person.key)}, ${userId}, ${await derivedId(`demo:token:${person.key}`)}, ${joined}, ${joined}, ${joined})`.execute(
    stage.app,
  );
  return userId;
}

const sessionOf = (key: string): Promise<string> => derivedId(`demo:session:${key}`);

type Member = Pick<OrgActor, 'userId' | 'name' | 'email' | 'emailVerified'> & { key: string };

async function signUp(stage: Stage, password: string, person: Person, kind: OrgKind): Promise<Member> {
  const userId = await account(stage, password, person);
  const { key, name, email, locale, joined } = person;
  await stage.worker
    .insertInto('profiles')
    .values({
      id: userId,
      display_name: name,
      user_type: USER_TYPE[kind],
      email,
      locale,
      time_zone: ZONES[person.country] ?? 'Europe/Paris',
      email_verified_at: joined,
      created_at: joined,
    })
    .execute();
  return { key, userId, name, email, emailVerified: true };
}

async function foundOrg(
  stage: Stage,
  org: {
    key: string;
    kind: OrgKind;
    name: string;
    city: string | null;
    country: string | null;
    founder: string;
    joined: Date;
  },
): Promise<string> {
  const id = await derivedId(`demo:org:${org.key}`);
  await stage.worker
    .insertInto('orgs')
    .values({
      id,
      kind: org.kind,
      name: org.name,
      slug: slugFrom(org.name),
      country: org.country,
      city: org.city,
      ...locationOf(org.city, org.country),
      created_by: org.founder,
      created_at: org.joined,
    })
    .execute();
  return id;
}

async function join(
  stage: Stage,
  member: Member & { orgId: string; orgKind: OrgKind; role: OrgRole },
  joined: Date,
): Promise<void> {
  const { key, ...actor } = member;
  await stage.worker
    .insertInto('org_members')
    .values({ org_id: actor.orgId, user_id: actor.userId, role: actor.role, created_at: joined })
    .execute();
  // In the name of the person, as the sign-up stores it; the demo's operator is the fictitious one.
  const text = termsText(FICTITIOUS_OPERATOR, 'en');
  await sql`select store_policy_text(${text.sha256}, 'terms', ${text.version}, ${text.language}, ${text.body}, ${joined})`.execute(
    stage.worker,
  );
  await stage.worker
    .insertInto('policy_acceptances')
    .values({
      id: await derivedId(`demo:terms:${key}`),
      user_id: actor.userId,
      org_id: actor.orgId,
      policy: 'terms',
      version: text.version,
      language: text.language,
      text_sha256: text.sha256,
      act: 'sign_up',
      at: joined,
    })
    .execute();
  stage.cast.set(key, { kind: 'org', ...actor, sessionId: await sessionOf(key) });
}
