import { sql } from 'kysely';
import { isCurrency, type Currency } from '../../core/money.ts';
import type { CheckContext, Invariant, ProviderBooks, ProviderObject } from './check.ts';

interface BooksAnswer {
  currencies: Record<string, { platform: { total: number }; adds_up: boolean }>;
  by_op_id: Record<string, { object: string; id: string; amount: number | null; currency: string | null; status: string | null; balance_transaction: string | null }[]>;
}

/** Reads the payment sandbox's own books. Throws when it does not answer. */
export async function readSandboxBooks(url: string, askedAt: Date): Promise<ProviderBooks> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`the provider's books answered ${answer.status}`);
  const books = (await answer.json()) as BooksAnswer;
  const balances = new Map<Currency, number>();
  for (const [code, { platform }] of Object.entries(books.currencies)) {
    const currency = code.toUpperCase();
    if (isCurrency(currency)) balances.set(currency, platform.total);
  }
  return {
    askedAt,
    balances,
    objects: new Map(Object.entries(books.by_op_id).map(([opId, list]) => [opId, list.map(({ balance_transaction: balanceTransaction, ...o }) => ({ ...o, balanceTransaction }))])),
    addsUp: Object.values(books.currencies).every((c) => c.adds_up),
  };
}

interface OperationRow {
  op_id: string;
  kind: string;
  state: string;
  provider_id: string | null;
  settled_at: Date | null;
}
const operations = ({ db }: CheckContext): Promise<OperationRow[]> => db.selectFrom('operations').select(['op_id', 'kind', 'state', 'provider_id', 'settled_at']).execute();

/** The objects that move money or stand for a call; what hangs on them (a checkout's payment and charge) is not counted. */
const OBJECT_OF: Record<string, string> = { checkout: 'checkout.session', transfer: 'transfer', refund: 'refund', payout: 'payout', top_up: 'topup', account: 'account' };
const DEAD = new Set(['failed', 'canceled']);

/** Money that the provider moved and we have not booked yet, while a claim or a payment is open. */
async function inFlight({ db }: CheckContext): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from operations where state in ('claimed', 'unknown') and kind <> 'account')
         + (select count(*) from payments where state in ('claimed', 'open', 'processing'))
         + (select count(*) from refunds where state not in ('done', 'failed', 'by_bank')) as n`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

const balance: Invariant = {
  name: 'provider.balance',
  covers: 'I10 V9',
  says: 'Our mirror of the provider\'s balance is that balance, to the minor unit; while calls are in flight the lines decide.',
  async find(ctx) {
    if (!ctx.provider) return [];
    const { rows: mirrors } = await sql<{ currency: Currency; balance: number }>`
      select a.currency, a.balance - coalesce((select sum(e.debit - e.credit) from ledger_tx t join ledger_entries e on e.tx_id = t.id and e.account_id = a.id
                                                 where t.posted_at >= ${ctx.provider.askedAt}::timestamptz), 0)::bigint as balance
        from ledger_accounts a where a.code = 'PSP_BAL'`.execute(ctx.db);
    const ours = new Map(mirrors.map((m) => [m.currency, m.balance]));
    const currencies = new Set([...ours.keys(), ...ctx.provider.balances.keys()]);
    const off = [...currencies].filter((c) => (ours.get(c) ?? 0) !== (ctx.provider?.balances.get(c) ?? 0));
    if (off.length === 0 || (await inFlight(ctx)) > 0) return [];
    return off.map((c) => `${c}: ${ours.get(c) ?? 0} in the ledger, ${ctx.provider?.balances.get(c) ?? 0} at the provider`);
  },
};

const lines: Invariant = {
  name: 'provider.lines',
  covers: 'I11',
  says: 'Every object that moved the platform\'s money is mirrored by exactly one posting, and every posting by one object.',
  async find(ctx) {
    const objects = ctx.provider?.objects;
    if (!objects) return [];
    const mirrored = await ctx.db.selectFrom('ledger_tx').select(['provider_ref', 'kind', 'posted_at']).where('provider_ref', 'is not', null).execute();
    const refs = new Set(mirrored.map((t) => t.provider_ref));
    const open = new Set((await operations(ctx)).filter((o) => o.state === 'claimed' || o.state === 'unknown').map((o) => o.op_id));
    const unpaid = new Set((await ctx.db.selectFrom('payments').select('op_id').where('state', 'in', ['claimed', 'open', 'processing']).execute()).map((p) => p.op_id));
    const late = new Set((await ctx.db.selectFrom('payments').select('op_id').where('state', 'in', ['failed', 'expired']).execute()).map((p) => p.op_id));
    const found: string[] = [];
    const known = new Set<string>();
    for (const [opId, list] of objects) {
      for (const o of list) {
        if (!o.balanceTransaction || o.object === 'payout') continue;
        known.add(o.balanceTransaction);
        if (refs.has(o.balanceTransaction) || open.has(opId) || unpaid.has(opId)) continue;
        found.push(`${o.object} ${o.id} of ${opId} (${o.amount} ${o.currency}) is not in the ledger${late.has(opId) ? ': its payment was given up' : ''}`);
      }
    }
    for (const { provider_ref: ref, kind, posted_at: at } of mirrored) {
      // A refund that came back has a second line, which no object names.
      if (known.has(ref!) || at >= ctx.provider!.askedAt || kind === 'refund_failed' || kind === 'refund_sent') continue;
      found.push(`posting of ${ref} has no object at the provider`);
    }
    return found;
  },
};

const onceEach: Invariant = {
  name: 'provider.once-each',
  covers: 'V7 I18',
  says: 'An operation has at most one living object at the provider, exactly one when it is done, and none exists without its claim.',
  async find(ctx) {
    const objects = ctx.provider?.objects;
    if (!objects) return [];
    const claims = await operations(ctx);
    const byId = new Map(claims.map((o) => [o.op_id, o]));
    const found: string[] = [];
    for (const op of claims) {
      const own = living(objects.get(op.op_id), op.kind);
      if (own.length > 1) found.push(`${op.op_id} has ${own.length} objects: ${own.map((o) => o.id).join(', ')}`);
      const settled = op.settled_at !== null && op.settled_at < ctx.provider!.askedAt;
      if (op.state === 'done' && settled && own.length === 0 && op.kind !== 'refund' && op.kind !== 'payout') found.push(`${op.op_id} is done and has no object`);
      if (op.state === 'done' && own.length === 1 && op.provider_id && own[0]!.id !== op.provider_id) found.push(`${op.op_id} names ${op.provider_id}, the provider has ${own[0]!.id}`);
    }
    for (const opId of objects.keys()) if (!byId.has(opId)) found.push(`${opId} exists at the provider without a claim`);
    return found;
  },
};

const living = (list: ProviderObject[] | undefined, kind: string): ProviderObject[] => (list ?? []).filter((o) => o.object === OBJECT_OF[kind] && !DEAD.has(o.status ?? ''));

const addsUp: Invariant = {
  name: 'provider.adds-up',
  covers: 'V9',
  says: 'The provider\'s own books add up.',
  async find({ provider }) {
    return provider?.addsUp === false ? ['the provider\'s balances differ from its balance transactions'] : [];
  },
};

/** What the provider's books and ours promise each other. */
export const PROVIDER_INVARIANTS: readonly Invariant[] = [balance, lines, onceEach, addsUp];
