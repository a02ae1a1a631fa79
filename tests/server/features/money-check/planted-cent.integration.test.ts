import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../../../../db/client.ts';
import { withTx } from '../../../../server/context.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { checkMoney, runChecks } from '../../../../server/features/money-check/checker.ts';
import type { BooksOfProvider } from '../../../../server/features/money-check/reconciliation.ts';
import type { InFlight } from '../../../../server/features/money-check/schema.ts';
import { suspenseIn } from '../../../../server/features/ledger/rules.ts';
import { postAll } from '../../../../server/features/ledger/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import type { BalanceLine } from '../../../../server/integrations/stripe/provider.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import {
  createMoneyWorld,
  deliver,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

/*
 * Money is on its way in every manner at once: a page is open, a bank is processing a debit, a charge and a transfer are done
 * at the provider and not booked yet. None of it is a difference, and none of it hides one.
 */

let world: MoneyWorld;
let paid: TestDeal;
let released: TestDeal;
let refunded: TestDeal;
let arriving: TestDeal;

const { seen } = dealActs(() => world);

beforeAll(async () => {
  world = await createMoneyWorld('planted');
  const fund = async (deal: TestDeal) => {
    await payAtProvider(world, deal);
    await confirmFunding(world.system(), deal);
    return deal;
  };
  paid = await fund(await openDeal(world));
  released = await fund(await openDeal(world, { commissionBps: 1_500 }));
  await deliver(world, released);
  await approve(world.as(released.brand), await seen(released));
  await release(world.system(), released);
  refunded = await fund(await openDeal(world));
  await cancel(world.as(refunded.creator), { ...(await seen(refunded)), reason: '' });
  await refund(world.system(), refunded);

  const open = await openDeal(world);
  const { id: quoteId } = await quote(world.as(open.brand), { milestoneId: open.milestoneId });
  await pay(world.as(open.brand), { milestoneId: open.milestoneId, quoteId });
  const debited = await openDeal(world);
  await payAtProvider(world, debited, { iban: 'AT611904300234573201' });
  await confirmFunding(world.system(), debited);
  arriving = await openDeal(world);
  await payAtProvider(world, arriving);
  const leaving = await fund(await openDeal(world));
  await deliver(world, leaving);
  await approve(world.as(leaving.brand), await seen(leaving));
  await sentUnbooked(leaving);
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
}, 120_000);
afterAll(() => world.close());

/** The transfer is made at the provider and the process dies before it is booked. */
async function sentUnbooked(deal: TestDeal): Promise<void> {
  const { payments } = world.integrations;
  const { createTransfer } = payments;
  const dying = {
    ...payments,
    createTransfer: async (input: Parameters<typeof createTransfer>[0]) =>
      createTransfer(input).then(() => Promise.reject(new Error('the process died'))),
  };
  await expect(
    release({ ...world.system(), integrations: { ...world.integrations, payments: dying } }, deal),
  ).rejects.toThrow('the process died');
}

const once = { times: 1, pauseMs: 0 };

test('money that is on its way is reported by name and in its amount, and is no difference', async () => {
  const run = runChecks(world.worker, { provider: world.integrations.payments, retries: once });
  let inFlight: InFlight[] = [];
  let breaches: unknown[] = [];
  for (;;) {
    const step = await run.next();
    if (!step.done) continue;
    ({ inFlight, breaches } = step.value);
    break;
  }
  expect(breaches).toEqual([]);
  const { op_id, total } = await world.owner
    .selectFrom('payments')
    .select(['op_id', 'total'])
    .where('milestone_id', '=', arriving.milestoneId)
    .executeTakeFirstOrThrow();
  const charge = inFlight.find((f) => f.what === 'payment')!;
  expect(charge).toMatchObject({ opId: op_id, currency: 'EUR' });
  expect(charge.amount).toBeGreaterThan(0);
  expect(charge.amount).toBeLessThan(total);
  expect(inFlight.find((f) => f.what === 'transfer')).toMatchObject({ currency: 'EUR', amount: -40_000 });
  expect(inFlight).toHaveLength(2);
});

interface Plant {
  where: string;
  /** SQL over a copy of our rows, which is undone. */
  ours?: () => string;
  /** What the provider answers instead. */
  theirs?: (books: BooksOfProvider) => BooksOfProvider;
}

const account = (code: string, scope = '') =>
  `(select id from ledger_accounts where code = '${code}' and scope = '${scope}' and currency = 'EUR')`;

/** A posting that is faultless by itself: balanced, chained, counted. */
const posting = (opId: string, kind: string, ref: string | null, debit: string, credit: string, amount: number) => `
  insert into ledger_tx(id, op_id, kind, provider_ref, posted_at) values ('00000000-0000-7000-8000-000000000001', '${opId}', '${kind}', ${ref ? `'${ref}'` : 'null'}, now() - interval '1 minute');
  update ledger_accounts set balance = balance + case side when 'debit' then ${amount} else -${amount} end, version = version + 1 where id = ${debit};
  insert into ledger_entries(tx_id, account_id, currency, debit, balance_after, account_version) select '00000000-0000-7000-8000-000000000001', id, 'EUR', ${amount}, balance, version from ledger_accounts where id = ${debit};
  update ledger_accounts set balance = balance + case side when 'credit' then ${amount} else -${amount} end, version = version + 1 where id = ${credit};
  insert into ledger_entries(tx_id, account_id, currency, credit, balance_after, account_version) select '00000000-0000-7000-8000-000000000001', id, 'EUR', ${amount}, balance, version from ledger_accounts where id = ${credit};`;

/** One posting's amount at the provider and on the other side, with all balances after it, so that the ledger agrees with itself. */
const shifted = (kind: string, deal: () => TestDeal, by: number) => `
  update ledger_entries e set debit = case when e.debit > 0 then e.debit + ${by} else 0 end, credit = case when e.credit > 0 then e.credit + ${by} else 0 end
    where e.tx_id = (select id from ledger_tx where kind = '${kind}' and milestone_id = '${deal().milestoneId}' limit 1)
      and e.account_id in (select id from ledger_accounts where code in ('PSP_BAL', 'PSP_FEE', 'ESCROW_HELD', 'XFER_IN_FLIGHT', 'REFUND_IN_FLIGHT'));
  update ledger_accounts a set balance = coalesce((select sum(case a.side when 'debit' then e.debit - e.credit else e.credit - e.debit end) from ledger_entries e where e.account_id = a.id), 0);
  update ledger_entries e set balance_after = w.running from (select e2.id, sum(case a.side when 'debit' then e2.debit - e2.credit else e2.credit - e2.debit end) over (partition by e2.account_id order by e2.account_version) as running
    from ledger_entries e2 join ledger_accounts a on a.id = e2.account_id) w where w.id = e.id;`;

const otherBalance =
  (by: number) =>
  (books: BooksOfProvider): BooksOfProvider => ({
    ...books,
    balance: async () =>
      (await books.balance()).map((b) => (b.currency === 'EUR' ? { ...b, pending: b.pending + by } : b)),
  });
/** The provider's books agree with themselves, and have one line that is otherwise. */
const otherLine =
  (by: number, change: (lines: BalanceLine[]) => BalanceLine[]) =>
  (books: BooksOfProvider): BooksOfProvider => ({
    ...otherBalance(by)(books),
    listBalanceLines: async (query) => change(await books.listBalanceLines(query)),
  });
const oneMore = (type: string, by: number) =>
  ((change) => otherLine(by, change))((lines: BalanceLine[]) => [
    ...lines,
    {
      id: 'txn_planted',
      type,
      amount: by,
      fee: 0,
      net: by,
      currency: 'EUR',
      sourceId: 'ch_planted',
      opId: null,
      destination: null,
      createdAt: lines.at(-1)!.createdAt,
    },
  ]);
const changed = (type: string, by: number) =>
  otherLine(by, (lines) => {
    const first = lines.findIndex((line) => line.type === type);
    return lines.map((line, i) => (i === first ? { ...line, amount: line.amount + by, net: line.net + by } : line));
  });
const dearer = otherLine(-1, (lines) => {
  const first = lines.findIndex((line) => line.fee > 0);
  return lines.map((line, i) => (i === first ? { ...line, fee: line.fee + 1, net: line.net - 1 } : line));
});
const lastOf = (type: string, by: number) =>
  otherLine(by, (lines) => {
    const last = lines.findLastIndex((line) => line.type === type);
    return lines.map((line, i) => (i === last ? { ...line, amount: line.amount + by, net: line.net + by } : line));
  });

const PLANTS: Plant[] = [
  {
    where: 'the mirror of the balance, up',
    ours: () => `update ledger_accounts set balance = balance + 1 where id = ${account('PSP_BAL')}`,
  },
  {
    where: 'the mirror of the balance, down',
    ours: () => `update ledger_accounts set balance = balance - 1 where id = ${account('PSP_BAL')}`,
  },
  {
    where: 'a faultless posting without a line',
    ours: () => posting('float:planted', 'float', null, account('PSP_BAL'), account('FLOAT_EQUITY'), 1),
  },
  {
    where: 'a faultless posting with a line of thin air',
    ours: () => posting('float:planted', 'float', 'txn_thin_air', account('PSP_BAL'), account('FLOAT_EQUITY'), 1),
  },
  {
    where: 'a faultless fee of no charge',
    ours: () => posting('fund:nothing:fee', 'provider_fee', null, account('PSP_FEE'), account('PSP_BAL'), 1),
  },
  { where: 'the charge as booked', ours: () => shifted('funded', () => paid, 1) },
  { where: 'the charge as booked, less', ours: () => shifted('funded', () => paid, -1) },
  { where: 'the fee as booked', ours: () => shifted('provider_fee', () => paid, 1) },
  { where: 'the transfer as booked', ours: () => shifted('transfer_sent', () => released, -1) },
  { where: 'the refund as booked', ours: () => shifted('refund_sent', () => refunded, -1) },
  {
    where: 'the amount of the payment that is on its way',
    ours: () => `update payments set total = total + 1, fee = fee + 1 where milestone_id = '${arriving.milestoneId}'`,
  },
  { where: 'the balance at the provider, up', theirs: otherBalance(1) },
  { where: 'the balance at the provider, down', theirs: otherBalance(-1) },
  { where: 'a line at the provider without a call of ours', theirs: oneMore('adjustment', -1) },
  { where: 'a charge at the provider without a call of ours', theirs: oneMore('charge', 1) },
  { where: 'a charge at the provider', theirs: changed('charge', -1) },
  { where: 'a fee at the provider', theirs: dearer },
  { where: 'a transfer at the provider', theirs: changed('transfer', -1) },
  { where: 'the transfer that is on its way', theirs: lastOf('transfer', -1) },
  { where: 'a refund at the provider', theirs: changed('refund', 1) },
];

const found: string[] = [];
test.each(PLANTS)('one cent is found in $where', async ({ where, ours, theirs }) => {
  const pool = createPool(world.database.adminUrl.replace(/\/[^/]*$/, `/${world.database.name}`), { max: 1 });
  const db = createDb(pool);
  const provider = theirs ? theirs(world.integrations.payments) : world.integrations.payments;
  try {
    const names = await db
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        if (ours) await sql.raw(ours()).execute(trx);
        await sql`set local session authorization sponsio_worker`.execute(trx);
        const breaches = await checkMoney(trx, { provider, retries: once });
        throw Object.assign(new Error('undo'), {
          breaches: breaches.filter((b) => b.stopsMoneyOut && b.currency === 'EUR').map((b) => b.invariant),
        });
      })
      .catch((error: { breaches?: string[] }) => error.breaches ?? Promise.reject(error));
    expect(names.some((name) => name.startsWith('provider.'))).toBe(true);
    found.push(where);
  } finally {
    await db.destroy();
  }
});

test('20 of 20 were found', () => {
  expect(PLANTS).toHaveLength(20);
  expect(found).toEqual(PLANTS.map((p) => p.where));
});

test('a line in a currency that the product does not support is reported, and does not end the check', async () => {
  const theirs = otherLine(0, (lines) => [
    ...lines,
    {
      id: 'txn_franc',
      type: 'charge',
      amount: 5,
      fee: 0,
      net: 5,
      currency: 'CHF',
      sourceId: null,
      opId: null,
      destination: null,
      createdAt: new Date(),
    },
  ]);
  const breaches = await checkMoney(world.worker, { provider: theirs(world.integrations.payments), retries: once });
  expect(breaches.map((b) => [b.invariant, b.detail.includes('CHF')])).toEqual([['provider.lines', true]]);
});

test('a payment that is booked while the books are read is no difference', async () => {
  const { payments } = world.integrations;
  let between = 0;
  const busy: BooksOfProvider = {
    balance: payments.balance,
    newestBalanceLine: payments.newestBalanceLine,
    // After the balance was read and before its lines are, money comes in and is booked.
    listBalanceLines: async (query) => {
      if (between === 0) {
        between += 1;
        const deal = await openDeal(world);
        await payAtProvider(world, deal);
        await confirmFunding(world.system(), deal);
      }
      return payments.listBalanceLines(query);
    },
  };
  const breaches = await checkMoney(world.worker, { provider: busy, retries: once });
  expect(breaches.filter((b) => b.invariant.startsWith('provider.'))).toEqual([]);
  expect(between).toBe(1);
});

test('money whose owner is unknown is a warning and stops nothing', async () => {
  const made = await world.integrations.payments.createTopUp({
    opId: 'float:EUR:unknown',
    idempotencyKey: 'float:EUR:unknown',
    amount: 700,
    currency: 'EUR',
    description: 'unknown',
  });
  const [breach] = (await checkMoney(world.worker, { provider: world.integrations.payments, retries: once })).filter(
    (b) => b.invariant === 'provider.lines',
  );
  expect(breach).toMatchObject({ stopsMoneyOut: true, currency: 'EUR' });
  await withTx(world.system(), (tx) =>
    postAll(tx, [{ ...suspenseIn('EUR', 700), opId: 'suspense:unknown', providerRef: made.balanceTransactionId }]),
  );
  const parked = (await checkMoney(world.worker, { provider: world.integrations.payments, retries: once })).filter(
    (b) => b.invariant !== 'platform.commands-are-delivered',
  );
  expect(parked.map((b) => [b.invariant, b.stopsMoneyOut])).toEqual([['ledger.suspense-is-empty', false]]);
});
