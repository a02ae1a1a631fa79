import { createHash } from 'node:crypto';
import pg from 'pg';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import { hashedText, ZERO_HASH } from '../server/features/escrow/timeline/rules.ts';
import { runChecks } from '../server/features/money-check/checker.ts';
import type { EventType } from '../server/features/escrow/schema.ts';
import type { BooksOfProvider } from '../server/features/money-check/reconciliation.ts';
import type { BalanceLine } from '../server/integrations/stripe/provider.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';

const { values } = readFlags({
  options: {
    contracts: { type: 'string', default: '100000' },
    invariants: { type: 'boolean', default: false },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:check -- [--contracts 100000] [--invariants] [--record]

Loads released deals into a throw-away database, in bulk: five events of the timeline each, hashed as the product hashes
them, with their payments, signatures, documents, operations, transfers, postings and entries; and a provider that answers
with the lines which those postings mirror, as pages of a memory array. Then the books are checked as the worker does,
three times, the last time with a cent planted at the provider.
The bars, for 100,000 contracts with 500,000 events: 60 seconds, 500 MB of memory of this process at its peak, and no
breach; and the planted cent is found. --invariants also prints how long each invariant took, and the
processor's time of this process, which other load on the machine hardly changes. ${RECORD_HELP}`);
  process.exit(0);
}
const contracts = countOf('contracts', values.contracts);

const CHARGE = { price: 40_000, fee: 2_000, tax: 400, total: 42_400 };
const PROVIDER_FEE = 700;
const START = Date.UTC(2026, 0, 1);
const STEP_MS = 200_000;
const uuid = (kind: number, n: number): string => `00000000-0000-7000-800${kind}-${n.toString(16).padStart(12, '0')}`;
const at = (n: number, plus = 0): Date => new Date(START + n * STEP_MS + plus);
const BRAND = uuid(9, 1);
const CREATOR = uuid(9, 2);
const HASH = 'b'.repeat(64);

/** The timeline of one released deal; the text of a `values` list is made from it. */
function events(n: number): {
  seq: number;
  type: EventType;
  kind: string;
  milestone: string | null;
  at: Date;
  data: Record<string, number>;
  held: number;
  released: number;
  prev: string;
  hash: string;
}[] {
  const milestone = uuid(2, n);
  const steps: { type: EventType; kind: string; data: Record<string, number>; held: number; released: number }[] = [
    { type: 'payment_started', kind: 'brand', data: { attempt: 1 }, held: 0, released: 0 },
    { type: 'funded', kind: 'system', data: { amount: CHARGE.price }, held: CHARGE.price, released: 0 },
    { type: 'submitted', kind: 'creator', data: { n: 1 }, held: CHARGE.price, released: 0 },
    { type: 'approved', kind: 'brand', data: { amount: CHARGE.price }, held: CHARGE.price, released: 0 },
    { type: 'release_started', kind: 'system', data: { amount: CHARGE.price }, held: 0, released: CHARGE.price },
  ];
  let prev = ZERO_HASH;
  return steps.map(({ type, kind, data, held, released }, i) => {
    const event = {
      seq: i + 1,
      type,
      milestoneId: milestone,
      actorKind: kind as 'system',
      actorName: null,
      data,
      at: at(n, i * 1000),
      held,
      released,
      refunded: 0,
      disputed: 0,
    };
    const hash = createHash('sha256')
      .update(hashedText(prev, { ...event, contractId: uuid(1, n) }))
      .digest('hex');
    const row = { seq: i + 1, type, kind, milestone, at: event.at, data, held, released, prev, hash };
    prev = hash;
    return row;
  });
}

const UUID = (kind: number, n: string) => `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const AT = (n: string, plus = 0) => `to_timestamp(${START / 1000} + ${n} * ${STEP_MS / 1000}.0 + ${plus})`;

/** Everything but the timelines, by statements over a series: all deals are alike. */
async function load(client: pg.Client): Promise<void> {
  const run = (text: string) => client.query(text);
  const series = `generate_series(1, ${contracts}) n`;
  await run(
    `insert into orgs(id, kind, name, slug, created_by) values ('${BRAND}', 'brand', 'Bench Brand', 'bench-brand', 'b'), ('${CREATOR}', 'creator', 'Bench Creator', 'bench-creator', 'c')`,
  );
  await run(`insert into workflow_outbox(dedupe_key, kind, workflow_id, workflow_type, dispatched_at)
    select 'start:' || w || '/' || i, 'start', w || '/' || i, w, now() from ${series}, lateral (values ('escrow', ${UUID(2, 'n')}), ('contract', ${UUID(1, 'n')}), ('offer', ${UUID(3, 'n')})) v(w, i)`);
  await run(`insert into offers(id, brand_org, creator_org, state, current_n, turn, title, currency, deadline_at, created_by)
    select ${UUID(3, 'n')}, '${BRAND}', '${CREATOR}', 'accepted', 1, 'creator', 'Deal ' || n, 'EUR', ${AT('n')}, 'b' from ${series}`);
  await run(`insert into contracts(id, offer_id, brand_org, creator_org, state, title, currency, total, terms, terms_hash, document, document_hash, fee_bps, tax_bps, clock_policy, deadline_at, signed_at)
    select ${UUID(1, 'n')}, ${UUID(3, 'n')}, '${BRAND}', '${CREATOR}', 'active', 'Deal ' || n, 'EUR', ${CHARGE.price}, '{}', '${HASH}', '{}', '${HASH}', 500, 2000, 'test', ${AT('n')}, ${AT('n')} from ${series}`);
  await run(`insert into signatures(id, contract_id, brand_org, creator_org, side, org_id, user_id, typed_name, document_hash, signed_at)
    select gen_random_uuid(), ${UUID(1, 'n')}, '${BRAND}', '${CREATOR}', side, '${BRAND}', 'u', 'Name', '${HASH}', ${AT('n')} from ${series}, unnest(array['brand', 'creator']) side`);
  await run(`insert into milestones(id, contract_id, brand_org, creator_org, seq, title, amount, currency, state, due_at, deadline_at, rounds_max)
    select ${UUID(2, 'n')}, ${UUID(1, 'n')}, '${BRAND}', '${CREATOR}', 1, 'Reel', ${CHARGE.price}, 'EUR', 'releasing', ${AT('n')}, now() + interval '1 day', 2 from ${series}`);
  await run(`insert into quotes(id, milestone_id, brand_org, currency, price, fee, tax, total, tax_country, tax_bps, expires_at, created_by)
    select ${UUID(4, 'n')}, ${UUID(2, 'n')}, '${BRAND}', 'EUR', ${CHARGE.price}, ${CHARGE.fee}, ${CHARGE.tax}, ${CHARGE.total}, 'FR', 2000, ${AT('n')}, 'b' from ${series}`);
  await run(`insert into operations(op_id, kind, milestone_id, contract_id, amount, currency, idempotency_key, state, claimed_at, settled_at)
    select k || ':' || n, kind, ${UUID(2, 'n')}, ${UUID(1, 'n')}, ${CHARGE.price}, 'EUR', k || ':' || n || ':a1', 'done', ${AT('n')}, ${AT('n')} from ${series}, (values ('fund', 'checkout'), ('xfer', 'transfer')) v(k, kind)`);
  await run(`insert into payments(id, milestone_id, contract_id, brand_org, creator_org, quote_id, op_id, attempt, request_key, state, currency, price, fee, tax, total, expires_at, created_by, paid_at)
    select ${UUID(5, 'n')}, ${UUID(2, 'n')}, ${UUID(1, 'n')}, '${BRAND}', '${CREATOR}', ${UUID(4, 'n')}, 'fund:' || n, 1, 'k', 'paid', 'EUR', ${CHARGE.price}, ${CHARGE.fee}, ${CHARGE.tax}, ${CHARGE.total}, ${AT('n')}, 'b', ${AT('n')} from ${series}`);
  await run(`insert into transfers(id, op_id, milestone_id, contract_id, payee_org, leg, amount, currency, state, created_at, sent_at)
    select gen_random_uuid(), 'xfer:' || n, ${UUID(2, 'n')}, ${UUID(1, 'n')}, '${CREATOR}', 'creator', ${CHARGE.price}, 'EUR', 'sent', ${AT('n')}, ${AT('n')} from ${series}`);
  await run(`insert into documents(id, org_id, kind, year, number, currency, amount, contract_id, milestone_id, data, issued_at)
    select gen_random_uuid(), '${BRAND}', 'receipt', 2026, n, 'EUR', ${CHARGE.total}, ${UUID(1, 'n')}, ${UUID(2, 'n')}, '{}', ${AT('n')} from ${series}`);
  await loadLedger(run);
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
const LEGS: [string, 'own' | 'platform' | 'op', 'debit' | 'credit', (typeof KINDS)[number], number, number][] = [
  ['PSP_BAL', 'platform', 'debit', 'funded', CHARGE.total, 0],
  ['ESCROW_HELD', 'own', 'credit', 'funded', 0, CHARGE.price],
  ['FEE_DEFERRED', 'own', 'credit', 'funded', 0, CHARGE.fee],
  ['TAX_PAYABLE', 'platform', 'credit', 'funded', 0, CHARGE.tax],
  ['PSP_FEE', 'platform', 'debit', 'provider_fee', PROVIDER_FEE, 0],
  ['PSP_BAL', 'platform', 'debit', 'provider_fee', 0, PROVIDER_FEE],
  ['ESCROW_HELD', 'own', 'credit', 'release', CHARGE.price, 0],
  ['FEE_DEFERRED', 'own', 'credit', 'release', CHARGE.fee, 0],
  ['CREATOR_PAYABLE', 'platform', 'credit', 'release', 0, CHARGE.price],
  ['FEE_REVENUE', 'platform', 'credit', 'release', 0, CHARGE.fee],
  ['CREATOR_PAYABLE', 'platform', 'credit', 'transfer_claimed', CHARGE.price, 0],
  ['XFER_IN_FLIGHT', 'op', 'credit', 'transfer_claimed', 0, CHARGE.price],
  ['XFER_IN_FLIGHT', 'op', 'credit', 'transfer_sent', CHARGE.price, 0],
  ['PSP_BAL', 'platform', 'debit', 'transfer_sent', 0, CHARGE.price],
];

async function loadLedger(run: (text: string) => Promise<unknown>): Promise<void> {
  const series = `generate_series(1, ${contracts}) n`;
  const scopeOf = (owner: string) =>
    owner === 'own' ? `${UUID(2, 'n')}::text` : owner === 'op' ? `'xfer:' || n` : `''`;
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

async function loadTimelines(client: pg.Client): Promise<void> {
  const AT_A_TIME = 1_000;
  for (let from = 1; from <= contracts; from += AT_A_TIME) {
    const rows = Array.from({ length: Math.min(AT_A_TIME, contracts - from + 1) }, (_, i) => from + i).flatMap((n) =>
      events(n).map((e) => ({ ...e, contract: uuid(1, n) })),
    );
    await client.query(
      `insert into escrow_events(id, contract_id, milestone_id, brand_org, creator_org, seq, type, actor_kind, data, held, released, at, prev_hash, hash)
       select gen_random_uuid(), contract, milestone, '${BRAND}', '${CREATOR}', seq, type, kind, data, held, released, at, prev, hash
         from jsonb_to_recordset($1::jsonb) as e(contract uuid, milestone uuid, seq int, type text, kind text, data jsonb, held bigint, released bigint, at timestamptz, prev text, hash text)`,
      [JSON.stringify(rows)],
    );
  }
}

/** The provider whose lines those postings mirror, oldest first. `planted` cents are missing from one of them. */
function provider(planted: number): BooksOfProvider {
  const charge = (n: number): BalanceLine => ({
    id: `txn_charge_${n}`,
    type: 'charge',
    amount: CHARGE.total,
    fee: PROVIDER_FEE,
    net: CHARGE.total - PROVIDER_FEE,
    currency: 'EUR',
    sourceId: `ch_${n}`,
    opId: `fund:${n}`,
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

const measurement = await beginMeasurement('bench:check', values.record);
await withThrowawayPostgres(async (urls) => {
  const loading = Date.now();
  // Loaded like a restore: without triggers and row security.
  const superuser = new URL(urls.adminUrl);
  superuser.pathname = new URL(urls.DATABASE_OWNER_URL).pathname;
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await load(client);
  await loadTimelines(client);
  await client.query('analyze');
  const { rows } = await client.query<{ events: number; entries: number }>(
    'select (select count(*) from escrow_events)::int as events, (select count(*) from ledger_entries)::int as entries',
  );
  await client.end();
  console.log(
    `${contracts} contracts, ${rows[0]!.events} events, ${rows[0]!.entries} ledger entries, ${2 * contracts} lines of the provider; loaded in ${((Date.now() - loading) / 1000).toFixed(1)} s`,
  );

  const pool = createPool(urls.DATABASE_WORKER_URL, { max: 2, statementTimeoutMs: 30_000 });
  const db = createDb(pool);
  const check = async (planted: number) => {
    const started = Date.now();
    let peak = 0;
    const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
    const each = new Map<string, number>();
    const cpu = process.cpuUsage();
    const run = runChecks(db, {
      provider: provider(planted),
      retries: { times: 1, pauseMs: 0 },
      timed: (name, ms) => each.set(name, (each.get(name) ?? 0) + ms),
    });
    const phases = new Map<string, number>();
    try {
      for (let last = Date.now(); ; last = Date.now()) {
        const step = await run.next();
        const phase = step.done ? 'provider' : step.value.phase;
        phases.set(phase, (phases.get(phase) ?? 0) + Date.now() - last);
        if (step.done)
          return {
            breaches: step.value.breaches,
            seconds: (Date.now() - started) / 1000,
            megabytes: peak / 1_048_576,
            phases,
            each,
            cpu: process.cpuUsage(cpu),
            lines: step.value.lines,
          };
      }
    } finally {
      clearInterval(sampler);
    }
  };
  const clean = await check(0);
  const again = await check(0);
  const breaches = [...clean.breaches, ...again.breaches];
  for (const b of breaches.slice(0, 10)) console.log(`  ${b.invariant}: ${b.detail}`);
  console.log([...clean.phases].map(([phase, ms]) => `${phase} ${(ms / 1000).toFixed(1)} s`).join(', '));
  if (values.invariants) {
    for (const [name, ms] of [...clean.each].sort((a, b) => b[1] - a[1]))
      console.log(`  ${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
    console.log(
      `  ${((clean.cpu.user + clean.cpu.system) / 1_000_000).toFixed(1)} s of processor time in this process`,
    );
  }
  const planted = await check(1);
  const found =
    planted.breaches.some((b) => b.invariant === 'provider.lines') &&
    planted.breaches.some((b) => b.invariant === 'provider.balance' && b.key.endsWith('EUR -1'));
  await db.destroy();
  const times = [clean, again, planted].map((run) => run.seconds);
  const peak = Math.max(...[clean, again, planted].map((run) => run.megabytes));
  const exact = { unit: '', digits: 0, exact: true };
  measurement.figure(`check of ${contracts} contracts, ${rows[0]!.events} events`, median(times), {
    unit: 's',
    atMost: 60,
  });
  measurement.figure('memory at its peak', peak, { unit: 'MB', atMost: 500, digits: 0, exact: true });
  measurement.figure('differences found in clean books', breaches.length, { ...exact, atMost: 0 });
  measurement.finding('a planted cent', found ? 'found' : 'not found', 'found', found);
  measurement.figure('lines of the provider read', clean.lines, { ...exact, atLeast: 2 * contracts });
});
process.exit(await measurement.end());
