import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { truncated } from '../../core/text.ts';
import { audit } from '../audit/audit.ts';
import { declineSigning } from '../escrow/deals/contract.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { mandateRefusal } from '../representations/mandate.ts';
import type { ExpiredContract } from './deadline.ts';
import type { declineContractInput } from './schema.ts';
import { declineRefusal, ownContract, sideOf } from './service.ts';

/**
 * Ends a contract that both sides have not signed, in the caller's transaction, which frees the creator's place. The other
 * side reads the reason; no money was due, and the parts become void. Throws contract.expired, contract.declined,
 * state.already_decided, auth.no_mandate.
 */
export async function declineContract(
  tx: OrgContext,
  input: z.output<typeof declineContractInput>,
): Promise<ExpiredContract> {
  const { actor } = tx;
  const row = await ownContract(tx, input.contractId, true);
  const mandate = await mandateRefusal(tx, row.creator_org, 'negotiate');
  const refused = declineRefusal(actor, row, tx.clock.now(), mandate);
  if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'contract.sign' } : {});
  const side = sideOf(row, actor.orgId);
  const { reason } = input;
  await declineSigning(tx, { contractId: row.id, side, reason });
  await appendEvent(tx, { contractId: row.id, type: 'contract_declined', data: { side, reason } });
  await signalWorkflow(tx, 'contractSigning', row.id, 'declined', side);
  if (row.campaign_id) await signalWorkflow(tx, 'campaignLifecycle', row.campaign_id, 'contract_declined', row.id);
  await notify(tx, {
    orgId: side === 'brand' ? row.creator_org : row.brand_org,
    kind: 'contract_declined',
    data: {
      title: row.title,
      name: partyIn(await partiesOf(tx, [actor.orgId]), actor.orgId).name,
      reason: truncated(reason, 200),
    },
    link: ADDRESSES.deal(row.id),
    key: `contract_declined:${row.id}`,
  });
  await audit(tx, 'contract.declined', `contract:${row.id}`, { side });
  return { offerId: row.offer_id, applicationId: row.application_id };
}
