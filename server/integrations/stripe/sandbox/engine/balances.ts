import type { BalanceTransaction } from '../objects/payment-types.ts';
import type { Store } from './store.ts';

interface Position {
  available: number;
  /** Sums not yet available, by the time they will be. */
  pending: Map<number, number>;
  maturedAt: number;
}

/** Running balances per owner and currency, kept in step with the balance transactions they are the sum of. */
export class Balances {
  readonly #positions = new Map<string, Map<string, Position>>();

  constructor(store: Store) {
    store.listen('balance_transaction', (owner, next, previous) => {
      if (previous) this.#add(owner, previous, -previous.net);
      if (next) this.#add(owner, next, next.net);
    });
  }

  available(owner: string, currency: string, now: number): number {
    return this.#matured(owner, currency, now)?.available ?? 0;
  }

  pending(owner: string, currency: string, now: number): number {
    let sum = 0;
    for (const amount of this.#matured(owner, currency, now)?.pending.values() ?? []) sum += amount;
    return sum;
  }

  total(owner: string, currency: string, now: number): number {
    return this.available(owner, currency, now) + this.pending(owner, currency, now);
  }

  currencies(owner: string): string[] {
    return [...(this.#positions.get(owner)?.keys() ?? [])].sort();
  }

  clear(): void {
    this.#positions.clear();
  }

  #add(owner: string, transaction: BalanceTransaction, amount: number): void {
    const byCurrency = this.#positions.get(owner) ?? new Map<string, Position>();
    this.#positions.set(owner, byCurrency);
    const position = byCurrency.get(transaction.currency) ?? { available: 0, pending: new Map(), maturedAt: 0 };
    byCurrency.set(transaction.currency, position);
    const at = transaction.available_on;
    if (at <= position.maturedAt) position.available += amount;
    else position.pending.set(at, (position.pending.get(at) ?? 0) + amount);
  }

  #matured(owner: string, currency: string, now: number): Position | undefined {
    const position = this.#positions.get(owner)?.get(currency);
    if (position && now > position.maturedAt) {
      for (const [at, amount] of position.pending) {
        if (at > now) continue;
        position.available += amount;
        position.pending.delete(at);
      }
      position.maturedAt = now;
    }
    return position;
  }
}
