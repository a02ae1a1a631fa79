import { CompiledQuery, sql } from 'kysely';
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

const select = (name: string, parameters: number) => {
  const text = `select ${name}(${Array.from({ length: parameters }, (_, i) => `$${i + 1}`).join(', ')}) as posted`;
  return { text, last: andCommit(text) };
};
const MOVE = select('ledger_move', 19);
const POST_ALL = select('ledger_post_all', 16);

const account = (l: Leg): unknown[] => [l.code, l.scope, CHART[l.code].side, l.org, 'negative' in CHART[l.code]];

/** The parameters of `ledger_move` for what takes one amount from one account to another, in the order of locks; null for any other posting. */
function moveOf(row: PostingRow, [first, second, ...more]: readonly Leg[]): unknown[] | null {
  if (!first || !second || more.length > 0 || first.currency !== second.currency) return null;
  if (first.debit !== second.credit || first.credit !== second.debit || (first.debit === 0) === (first.credit === 0))
    return null;
  return [
    row.txId,
    row.opId,
    row.kind,
    row.contractId,
    row.milestoneId,
    row.providerRef,
    row.at.toISOString(),
    first.currency,
    first.debit - first.credit,
    ...account(first),
    ...account(second),
  ];
}

/**
 * Posts all of them in one round trip; answers for each whether it was new. All legs of several postings are locked in the
 * one order of accounts, as the legs of a single one are: whoever posts never waits for another in a circle. `andCommit`:
 * the open transaction ends with it.
 */
export async function insertPostings(
  db: Db,
  rows: readonly PostingRow[],
  how: { andCommit?: boolean } = {},
): Promise<boolean[]> {
  if (rows.length === 0) return [];
  const legs = rows.map((row) => inLockOrder(row.legs));
  const move = rows.length === 1 ? moveOf(rows[0]!, legs[0]!) : null;
  const { text, last } = move ? MOVE : POST_ALL;
  const { rows: answers } = await db.executeQuery<{ posted: boolean | boolean[] }>(
    CompiledQuery.raw(how.andCommit ? last : text, move ?? listsOf(rows, legs)),
  );
  return answers.flatMap((answer) => answer.posted);
}

/** The parameters of `ledger_post_all`: postings and legs as columns. */
function listsOf(rows: readonly PostingRow[], legsOfRows: readonly Leg[][]): unknown[] {
  const places = legsOfRows
    .flatMap((legs, i) => legs.map((leg) => ({ leg, place: i + 1 })))
    .sort((a, b) => byAccount(a.leg, b.leg) || a.place - b.place);
  const legs = places.map(({ leg }) => leg);
  return [
    rows.map((r) => r.txId),
    rows.map((r) => r.opId),
    rows.map((r) => r.kind),
    rows.map((r) => r.contractId),
    rows.map((r) => r.milestoneId),
    rows.map((r) => r.providerRef),
    rows.map((r) => r.at),
    places.map((p) => p.place),
    legs.map((l) => l.code),
    legs.map((l) => l.scope),
    legs.map((l) => l.currency),
    legs.map((l) => CHART[l.code].side),
    legs.map((l) => l.org),
    legs.map((l) => 'negative' in CHART[l.code]),
    legs.map((l) => l.debit),
    legs.map((l) => l.credit),
  ];
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
    select currency, funded, held, released, refunded, disputed, fee_paid, fee_earned, fee_returned, fee_deferred, tax_returned from brand_money(${brandOrg}::uuid)`.execute(
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
    select tx_id, op_id, kind, posted_at, account, debit, credit, currency, balance_after from milestone_postings(${milestoneId}::uuid)`.execute(
    db,
  );
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
    select code, currency, sum(balance)::bigint as total from ledger_accounts group by code, currency order by code, currency`.execute(
    db,
  );
  return rows;
}
