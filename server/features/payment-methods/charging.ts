import type { OrgContext, ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import { lockPayer, methodOf, payerOf } from './queries.ts';
import { methodRefusal } from './rules.ts';
import type { MethodKind } from './schema.ts';

/**
 * Refuses a method that cannot pay in this currency now; it stays until the transaction ends. Throws not_found,
 * method.gone, method.expired, method.wrong_currency.
 */
export async function requireMethod(tx: OrgContext, id: string, currency: Currency): Promise<void> {
  await lockPayer(tx.db, tx.actor.orgId);
  const row = await methodOf(tx.db, { id });
  if (row?.brand_org !== tx.actor.orgId) throw new AppError('not_found');
  const refused = methodRefusal(row, currency, tx.clock.now());
  if (refused) throw new AppError(refused);
}

/** How the provider names a saved method and whose it is. Call inside an open transaction. */
export async function methodAtProvider(
  tx: ServiceContext,
  id: string,
): Promise<{ customerId: string; methodId: string; kind: MethodKind }> {
  const row = await methodOf(tx.db, { id });
  const customerId = row && (await payerOf(tx.db, row.brand_org))?.customer_id;
  if (!row?.provider_id || !row.kind || !customerId) throw new Error(`payment method ${id} is not saved`);
  return { customerId, methodId: row.provider_id, kind: row.kind };
}
