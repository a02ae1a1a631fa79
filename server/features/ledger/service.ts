import { assertOpen, withTx, type OpenTransaction, type ServiceContext, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { Balances, PostingDto } from '../escrow/schema.ts';
import {
  balanceOf,
  balancesOfContracts,
  balancesOfMilestones,
  entriesOfMilestone,
  hasPosting,
  insertPostings,
  platformSurplus,
  totalsByCode,
  type PostingRow,
} from './queries.ts';
import type { AccountTotal } from './schema.ts';
import { CLIENT_LIABILITIES, type AccountCode, type Posting, type PostingKind } from './rules.ts';

/** A posting with the operation it belongs to. The same `opId` has one effect for ever. */
export interface Post extends Posting {
  opId: string;
  contractId?: string | null;
  milestoneId?: string | null;
  /** Balance transaction of the provider that this posting mirrors; at most one posting per reference. */
  providerRef?: string | null;
}

const rowOf = (tx: SystemContext, p: Post): PostingRow => ({
  txId: newId(),
  opId: p.opId,
  kind: p.kind,
  contractId: p.contractId ?? null,
  milestoneId: p.milestoneId ?? null,
  providerRef: p.providerRef ?? null,
  at: tx.clock.now(),
  legs: p.legs,
});

/** The postings that open transactions have collected. */
const pendingPostings = new WeakMap<OpenTransaction, PostingRow[]>();

/**
 * Adds postings to the caller's transaction, which sends all of them in one call as its last statement: every deal posts to
 * the platform's accounts, so their locks are held for the shortest time and taken in one order. A repeated operation
 * changes nothing. Balances read later in the same transaction do not include the postings; what the ledger refuses fails
 * the transaction at its end. Role sponsio_worker only.
 */
export async function postAll(ctx: SystemContext, posts: readonly Post[]): Promise<void> {
  if (posts.length === 0) return;
  if (!ctx.db.isTransaction) return withTx(ctx, (tx) => postAll(tx, posts));
  const { open } = ctx;
  if (!open) throw new Error('postAll needs a transaction that withTx opened');
  assertOpen(open);
  const rows = posts.map((p) => rowOf(ctx, p));
  const pending = pendingPostings.get(open);
  if (pending) {
    pending.push(...rows);
    return;
  }
  pendingPostings.set(open, rows);
  open.beforeCommit = (db) => insertPostings(db, rows);
}

/** Whether an operation has been posted and committed. Its caller holds a lock that keeps others from posting it meanwhile. */
export const isPosted = (tx: SystemContext, opId: string): Promise<boolean> => hasPosting(tx.db, opId);

export const NO_BALANCES: Balances = { funded: 0, held: 0, released: 0, refunded: 0, disputed: 0 };

export const addBalances = (a: Balances, b: Balances): Balances => ({
  funded: a.funded + b.funded,
  held: a.held + b.held,
  released: a.released + b.released,
  refunded: a.refunded + b.refunded,
  disputed: a.disputed + b.disputed,
});

/** Where the money of each milestone is, from the ledger. Milestones without money are absent. */
export async function balancesByMilestone(
  tx: ServiceContext,
  milestoneIds: readonly string[],
): Promise<Map<string, Balances>> {
  if (milestoneIds.length === 0) return new Map();
  const rows = await balancesOfMilestones(tx.db, milestoneIds);
  return new Map(rows.map(({ milestone_id, ...balances }) => [milestone_id, balances]));
}

/** The same per contract; every requested contract is in the map. */
export async function balancesByContract(
  tx: ServiceContext,
  contractIds: readonly string[],
): Promise<Map<string, Balances>> {
  const sums = new Map(contractIds.map((id) => [id, NO_BALANCES]));
  if (contractIds.length === 0) return sums;
  for (const { contract_id, ...balances } of await balancesOfContracts(tx.db, contractIds))
    sums.set(contract_id, balances);
  return sums;
}

/** The platform's own provider fees are on no bill and not shown to any org. */
const OWN_COST: readonly PostingKind[] = ['provider_fee'];

/** The postings that moved a milestone's money, oldest first, each with all its entries; the platform's own costs left out. */
export async function postingsOf(tx: ServiceContext, milestoneId: string): Promise<PostingDto[]> {
  const byTx = new Map<string, PostingDto>();
  for (const row of await entriesOfMilestone(tx.db, milestoneId)) {
    if (OWN_COST.includes(row.kind)) continue;
    const dto = byTx.get(row.tx_id) ?? {
      txId: row.tx_id,
      opId: row.op_id,
      kind: row.kind,
      postedAt: row.posted_at,
      entries: [],
    };
    dto.entries.push({
      account: row.account,
      debit: row.debit,
      credit: row.credit,
      currency: row.currency,
      balanceAfter: row.balance_after,
    });
    byTx.set(row.tx_id, dto);
  }
  return [...byTx.values()];
}

/**
 * What would be left of the platform's own money if every client were paid out or refunded in full now. New charges wait
 * while it does not cover their provider fee.
 */
export const surplusOf = (tx: ServiceContext, currency: Currency): Promise<number> => platformSurplus(tx.db, currency);

/** Balance of one account; 0 while nothing was posted to it or when the reader may not see it. */
export const accountBalance = (
  tx: ServiceContext,
  code: AccountCode,
  scope: string,
  currency: Currency,
): Promise<number> => balanceOf(tx.db, code, scope, currency);

/** Balances by account of the chart and currency; needs a role that sees every account. */
export const accountTotals = (tx: ServiceContext): Promise<AccountTotal[]> => totalsByCode(tx.db);

export interface CurrencyBooks {
  currency: Currency;
  /** Our mirror of the provider's balance, pending and available together. */
  providerBalance: number;
  clientLiabilities: number;
  feeDeferred: number;
  suspense: number;
}

/** The books per currency, for operators and the checker; needs a role that sees every account. */
export async function currencyBooks(tx: ServiceContext): Promise<CurrencyBooks[]> {
  const byCurrency = new Map<string, CurrencyBooks>();
  for (const { code, currency, total } of await totalsByCode(tx.db)) {
    const books = byCurrency.get(currency) ?? {
      currency: currency,
      providerBalance: 0,
      clientLiabilities: 0,
      feeDeferred: 0,
      suspense: 0,
    };
    if (code === 'PSP_BAL') books.providerBalance += total;
    if (code === 'FEE_DEFERRED') books.feeDeferred += total;
    if (code === 'SUSPENSE') books.suspense += total;
    if ((CLIENT_LIABILITIES as readonly string[]).includes(code)) books.clientLiabilities += total;
    byCurrency.set(currency, books);
  }
  return [...byCurrency.values()];
}
