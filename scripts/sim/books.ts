import { CHART, CLIENT_LIABILITIES, type AccountCode, type PostingKind } from '../../server/features/ledger/rules.ts';
import type { Post } from '../../server/features/ledger/service.ts';

/** What a judge found: the invariant, and the figures that break it. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

export const equal = (invariant: string, what: string, seen: number, expected: number): void => {
  if (seen !== expected) throw new Breach(invariant, `${what}: ${seen} instead of ${expected}`);
};

/** Where the money of one milestone is, summed as `milestone_balances` does. */
export interface MilestoneMoney {
  funded: number;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
  feeCollected: number;
  feeGone: number;
}

const NOTHING: MilestoneMoney = {
  funded: 0,
  held: 0,
  released: 0,
  refunded: 0,
  disputed: 0,
  feeCollected: 0,
  feeGone: 0,
};

const mayBeNegative = (code: AccountCode): boolean => 'negative' in CHART[code];
const isEscrow = (code: AccountCode): boolean => code === 'ESCROW_HELD' || code === 'ESCROW_DISPUTED';

export interface Posted {
  opId: string;
  kind: PostingKind;
  legs: Post['legs'];
}

/** The ledger in memory, with the refusals of `ledger_post_all`: an operation once, a line of the provider once, no debt below zero. */
export class Books {
  readonly posted = new Map<string, Posted>();
  readonly #refs = new Set<string>();
  readonly #balances = new Map<string, number>();
  readonly #milestones = new Map<string, MilestoneMoney>();
  /** Movements of the provider's balance that no posting mirrors yet. */
  readonly unmirrored = new Map<string, { net: number; currency: string }>();

  post(posts: readonly Post[]): void {
    // Milestones that share a line of the provider are booked at once.
    const own = new Set<string>();
    for (const post of posts) {
      if (this.posted.has(post.opId)) continue;
      if (post.providerRef) {
        if (this.#refs.has(post.providerRef) && !own.has(post.providerRef))
          throw new Breach('ledger.one-effect', `${post.opId} mirrors ${post.kind} of a line that was mirrored before`);
        own.add(post.providerRef);
        this.#refs.add(post.providerRef);
        this.unmirrored.delete(post.providerRef);
      }
      this.posted.set(post.opId, { opId: post.opId, kind: post.kind, legs: post.legs });
      let left = 0;
      for (const { code, scope, currency, debit, credit } of post.legs) {
        left += debit - credit;
        const key = `${code}/${scope}/${currency}`;
        const change = CHART[code].side === 'debit' ? debit - credit : credit - debit;
        const balance = (this.#balances.get(key) ?? 0) + change;
        this.#balances.set(key, balance);
        if (balance < 0 && !mayBeNegative(code))
          throw new Breach('ledger.no-negative', `${post.opId} brings ${key} to ${balance}`);
        if (post.kind !== 'transfer_claimed' && debit > 0 && (code === 'CREATOR_PAYABLE' || code === 'AGENT_PAYABLE'))
          throw new Breach('ledger.creators-keep', `${post.opId} took ${debit} from ${code}`);
        if (isEscrow(code) || code === 'FEE_DEFERRED') this.#sum(post.kind, code, scope, debit, credit);
      }
      if (left !== 0 || post.legs.length < 2)
        throw new Breach('ledger.tx-balances', `${post.opId} is off by ${left} in ${post.legs.length} entries`);
    }
  }

  #sum(kind: PostingKind, code: AccountCode, scope: string, debit: number, credit: number): void {
    const sums = this.#milestones.get(scope) ?? { ...NOTHING };
    this.#milestones.set(scope, sums);
    if (code === 'FEE_DEFERRED') {
      if (kind === 'funded') sums.feeCollected += credit;
      if (kind === 'release' || kind === 'refund_decided') sums.feeGone += debit;
      return;
    }
    if (kind === 'funded') sums.funded += credit;
    if (kind === 'release') sums.released += debit;
    if (kind === 'refund_decided') sums.refunded += debit;
    if (code === 'ESCROW_HELD') sums.held += credit - debit;
    else sums.disputed += credit - debit;
  }

  of(milestoneId: string): MilestoneMoney {
    return this.#milestones.get(milestoneId) ?? NOTHING;
  }

  balance(code: AccountCode, scope: string, currency: string): number {
    return this.#balances.get(`${code}/${scope}/${currency}`) ?? 0;
  }

  /** Movements of the provider's balance in a currency that no posting mirrors yet. */
  moving(currency: string): number {
    let sum = 0;
    for (const line of this.unmirrored.values()) if (line.currency === currency) sum += line.net;
    return sum;
  }

  /** Of all accounts of a code. */
  total(code: AccountCode): number {
    let sum = 0;
    for (const [key, balance] of this.#balances) if (key.startsWith(`${code}/`)) sum += balance;
    return sum;
  }

  liabilities(): number {
    let sum = 0;
    for (const [key, balance] of this.#balances)
      if ((CLIENT_LIABILITIES as readonly string[]).includes(key.slice(0, key.indexOf('/')))) sum += balance;
    return sum;
  }

  /** All balances, debit accounts positive, credit accounts negative. */
  world(): number {
    let sum = 0;
    for (const [key, balance] of this.#balances)
      sum += CHART[key.slice(0, key.indexOf('/')) as AccountCode].side === 'debit' ? balance : -balance;
    return sum;
  }
}

/** A share in ten-thousandths, rounded half up to the currency's step, by a formula of its own. */
export function share(amount: number, bps: number, step: number): number {
  const exact = (amount * bps) / 10_000 / step;
  return Math.floor(exact + 0.5) * step;
}
