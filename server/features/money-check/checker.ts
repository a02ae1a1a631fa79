import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { PaymentProvider } from '../../integrations/stripe/provider.ts';
import { MOST_LINES, type Breach, type CheckContext, type Invariant, type ProviderBooks } from './check.ts';
import { DEAL_INVARIANTS } from './checks-deals.ts';
import { LEDGER_INVARIANTS } from './checks-ledger.ts';
import { PROVIDER_INVARIANTS, readSandboxBooks } from './checks-provider.ts';

/** Every promise that is checked, in the order of docs/money.md. */
export const INVARIANTS: readonly Invariant[] = [...LEDGER_INVARIANTS, ...DEAL_INVARIANTS, ...PROVIDER_INVARIANTS];

export interface CheckOptions {
  /** Address of the payment sandbox's books; they are compared object by object. */
  booksUrl?: string;
  /** Stripe itself, whose balances alone are compared. */
  provider?: Pick<PaymentProvider, 'balance'>;
  /** Time of the check; later than every posting when services ran on a stepped clock. */
  now?: Date;
}

async function providerBooks({ booksUrl, provider }: CheckOptions, askedAt: Date): Promise<ProviderBooks | null> {
  if (booksUrl) return readSandboxBooks(booksUrl, askedAt);
  if (!provider) return null;
  const balances = new Map<Currency, number>((await provider.balance()).map((b) => [b.currency, b.available + b.pending]));
  return { askedAt, balances, objects: null, addsUp: null };
}

/**
 * Checks every invariant and answers what breaks them; an empty list means the books agree. `db` must see every row
 * (role sponsio_worker). The provider's books are read first and ours in one snapshot after them, so that a payment that
 * arrives meanwhile is never mistaken for a difference. Throws when the provider does not answer.
 */
export async function checkMoney(db: Db, options: CheckOptions = {}): Promise<Breach[]> {
  const now = options.now ?? new Date();
  const provider = await providerBooks(options, now);
  const run = async (snapshot: Db): Promise<Breach[]> => {
    const ctx: CheckContext = { db: snapshot, now, provider };
    const breaches: Breach[] = [];
    for (const { name, find } of INVARIANTS) for (const detail of (await find(ctx)).slice(0, MOST_LINES)) breaches.push({ invariant: name, detail });
    return breaches;
  };
  if (db.isTransaction) return run(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run);
}
