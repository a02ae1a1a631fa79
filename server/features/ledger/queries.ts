import type { ExportScope } from '../../registration.ts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { AccountTotal } from './schema.ts';
import { CHART, type AccountCode, type Leg, type PostingKind } from './rules.ts';

export interface PostingRow {
  txId: string;
  opId: string;
  kind: PostingKind;
  contractId: string | null;
  milestoneId: string | null;
  providerRef: string | null;
  at: Date;
  legs: Leg[];
}

const byAccount = (a: Leg, b: Leg): number =>
  compare(a.code, b.code) || compare(a.scope, b.scope) || compare(a.currency, b.currency);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One leg per account and side, in the order in which every posting locks its accounts. */
function inLockOrder(legs: readonly Leg[]): Leg[] {
  const merged: Leg[] = [];
  for (const leg of legs) {
    const same = merged.find(
      (m) =>
        m.code === leg.code && m.scope === leg.scope && m.currency === leg.currency && m.debit > 0 === leg.debit > 0,
    );
    if (same) Object.assign(same, { debit: same.debit + leg.debit, credit: same.credit + leg.credit });
    else merged.push({ ...leg });
  }
  return merged.sort((a, b) => byAccount(a, b) || b.debit - a.debit);
}

/**
 * Posts all of them in one statement and returns for each whether it was new. The legs of all postings are locked in one
 * order of accounts, so two transactions that post never wait for each other in a circle.
 */
export async function insertPostings(db: Db, rows: readonly PostingRow[]): Promise<boolean[]> {
  if (rows.length === 0) return [];
  const places = rows
    .flatMap((row, i) => inLockOrder(row.legs).map((leg) => ({ leg, place: i + 1 })))
    .sort((a, b) => byAccount(a.leg, b.leg) || a.place - b.place);
  const posting = <T>(value: (row: PostingRow) => T): T[] => rows.map(value);
  const leg = <T>(value: (leg: Leg) => T): T[] => places.map((p) => value(p.leg));
  const { rows: answers } = await sql<{ posted: boolean[] }>`
    select ledger_post_all(
      ${posting((r) => r.txId)}, ${posting((r) => r.opId)}, ${posting((r) => r.kind)}, ${posting((r) => r.contractId)},
      ${posting((r) => r.milestoneId)}, ${posting((r) => r.providerRef)}, ${posting((r) => r.at)},
      ${places.map((p) => p.place)}, ${leg((l) => l.code)}, ${leg((l) => l.scope)}, ${leg((l) => l.currency)},
      ${leg((l) => CHART[l.code].side)}, ${leg((l) => l.org)}, ${leg((l) => 'negative' in CHART[l.code])},
      ${leg((l) => l.debit)}, ${leg((l) => l.credit)}) as posted`.execute(db);
  return answers.flatMap((answer) => answer.posted);
}

export async function hasPosting(db: Db, opId: string): Promise<boolean> {
  return (await db.selectFrom('ledger_tx').select('op_id').where('op_id', '=', opId).executeTakeFirst()) !== undefined;
}

export interface BalanceRow {
  milestone_id: string;
  funded: number;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
}

export async function balancesOfMilestones(db: Db, milestoneIds: readonly string[]): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select milestone_id, funded, held, released, refunded, disputed from milestone_balances(${[...milestoneIds]}::uuid[])`.execute(
    db,
  );
  return rows;
}

export async function balancesOfContracts(
  db: Db,
  contractIds: readonly string[],
): Promise<(Omit<BalanceRow, 'milestone_id'> & { contract_id: string })[]> {
  const { rows } = await sql<Omit<BalanceRow, 'milestone_id'> & { contract_id: string }>`
    select contract_id, funded, held, released, refunded, disputed from contract_balances(${[...contractIds]}::uuid[])`.execute(
    db,
  );
  return rows;
}

export async function platformSurplus(db: Db, currency: Currency): Promise<number> {
  const { rows } = await sql<{ surplus: number }>`select platform_surplus(${currency}) as surplus`.execute(db);
  return rows[0]?.surplus ?? 0;
}

export interface EntryRow {
  tx_id: string;
  op_id: string;
  kind: PostingKind;
  posted_at: Date;
  account: string;
  debit: number;
  credit: number;
  currency: Currency;
  balance_after: number | null;
}

/** The postings of one milestone, oldest first; nothing when the reading org is no party of it. */
export async function entriesOfMilestone(db: Db, milestoneId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select tx_id, op_id, kind, posted_at, account, debit, credit, currency, balance_after from milestone_postings(${milestoneId}::uuid)`.execute(
    db,
  );
  return rows;
}

/** Balance of one account, 0 while it does not exist. */
export async function balanceOf(db: Db, code: AccountCode, scope: string, currency: Currency): Promise<number> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('code', '=', code)
    .where('scope', '=', scope)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** Sums of balances by code and currency over all accounts; the worker's role and staff see every one. */
export async function totalsByCode(db: Db): Promise<AccountTotal[]> {
  const { rows } = await sql<AccountTotal>`
    select code, currency, sum(balance)::bigint as total from ledger_accounts group by code, currency order by code, currency`.execute(
    db,
  );
  return rows;
}

/** Entries of the orgs' accounts, oldest first. */
export const entriesToExport = ({ orgIds }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select jsonb_build_object('account', a.code, 'currency', e.currency, 'debit', e.debit, 'credit', e.credit, 'kind', t.kind, 'postedAt', t.posted_at, 'milestone', t.milestone_id) as row
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_tx t on t.id = e.tx_id where a.org_id = any(${orgIds}::uuid[]) order by e.id`;
