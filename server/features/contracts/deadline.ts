import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { StepOutcome } from '../../core/step.ts';
import { settleCampaign } from '../campaigns/places.ts';
import { settleSigning } from '../escrow/deals/contract.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { openMilestones } from '../escrow/funding/open.ts';
import { notify } from '../notifications/notify.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { contractById, signaturesOf, type ContractRow } from './queries.ts';

async function locked(tx: SystemContext, contractId: string): Promise<ContractRow> {
  const row = await contractById(tx.db, { contractId, lock: true });
  if (!row) throw new AppError('not_found');
  return row;
}

const isUnsigned = (row: ContractRow): boolean => row.state === 'sent' || row.state === 'partially_signed';

/** Both signed: the contract is active and its milestones await their funding. Not due before the second signature. */
export async function activateContract(ctx: SystemContext, input: { contractId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.contractId);
    if (!isUnsigned(row))
      return { done: row.state === 'active' || row.state === 'completed', next: null, state: row.state };
    const hashes = (await signaturesOf(tx.db, row.id)).map((s) => s.document_hash);
    if (hashes.length < 2) return { done: false, next: row.deadline_at, state: row.state };
    if (hashes.some((h) => h !== row.document_hash))
      throw new Error(`contract ${row.id} carries a signature of another text`);
    await settleSigning(tx, row.id, 'active');
    await appendEvent(tx, { contractId: row.id, type: 'contract_active', data: {} });
    await openMilestones(tx, row.id);
    if (row.campaign_id) await settleCampaign(tx, row.campaign_id);
    return { done: true, next: null, state: 'active' };
  });
}

/** What an expired contract came from; its place is free again. */
export interface ExpiredContract {
  offerId: string;
  applicationId: string | null;
}

/**
 * Signatures are missing at the deadline: the contract expires, neither side owes anything. In the caller's
 * transaction, which frees the creator's place when `expired` is given.
 */
export async function expireSigning(
  tx: SystemContext,
  input: { contractId: string },
): Promise<{ step: StepOutcome; expired: ExpiredContract | null }> {
  const row = await locked(tx, input.contractId);
  const still = (done: boolean, next: Date | null) => ({ step: { done, next, state: row.state }, expired: null });
  if (!isUnsigned(row)) return still(row.state === 'expired', null);
  if (row.signed_at) return still(false, null);
  if (row.deadline_at.getTime() > tx.clock.now().getTime()) return still(false, row.deadline_at);
  await settleSigning(tx, row.id, 'expired');
  if (row.campaign_id) await signalWorkflow(tx, 'campaignLifecycle', row.campaign_id, 'contract_expired', row.id);
  await appendEvent(tx, { contractId: row.id, type: 'void', data: { reason: 'signature_deadline' } });
  for (const orgId of [row.brand_org, row.creator_org]) {
    await notify(tx, {
      orgId,
      kind: 'contract_expired',
      data: { title: row.title },
      link: ADDRESSES.deal(row.id),
      key: `contract_expired:${row.id}`,
    });
  }
  return {
    step: { done: true, next: null, state: 'expired' },
    expired: { offerId: row.offer_id, applicationId: row.application_id },
  };
}

/** Reminds the side that has not signed yet. */
export async function remindContract(
  ctx: SystemContext,
  input: { contractId: string; hoursLeft: number },
): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.contractId);
    if (!isUnsigned(row) || row.signed_at) return { done: true, next: null, state: row.state };
    const signed = (await signaturesOf(tx.db, row.id)).map((s) => s.side);
    for (const [side, orgId] of [
      ['brand', row.brand_org],
      ['creator', row.creator_org],
    ] as const) {
      if (signed.includes(side)) continue;
      await notify(tx, {
        orgId,
        kind: 'contract_expiring',
        data: { title: row.title, hours: input.hoursLeft, deadlineAt: row.deadline_at.toISOString() },
        link: ADDRESSES.deal(row.id),
        key: `contract_expiring:${row.id}:${input.hoursLeft}`,
      });
    }
    return { done: true, next: row.deadline_at, state: row.state };
  });
}
