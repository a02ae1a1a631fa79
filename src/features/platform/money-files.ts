import type { CsvCell } from '../../../server/core/csv.ts';
import { plain } from '../../../server/core/csv.ts';
import { toDecimal, type Currency } from '../../../server/core/money.ts';
import type { AccountTotal } from '../../../server/features/ledger/schema.ts';
import type { DifferenceDto } from '../../../server/features/money-check/stored-lines/schema.ts';
import type { HeldPayment } from '../../../server/features/operators/schema.ts';
import type { DebtDto } from '../../../server/features/payments/schema.ts';

/** A list of the page about money as a file; its heads are codes, the same in every language, so that programs find them. */
export interface MoneyFile {
  head: readonly string[];
  rows: readonly (readonly CsvCell[])[];
}

const sum = (amount: number | null, currency: Currency): CsvCell =>
  amount === null ? null : plain(toDecimal({ amount, currency }));
const day = (at: Date | null): string => at?.toISOString() ?? '';

/** Sums of a currency that the product does not support stay in the units in which the provider gave them. */
export const differencesFile = (differences: readonly DifferenceDto[]): MoneyFile => ({
  head: [
    'kind',
    'time',
    'currency',
    'provider',
    'ledger',
    'off',
    'line',
    'line_type',
    'object',
    'operation',
    'contract',
  ],
  rows: differences.map((one) => {
    const { money } = one;
    const [theirs, ours, off] = [one.theirs, one.ours, one.off].map((amount) => (money ? sum(amount, money) : amount));
    return [
      one.kind,
      day(one.at),
      one.currency,
      theirs ?? null,
      ours ?? null,
      off ?? null,
      one.lineId,
      one.lineType,
      one.sourceId,
      one.opId,
      one.contractId,
    ];
  }),
});

export const balancesFile = (totals: readonly AccountTotal[]): MoneyFile => ({
  head: ['account', 'currency', 'balance'],
  rows: totals.map(({ code, currency, total }) => [code, currency, sum(total, currency)]),
});

export const debtsFile = (debts: readonly DebtDto[]): MoneyFile => ({
  head: ['since', 'brand', 'reason', 'deal', 'milestone', 'currency', 'lost', 'owed'],
  rows: debts.map((debt) => [
    day(debt.openedAt),
    debt.brandName,
    debt.why,
    debt.title,
    debt.milestone,
    debt.currency,
    sum(debt.amount, debt.currency),
    sum(debt.owed, debt.currency),
  ]),
});

export const heldFile = (payments: readonly HeldPayment[]): MoneyFile => ({
  head: ['since', 'brand', 'creator', 'deal', 'milestone', 'reasons', 'currency', 'not_released'],
  rows: payments.map((payment) => [
    day(payment.since),
    payment.brandName,
    payment.creatorName,
    payment.dealTitle,
    payment.milestoneTitle,
    payment.holds.join(' '),
    payment.currency,
    sum(payment.amount, payment.currency),
  ]),
});
