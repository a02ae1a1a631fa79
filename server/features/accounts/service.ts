import type * as z from 'zod';
import type {
  Actor,
  EnrollingActor,
  NewcomerActor,
  OrgActor,
  ServiceContext,
  SignedInActor,
  StaffActor,
  StaffRole,
} from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { matchLocale, FALLBACK_LOCALE } from '../../core/locale.ts';
import { recordAcceptance } from '../agreements/service.ts';
import { audit } from '../audit/audit.ts';
import { openCreatorProfile } from '../creators/service.ts';
import { requireAllowedName } from '../moderation/names.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { createOrg, lockNames } from '../orgs/changes.ts';
import { actingActor } from '../representations/acting.ts';
import { FOUNDER_ROLE, avatarUrl } from '../orgs/rules.ts';
import { issueCode } from './codes.ts';
import {
  findAccount,
  findPrincipal,
  findSignIn,
  findStaff,
  insertProfile,
  slugTaken,
  updateMailbox,
  updateProfile,
  type PrincipalRow,
  type ProfileChange,
} from './queries/accounts.ts';
import { ORG_KIND_OF, PERSONA_OF, slugFrom } from './rules.ts';
import { mailboxOf } from '../../core/mailbox.ts';
import type { completeSignUpInput, DemoFacts, SessionDto, updateAccountInput } from './schema.ts';

interface User {
  id: string;
  email: string;
  twoFactorEnabled?: boolean | null | undefined;
}
type Membership = Pick<PrincipalRow, 'org_id' | 'org_kind' | 'suspended_at' | 'role' | 'email_verified_at'> & {
  display_name: string | null;
  email: string | null;
};

/**
 * The user as a member of the requested org, or of the first one; null for a user without an org. Throws org.unknown for
 * an org that the user does not belong to: the first one instead would take acts that were meant for another.
 */
function memberOf(user: User, rows: readonly Membership[], orgId: string | null): OrgActor | null {
  const first = rows.find((r) => r.org_id !== null);
  const row = first && orgId !== null ? rows.find((r) => r.org_id === orgId) : first;
  if (first && !row) throw new AppError('org.unknown');
  if (!row?.org_id || !row.org_kind || !row.role) return null;
  return {
    kind: 'org',
    userId: user.id,
    name: row.display_name ?? '',
    email: row.email ?? user.email,
    emailVerified: row.email_verified_at !== null,
    orgId: row.org_id,
    orgKind: row.org_kind,
    role: row.role,
    ...(row.suspended_at ? { suspended: true as const } : {}),
  };
}

/** Staff, who without an authenticator have to set one up first; else a newcomer: the account exists, sign-up was not finished. */
const staffOrNewcomer = (
  user: User,
  staff: { display_name: string; role: StaffRole } | undefined,
): StaffActor | EnrollingActor | NewcomerActor =>
  staff
    ? {
        kind: user.twoFactorEnabled ? 'staff' : 'enrolling',
        userId: user.id,
        name: staff.display_name,
        role: staff.role,
      }
    : { kind: 'newcomer', userId: user.id, email: user.email };

/** The actor of a user who has just signed in. `orgId` picks one of several orgs. */
export async function resolveActor(ctx: ServiceContext, user: User, orgId: string | null): Promise<Actor> {
  return withTx(
    { ...ctx, actor: { kind: 'newcomer', userId: user.id, email: user.email } },
    async (tx) =>
      memberOf(user, await findPrincipal(tx.db, user.id), orgId) ??
      staffOrNewcomer(user, await findStaff(tx.db, user.id)),
  );
}

/** What a tab chose: one of the user's orgs, and a creator for whom a member of an agency acts. */
export interface OrgChoice {
  orgId: string | null;
  actingFor: string | null;
}

export interface SignIn {
  actor: OrgActor | StaffActor | EnrollingActor | NewcomerActor;
  session: { id: string; createdAt: Date; expiresAt: Date };
}

/** The actor of this session token, or null when its session is over. Throws org.unknown and acting.ended. */
export async function resolveSignIn(
  ctx: ServiceContext,
  token: string,
  { orgId, actingFor }: OrgChoice,
): Promise<SignIn | null> {
  const rows = await findSignIn(ctx.db, token);
  const [first] = rows;
  if (!first) return null;
  const user = { id: first.user_id, email: first.account_email, twoFactorEnabled: first.two_factor };
  const staff =
    first.staff_name !== null && first.staff_role !== null
      ? { display_name: first.staff_name, role: first.staff_role }
      : undefined;
  const member = memberOf(user, rows, orgId);
  const actor = member && actingFor !== null ? await actingActor(ctx, member, actingFor) : member;
  return {
    actor: { ...(actor ?? staffOrNewcomer(user, staff)), sessionId: first.session_id },
    session: { id: first.session_id, createdAt: first.signed_in_at, expiresAt: first.expires_at },
  };
}

/** Whether this sign-in account belongs to staff; for any actor with the user's id. */
export async function isStaffAccount(ctx: ServiceContext<SignedInActor>): Promise<boolean> {
  return withTx(ctx, async (tx) => (await findStaff(tx.db, tx.actor.userId)) !== undefined);
}

function toSession(rows: PrincipalRow[], actor: OrgActor, mailboxUrl: string | null): SessionDto {
  const orgs = rows.flatMap((r) =>
    r.org_id && r.org_name && r.org_slug && r.role
      ? [
          {
            id: r.org_id,
            name: r.org_name,
            slug: r.handle ?? r.org_slug,
            role: r.role,
            suspended: r.suspended_at !== null,
          },
        ]
      : [],
  );
  const me = rows[0];
  if (!me) throw new AppError('auth.sign_in_required');
  return {
    userId: actor.userId,
    name: me.display_name,
    email: me.email,
    emailVerified: me.email_verified_at !== null,
    emailBounced: me.email_bounced_at !== null,
    persona: PERSONA_OF[actor.orgKind],
    userType: me.user_type,
    locale: matchLocale(me.locale) ?? FALLBACK_LOCALE,
    timeZone: me.time_zone,
    avatarUrl: avatarUrl(me.avatar),
    org: orgs.find((o) => o.id === actor.orgId) ?? actingOrg(actor),
    acting: actingOf(actor),
    orgs,
    staffRole: null,
    mailboxUrl,
    incomplete: false,
    mustEnrol: false,
  };
}

/** The creator's org, of which the agent is no member. */
const actingOrg = ({ acting, orgId, role, suspended }: OrgActor): SessionDto['org'] =>
  acting ? { id: orgId, name: acting.creatorName, slug: '', role, suspended: suspended === true } : null;

const actingOf = ({ acting }: OrgActor): SessionDto['acting'] =>
  acting
    ? {
        creatorName: acting.creatorName,
        agencyOrg: acting.agencyOrg,
        agencyName: acting.agencyName,
        scopes: [...acting.scopes],
        agencyRole: acting.agencyRole,
      }
    : null;

/** The session the client builds its frame from; null when no user is signed in. */
export async function currentSession(ctx: ServiceContext): Promise<SessionDto | null> {
  const { actor } = ctx;
  const mailboxUrl = ctx.integrations.settings.mailboxUrl;
  if (actor.kind === 'anonymous' || actor.kind === 'system') return null;
  if (actor.kind === 'org') {
    return withTx({ ...ctx, actor }, async (tx) =>
      toSession(await findPrincipal(tx.db, actor.userId), actor, mailboxUrl),
    );
  }
  const base = {
    userId: actor.userId,
    emailVerified: actor.kind === 'staff' || actor.kind === 'enrolling',
    emailBounced: false,
    mustEnrol: false,
    userType: null,
    locale: FALLBACK_LOCALE,
    timeZone: 'Europe/Paris',
    avatarUrl: null,
    org: null,
    orgs: [],
    acting: null,
    mailboxUrl,
  };
  if (actor.kind === 'staff' || actor.kind === 'enrolling') {
    return {
      ...base,
      name: actor.name,
      email: '',
      persona: 'staff',
      staffRole: actor.role,
      incomplete: false,
      mustEnrol: actor.kind === 'enrolling',
    };
  }
  return { ...base, name: actor.email, email: actor.email, persona: 'creator', staffRole: null, incomplete: true };
}

/** Whether this is the demo, whose people and mailbox the portals name. */
export async function demoFacts(ctx: ServiceContext): Promise<DemoFacts> {
  const { mode, mailboxUrl, clockPolicy } = ctx.integrations.settings;
  return { demo: mode === 'demo', quickClocks: clockPolicy === 'demo', mailboxUrl };
}

/** Notifies the owner of a mailbox, once a day, that a sign-up was attempted with it although it has an account. */
export async function notifyOwnerOfSignUp(ctx: ServiceContext, email: string): Promise<void> {
  const account = await withTx(ctx, (tx) => findAccount(tx.db, mailboxOf(email)));
  if (!account) return;
  const day = ctx.clock.now().toISOString().slice(0, 10);
  await withTx(ctx, (tx) =>
    queueMail(tx, {
      kind: 'sign_up_again',
      to: account.email,
      userId: account.id,
      key: `${account.id}:${day}`,
      data: {},
    }),
  );
}

/** Whether an org or a creator has this name in its address already. In the caller's transaction, under `lockNames`. */
export const isNameTaken = (tx: ServiceContext, name: string): Promise<boolean> => slugTaken(tx.db, name);

async function freeSlug(ctx: ServiceContext, name: string): Promise<string> {
  const wanted = slugFrom(name);
  for (let n = 0; n < 50; n += 1) {
    const slug = n === 0 ? wanted : `${wanted}${n + 1}`;
    if (!(await slugTaken(ctx.db, slug))) return slug;
  }
  return `${wanted}.${newId().slice(-6)}`;
}

/**
 * Second half of sign-up: profile row, the org of its kind with its owner, and the mailed verification code. Repeated,
 * it returns the existing session.
 */
export async function completeSignUp(
  ctx: ServiceContext<NewcomerActor | OrgActor>,
  input: z.output<typeof completeSignUpInput>,
): Promise<SessionDto> {
  const { actor } = ctx;
  const kind = ORG_KIND_OF[input.userType];
  const { org, isNew } = await withTx(ctx, async (tx): Promise<{ org: OrgActor; isNew: boolean }> => {
    if (actor.kind === 'org') return { org: actor, isNew: false };
    requireAllowedName(input.displayName, 'displayName');
    await lockNames(tx);
    // A concurrent repeat of this call may have been faster.
    const already = await resolveActor(tx, { id: actor.userId, email: actor.email }, null);
    if (already.kind === 'org') return { org: already, isNew: false };
    const now = tx.clock.now();
    const orgId = newId(now.getTime());
    // When the profile is created later, the mailbox may be verified already.
    const verifiedAt = (await findAccount(tx.db, actor.email))?.verified ? now : null;
    await insertProfile(tx.db, {
      userId: actor.userId,
      displayName: input.displayName,
      userType: input.userType,
      email: actor.email,
      locale: input.locale,
      timeZone: input.timeZone,
      verifiedAt,
      at: now,
    });
    const slug = await freeSlug(tx, input.displayName);
    const role = FOUNDER_ROLE[kind];
    await createOrg(tx, { id: orgId, kind, name: input.displayName, slug, userId: actor.userId, role });
    if (kind === 'creator') await openCreatorProfile(tx, { orgId, handle: slug });
    await recordAcceptance({ ...tx, actor }, { orgId, language: input.locale, act: 'sign_up' });
    const founder: OrgActor = {
      kind: 'org',
      userId: actor.userId,
      name: input.displayName,
      email: actor.email,
      emailVerified: verifiedAt !== null,
      orgId,
      orgKind: kind,
      role: FOUNDER_ROLE[kind],
    };
    await audit({ ...tx, actor: founder }, 'account.created', `user:${actor.userId}`, { userType: input.userType });
    return { org: founder, isNew: true };
  });
  if (isNew && !org.emailVerified) {
    // Codes for this mailbox may have been requested before by any caller: the account is created all the same, and
    // another code can be requested.
    await issueCode({ ...ctx, actor: org }, { purpose: 'verify', email: org.email, userId: org.userId }).catch(
      (error: unknown) => {
        if (!isAppError(error) || error.code !== 'auth.code_wait') throw error;
      },
    );
  }
  const session = await currentSession({ ...ctx, actor: org });
  if (!session) throw new AppError('auth.sign_in_required');
  return session;
}

/** Changes what a person chose about itself. In the caller's transaction. */
export const changeProfile = (tx: ServiceContext, userId: string, set: ProfileChange): Promise<void> =>
  updateProfile(tx.db, userId, set);

/** Gives a profile its new mailbox, which was just verified. In the caller's transaction. */
export const changeMailbox = (tx: ServiceContext, userId: string, email: string): Promise<void> =>
  updateMailbox(tx.db, userId, { email, at: tx.clock.now() });

/** The language and time zone that mails are written in; the name is the profile's (`saveIdentity`). */
export async function updateAccount(
  ctx: ServiceContext<OrgActor>,
  input: z.output<typeof updateAccountInput>,
): Promise<SessionDto> {
  await withTx(ctx, (tx) =>
    updateProfile(tx.db, ctx.actor.userId, {
      ...(input.locale ? { locale: input.locale } : {}),
      ...(input.timeZone ? { time_zone: input.timeZone } : {}),
    }),
  );
  const session = await currentSession(ctx);
  if (!session) throw new AppError('auth.sign_in_required');
  return session;
}
