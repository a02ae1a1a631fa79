import { CompiledQuery, sql, type QueryResult } from 'kysely';
import { andCommit, type Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import { CHART, type Leg } from './rules.ts';

export interface PostingRow {
  txId: string;
  opId: string;
  kind: string;
  contractId: string | null;
  milestoneId: string | null;
  providerRef: string | null;
  at: Date;
  legs: Leg[];
}

const byAccount = (a: Leg, b: Leg): number => compare(a.code, b.code) || compare(a.scope, b.scope) || compare(a.currency, b.currency);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One leg per account and side, in the order in which every posting locks its accounts. */
function inLockOrder(legs: readonly Leg[]): Leg[] {
  const merged: Leg[] = [];
  for (const leg of legs) {
    const same = merged.find((m) => m.code === leg.code && m.scope === leg.scope && m.currency === leg.currency && m.debit > 0 === leg.debit > 0);
    if (same) Object.assign(same, { debit: same.debit + leg.debit, credit: same.credit + leg.credit });
    else merged.push({ ...leg });
  }
  return merged.sort((a, b) => byAccount(a, b) || b.debit - a.debit);
}

const legArrays = (legs: readonly Leg[]): unknown[] => {
  const each = <T>(value: (leg: Leg) => T): T[] => legs.map(value);
  return [
    each((l) => l.code), each((l) => l.scope), each((l) => l.currency), each((l) => CHART[l.code].side), each((l) => l.org), each((l) => 'negative' in CHART[l.code]), each((l) => l.debit), each((l) => l.credit),
  ];
};

const answered = ({ rows }: QueryResult<{ posted: boolean | boolean[] }>): boolean[] => rows.flatMap((row) => row.posted);

/**
 * Posts all of them in one round trip; answers for each whether it was new. All legs of several postings are locked in the
 * one order of accounts, as the legs of a single one are: whoever posts never waits for another in a circle. `andCommit`:
 * the open transaction ends with it.
 */
export async function insertPostings(db: Db, rows: readonly PostingRow[], how: { andCommit?: boolean } = {}): Promise<boolean[]> {
  const call = (name: string, parameters: readonly unknown[]): CompiledQuery<{ posted: boolean | boolean[] }> => {
    const text = `select ${name}(${parameters.map((_, i) => `$${i + 1}`).join(', ')}) as posted`;
    return CompiledQuery.raw(how.andCommit ? andCommit(text) : text, [...parameters]);
  };
  const [only] = rows;
  if (!only) return [];
  if (rows.length === 1) {
    const parameters = [only.txId, only.opId, only.kind, only.contractId, only.milestoneId, only.providerRef, only.at, ...legArrays(inLockOrder(only.legs))];
    return answered(await db.executeQuery(call('ledger_post', parameters)));
  }
  const legs = rows
    .flatMap((row, i) => inLockOrder(row.legs).map((leg) => ({ leg, place: i + 1 })))
    .sort((a, b) => byAccount(a.leg, b.leg) || a.place - b.place);
  const each = <T>(value: (row: PostingRow) => T): T[] => rows.map(value);
  const parameters = [
    each((r) => r.txId), each((r) => r.opId), each((r) => r.kind), each((r) => r.contractId), each((r) => r.milestoneId), each((r) => r.providerRef), each((r) => r.at),
    legs.map((l) => l.place), ...legArrays(legs.map((l) => l.leg)),
  ];
  return answered(await db.executeQuery(call('ledger_post_all', parameters)));
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
    select milestone_id, funded, held, released, refunded, disputed from milestone_balances(${[...milestoneIds]}::uuid[])`.execute(db);
  return rows;
}

export async function balancesOfContracts(db: Db, contractIds: readonly string[]): Promise<(Omit<BalanceRow, 'milestone_id'> & { contract_id: string })[]> {
  const { rows } = await sql<Omit<BalanceRow, 'milestone_id'> & { contract_id: string }>`
    select contract_id, funded, held, released, refunded, disputed from contract_balances(${[...contractIds]}::uuid[])`.execute(db);
  return rows;
}

export interface BrandMoneyRow extends Omit<BalanceRow, 'milestone_id'> {
  currency: Currency;
  fee_paid: number;
  fee_earned: number;
  fee_returned: number;
  fee_deferred: number;
  tax_returned: number;
}

/** Per currency, over everything a brand ever paid; nothing for anybody else. */
export async function moneyOfBrand(db: Db, brandOrg: string): Promise<BrandMoneyRow[]> {
  const { rows } = await sql<BrandMoneyRow>`
    select currency, funded, held, released, refunded, disputed, fee_paid, fee_earned, fee_returned, fee_deferred, tax_returned from brand_money(${brandOrg}::uuid)`.execute(db);
  return rows;
}

export async function platformSurplus(db: Db, currency: Currency): Promise<number> {
  const { rows } = await sql<{ surplus: number }>`select platform_surplus(${currency}) as surplus`.execute(db);
  return rows[0]?.surplus ?? 0;
}

export interface EntryRow {
  tx_id: string;
  op_id: string;
  kind: string;
  posted_at: Date;
  account: string;
  debit: number;
  credit: number;
  currency: string;
  balance_after: number | null;
}

/** The postings of one milestone, oldest first; nothing when the asking org is no party of it. */
export async function entriesOfMilestone(db: Db, milestoneId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select tx_id, op_id, kind, posted_at, account, debit, credit, currency, balance_after from milestone_postings(${milestoneId}::uuid)`.execute(db);
  return rows;
}

/** Balance of one account, 0 while it does not exist. */
export async function balanceOf(db: Db, code: string, scope: string, currency: Currency): Promise<number> {
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
export async function totalsByCode(db: Db): Promise<{ code: string; currency: string; total: number }[]> {
  const { rows } = await sql<{ code: string; currency: string; total: number }>`
    select code, currency, sum(balance)::bigint as total from ledger_accounts group by code, currency order by code, currency`.execute(db);
  return rows;
}
