import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { signAddendumInput } from '../addenda/schema.ts';
import { sign as signAddendum } from '../addenda/sign.ts';
import { signContract, type SigningDevice } from '../contracts/sign.ts';
import { signInput } from '../contracts/schema.ts';
import { open as openDispute } from '../disputes/opening.ts';
import { openDisputeInput } from '../disputes/schema.ts';
import { cancel } from '../escrow/refund/cancel.ts';
import { acceptCancel, proposeCancel } from '../escrow/cancel/requests.ts';
import { proposeCancelInput, cancelInput, decideInput, type DealDto } from '../escrow/schema.ts';
import { acceptOffer } from '../offers/answer.ts';
import { acceptInput } from '../offers/schema.ts';
import { decide, requestToDecide } from '../representations/requests.ts';
import type { confirmInput, Confirmed } from './schema.ts';

/**
 * The creator does what the agency requested, on the version that the agency saw: the act itself refuses a version that
 * changed (offer.terms_changed, contract.hash_mismatch, addendum.hash_mismatch, state.changed), and the request stays open. Throws
 * acting.request_closed and whatever the act throws.
 */
export async function confirm(
  ctx: OrgContext,
  { requestId, typedName }: z.output<typeof confirmInput>,
  device: SigningDevice,
): Promise<Confirmed> {
  requireRight(ctx, 'representation.answer');
  return withTx(ctx, async (tx) => {
    const row = await requestToDecide(tx, requestId);
    const contractId = await act(tx, row, typedName, device);
    await decide(tx, row, 'confirmed');
    return { contractId };
  });
}

/** Does what was requested; returns the contract that it is about. */
async function act(
  tx: OrgContext,
  row: Awaited<ReturnType<typeof requestToDecide>>,
  typedName: string | undefined,
  device: SigningDevice,
): Promise<Confirmed['contractId']> {
  const input = row.input as Record<string, unknown>;
  switch (row.act) {
    case 'offer_accept':
      return (await acceptOffer(tx, acceptInput.parse(input))).contractId;
    case 'contract_sign':
      if (!typedName) throw new AppError('input.invalid', { field: 'typedName', problem: 'required' });
      return (await signContract(tx, signInput.parse({ ...input, typedName }), device)).id;
    case 'addendum_sign':
      if (!typedName) throw new AppError('input.invalid', { field: 'typedName', problem: 'required' });
      return (await signAddendum(tx, signAddendumInput.parse({ ...input, typedName }), device)).contractId;
    case 'milestone_cancel':
      return (await confirmCancel(tx, input)).contractId;
    case 'dispute_open':
      return (await openDispute(tx, openDisputeInput.parse(input))).milestone.contractId;
  }
}

/** What the agency requested of a milestone: to end it, to ask the brand for that, or to accept what the brand asked. */
function confirmCancel(tx: OrgContext, { kind, ...input }: Record<string, unknown>): Promise<DealDto> {
  if (kind === 'proposeCancel') return proposeCancel(tx, proposeCancelInput.parse(input));
  return kind === 'acceptCancel' ? acceptCancel(tx, decideInput.parse(input)) : cancel(tx, cancelInput.parse(input));
}
