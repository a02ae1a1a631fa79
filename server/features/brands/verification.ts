import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { actAs, withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { mailboxOf } from '../../core/mailbox.ts';
import { requireRight } from '../../guards.ts';
import { codesOfUser, issueCode, useCode } from '../accounts/codes.ts';
import { audit } from '../audit/audit.ts';
import { openCase } from '../cases/service.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import {
  afterCheck,
  ATTEMPTS_A_DAY,
  CODE_WAIT_MS,
  CODES_A_DAY,
  domainOf,
  isAtDomain,
  isShared,
  LOOK_PAUSE_MS,
  MAIL_PROOF_MS,
  readRecords,
  recordOf,
  type CheckOutcome,
  type FoundInstead,
  type VerificationReason,
} from './domains/rules.ts';
import {
  attemptsSince,
  holderOf,
  insertVerification,
  lastVerification,
  lockDomain,
  lockedVerification,
  updateVerification,
  type VerificationRow,
} from './queries/verifications.ts';
import { ownBrand } from './queries/profiles.ts';
import type { beginVerificationInput, confirmVerificationInput, Verification } from './schema.ts';

const DAY_MS = 86_400_000;
const TYPE = 'brandVerification';

const siteOf = (website: string | null): Verification['site'] => {
  const domain = domainOf(website);
  return { domain, problem: domain === null ? 'missing' : isShared(domain) ? 'shared' : null };
};

function toVerification(row: VerificationRow | undefined, website: string | null): Verification {
  return {
    state: row?.state ?? 'none',
    domain: row?.domain ?? null,
    method: row?.method ?? null,
    record: row?.method === 'dns' ? recordOf(row.token) : null,
    address: row?.address ?? null,
    reason: row?.reason ?? null,
    found: row?.found ?? null,
    misses: row?.misses ?? 0,
    verifiedAt: row?.verified_at ?? null,
    checkedAt: row?.checked_at ?? null,
    nextCheckAt: row?.next_check_at ?? null,
    site: siteOf(website),
  };
}

/** Where the proof of a brand's domain stands. In the caller's transaction. */
export const verificationOf = async (tx: OrgContext, website: string | null): Promise<Verification> =>
  toVerification(await lastVerification(tx.db, tx.actor.orgId), website);

const isOpen = (row: VerificationRow | undefined): row is VerificationRow =>
  row?.state === 'pending' || row?.state === 'verified';

async function end(tx: OrgContext, row: VerificationRow, reason: VerificationReason): Promise<void> {
  await updateVerification(
    tx.db,
    { id: row.id, at: tx.clock.now() },
    { state: 'failed', reason, found: null, misses: 0, next_check_at: null },
  );
  await signalWorkflow(tx, TYPE, row.id, reason, `${row.id}:${reason}`);
  await audit(tx, 'brand.verification_ended', `verification:${row.id}`, { reason });
}

/** Ends a proof of another domain than that of the site that is saved. In the caller's transaction. */
export async function followSite(tx: OrgContext, website: string | null): Promise<void> {
  const row = await lastVerification(tx.db, tx.actor.orgId);
  if (isOpen(row) && row.domain !== domainOf(website)) await end(tx, row, 'site_changed');
}

async function current(tx: OrgContext): Promise<Verification> {
  const brand = await ownBrand(tx.db, tx.actor.orgId);
  return verificationOf(tx, brand?.website ?? null);
}

/** The domain of the site, if it can be proven. Throws brand.site_missing, brand.domain_shared. */
async function provableDomain(tx: OrgContext): Promise<string> {
  const brand = await ownBrand(tx.db, tx.actor.orgId);
  const { domain, problem } = siteOf(brand?.website ?? null);
  if (domain === null) throw new AppError('brand.site_missing', { field: 'website' });
  if (problem === 'shared') throw new AppError('brand.domain_shared', { field: 'website', domain });
  return domain;
}

/**
 * Begins a proof of the domain of the saved site: by a code to a mailbox there, or by a TXT record. An attempt that was
 * under way ends. Throws brand.site_missing, brand.domain_shared, brand.address_elsewhere, brand.already_verified,
 * auth.code_wait, rate.limited.
 */
export async function beginVerification(
  ctx: OrgContext,
  input: z.output<typeof beginVerificationInput>,
): Promise<Verification> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const at = tx.clock.now();
    const domain = await provableDomain(tx);
    await lockDomain(tx.db, `org:${orgId}`);
    const last = await lastVerification(tx.db, orgId);
    if (last?.state === 'verified' && last.domain === domain) throw new AppError('brand.already_verified', { domain });
    const since = new Date(at.getTime() - DAY_MS);
    if ((await attemptsSince(tx.db, { orgId, since })) >= ATTEMPTS_A_DAY) throw new AppError('rate.limited');
    if (isOpen(last)) await end(tx, last, 'withdrawn');
    const address = input.method === 'mail' ? mailboxOf(input.address ?? '') : null;
    if (address !== null) {
      if (!isAtDomain(address, domain)) throw new AppError('brand.address_elsewhere', { field: 'address', domain });
      if ((await codesOfUser(tx, { purpose: 'domain', userId, since })) >= CODES_A_DAY)
        throw new AppError('rate.limited');
      await issueCode(tx, { purpose: 'domain', email: address, userId });
    }
    const id = newId(at.getTime());
    await startWorkflow(tx, TYPE, id, { attributes: { BrandOrg: orgId } });
    await insertVerification(tx.db, {
      id,
      orgId,
      domain,
      method: input.method,
      token: randomBytes(18).toString('base64url'),
      address,
      nextCheckAt: new Date(at.getTime() + (address === null ? 0 : CODE_WAIT_MS)),
      userId,
      at,
    });
    await audit(tx, 'brand.verification_begun', `verification:${id}`, { method: input.method });
    return current(tx);
  });
}

/**
 * Writes what a proof or a look at the records has shown. A domain that another org has verified opens a case for staff.
 * In the caller's transaction, with the row locked.
 */
export async function settle(
  tx: ServiceContext,
  row: VerificationRow,
  outcome: CheckOutcome,
): Promise<CheckOutcome & { wasTaken: boolean }> {
  const at = tx.clock.now();
  let settled = outcome;
  if (outcome.state === 'verified' && row.state !== 'verified') {
    await lockDomain(tx.db, row.domain);
    const holder = await holderOf(tx.db, row.domain);
    if (holder !== null && holder !== row.org_id) {
      settled = { state: 'failed', reason: 'taken', found: null, misses: 0, next_check_at: null };
      await openCase(tx, {
        kind: 'domain_claimed',
        key: `${row.domain}:${row.org_id}`,
        orgId: row.org_id,
        details: { domain: row.domain, method: row.method },
      });
    }
  }
  const isNew = settled.state === 'verified' && row.state !== 'verified';
  await updateVerification(
    tx.db,
    { id: row.id, at },
    { ...settled, ...(isNew ? { verified_at: at } : {}), ...(row.method === 'dns' ? { checked_at: at } : {}) },
  );
  if (settled.state !== row.state)
    await audit(
      tx,
      settled.state === 'verified' ? 'brand.verified' : 'brand.verification_ended',
      `verification:${row.id}`,
      {
        domain: row.domain,
        ...(settled.reason ? { reason: settled.reason } : {}),
      },
    );
  return { ...settled, wasTaken: settled.reason === 'taken' };
}

/**
 * Enters the code that was mailed to the domain. Throws brand.no_attempt, auth.code_invalid, auth.code_expired,
 * auth.code_tries.
 */
export async function confirmVerification(
  ctx: OrgContext,
  input: z.output<typeof confirmVerificationInput>,
): Promise<Verification> {
  requireRight(ctx, 'profile.edit');
  const row = await withTx(ctx, (tx) => lastVerification(tx.db, tx.actor.orgId));
  if (row?.state !== 'pending' || row.address === null) throw new AppError('brand.no_attempt');
  await useCode(ctx, { purpose: 'domain', email: row.address, code: input.code }, async (tx, { userId }) => {
    if (userId !== ctx.actor.userId) throw new AppError('auth.code_invalid');
    const me = await actAs(tx, ctx.actor);
    const locked = await lockedVerification(me.db, row.id);
    if (locked?.state !== 'pending') throw new AppError('brand.no_attempt');
    const next = new Date(me.clock.now().getTime() + MAIL_PROOF_MS);
    await settle(me, locked, { state: 'verified', reason: null, found: null, misses: 0, next_check_at: next });
    await signalWorkflow(me, TYPE, row.id, 'code_entered', `${row.id}:code`);
  }).catch((error: unknown) => {
    throw isAppError(error) && error.code.startsWith('auth.code_')
      ? new AppError(error.code, { ...error.data, field: 'code' })
      : error;
  });
  return withTx(ctx, current);
}

/** What the name servers say now. Outside of any transaction. */
export async function lookAt(
  ctx: ServiceContext,
  row: Pick<VerificationRow, 'domain' | 'token'>,
): Promise<'record' | FoundInstead> {
  const answer = await ctx.integrations.dns.txt(row.domain);
  if (answer.kind === 'unreachable') return 'unreachable';
  return answer.kind === 'none' ? 'none' : readRecords(answer.records, row.token);
}

/** Looks at the records at once. Throws brand.no_attempt, brand.look_too_soon. */
export async function checkVerification(ctx: OrgContext): Promise<Verification> {
  requireRight(ctx, 'profile.edit');
  const row = await withTx(ctx, (tx) => lastVerification(tx.db, tx.actor.orgId));
  if (!isOpen(row) || row.method !== 'dns') throw new AppError('brand.no_attempt');
  if (row.checked_at && ctx.clock.now().getTime() - row.checked_at.getTime() < LOOK_PAUSE_MS)
    throw new AppError('brand.look_too_soon');
  const seen = await lookAt(ctx, row);
  return withTx(ctx, async (tx) => {
    const locked = await lockedVerification(tx.db, row.id);
    // A check by a person is no daily check: of a verified domain it counts only what it proves.
    if (locked?.state === 'pending' || (locked?.state === 'verified' && seen === 'record')) {
      const at = tx.clock.now();
      await settle(tx, locked, afterCheck(locked, seen, at));
      await signalWorkflow(tx, TYPE, row.id, 'looked', `${row.id}:${at.toISOString()}`);
    }
    return current(tx);
  });
}

/** Gives up an attempt, or the verification. Throws brand.no_attempt. */
export async function withdrawVerification(ctx: OrgContext): Promise<Verification> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const row = await lastVerification(tx.db, tx.actor.orgId);
    if (!isOpen(row)) throw new AppError('brand.no_attempt');
    await end(tx, row, 'withdrawn');
    return current(tx);
  });
}
