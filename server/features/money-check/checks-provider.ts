import type { Db } from '../../../db/client.ts';
import type { Finding, Invariant } from './queries/check.ts';
import { operationsAfter, type OperationRow } from './queries/provider.ts';

interface BooksAnswer {
  by_op_id: Record<string, { object: string; id: string; status: string | null }[]>;
}
interface ProviderObject {
  object: string;
  id: string;
  status: string | null;
}
/** Objects by operation id; null where the provider cannot list them all (Stripe itself). */
export type ProviderObjects = Map<string, ProviderObject[]> | null;

/** Reads the payment sandbox's own objects. Throws when it does not answer. */
export async function readSandboxObjects(url: string): Promise<ProviderObjects> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`the provider's books answered ${answer.status}`);
  const books = (await answer.json()) as BooksAnswer;
  return new Map(Object.entries(books.by_op_id));
}

const provider = (name: string, designNumbers: string, statement: string, stopsMoneyOut = true): Invariant => ({
  name,
  designNumbers,
  statement,
  phase: 'provider',
  stopsMoneyOut,
});

export const BALANCE = provider(
  'provider.balance',
  'I10 V9',
  "Our mirror of the provider's balance and what is in flight by name is that balance, to the minor unit.",
);
export const LINES = provider(
  'provider.lines',
  'I11',
  'Every balance transaction of the provider is mirrored in its exact amount by one posting, or is of an open operation of that amount, and every posting has its balance transaction.',
);
export const ONCE_EACH = provider(
  'provider.once-each',
  'V7 I18',
  'An operation has at most one living object at the provider, exactly one when it is done, and none exists without its claim.',
);
export const ADDS_UP = provider(
  'provider.adds-up',
  'V9',
  "The provider's balances are the sum of its own balance transactions.",
);

/** Invariants between the provider's books and ours. */
export const PROVIDER_INVARIANTS: readonly Invariant[] = [BALANCE, LINES, ONCE_EACH, ADDS_UP];

/** The objects that move money or stand for a call; their parts (a checkout's payment and charge) are not counted. */
const OBJECT_OF: Record<string, string> = {
  checkout: 'checkout.session',
  charge: 'payment_intent',
  transfer: 'transfer',
  refund: 'refund',
  payout: 'payout',
  top_up: 'topup',
  account: 'account',
  customer: 'customer',
  method_setup: 'checkout.session',
};
const DEAD = new Set(['failed', 'canceled']);
/** Calls whose object may be dead although they were done: a bank sent it back, its payer gave it up, or was erased. */
const MAY_END = new Set(['refund', 'payout', 'charge', 'customer']);
const AT_A_TIME = 5_000;

const living = (list: ProviderObject[] | undefined, kind: string): ProviderObject[] =>
  (list ?? []).filter((o) => o.object === OBJECT_OF[kind] && !DEAD.has(o.status ?? ''));

function wrongObjects(op: OperationRow, objects: NonNullable<ProviderObjects>, readAt: Date): string[] {
  const own = living(objects.get(op.op_id), op.kind);
  const settled = op.settled_at !== null && op.settled_at < readAt;
  return [
    ...(own.length > 1 ? [`${op.op_id} has ${own.length} objects: ${own.map((o) => o.id).join(', ')}`] : []),
    ...(op.state === 'done' && settled && own.length === 0 && !MAY_END.has(op.kind) && !op.disconnected
      ? [`${op.op_id} is done and has no object`]
      : []),
    ...(op.state === 'done' && own.length === 1 && op.provider_id && own[0]!.id !== op.provider_id
      ? [`${op.op_id} names ${op.provider_id}, the provider has ${own[0]!.id}`]
      : []),
  ];
}

/** Compares operations and the provider's objects one by one, in pages of operations. */
export async function objectsOnceEach(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  objects: ProviderObjects,
  readAt: Date,
): Promise<Finding[]> {
  if (!objects) return [];
  const found: Finding[] = [];
  const unclaimed = new Set(objects.keys());
  for (let after = ''; ;) {
    const rows = await read((db) => operationsAfter(db, after, AT_A_TIME));
    for (const op of rows) {
      unclaimed.delete(op.op_id);
      for (const detail of wrongObjects(op, objects, readAt)) found.push({ detail, currency: op.currency });
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.op_id;
  }
  for (const opId of unclaimed) found.push({ detail: `${opId} exists at the provider without a claim` });
  return found;
}
