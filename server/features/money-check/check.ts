import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';

/** One line that is not as it must be. */
export interface Breach {
  /** Name of the invariant, see docs/money.md. */
  invariant: string;
  detail: string;
}

/** The provider's own books, as far as they can be had. */
export interface ProviderBooks {
  /** When they were asked for; what we booked since then may be missing from them. */
  askedAt: Date;
  /** Pending and available together, minor units, by currency. */
  balances: Map<Currency, number>;
  /** Objects by operation id; null where the provider cannot list them all (Stripe itself). */
  objects: Map<string, ProviderObject[]> | null;
  /** Whether the provider's books add up by themselves; null where it does not say. */
  addsUp: boolean | null;
}
export interface ProviderObject {
  object: string;
  id: string;
  amount: number | null;
  currency: string | null;
  status: string | null;
  balanceTransaction: string | null;
}

export interface CheckContext {
  db: Db;
  now: Date;
  /** Null: the provider was not asked. */
  provider: ProviderBooks | null;
}

/** An invariant: a name, what it says, where the design asked for it, and how to find what breaks it. */
export interface Invariant {
  name: string;
  says: string;
  /** Numbers in the design lists that it stands for. */
  covers: string;
  find(ctx: CheckContext): Promise<string[]>;
}

/** As many show what is wrong with one promise; the rest of thousands would hide the other promises. */
export const MOST_LINES = 20;

/** An invariant that a query can find the breaches of: each row answers one text column `detail`. */
export const byQuery = (name: string, covers: string, says: string, query: (ctx: CheckContext) => ReturnType<typeof sql<{ detail: string }>>): Invariant => ({
  name,
  covers,
  says,
  async find(ctx) {
    const { rows } = await sql<{ detail: string }>`select detail from (${query(ctx)}) as found limit ${MOST_LINES}`.execute(ctx.db);
    return rows.map((r) => r.detail);
  },
});
