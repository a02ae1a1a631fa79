import { withTx, type SystemContext } from '../../context.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { operationOf, settleOperation } from '../provider-calls/operations.ts';
import { refusedWith } from '../provider-calls/provider-error.ts';
import { deletePayer, endMethodsOfPerson, ownerOf, payersToErase, updatePayer, type PayerToErase } from './queries.ts';
import { customerOp } from './rules.ts';

/**
 * The account is erased: what its brand had saved is removed at the provider by the workflows, and its customer there is
 * claimed for `eraseCustomers`.
 */
export async function removeMethodsOfPerson(tx: SystemContext, userId: string): Promise<void> {
  for (const id of await endMethodsOfPerson(tx.db, userId, tx.clock.now()))
    await signalWorkflow(tx, 'paymentMethod', id, 'removal', id);
}

/**
 * Takes the names and addresses of erased persons from the provider: the customer of a brand that goes on gets those of its
 * owner, any other is deleted. Repeated, it goes on with what is left. Rejects with the first refusal, after the others.
 */
export async function eraseCustomers(ctx: SystemContext): Promise<void> {
  let refusal: unknown = null;
  for (const payer of await withTx(ctx, (tx) => payersToErase(tx.db)))
    await eraseCustomer(ctx, payer).catch((error: unknown) => {
      refusal ??= error;
    });
  if (refusal !== null) throw refusal;
}

async function eraseCustomer(ctx: SystemContext, { brandOrg, customerId: noted }: PayerToErase): Promise<void> {
  const { payments } = ctx.integrations;
  const opId = customerOp(brandOrg);
  const { owner, operation } = await withTx(ctx, async (tx) => ({
    owner: await ownerOf(tx.db, brandOrg),
    operation: await operationOf(tx, opId),
  }));
  // The answer of the call that made it may have been lost.
  const customerId =
    noted ??
    (operation &&
      (await payments.findCustomer(opId, new Date(operation.claimed_at.getTime() - 3_600_000)))?.customerId);
  if (customerId)
    await (owner ? payments.nameCustomer(customerId, owner) : payments.deleteCustomer(customerId)).catch(
      (error: unknown) => {
        if (!refusedWith(error, 'not_found')) throw error;
      },
    );
  await withTx(ctx, async (tx) => {
    if (owner) return updatePayer(tx.db, brandOrg, { erase_requested_at: null, updated_at: tx.clock.now() });
    await settleOperation(tx, opId, { state: 'failed', error: 'erased' });
    return deletePayer(tx.db, brandOrg);
  });
}
