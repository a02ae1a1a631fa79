import type { BalanceTransaction } from '../objects/payment-types.ts';
import type { Kind } from '../objects/records.ts';
import { PLATFORM } from './store.ts';
import type { World } from './world.ts';

interface TypeSum {
  count: number;
  amount: number;
  fee: number;
  net: number;
}
interface Position {
  available: number;
  pending: number;
  total: number;
}
interface BookObject {
  object: string;
  id: string;
  amount: number | null;
  currency: string | null;
  status: string | null;
  balance_transaction: string | null;
}

/** The sandbox's own books, for comparing another ledger with it to the cent. Amounts are minor units. */
export interface Books {
  as_of: number;
  currencies: Record<
    string,
    {
      platform: Position & { by_type: Record<string, TypeSum> };
      accounts: Record<string, Position>;
      /** Whether the running balances equal the sum of all balance transactions. */
      adds_up: boolean;
    }
  >;
  /** Every object that carries `metadata.op_id`. */
  by_op_id: Record<string, BookObject[]>;
}

const WITH_METADATA: readonly Kind[] = [
  'account',
  'charge',
  'checkout_session',
  'customer',
  'payment_intent',
  'payout',
  'refund',
  'setup_intent',
  'topup',
  'transfer',
  'transfer_reversal',
];

export function booksOf(world: World, options: { opId: string | null; withObjects: boolean }): Books {
  const currencies: Books['currencies'] = {};
  const sums = new Map<string, number>();
  for (const transaction of world.store.all('balance_transaction')) {
    const owner = world.store.ownerOf('balance_transaction', transaction.id) ?? PLATFORM;
    const key = `${owner} ${transaction.currency}`;
    sums.set(key, (sums.get(key) ?? 0) + transaction.net);
    const book = (currencies[transaction.currency] ??= emptyBook(world, transaction.currency));
    if (owner === PLATFORM) addUp(book.platform.by_type, transaction);
    else book.accounts[owner] ??= position(world, owner, transaction.currency);
  }
  for (const [key, sum] of sums) {
    const [owner = '', currency = ''] = key.split(' ');
    const book = currencies[currency];
    if (book && world.balances.total(owner, currency, world.now()) !== sum) book.adds_up = false;
  }
  return { as_of: world.now(), currencies, by_op_id: options.withObjects ? objectsByOp(world, options.opId) : {} };
}

const emptyBook = (world: World, currency: string): Books['currencies'][string] => ({
  platform: { ...position(world, PLATFORM, currency), by_type: {} },
  accounts: {},
  adds_up: true,
});

function position(world: World, owner: string, currency: string): Position {
  const now = world.now();
  const available = world.balances.available(owner, currency, now);
  const pending = world.balances.pending(owner, currency, now);
  return { available, pending, total: available + pending };
}

function addUp(sums: Record<string, TypeSum>, { type, amount, fee, net }: BalanceTransaction): void {
  const sum = (sums[type] ??= { count: 0, amount: 0, fee: 0, net: 0 });
  sum.count += 1;
  sum.amount += amount;
  sum.fee += fee;
  sum.net += net;
}

function objectsByOp(world: World, wanted: string | null): Books['by_op_id'] {
  const found: Books['by_op_id'] = {};
  for (const kind of WITH_METADATA) {
    for (const value of world.store.all(kind)) {
      const { metadata, object, id, amount, amount_total, currency, status, balance_transaction } =
        value as unknown as Record<string, unknown> & { id: string };
      const opId = (metadata as Record<string, string> | null)?.['op_id'];
      if (opId === undefined || (wanted !== null && opId !== wanted)) continue;
      (found[opId] ??= []).push({
        object: String(object),
        id,
        amount: (amount ?? amount_total ?? null) as number | null,
        currency: (currency ?? null) as string | null,
        status: (status ?? null) as string | null,
        balance_transaction: (balance_transaction ?? null) as string | null,
      });
    }
  }
  return found;
}
