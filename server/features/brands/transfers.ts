import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireStaffAct } from '../../guards.ts';
import { approve, propose } from '../approvals/service.ts';
import { audit } from '../audit/audit.ts';
import type { CaseDto } from '../cases/schema.ts';
import { closeCase, one as readCase } from '../cases/service.ts';
import { notify } from '../notifications/notify.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { afterTransfer } from './domains/rules.ts';
import {
  claimOf,
  holdingOf,
  insertVerification,
  lockDomain,
  openVerificationOf,
  updateVerification,
  type VerificationRow,
} from './queries/verifications.ts';
import type { confirmTransferInput, proposeTransferInput } from './schema.ts';

/*
 * A domain that two brands have proven belongs to the one that proved it first, until two staff members decide otherwise.
 */

interface Matter {
  row: CaseDto;
  claimant: string;
  domain: string;
  /** The proof of the brand that has the domain now. */
  holding: VerificationRow;
  /** The proof that was refused because another brand had the domain. */
  claim: VerificationRow;
}

/** Throws not_found, and state.wrong where the case is closed or there is nothing to move any more. */
async function matterOf(tx: StaffContext, caseId: string): Promise<Matter> {
  const row = await readCase(tx, { caseId });
  const domain = row.details['domain'];
  if (row.kind !== 'domain_claimed' || row.state !== 'open' || typeof domain !== 'string' || row.orgId === null)
    throw new AppError('state.wrong');
  await lockDomain(tx.db, domain);
  const holding = await holdingOf(tx.db, domain);
  const claim = await claimOf(tx.db, { orgId: row.orgId, domain });
  if (!holding || !claim || holding.org_id === row.orgId) throw new AppError('state.wrong');
  return { row, claimant: row.orgId, domain, holding, claim };
}

/**
 * The first of two staff members proposes that the domain goes to the brand of the case. Throws not_found, state.wrong,
 * approval.open, auth.step_up_required.
 */
export async function proposeTransfer(
  ctx: StaffContext,
  input: z.output<typeof proposeTransferInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'brands.proposeTransfer');
  return withTx(ctx, async (tx) => {
    const { row, domain, holding, claimant } = await matterOf(tx, input.caseId);
    return propose(tx, {
      kind: 'domain_transfer',
      subject: row.id,
      payload: { domain, fromOrg: holding.org_id, toOrg: claimant, toName: row.orgName },
      note: input.note,
    });
  });
}

/**
 * The second confirms: the proof of the other brand ends and that of the case holds. Throws approval.same_person,
 * approval.expired, and state.already_decided when the domain has another holder meanwhile.
 */
export async function confirmTransfer(
  ctx: StaffContext,
  input: z.output<typeof confirmTransferInput>,
): Promise<{ caseId: string }> {
  requireStaffAct(ctx, 'brands.confirmTransfer');
  return withTx(ctx, async (tx) => {
    const { subject, payload } = await approve(tx, { id: input.proposalId, kind: 'domain_transfer' });
    const { row, claimant, domain, holding, claim } = await matterOf(tx, subject);
    if (holding.org_id !== payload['fromOrg']) throw new AppError('state.already_decided');
    await endProof(tx, holding, 'reassigned');
    const underWay = await openVerificationOf(tx.db, claimant);
    if (underWay) await endProof(tx, underWay, 'withdrawn');
    await renewProof(tx, claim);
    await closeCase(tx, { kind: 'domain_claimed', key: `${domain}:${claimant}` }, { outcome: 'domain_moved' });
    for (const [orgId, kind] of [
      [claimant, 'brand_verified'],
      [holding.org_id, 'brand_unverified'],
    ] as const)
      await notify(tx, {
        orgId,
        kind,
        data: { name: domain },
        link: ADDRESSES.brand,
        key: `domain:${input.proposalId}`,
      });
    await audit(tx, 'brand.domain_moved', `case:${row.id}`, { domain, from: holding.org_id, to: claimant });
    return { caseId: row.id };
  });
}

async function endProof(tx: StaffContext, row: VerificationRow, reason: 'reassigned' | 'withdrawn'): Promise<void> {
  await updateVerification(
    tx.db,
    { id: row.id, at: tx.clock.now() },
    { state: 'failed', reason, found: null, misses: 0, next_check_at: null },
  );
  await signalWorkflow(tx, 'brandVerification', row.id, reason, `${row.id}:${reason}`);
}

/** A proof as the refused one was, now verified: the same record or mailbox, with a workflow of its own. */
async function renewProof(tx: StaffContext, claim: VerificationRow): Promise<void> {
  const at = tx.clock.now();
  const id = newId(at.getTime());
  const outcome = afterTransfer(claim.method, at);
  await startWorkflow(tx, 'brandVerification', id, { attributes: { BrandOrg: claim.org_id } });
  await insertVerification(tx.db, {
    id,
    orgId: claim.org_id,
    domain: claim.domain,
    method: claim.method,
    token: claim.token,
    address: claim.address,
    nextCheckAt: outcome.next_check_at ?? at,
    userId: tx.actor.userId,
    at,
  });
  await updateVerification(tx.db, { id, at }, { ...outcome, verified_at: at });
}
