import { sql } from 'kysely';
import { CHART, CLIENT_LIABILITIES } from '../../../server/features/ledger/rules.ts';
import type { Chaos } from './kit.ts';

const codes = (list: readonly string[]) => sql.join(list.map((code) => sql.lit(code)));
const MAY_BE_NEGATIVE = Object.entries(CHART).flatMap(([code, account]) => ('negative' in account ? [code] : []));

/**
 * What is wrong in one snapshot of the books: balances or entries that do not sum to zero in a currency, money of clients
 * that is not covered, what is owed below zero.
 */
const WRONG = sql<{ wrong: string }>`
  select 'balances of ' || currency || ' are off by ' || sum(case side when 'debit' then balance else -balance end) as wrong
    from ledger_accounts group by currency having sum(case side when 'debit' then balance else -balance end) <> 0
  union all
  select 'entries of ' || currency || ' are off by ' || sum(debit - credit) from ledger_entries group by currency having sum(debit - credit) <> 0
  union all
  select currency || ' does not cover its clients' from ledger_accounts group by currency
    having coalesce(sum(balance) filter (where code = 'PSP_BAL'), 0) + card_dispute_cover(currency, null)
         < coalesce(sum(balance) filter (where code in (${codes(CLIENT_LIABILITIES)})), 0)
  union all
  select code || '/' || scope || ' is ' || balance from ledger_accounts where balance < 0 and code not in (${codes(MAY_BE_NEGATIVE)})`;

export interface BankWatch {
  /** Snapshots that were read, and what was wrong in any of them. */
  stop(): Promise<{ snapshots: number; wrong: string[] }>;
}

/** Reads the books in one repeatable-read snapshot after another while other parts play. */
export function watchBank({ world }: Pick<Chaos, 'world'>, { pauseMs }: { pauseMs: number }): BankWatch {
  let over = false;
  let snapshots = 0;
  const wrong = new Set<string>();
  const reader = (async () => {
    while (!over) {
      try {
        const { rows } = await world
          .system()
          .db.transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((tx) => WRONG.execute(tx));
        snapshots += 1;
        for (const row of rows) wrong.add(row.wrong);
      } catch (error) {
        // Postgres may be the one that was ended; a query that it refuses (class 42) reads nothing.
        const { code, message } = error as { code?: string; message: string };
        if (code?.startsWith('42')) wrong.add(message);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  return {
    async stop() {
      over = true;
      await reader;
      return { snapshots, wrong: [...wrong] };
    },
  };
}
