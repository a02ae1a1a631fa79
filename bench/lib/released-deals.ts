import { createHash } from 'node:crypto';
import { canonicalJson } from '../../server/core/canonical.ts';
import type { BooksOfProvider } from '../../server/features/money-check/reconciliation.ts';
import type { BalanceLine } from '../../server/integrations/stripe/provider.ts';

/*
 * Released deals that are all alike, in bulk: each with its payment, fee, release and transfer in the ledger, and the
 * lines of the provider which those postings mirror.
 */

export const CHARGE = { price: 40_000, fee: 2_000, tax: 400, total: 42_400 };
const PROVIDER_FEE = 700;
const START = Date.UTC(2026, 0, 1);
const STEP_MS = 200_000;
export const uuid = (kind: number, n: number): string =>
  `00000000-0000-7000-800${kind}-${n.toString(16).padStart(12, '0')}`;
export const at = (n: number, plus = 0): Date => new Date(START + n * STEP_MS + plus);
export const BRAND = uuid(9, 1);
export const CREATOR = uuid(9, 2);
/** Of contracts with a price alone, and without text. */
const TERMS = { milestones: [{ amount: CHARGE.price }] };
export const HASH = createHash('sha256')
  .update(canonicalJson({ document: {}, terms: TERMS }))
  .digest('hex');

export const UUID = (kind: number, n: string) =>
  `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const AT = (n: string, plus = 0) => `to_timestamp(${START / 1000} + ${n} * ${STEP_MS / 1000}.0 + ${plus})`;

/** Runs a statement as a superuser, with triggers and row security off. */
type Run = (text: string) => Promise<unknown>;

/** Everything but the timelines, by statements over a series: all deals are alike. */
export async function loadDeals(run: Run, contracts: number): Promise<void> {
  const series = `generate_series(1, ${contracts}) n`;
  await run(
    `insert into orgs(id, kind, name, slug, created_by) values ('${BRAND}', 'brand', 'Bench Brand', 'bench-brand', 'b'), ('${CREATOR}', 'creator', 'Bench Creator', 'bench-creator', 'c')`,
  );
  await run(`insert into workflow_outbox(dedupe_key, kind, workflow_id, workflow_type, dispatched_at)
    select 'start:' || w || '/' || i, 'start', w || '/' || i, w, now() from ${series}, lateral (values ('escrow', ${UUID(2, 'n')}), ('contract', ${UUID(1, 'n')}), ('offer', ${UUID(3, 'n')})) v(w, i)`);
  await run(`insert into offers(id, brand_org, creator_org, state, current_n, turn, title, currency, deadline_at, created_by)
    select ${UUID(3, 'n')}, '${BRAND}', '${CREATOR}', 'accepted', 1, 'creator', 'Deal ' || n, 'EUR', ${AT('n')}, 'b' from ${series}`);
  await run(`insert into contracts(id, offer_id, brand_org, creator_org, state, title, currency, total, terms, terms_hash, document, document_hash, fee_bps, tax_bps, clock_policy, deadline_at, signed_at)
    select ${UUID(1, 'n')}, ${UUID(3, 'n')}, '${BRAND}', '${CREATOR}', 'active', 'Deal ' || n, 'EUR', ${CHARGE.price}, '${JSON.stringify(TERMS)}', '${HASH}', '{}', '${HASH}', 500, 2000, 'test', ${AT('n')}, ${AT('n')} from ${series}`);
  await run(`insert into signatures(id, contract_id, brand_org, creator_org, side, org_id, user_id, typed_name, document_hash, signed_at)
    select gen_random_uuid(), ${UUID(1, 'n')}, '${BRAND}', '${CREATOR}', side, '${BRAND}', 'u', 'Name', '${HASH}', ${AT('n')} from ${series}, unnest(array['brand', 'creator']) side`);
  await run(`insert into milestones(id, contract_id, brand_org, creator_org, seq, title, amount, currency, state, due_at, deadline_at, rounds_max, funded_at, approved_at)
    select ${UUID(2, 'n')}, ${UUID(1, 'n')}, '${BRAND}', '${CREATOR}', 1, 'Reel', ${CHARGE.price}, 'EUR', 'releasing', ${AT('n')}, now() + interval '1 day', 2, ${AT('n')}, ${AT('n')} from ${series}`);
  await run(`insert into quotes(id, milestone_id, brand_org, currency, price, fee, tax, total, tax_country, tax_bps, expires_at, created_by)
    select ${UUID(4, 'n')}, ${UUID(2, 'n')}, '${BRAND}', 'EUR', ${CHARGE.price}, ${CHARGE.fee}, ${CHARGE.tax}, ${CHARGE.total}, 'FR', 2000, ${AT('n')}, 'b' from ${series}`);
  await run(`insert into payments(id, milestone_id, contract_id, brand_org, creator_org, quote_id, op_id, attempt, request_key, state, currency, price, fee, tax, total, expires_at, created_by, paid_at)
    select ${UUID(5, 'n')}, ${UUID(2, 'n')}, ${UUID(1, 'n')}, '${BRAND}', '${CREATOR}', ${UUID(4, 'n')}, 'fund:' || n, 1, 'k', 'paid', 'EUR', ${CHARGE.price}, ${CHARGE.fee}, ${CHARGE.tax}, ${CHARGE.total}, ${AT('n')}, 'b', ${AT('n')} from ${series}`);
  await run(`insert into transfers(id, op_id, milestone_id, contract_id, payee_org, leg, amount, currency, state, created_at, sent_at)
    select gen_random_uuid(), 'xfer:' || n, ${UUID(2, 'n')}, ${UUID(1, 'n')}, '${CREATOR}', 'creator', ${CHARGE.price}, 'EUR', 'sent', ${AT('n')}, ${AT('n')} from ${series}`);
  await run(`insert into documents(id, org_id, kind, year, number, currency, amount, contract_id, milestone_id, data, issued_at)
    select gen_random_uuid(), '${BRAND}', 'receipt', 2026, n, 'EUR', ${CHARGE.total}, ${UUID(1, 'n')}, ${UUID(2, 'n')}, '{}', ${AT('n')} from ${series}`);
  await run(`insert into documents(id, org_id, kind, year, number, currency, amount, contract_id, milestone_id, data, issued_at)
    select gen_random_uuid(), '${CREATOR}', 'earnings_statement', 2026, n, 'EUR', ${CHARGE.price}, ${UUID(1, 'n')}, ${UUID(2, 'n')}, '{}', ${AT('n')} from ${series}`);
  await run(
    `insert into document_counters(kind, year, last) values ('receipt', 2026, ${contracts}), ('earnings_statement', 2026, ${contracts})`,
  );
  await loadLedger(run, contracts);
}

const KINDS = ['funded', 'provider_fee', 'release', 'transfer_claimed', 'transfer_sent'] as const;
const REF: Record<string, string> = { funded: `'txn_charge_' || n`, transfer_sent: `'txn_transfer_' || n` };
const OP: Record<string, string> = {
  funded: `'fund:' || n`,
  provider_fee: `'fund:' || n || ':fee'`,
  release: `'release:' || n`,
  transfer_claimed: `'xfer:' || n || ':a1:claim'`,
  transfer_sent: `'xfer:' || n || ':a1:sent'`,
};
/** Accounts and their movements for a deal, in the order of the postings: code, scope, side, kind, debit, credit. */
const LEGS: [
  string,
  'own' | 'payee' | 'state' | 'platform' | 'op',
  'debit' | 'credit',
  (typeof KINDS)[number],
  number,
  number,
][] = [
  ['PSP_BAL', 'platform', 'debit', 'funded', CHARGE.total, 0],
  ['ESCROW_HELD', 'own', 'credit', 'funded', 0, CHARGE.price],
  ['FEE_DEFERRED', 'own', 'credit', 'funded', 0, CHARGE.fee],
  ['TAX_PAYABLE', 'state', 'credit', 'funded', 0, CHARGE.tax],
  ['PSP_FEE', 'platform', 'debit', 'provider_fee', PROVIDER_FEE, 0],
  ['PSP_BAL', 'platform', 'debit', 'provider_fee', 0, PROVIDER_FEE],
  ['ESCROW_HELD', 'own', 'credit', 'release', CHARGE.price, 0],
  ['FEE_DEFERRED', 'own', 'credit', 'release', CHARGE.fee, 0],
  ['CREATOR_PAYABLE', 'payee', 'credit', 'release', 0, CHARGE.price],
  ['FEE_REVENUE', 'platform', 'credit', 'release', 0, CHARGE.fee],
  ['CREATOR_PAYABLE', 'payee', 'credit', 'transfer_claimed', CHARGE.price, 0],
  ['XFER_IN_FLIGHT', 'op', 'credit', 'transfer_claimed', 0, CHARGE.price],
  ['XFER_IN_FLIGHT', 'op', 'credit', 'transfer_sent', CHARGE.price, 0],
  ['PSP_BAL', 'platform', 'debit', 'transfer_sent', 0, CHARGE.price],
];

/** Their operations, postings, accounts and entries. */
export async function loadLedger(run: Run, contracts: number): Promise<void> {
  const series = `generate_series(1, ${contracts}) n`;
  await run(`insert into operations(op_id, kind, milestone_id, contract_id, org_id, amount, currency, idempotency_key, state, claimed_at, settled_at)
    select k || ':' || n, kind, ${UUID(2, 'n')}, ${UUID(1, 'n')}, org::uuid, amount, 'EUR', k || ':' || n || ':a1', 'done', ${AT('n')}, ${AT('n')} from ${series}, (values ('fund', 'checkout', '${BRAND}', ${CHARGE.total}), ('xfer', 'transfer', '${CREATOR}', ${CHARGE.price})) v(k, kind, org, amount)`);
  const scopeOf = (owner: (typeof LEGS)[number][1]) =>
    ({ own: `${UUID(2, 'n')}::text`, payee: `'${CREATOR}'`, op: `'xfer:' || n`, state: `'FR'`, platform: `''` })[owner];
  for (const [i, kind] of KINDS.entries()) {
    await run(`insert into ledger_tx(id, op_id, kind, contract_id, milestone_id, provider_ref, posted_at)
      select ${UUID(6, `n * 8 + ${i}`)}, ${OP[kind]}, '${kind}', ${UUID(1, 'n')}, ${UUID(2, 'n')}, ${REF[kind] ?? 'null'}, ${AT('n', i)} from ${series}`);
  }
  const accounts = new Map(LEGS.map(([code, owner, side]) => [code, { owner, side }]));
  for (const [code, { owner, side }] of accounts) {
    await run(
      `insert into ledger_accounts(code, scope, currency, side, may_be_negative) select distinct '${code}', ${scopeOf(owner)}, 'EUR', '${side}', ${code === 'PSP_BAL'} from ${series}`,
    );
  }
  const rows = LEGS.map(
    ([code, owner, side, kind, debit, credit], leg) => `
    select a.id as account, ${UUID(6, `n * 8 + ${KINDS.indexOf(kind)}`)} as tx, ${debit}::bigint as debit, ${credit}::bigint as credit, ${side === 'debit' ? debit - credit : credit - debit}::bigint as moved, n * 100 + ${leg} as place
      from ${series} join ledger_accounts a on a.code = '${code}' and a.scope = ${scopeOf(owner)}`,
  );
  await run(`insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
    select tx, account, 'EUR', debit, credit, sum(moved) over w, row_number() over w from (${rows.join(' union all ')}) e window w as (partition by account order by place)`);
  await run(`update ledger_accounts a set balance = s.balance, version = s.n from (
    select account_id, count(*) as n, sum(case x.side when 'debit' then e.debit - e.credit else e.credit - e.debit end) as balance from ledger_entries e join ledger_accounts x on x.id = e.account_id group by account_id) s where s.account_id = a.id`);
}

/** The provider whose lines those postings mirror, oldest first. `planted` cents are missing from one of them. */
export function providerOf(contracts: number, planted: number): BooksOfProvider {
  const charge = (n: number): BalanceLine => ({
    id: `txn_charge_${n}`,
    type: 'charge',
    amount: CHARGE.total,
    fee: PROVIDER_FEE,
    net: CHARGE.total - PROVIDER_FEE,
    currency: 'EUR',
    sourceId: `ch_${n}`,
    opId: `fund:${n}`,
    destination: null,
    createdAt: at(n),
  });
  const transfer = (n: number): BalanceLine => {
    const amount = -CHARGE.price - (n === Math.ceil(contracts / 2) ? planted : 0);
    return {
      id: `txn_transfer_${n}`,
      type: 'transfer',
      amount,
      fee: 0,
      net: amount,
      currency: 'EUR',
      sourceId: `tr_${n}`,
      opId: `xfer:${n}`,
      // The accounts of these payees were opened by no call.
      destination: null,
      createdAt: at(n, 4_000),
    };
  };
  const total = contracts * (CHARGE.total - PROVIDER_FEE - CHARGE.price) - planted;
  return {
    balance: async () => [{ currency: 'EUR', available: total, pending: 0 }],
    newestBalanceLine: async () => `txn_transfer_${contracts}`,
    async listBalanceLines({ from, to }) {
      const first = Math.max(1, Math.floor((from.getTime() - START) / STEP_MS) - 1);
      const last = Math.min(contracts, to ? Math.ceil((to.getTime() - START) / STEP_MS) + 1 : contracts);
      const lines: BalanceLine[] = [];
      for (let n = first; n <= last; n += 1)
        for (const line of [charge(n), transfer(n)])
          if (line.createdAt >= from && (!to || line.createdAt < to)) lines.push(line);
      return lines;
    },
  };
}

/** Ledger entries of a deal. */
export const ENTRIES_OF_DEAL = LEGS.length;
