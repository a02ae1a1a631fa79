import type * as z from 'zod';
import type { ServiceContext, SignedInActor } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { type Page, type pageInput, requirePlace, rowCursor, toPage } from '../../core/pagination.ts';
import { totpCode } from './totp.ts';
import { pendingEmailChange } from './email.ts';
import { plannedRemoval } from './factors.ts';
import { signInsOf } from './queries/session-facts.ts';
import { factorsOf, otherSessions, passkeysOf, sessionOf, type SessionRow } from './queries/sign-in-accounts.ts';
import { DEMO_AUTHENTICATOR_SECRET, deviceOf, ipRange } from './rules.ts';
import type { DemoCode, SecurityOverview, SessionEntry, SignInEntry } from './schema.ts';

type PageInput = z.output<typeof pageInput>;
const FIRST_PAGE: PageInput = { limit: 20 };

const toSession = (s: SessionRow, current: boolean): SessionEntry => ({
  id: s.id,
  current,
  ipRange: ipRange(s.ipAddress ?? '') || null,
  signedInAt: s.createdAt,
  lastSeenAt: s.lastSeenAt,
  ...deviceOf(s.userAgent),
});

async function sessionsFrom(
  { actor, db }: ServiceContext<SignedInActor>,
  { after, limit }: PageInput,
): Promise<Page<SessionEntry>> {
  const me = { userId: actor.userId, sessionId: actor.sessionId ?? '' };
  const rows = await otherSessions(db, { ...me, after: requirePlace(after), limit: limit + 1 });
  const page = toPage(rows, limit, rowCursor, (row) => toSession(row, false));
  const own = after === undefined ? await sessionOf(db, me) : undefined;
  return own ? { ...page, items: [toSession(own, true), ...page.items] } : page;
}

async function signInsFrom(
  { actor, db }: ServiceContext<SignedInActor>,
  { after, limit }: PageInput,
): Promise<Page<SignInEntry>> {
  const rows = await signInsOf(db, { userId: actor.userId, after: requirePlace(after), limit: limit + 1 });
  return toPage(rows, limit, rowCursor, (s) => ({
    id: s.id,
    at: s.at,
    method: s.method,
    newDevice: s.new_device,
    ipRange: s.ip_range,
    ...deviceOf(s.user_agent),
  }));
}

/** Valid sessions of this person from a place on, the most recently used first; this one before all others. */
export const listSessions = (ctx: ServiceContext<SignedInActor>, input: PageInput): Promise<Page<SessionEntry>> =>
  withTx(ctx, (tx) => sessionsFrom(tx, input));

/** Sign-ins of this person from a place on, the last first. */
export const listSignIns = (ctx: ServiceContext<SignedInActor>, input: PageInput): Promise<Page<SignInEntry>> =>
  withTx(ctx, (tx) => signInsFrom(tx, input));

/** How this person signs in: factors, sessions, and the sign-ins there were. */
export async function securityOverview(ctx: ServiceContext<SignedInActor>): Promise<SecurityOverview> {
  const overview = await withTx(ctx, async (tx) => {
    const { actor, db } = tx;
    const { userId } = actor;
    const factors = await factorsOf(db, userId);
    if (!factors) throw new AppError('auth.sign_in_required');
    const passkeys = await passkeysOf(db, userId);
    return {
      email: factors.email,
      emailChange: actor.kind === 'org' ? await pendingEmailChange(tx) : null,
      hasPassword: factors.password !== null,
      mustEnrol: actor.kind === 'enrolling',
      factorRequired: actor.kind === 'enrolling' || actor.kind === 'staff',
      authenticator: { enabled: factors.authenticator, recoveryCodesLeft: 0 },
      passkeys: passkeys.map((p) => ({ id: p.id, name: p.name ?? '', createdAt: p.createdAt })),
      removal: await plannedRemoval(tx),
      sessions: await sessionsFrom(tx, FIRST_PAGE),
      signIns: await signInsFrom(tx, FIRST_PAGE),
    } satisfies SecurityOverview;
  });
  if (!overview.authenticator.enabled || !ctx.identity) return overview;
  const recoveryCodesLeft = await ctx.identity.recoveryCodesLeft(ctx.actor.userId);
  return { ...overview, authenticator: { enabled: true, recoveryCodesLeft } };
}

/** What the authenticator of the demo's staff shows now, so that the demo's staff side opens without a phone. */
export async function demoCode(ctx: ServiceContext): Promise<DemoCode | null> {
  if (ctx.integrations.settings.mode !== 'demo') return null;
  return { code: totpCode(DEMO_AUTHENTICATOR_SECRET, ctx.clock.now()) };
}
