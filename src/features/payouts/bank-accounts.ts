import { maskedNumber } from '../../../server/core/masked-number.ts';
import type { PayoutBankDto } from '../../../server/features/payouts/schema.ts';

export interface BankLine {
  key: string;
  /** Its last digits with the currencies that are paid to it. */
  name: string;
  coolingUntil: Date | null;
}

/**
 * The bank accounts of a payee, each with its currencies, since two may end in the same digits. One that is blocked for some of
 * its currencies, or until different times, has a line for each time.
 */
export function bankLines(banks: readonly PayoutBankDto[]): BankLine[] {
  const lines = new Map<string, PayoutBankDto[]>();
  for (const bank of banks) {
    const key = `${bank.account} ${bank.coolingUntil?.getTime() ?? ''}`;
    lines.set(key, [...(lines.get(key) ?? []), bank]);
  }
  return [...lines].map(([key, [first, ...rest]]) => ({
    key,
    name: `${maskedNumber(first!.last4)} · ${[first!, ...rest].map(({ currency }) => currency).join(', ')}`,
    coolingUntil: first!.coolingUntil,
  }));
}
