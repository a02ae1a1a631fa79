import type { BalanceLine } from '../../server/integrations/stripe/provider.ts';
import type { LinesOfProvider } from '../../server/features/money-check/stored-lines/compare.ts';
import { UUID } from './released-deals.ts';

type Run = (text: string) => Promise<unknown>;

/** One cent that is wrong somewhere, and the name by which the report must show it. */
export interface PlantedCent {
  named: string;
  kind: 'no_posting' | 'no_line' | 'amount' | 'changed';
  /** Changes our rows. */
  ours?: (run: Run) => Promise<unknown>;
  /** Changes what the provider answers. */
  theirs?: (line: BalanceLine) => BalanceLine;
}

/** What the ledger moved at the provider for the `posting`-th kind of a deal, off by a cent. */
const shift = (n: number, posting: number, by: number) => (run: Run) =>
  run(`update ledger_entries set debit = case when debit > 0 then debit + ${by} else 0 end, credit = case when credit > 0 then credit + ${by} else 0 end
    where tx_id = ${UUID(6, String(n * 8 + posting))} and account_id in (select id from ledger_accounts where code = 'PSP_BAL')`);

/** `count` cents at places that are spread over the deals, in turn of each kind that a single cent can be wrong in. */
export function plantedCents(deals: number, count: number): PlantedCent[] {
  return Array.from({ length: count }, (_, i) => {
    const n = 1 + Math.floor(((i + 0.5) * deals) / count);
    const by = i % 2 === 0 ? 1 : -1;
    const kinds: (() => PlantedCent)[] = [
      // The provider's line of a charge reads otherwise than it was stored.
      () => ({
        named: `txn_charge_${n}`,
        kind: 'changed',
        theirs: (line) =>
          line.id === `txn_charge_${n}` ? { ...line, amount: line.amount + by, net: line.net + by } : line,
      }),
      // A posting of another amount: the charge, its fee, the transfer.
      () => ({ named: `txn_charge_${n}`, kind: 'amount', ours: shift(n, 0, by) }),
      () => ({ named: `txn_charge_${n}`, kind: 'amount', ours: shift(n, 1, by) }),
      () => ({ named: `txn_transfer_${n}`, kind: 'amount', ours: shift(n, 4, by) }),
      // A line of one cent that no posting mirrors.
      () => ({
        named: `txn_planted_${n}`,
        kind: 'no_posting',
        ours: (run) =>
          run(`insert into provider_lines(id, type, amount, fee, net, currency, at, stored_at)
            values ('txn_planted_${n}', 'adjustment', ${by}, 0, ${by}, 'EUR', now(), now())`),
      }),
    ];
    return kinds[i % kinds.length]!();
  });
}

/** The provider with those cents. */
export const withCents = (provider: LinesOfProvider, cents: readonly PlantedCent[]): LinesOfProvider => ({
  listBalanceLines: async (query) =>
    (await provider.listBalanceLines(query)).map((line) =>
      cents.reduce((changed, { theirs }) => theirs?.(changed) ?? changed, line),
    ),
});
