import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { bindRequestKey } from '../../once.ts';
import { declineContract as decline } from '../contracts/decline.ts';
import type { ContractDetail, declineContractInput } from '../contracts/schema.ts';
import { detailOf, ownContract } from '../contracts/service.ts';
import { freePlace } from './contract-expiry.ts';

/** A side declines a contract before both have signed: its offer is closed, and the application can get another one. */
export async function declineContract(
  ctx: OrgContext,
  input: z.output<typeof declineContractInput>,
): Promise<ContractDetail> {
  return withTx(ctx, async (tx) => {
    const bound = await bindRequestKey(tx, 'offers.declineContract', input);
    if (bound !== 'repeated') {
      const ended = await decline(tx, input);
      await freePlace(tx, ended, 'declined', input.reason);
    }
    return detailOf(tx, await ownContract(tx, input.contractId));
  });
}
