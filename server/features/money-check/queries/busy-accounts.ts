import { sql } from 'kysely';
import type { CheckContext, Finding } from './check.ts';

const RANGE = 50_000;

interface BusyFindings {
  /** Balance or count differs from the entries. */
  sums: Finding[];
  /** An entry does not continue the one before it. */
  chain: Finding[];
}

interface Range {
  net: number;
  entries: number;
  last: number | null;
  breaks: string[] | null;
}

/**
 * Checks the accounts of the page that all deals share (the provider's balance, fees, tax); they have a large part of
 * all entries.
 */
export const busyAccounts = (ctx: CheckContext): Promise<BusyFindings> => ctx.once('busy accounts', () => walk(ctx));

async function walk({ db, page, busyFrom }: CheckContext): Promise<BusyFindings> {
  const found: BusyFindings = { sums: [], chain: [] };
  const { rows: accounts } = await sql<{
    id: number;
    name: string;
    side: string;
    currency: string;
    balance: number;
    version: number;
  }>`
    select id, code || '/' || scope as name, side, currency, balance, version from ledger_accounts where id = any(${page}::bigint[]) and version >= ${busyFrom}`.execute(
    db,
  );
  for (const { id, name, side, currency, balance, version } of accounts) {
    let net = 0;
    let entries = 0;
    for (let from = 0; from < version; from += RANGE) {
      const { rows } = await sql<Range>`
        select coalesce(sum(moved), 0)::bigint as net, count(*)::bigint as entries, max(account_version) as last,
               (array_agg(account_version || ': ' || balance_after || ' instead of ' || expected) filter (where balance_after <> expected))[1:5] as breaks
          from (select *, coalesce(lag(balance_after) over (order by account_version), ${net}::bigint) + moved as expected
                  from (select account_version, balance_after, case ${side} when 'debit' then debit - credit else credit - debit end as moved
                          from ledger_entries where account_id = ${id} and account_version > ${from} and account_version <= ${from + RANGE}) e) walked`.execute(
        db,
      );
      const range = rows[0]!;
      net += range.net;
      entries += range.entries;
      for (const text of range.breaks ?? []) found.chain.push({ detail: `${name} version ${text}`, currency });
    }
    if (net !== balance || entries !== version) {
      found.sums.push({
        detail: `${name} ${currency}: balance ${balance}, entries ${net}, version ${version} of ${entries}`,
        currency,
        key: `${name} ${currency}: ${balance - net}, ${version - entries}`,
      });
    }
  }
  return found;
}
