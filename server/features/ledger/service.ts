import type { Db } from '../../../db/client.ts';
import { lastAct, type LastAct, type ServiceContext, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { Balances, PostingDto } from '../escrow/schema.ts';
import {
  balanceOf,
  balancesOfContracts,
  balancesOfMilestones,
  entriesOfMilestone,
  insertPostings,
  moneyOfBrand,
  platformSurplus,
  totalsByCode,
  type PostingRow,
} from './queries.ts';
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

/** What an open transaction posts with its commit. */
class PostingsToCome implements LastAct {
  readonly rows: PostingRow[] = [];
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  run(): Promise<unknown> {
    return insertPostings(this.#db, this.rows, { andCommit: true });
  }
}

/**
 * Posts with the commit of the caller's transaction, together with all else that it posts: the accounts of the platform are
 * part of every deal, and so nobody waits for them while another's transaction is still at work. In the given order; a
 * repeated operation changes nothing. Balances read later in the same transaction do not know of it yet; what the ledger
 * refuses, the commit refuses. Outside a transaction it posts at once. Role sponsio_worker only.
 */
export async function postAll(tx: SystemContext, posts: readonly Post[]): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map((p) => rowOf(tx, p));
  const toCome = lastAct(tx, PostingsToCome);
  if (toCome) toCome.rows.push(...rows);
  else await insertPostings(tx.db, rows);
}

/** Posts at once and answers for each whether it was new. The accounts stay locked until the transaction ends. */
export const postNow = (tx: SystemContext, posts: readonly Post[]): Promise<boolean[]> =>
  insertPostings(
    tx.db,
    posts.map((p) => rowOf(tx, p)),
  );

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

/** The same per contract; every asked contract is in the map. */
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

export interface BrandMoney {
  currency: Currency;
  balances: Balances;
  fees: { paid: number; earned: number; deferred: number; returned: number };
  taxReturned: number;
}

/** Where a brand's money is and what became of its service fees, per currency, from the ledger. */
export async function brandMoney(tx: ServiceContext, brandOrg: string): Promise<BrandMoney[]> {
  return (await moneyOfBrand(tx.db, brandOrg)).map(
    ({ currency, fee_paid, fee_earned, fee_returned, fee_deferred, tax_returned, ...balances }) => ({
      currency,
      balances,
      fees: { paid: fee_paid, earned: fee_earned, deferred: fee_deferred, returned: fee_returned },
      taxReturned: tax_returned,
    }),
  );
}

/** What the platform itself pays its provider is in nobody's bill and shown to nobody else. */
const OWN_COST: readonly string[] = ['provider_fee'] satisfies PostingKind[];

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
      currency: row.currency as Currency,
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
      currency: currency as Currency,
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
