import type { ServiceContext } from '../../../context.ts';
import { plus } from '../../../core/clock.ts';
import type { Currency } from '../../../core/money.ts';
import { clockRanges } from '../../policies/service.ts';
import { banksOf } from './queries.ts';
import type { KnownBank } from './rules.ts';

/** A bank account with the end of the time in which it is too new to be paid to; null: it is not. */
export type PayableBank = KnownBank & { coolingUntil: Date | null };

/** An org's bank accounts by currency. A new one is blocked as long as a release clears under the policy in force. */
export async function payableBanks(tx: ServiceContext, orgId: string): Promise<Map<Currency, PayableBank>> {
  const now = tx.clock.now();
  const { fallback } = (await clockRanges(tx)).clearing;
  const banks = await banksOf(tx.db, orgId);
  return new Map(
    banks.map((bank) => {
      const end = bank.changedAt && plus(bank.changedAt, fallback);
      return [bank.currency, { ...bank, coolingUntil: end && end > now ? end : null }];
    }),
  );
}
