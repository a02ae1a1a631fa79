import type { ServiceContext } from '../../../context.ts';
import type { ContractState } from '../../contracts/schema.ts';
import type { Side } from '../../terms/schema.ts';
import { insertMilestones, voidMilestones } from '../milestone/queries.ts';
import { declineRow, insertContract, setContractState, type NewContract } from './queries/contracts.ts';

/*
 * The rows of a deal before it is active; the signing calls these in its own transaction.
 */

/** A contract to be signed, with one proposed milestone for each part. */
export async function createDeal(tx: ServiceContext, contract: NewContract): Promise<void> {
  await insertContract(tx.db, contract);
  await insertMilestones(tx.db, contract);
}

/** One side has signed; `complete`: it was the second. */
export async function noteSignature(tx: ServiceContext, contractId: string, complete: boolean): Promise<void> {
  const at = tx.clock.now();
  await setContractState(tx.db, { contractId, state: 'partially_signed', at, ...(complete ? { signedAt: at } : {}) });
}

/** Both sides have signed, or the time to sign is over: then nothing of it is owed. */
export async function settleSigning(
  tx: ServiceContext,
  contractId: string,
  state: Extract<ContractState, 'active' | 'expired'>,
): Promise<void> {
  const at = tx.clock.now();
  await setContractState(tx.db, { contractId, state, at });
  if (state === 'expired') await voidMilestones(tx.db, contractId, at);
}

/** One side does not want the contract: it ends before both have signed, and its parts become void. */
export async function declineSigning(
  tx: ServiceContext,
  input: { contractId: string; side: Side; reason: string },
): Promise<void> {
  await declineRow(tx.db, { ...input, at: tx.clock.now() });
}
