import type { ServiceContext, SignedInActor } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { totpCode } from './totp.ts';
import { pendingEmailChange } from './email.ts';
import { plannedRemoval } from './factors.ts';
import { newestSignIns } from './queries/session-facts.ts';
import { factorsOf, passkeysOf, sessionsOf } from './queries/sign-in-accounts.ts';
import { DEMO_AUTHENTICATOR_SECRET, deviceOf, ipRange } from './rules.ts';
import type { DemoCode, SecurityOverview } from './schema.ts';

const SIGN_INS_SHOWN = 20;

/** How this person signs in: factors, sessions, and the sign-ins there were. */
export async function securityOverview(ctx: ServiceContext<SignedInActor>): Promise<SecurityOverview> {
  const overview = await withTx(ctx, async (tx) => {
    const { actor, db } = tx;
    const { userId } = actor;
    const factors = await factorsOf(db, userId);
    if (!factors) throw new AppError('auth.sign_in_required');
    const passkeys = await passkeysOf(db, userId);
    const sessions = await sessionsOf(db, userId);
    const signIns = await newestSignIns(db, { userId, limit: SIGN_INS_SHOWN });
    return {
      email: factors.email,
      emailChange: actor.kind === 'org' ? await pendingEmailChange(tx) : null,
      hasPassword: factors.password !== null,
      mustEnrol: actor.kind === 'enrolling',
      factorRequired: actor.kind === 'enrolling' || actor.kind === 'staff',
      authenticator: { enabled: factors.authenticator, recoveryCodesLeft: 0 },
      passkeys: passkeys.map((p) => ({ id: p.id, name: p.name ?? '', createdAt: p.createdAt })),
      removal: await plannedRemoval(tx),
      sessions: sessions.map((s) => ({
        id: s.id,
        current: s.id === actor.sessionId,
        ipRange: ipRange(s.ipAddress ?? '') || null,
        signedInAt: s.createdAt,
        lastSeenAt: s.lastSeenAt,
        ...deviceOf(s.userAgent),
      })),
      signIns: signIns.map((s) => ({
        id: s.id,
        at: s.at,
        method: s.method,
        newDevice: s.new_device,
        ipRange: s.ip_range,
        ...deviceOf(s.user_agent),
      })),
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
