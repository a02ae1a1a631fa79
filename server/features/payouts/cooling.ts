import type { ServiceContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { clockRanges } from '../policies/service.ts';
import type { AccountRow } from './queries/accounts.ts';

/** Until when a new bank account is blocked: as long as a release clears under the policy in force. Null: it is not. */
export async function coolingEnd(
  tx: ServiceContext,
  { bank_changed_at }: Pick<AccountRow, 'bank_changed_at'>,
): Promise<Date | null> {
  if (!bank_changed_at) return null;
  const end = plus(bank_changed_at, (await clockRanges(tx)).clearing.fallback);
  return end.getTime() > tx.clock.now().getTime() ? end : null;
}
