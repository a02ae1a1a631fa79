import type { ServiceContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import { surplusOf } from '../ledger/service.ts';
import { lockFloat, openPaymentFees } from './queries/fees.ts';

/**
 * What is left of the platform's own money in a currency, less the fees that open payments may still cost; locked until
 * commit. Lock order: milestones, timelines, float. The fees are read first: a payment that is confirmed between the two
 * statements counts twice then, never not at all.
 */
export async function lockedFloat(tx: ServiceContext, currency: Currency): Promise<number> {
  await lockFloat(tx.db, currency);
  const reserved = await openPaymentFees(tx.db, currency);
  return (await surplusOf(tx, currency)) - reserved;
}
