import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import type { Checkout, PaymentProvider } from '../../../integrations/stripe/provider.ts';
import { claimAgain, markUnknown } from '../../provider-calls/operations.ts';
import { answeredServerError, asProviderError, refusedWith } from '../../provider-calls/provider-error.ts';
import type { Operation } from '../../provider-calls/schema.ts';

/** A hosted page at the provider. */
export interface OpenPage {
  sessionId: string;
  url: string | null;
}

export interface PageClaim {
  operation: Operation;
  claimedAt: Date;
  create: () => Promise<OpenPage>;
  /** The provider refuses this page permanently. */
  abandon: (tx: OrgContext, code: string) => Promise<void>;
}

/**
 * A second click during the first call: the provider refuses the key as in use, and shortly after returns the same
 * page.
 */
export const KEY_IN_USE = { tries: 20, waitMs: 150 };

/**
 * The page of a claim that was committed before: creates it, or finds the one that exists. Throws
 * payment.provider_unavailable when the provider gives no answer; the claim stays and the next try goes on with it.
 */
export async function createOrFindPage(ctx: OrgContext, claim: PageClaim, attempt = 1): Promise<OpenPage> {
  const { operation, claimedAt } = claim;
  const { op_id: opId } = operation;
  const { payments, log } = ctx.integrations;
  const find = () => payments.findCheckout(opId, new Date(claimedAt.getTime() - 60_000));
  try {
    if (operation.state === 'unknown' || operation.attempt > 1) {
      const found = await find();
      if (found) return found;
    }
    return await claim.create();
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    if (refused.kind === 'conflict' && attempt < KEY_IN_USE.tries) {
      await new Promise((resolve) => setTimeout(resolve, KEY_IN_USE.waitMs));
      return createOrFindPage(ctx, claim, attempt + 1);
    }
    log.warn({ op: opId, code: refused.code, kind: refused.kind }, 'the provider opened no payment page');
    if (refused.kind === 'invalid') await withTx(ctx, (tx) => claim.abandon(tx, refused.code));
    if (!refused.provenNotCreated) {
      await withTx(ctx, (tx) => markUnknown(tx, opId, refused));
      const found = answeredServerError(refused) ? await findAfterServerError(ctx, operation, find) : null;
      if (found) return found;
    }
    throw new AppError('payment.provider_unavailable');
  }
}

/**
 * The provider repeats the stored answer of a key, so that a page that is proven absent needs a new one. Without an
 * answer to the search the claim stays unknown, and the next try ends here again.
 */
async function findAfterServerError(
  ctx: OrgContext,
  operation: Operation,
  find: () => Promise<OpenPage | null>,
): Promise<OpenPage | null> {
  try {
    const found = await find();
    if (!found) await withTx(ctx, (tx) => claimAgain(tx, { ...operation, state: 'unknown' }));
    return found;
  } catch (error) {
    if (asProviderError(error)) return null;
    throw error;
  }
}

/**
 * The page of a payment as the provider has it; null where it has none. `end`: an open one is ended, so that it takes no money
 * any more.
 */
export async function pageAtProvider(
  payments: PaymentProvider,
  { session_id, op_id, created_at }: { session_id: string | null; op_id: string; created_at: Date },
  { end }: { end: boolean },
): Promise<Checkout | null> {
  const sessionId =
    session_id ?? (await payments.findCheckout(op_id, new Date(created_at.getTime() - 60_000)))?.sessionId;
  if (!sessionId) return null;
  const page = await payments.retrieveCheckout(sessionId);
  if (page.status !== 'open' || !end) return page;
  return payments.expireCheckout(sessionId).catch((error: unknown) => {
    // Paid or ended between the two calls.
    if (refusedWith(error, 'invalid')) return payments.retrieveCheckout(sessionId);
    throw error;
  });
}
