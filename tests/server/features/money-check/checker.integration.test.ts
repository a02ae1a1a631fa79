import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, createPool } from '../../../../db/client.ts';
import { SELFTEST, type Corruptions } from '../../../../scripts/lib/selftest.ts';
import { newId } from '../../../../server/core/ids.ts';
import { checkMoney, INVARIANTS } from '../../../../server/features/money-check/checker.ts';
import { applyAddendum } from '../../../../server/features/addenda/apply.ts';
import { propose } from '../../../../server/features/addenda/propose.ts';
import type { AddendumDto } from '../../../../server/features/addenda/schema.ts';
import { sign } from '../../../../server/features/addenda/sign.ts';
import { actingActor, runAct } from '../../../../server/features/representations/acting.ts';
import { offer } from '../../../../server/features/disputes/acts.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { close, execute } from '../../../../server/features/disputes/phases.ts';
import { requestReconciliation, runReconciliation } from '../../../../server/features/money-check/stored-lines/runs.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { addRepresentation } from '../../../fixtures/representations.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import {
  createMoneyWorld,
  deliver,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

let world: MoneyWorld;
let released: TestDeal;
let held: TestDeal;
let refunded: TestDeal;
let disputed: TestDeal;
let divided: TestDeal;
let amended: TestDeal;
/** Two milestones that were paid on one page. */
let pair: TestDeal;

const { seen } = dealActs(() => world);
/** The brand disputes what is held; answers the dispute's id. */
async function dispute(deal: TestDeal): Promise<string> {
  const text = 'Two of the three stories came late.';
  const { dispute: opened } = await open(world.as(deal.brand), { ...(await seen(deal)), reason: 'late', text });
  await announce(world.system(), { disputeId: opened?.id ?? '' });
  return opened?.id ?? '';
}
const booksUrl = () => `${world.sandbox.url}/_sandbox/books`;

beforeAll(async () => {
  world = await createMoneyWorld('checker');
  const fund = async (deal: TestDeal) => {
    await payAtProvider(world, deal);
    await confirmFunding(world.system(), deal);
    return deal;
  };
  released = await fund(await openDeal(world, { commissionBps: 1_500, represented: false }));
  const parties = { agency: released.agency!, creator: released.creator };
  await addRepresentation(world, parties, { scopes: ['submit'] });
  await deliver(world, released);
  await requestChanges(world.as(released.brand), {
    ...(await seen(released)),
    reason: 'the logo',
    briefItems: ['All three drinks shown'],
  });
  const agent = await actingActor(world.as(parties.agency), parties.agency, released.creator.orgId);
  const requestKey = newId();
  const input = { milestoneId: released.milestoneId };
  await runAct(world.as(agent, { requestKey }), { act: 'content.submit', input }, () =>
    deliver(world, { ...released, creator: agent }, { n: 2, requestKey }),
  );
  await approve(world.as(released.brand), await seen(released));
  await release(world.system(), released);
  held = await fund(await openDeal(world));
  refunded = await fund(await openDeal(world));
  await cancel(world.as(refunded.creator), { ...(await seen(refunded)), reason: '' });
  await refund(world.system(), refunded);
  disputed = await fund(await openDeal(world));
  await dispute(disputed);
  divided = await fund(await openDeal(world));
  const disputeId = await dispute(divided);
  await offer(world.as(divided.creator), { disputeId, creatorGets: 10_000 });
  await offer(world.as(divided.brand), { disputeId, creatorGets: 30_000 });
  await announce(world.system(), { disputeId });
  await execute(world.system(), { disputeId });
  await refund(world.system(), divided);
  await close(world.system(), { disputeId });
  amended = await openDeal(world);
  const changes = [{ kind: 'bonus' as const, title: 'Thank you', amount: 5_000 }];
  const { addenda } = await propose(world.as(amended.brand), {
    contractId: amended.contractId,
    reason: 'It went well',
    currency: 'EUR',
    changes,
  });
  const [{ id: addendumId, documentHash }] = addenda as [AddendumDto];
  for (const who of [amended.brand, amended.creator])
    await sign(world.as(who), { addendumId, documentHash, typedName: who.name }, { ip: null, userAgent: null });
  await applyAddendum(world.system(), { addendumId });
  pair = await openDeal(world, { amounts: [12_001, 8_003] });
  await payAtProvider(world, pair, { also: pair.milestoneIds.slice(1) });
  await confirmFunding(world.system(), pair);
  const { id } = await requestReconciliation(world.system(), 'schedule');
  await runReconciliation(world.system(), { id }, { retries: { times: 1, pauseMs: 0 } });
  // No dispatcher runs here; a stuck command is a corruption of its own below.
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
});
afterAll(() => world.close());

test('books that were kept by the services have no breach, compared with the provider object by object', async () => {
  expect(await checkMoney(world.worker, { booksUrl: booksUrl(), provider: world.integrations.payments })).toEqual([]);
});

test('every invariant has a name of its own and a statement', () => {
  expect(new Set(INVARIANTS.map((i) => i.name)).size).toBe(INVARIANTS.length);
  for (const { name, statement, designNumbers } of INVARIANTS)
    expect([
      /^(ledger|deal|platform|provider)\.[a-z-]+$/.test(name),
      statement.endsWith('.'),
      designNumbers.length > 1,
    ]).toEqual([true, true, true]);
});

/** Two staff members accepted the payment of a milestone as suspended money. */
const accepting = (milestoneId: string): string =>
  `insert into suspense_decisions(payment_id, attempt, decision, approval_id, decided_at, state, ended_at)
    select id, 1, 'accept', gen_random_uuid(), now(), 'done', now() from payments where milestone_id = '${milestoneId}'`;

type Corruption = (query: (text: string) => Promise<unknown>) => Promise<unknown>;

/** Corrupts a copy of the books as a superuser with triggers off, checks as the worker, and undoes it. Answers the invariants that broke. */
async function breachesAfter(corrupt: Corruption): Promise<string[]> {
  const pool = createPool(world.database.adminUrl.replace(/\/[^/]*$/, `/${world.database.name}`), { max: 1 });
  const db = createDb(pool);
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await corrupt((text) => sql.raw(text).execute(trx));
      await sql`set local session authorization sponsio_worker`.execute(trx);
      const breaches = await checkMoney(trx, {
        booksUrl: booksUrl(),
        provider: world.integrations.payments,
        retries: { times: 1, pauseMs: 0 },
      });
      throw Object.assign(new Error('undo'), { found: breaches.map((b) => b.invariant) });
    });
  } catch (error) {
    const { found } = error as { found?: string[] };
    if (!found) throw error;
    return found;
  } finally {
    await db.destroy();
  }
}

/** A released part of a milestone that the ledger does not have. */
const partOf = (milestoneId: string, amount: number): string =>
  `insert into release_parts(id, milestone_id, contract_id, brand_org, creator_org, n, amount, currency, clears_at, released_by, released_at, earned_at)
     select gen_random_uuid(), id, contract_id, brand_org, creator_org, 1, ${amount}, currency, now(), 'x', now(), now() from milestones where id = '${milestoneId}';
   update milestones set released_parts = ${amount} where id = '${milestoneId}'`;

const PAYOUT = '00000000-0000-7000-8000-0000000000f1';
/** A payout that the ledger does not have. */
const payoutTo = (orgId: string, state: string): string =>
  `insert into payouts(id, org_id, op_id, request_key, amount, currency, state, created_at) values ('${PAYOUT}', '${orgId}', 'po:planted', 'planted', 500, 'EUR', '${state}', now())`;

/** A reconciliation that ended with a difference. */
const drift = (): string =>
  `insert into reconciliations(id, state, begun_by, found, created_at, updated_at, finished_at) values ('00000000-0000-7000-8000-00000000000d', 'drift', 'schedule', 1, now(), now(), now() + interval '1 minute');
   insert into reconciliation_differences(reconciliation_id, key, kind, currency, theirs) values ('00000000-0000-7000-8000-00000000000d', 'no_posting txn_planted EUR 1', 'no_posting', 'EUR', 1)`;

describe('a hand-made corruption is found and named', () => {
  const account = (code: string, scope = '') =>
    `(select id from ledger_accounts where code = '${code}' and scope = '${scope}' and currency = 'EUR')`;
  const entryOf = (code: string, scope = '') =>
    `(select max(id) from ledger_entries where account_id = ${account(code, scope)})`;
  const cases: [
    string,
    string,
    (d: {
      released: string;
      held: string;
      refunded: string;
      disputed: string;
      divided: string;
      amended: string;
      /** The second milestone of a joint payment. */
      joined: string;
      contract: string;
      payment: string;
      creator: string;
    }) => string,
  ][] = [
    [
      'ledger.tx-balances',
      'an entry is larger',
      () => `update ledger_entries set debit = debit + 1 where id = ${entryOf('PSP_FEE')}`,
    ],
    ['ledger.tx-balances', 'an entry is gone', () => `delete from ledger_entries where id = ${entryOf('PSP_FEE')}`],
    [
      'ledger.world-is-zero',
      'a balance grew',
      () => `update ledger_accounts set balance = balance + 1 where id = ${account('PSP_BAL')}`,
    ],
    [
      'ledger.world-is-zero',
      'an account vanished',
      () => `delete from ledger_accounts where id = ${account('FEE_REVENUE')}`,
    ],
    [
      'ledger.balance-is-entries',
      'a balance was edited on both sides',
      () =>
        `update ledger_accounts set balance = balance + 5 where id in (${account('PSP_FEE')}, ${account('FEE_REVENUE')})`,
    ],
    [
      'ledger.balance-is-entries',
      'a version was skipped',
      () => `update ledger_accounts set version = version + 1 where id = ${account('PSP_BAL')}`,
    ],
    [
      'ledger.entries-chain',
      'a running balance was edited',
      () => `update ledger_entries set balance_after = balance_after + 1 where id = ${entryOf('PSP_BAL')}`,
    ],
    [
      'ledger.entries-chain',
      'two entries changed places',
      () => `update ledger_entries set account_version = -account_version where account_id = ${account('PSP_BAL')}`,
    ],
    [
      'ledger.org-totals',
      'a total is one cent off',
      () => `update ledger_org_totals set credit = credit + 1 where code = 'ESCROW_HELD' and kind = 'funded'`,
    ],
    ['ledger.org-totals', 'totals are lost', () => `delete from ledger_org_totals where code = 'FEE_DEFERRED'`],
    [
      'ledger.no-negative',
      'a liability is below zero',
      (d) =>
        `alter table ledger_accounts drop constraint ledger_balance_not_negative; update ledger_accounts set balance = -1 where code = 'ESCROW_HELD' and scope = '${d.held}'`,
    ],
    [
      'ledger.no-negative',
      'revenue is below zero',
      () =>
        `alter table ledger_accounts drop constraint ledger_balance_not_negative; update ledger_accounts set balance = -balance where id = ${account('FEE_REVENUE')}`,
    ],
    [
      'ledger.chart',
      'an account changed sides',
      () => `update ledger_accounts set side = 'credit' where id = ${account('PSP_FEE')}`,
    ],
    [
      'ledger.chart',
      'an unknown account',
      () => `insert into ledger_accounts(code, currency, side) values ('PETTY_CASH', 'EUR', 'debit')`,
    ],
    [
      'ledger.chart',
      'a creator may owe',
      () => `update ledger_accounts set may_be_negative = true where code = 'CREATOR_PAYABLE'`,
    ],
    [
      'ledger.append-only',
      'a trigger was switched off',
      () => `alter table ledger_entries disable trigger ledger_entries_append_only`,
    ],
    ['ledger.append-only', 'a right was granted', () => `grant update on ledger_tx to sponsio_worker`],
    [
      'ledger.one-effect',
      'a provider line twice',
      (d) =>
        `insert into ledger_tx(id, op_id, kind, provider_ref, posted_at) select gen_random_uuid(), 'again', kind, provider_ref, posted_at from ledger_tx where kind = 'funded' and milestone_id = '${d.held}'`,
    ],
    [
      'ledger.one-effect',
      'an operation twice',
      (d) =>
        `alter table ledger_tx drop constraint ledger_tx_op_id_key; insert into ledger_tx(id, op_id, kind, posted_at) select gen_random_uuid(), op_id, kind, posted_at from ledger_tx where kind = 'funded' and milestone_id = '${d.held}'`,
    ],
    [
      'ledger.clients-are-covered',
      'money left the provider',
      () => `update ledger_accounts set balance = 1 where id = ${account('PSP_BAL')}`,
    ],
    [
      'ledger.clients-are-covered',
      'a liability appeared',
      (d) => `update ledger_accounts set balance = 99999999 where code = 'ESCROW_HELD' and scope = '${d.held}'`,
    ],
    [
      'ledger.clients-are-covered',
      'what a bank took of work that was paid counts for other clients',
      (d) =>
        `with dispute as (insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, set_aside, opened_at, updated_at)
            select 'dp_y', id, milestone_id, contract_id, brand_org, 'ch_y', total, currency, 'general', 'needs_response', 'open', total, currency, true, now(), now() from payments where milestone_id = '${d.released}' limit 1),
          hold as (insert into ledger_accounts(code, scope, currency, side, may_be_negative, balance) values ('CARD_DISPUTE_HOLD', 'dp_y', 'EUR', 'debit', false, 99999999))
          update ledger_accounts set balance = 1 where id = ${account('PSP_BAL')}`,
    ],
    [
      'ledger.refund-of-everything',
      'more of what a bank took counts than its milestone holds',
      (d) =>
        `with dispute as (insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, set_aside, opened_at, updated_at)
            select 'dp_z', id, milestone_id, contract_id, brand_org, 'ch_z', total, currency, 'general', 'needs_response', 'open', total, currency, true, now(), now() from payments where milestone_id = '${d.held}' limit 1),
          hold as (insert into ledger_accounts(code, scope, currency, side, may_be_negative, balance) values ('CARD_DISPUTE_HOLD', 'dp_z', 'EUR', 'debit', false, 99999999))
          update ledger_accounts set balance = 1 where id = ${account('PSP_BAL')}`,
    ],
    [
      'ledger.refund-of-everything',
      'fees were swept away',
      () =>
        `update ledger_accounts set balance = (select sum(balance) from ledger_accounts where code in ('ESCROW_HELD', 'CREATOR_PAYABLE', 'AGENT_PAYABLE', 'TAX_PAYABLE')) + 1 where id = ${account('PSP_BAL')}`,
    ],
    [
      'ledger.refund-of-everything',
      'a deferred fee grew',
      (d) => `update ledger_accounts set balance = 99999999 where code = 'FEE_DEFERRED' and scope = '${d.held}'`,
    ],
    [
      'ledger.suspense-is-empty',
      'unknown money',
      () =>
        `insert into ledger_accounts(code, currency, side, may_be_negative, balance) values ('SUSPENSE', 'EUR', 'credit', true, 7)`,
    ],
    [
      'ledger.suspense-is-empty',
      'money too little',
      () =>
        `insert into ledger_accounts(code, currency, side, may_be_negative, balance) values ('SUSPENSE', 'EUR', 'credit', true, -7)`,
    ],
    [
      'ledger.creators-keep',
      'a creator was debited',
      (d) =>
        `update ledger_tx set kind = 'refund_claimed' where kind = 'transfer_claimed' and milestone_id = '${d.released}'`,
    ],
    [
      'ledger.creators-keep',
      'an agency was debited',
      (d) =>
        `insert into ledger_entries(tx_id, account_id, currency, debit, balance_after, account_version) select (select id from ledger_tx where kind = 'release' and milestone_id = '${d.released}'), id, 'EUR', 1, balance - 1, version + 1 from ledger_accounts where code = 'AGENT_PAYABLE'`,
    ],
    [
      'deal.milestone-adds-up',
      'an entry of escrow vanished',
      (d) => `update ledger_tx set kind = 'other' where kind = 'release' and milestone_id = '${d.released}'`,
    ],
    [
      'deal.milestone-adds-up',
      'a funding was renamed',
      (d) => `update ledger_tx set kind = 'other' where kind = 'funded' and milestone_id = '${d.held}'`,
    ],
    [
      'deal.not-more-than-funded',
      'released twice',
      (d) =>
        `insert into ledger_tx(id, op_id, kind, milestone_id, posted_at) values (gen_random_uuid(), 'again', 'release', '${d.released}', now())`,
    ],
    [
      'deal.not-more-than-funded',
      'more was released',
      (d) =>
        `update ledger_entries set debit = debit + 1 where account_id = (select id from ledger_accounts where code = 'ESCROW_HELD' and scope = '${d.released}') and debit > 0`,
    ],
    [
      'deal.fee-adds-up',
      'a fee was taken twice',
      (d) => `update ledger_accounts set balance = balance + 3 where code = 'FEE_DEFERRED' and scope = '${d.held}'`,
    ],
    [
      'deal.fee-adds-up',
      'a fee was returned in part',
      (d) =>
        `update ledger_entries set debit = debit - 1 where account_id = (select id from ledger_accounts where code = 'FEE_DEFERRED' and scope = '${d.refunded}') and debit > 0`,
    ],
    [
      'deal.contract-adds-up',
      'a contract is worth less',
      (d) => `update contracts set total = total - 1 where id = '${d.contract}'`,
    ],
    [
      'deal.contract-adds-up',
      'a milestone is worth more',
      (d) => `update milestones set amount = amount + 1 where id = '${d.held}'`,
    ],
    [
      'deal.contract-adds-up',
      'an addendum is worth less than it changed',
      (d) => `update addenda set total_after = total_after - 1 where contract_id = '${d.amended}'`,
    ],
    [
      'deal.contract-adds-up',
      'contract and milestone grew without an addendum',
      (d) =>
        `update contracts set total = total + 7 where id = '${d.contract}';
         update milestones set amount = amount + 7 where contract_id = '${d.contract}'`,
    ],
    [
      'deal.addenda-were-signed',
      'a signature of an addendum is on another text',
      (d) =>
        `update addendum_signatures set document_hash = repeat('c', 64) where contract_id = '${d.amended}' and side = 'creator'`,
    ],
    [
      'deal.addenda-were-signed',
      'an addendum follows another text',
      (d) => `update addenda set previous_hash = repeat('c', 64) where contract_id = '${d.amended}'`,
    ],
    [
      'deal.addenda-were-signed',
      'prices differ from the terms in force',
      (d) =>
        `update contracts set amended_terms = jsonb_set(amended_terms, '{milestones,0,amount}', '1') where id = '${d.amended}'`,
    ],
    [
      'deal.state-fits-money',
      'released on paper only',
      (d) => `update milestones set state = 'released' where id = '${d.held}'`,
    ],
    ['deal.state-fits-money', 'a part was released on paper only', (d) => partOf(d.held, 100)],
    [
      'deal.state-fits-money',
      'funded without money',
      (d) => `update milestones set state = 'funded' where id = '${d.refunded}'`,
    ],
    [
      'deal.release-was-earned',
      'a release without approval',
      (d) => `update escrow_events set type = 'submitted' where milestone_id = '${d.released}' and type = 'approved'`,
    ],
    [
      'deal.release-was-earned',
      'a part that the brand did not release',
      (d) =>
        `update escrow_events set type = 'submitted' where milestone_id = '${d.released}' and type = 'approved';
         ${partOf(d.released, 100)}`,
    ],
    [
      'deal.release-was-earned',
      'another text was signed',
      (d) =>
        `update signatures set document_hash = repeat('c', 64) where contract_id = '${d.contract}' and side = 'creator'`,
    ],
    [
      'deal.one-claim',
      'two payments under way',
      (d) =>
        `drop index payments_one_active; insert into payments(id, milestone_id, contract_id, brand_org, creator_org, quote_id, op_id, attempt, request_key, state, currency, price, fee, tax, total, expires_at, created_by) select gen_random_uuid(), milestone_id, contract_id, brand_org, creator_org, quote_id, 'x' || n, 7 + n, 'k' || n, 'open', currency, price, fee, tax, total, expires_at, created_by from payments, generate_series(1, 2) n where milestone_id = '${d.held}'`,
    ],
    [
      'deal.one-claim',
      'released and refunded',
      (d) =>
        `insert into refunds(id, op_id, payment_id, milestone_id, brand_org, amount, currency, reason, state, created_at) select gen_random_uuid(), 'r', p.id, p.milestone_id, p.brand_org, 1, 'EUR', 'overdue', 'done', now() from payments p where milestone_id = '${d.released}'`,
    ],
    [
      'deal.currency-is-fixed',
      'a milestone in dollars',
      (d) => `update milestones set currency = 'USD' where id = '${d.held}'`,
    ],
    [
      'deal.currency-is-fixed',
      'a payment in dollars',
      (d) => `update payments set currency = 'USD' where milestone_id = '${d.held}'`,
    ],
    [
      'deal.charged-is-quoted',
      'another amount was charged',
      (d) => `update payments set total = total + 1, fee = fee + 1 where milestone_id = '${d.held}'`,
    ],
    [
      'deal.charged-is-quoted',
      'a charge was never booked',
      (d) => `update ledger_tx set op_id = 'elsewhere' where op_id = '${d.payment}'`,
    ],
    [
      'deal.charged-is-quoted',
      'a cent of tax became a fee',
      (d) =>
        `update payments set fee = fee + 1, tax = tax - 1 where milestone_id = '${d.held}';
         update quotes set fee = fee + 1, tax = tax - 1 where milestone_id = '${d.held}'`,
    ],
    [
      'deal.charged-is-quoted',
      'tax is owed to another country',
      () => `update ledger_accounts set scope = 'XX' where code = 'TAX_PAYABLE'`,
    ],
    [
      'deal.joint-charges-add-up',
      'a line is larger than it was charged',
      (d) => `update payments set total = total + 1, fee = fee + 1 where milestone_id = '${d.joined}'`,
    ],
    [
      'deal.charged-is-quoted',
      'less than its price was accepted',
      (d) =>
        `${accepting(d.held)}; update payments set price = price - 1, total = total - 1 where milestone_id = '${d.held}'`,
    ],
    [
      'deal.charged-is-quoted',
      'nobody accepted less than was quoted',
      (d) => `update payments set fee = fee - 1, total = total - 1 where milestone_id = '${d.held}'`,
    ],
    ['deal.joint-charges-add-up', 'what was accepted never arrived', (d) => accepting(d.held)],
    [
      'deal.joint-charges-add-up',
      'the page of accepted money was claimed for another amount than its quotes',
      (d) => `${accepting(d.held)}; update operations set amount = amount + 1 where op_id = '${d.payment}'`,
    ],
    [
      'deal.joint-charges-add-up',
      'a line of another charge',
      (d) => `update payments set charge_id = 'ch_other' where milestone_id = '${d.joined}'`,
    ],
    [
      'deal.disputes-are-booked',
      'a dispute that was not booked',
      (d) =>
        `insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, opened_at, updated_at) select 'dp_x', id, milestone_id, contract_id, brand_org, 'ch_x', total, currency, 'fraudulent', 'needs_response', 'open', total, currency, now(), now() from payments where milestone_id = '${d.held}'`,
    ],
    [
      'deal.disputes-are-booked',
      'money set aside for nothing',
      (d) => `update ledger_accounts set code = 'ESCROW_DISPUTED' where code = 'ESCROW_HELD' and scope = '${d.held}'`,
    ],
    [
      'ledger.debts-are-owed',
      'a brand owes without a debt',
      () => `update ledger_accounts set code = 'BRAND_RECEIVABLE' where code = 'PSP_FEE'`,
    ],
    [
      'ledger.debts-are-owed',
      'a debt that was never booked',
      (d) =>
        `with lost as (insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, opened_at, updated_at, closed_at) select 'dp_z', id, milestone_id, contract_id, brand_org, 'ch_x', total, currency, 'general', 'lost', 'lost', total, currency, now(), now(), now() from payments where milestone_id = '${d.released}' returning *)
          insert into brand_debts(id, brand_org, contract_id, milestone_id, dispute_id, currency, amount, opened_at, updated_at) select gen_random_uuid(), brand_org, contract_id, milestone_id, id, currency, withdrawn, now(), now() from lost`,
    ],
    [
      'deal.bank-refunds-count-once',
      'charged back without a dispute',
      (d) => `update milestones set charged_back_at = now() where id = '${d.held}'`,
    ],
    [
      'deal.bank-refunds-count-once',
      'a lost dispute that nobody owes and that went back to nobody',
      (d) =>
        `insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, opened_at, updated_at, closed_at) select 'dp_y', id, milestone_id, contract_id, brand_org, 'ch_x', total, currency, 'general', 'lost', 'lost', total, currency, now(), now(), now() from payments where milestone_id = '${d.released}'`,
    ],
    [
      'deal.fraud-was-ruled',
      'ended by fraud without a ruling',
      (d) => `update milestones set refund_reason = 'fraud' where id = '${d.refunded}'`,
    ],
    [
      'deal.fraud-was-ruled',
      'a ruling that ended nothing',
      (d) =>
        `insert into parked_decisions(approval_id, case_id, decision, amount, currency, lines, state, decided_at, ended_at, payee_org, contract_id, milestone_id, ruling) select gen_random_uuid(), gen_random_uuid(), 'fraud', 1, 'EUR', '{}', 'done', now(), now(), creator_org, contract_id, id, 'A stolen card' from milestones where id = '${d.released}'`,
    ],
    [
      'deal.disputed-pay-was-covered',
      'paid despite a dispute without an approval',
      (d) =>
        `update ledger_tx set kind = 'dispute_guaranteed' where kind = 'provider_fee' and milestone_id = '${d.held}'`,
    ],
    [
      'deal.disputed-pay-was-covered',
      'a release waits for the float without a dispute',
      (d) => `update milestones set holds = array_append(holds, 'float_short') where id = '${d.held}'`,
    ],
    [
      'deal.disputed-pay-was-covered',
      'paid twice despite a dispute',
      (d) =>
        `update ledger_tx set kind = 'dispute_guaranteed' where kind in ('provider_fee', 'transfer_claimed') and milestone_id = '${d.released}'`,
    ],
    [
      'deal.disputed-pay-was-covered',
      'paid while fraud was suspected',
      (d) =>
        `with suspicion as (insert into cases(id, kind, key, state, milestone_id, contract_id, opened_at, details) select gen_random_uuid(), 'fraud_warning', 'dp_w', 'open', id, contract_id, now() - interval '1 year', '{}' from milestones where id = '${d.released}')
          update escrow_events set type = 'paid_despite_dispute' where type = 'released' and milestone_id = '${d.released}'`,
    ],
    [
      'deal.disputes-of-own-charge',
      'held for a dispute of another payment',
      (d) => `update milestones set holds = array_append(holds, 'card_dispute') where id = '${d.held}'`,
    ],
    [
      'deal.disputes-of-own-charge',
      'a brand owes what a bank took of suspended money',
      (d) =>
        `with lost as (insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, suspended, opened_at, updated_at, closed_at) select 'dp_v', id, milestone_id, contract_id, brand_org, 'ch_v', total, currency, 'general', 'lost', 'lost', total, currency, true, now(), now(), now() from payments where milestone_id = '${d.released}' returning *)
          insert into brand_debts(id, brand_org, contract_id, milestone_id, dispute_id, currency, amount, opened_at, updated_at) select gen_random_uuid(), brand_org, contract_id, milestone_id, id, currency, withdrawn, now(), now() from lost`,
    ],
    [
      'deal.disputes-of-own-charge',
      'a bank took suspended money that is still in suspense',
      (d) =>
        `insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, suspended, opened_at, updated_at) select 'dp_u', id, milestone_id, contract_id, brand_org, 'ch_u', total, currency, 'general', 'needs_response', 'open', total, currency, true, now(), now() from payments where milestone_id = '${d.held}';
         update payments set state = 'processing', failure_code = 'amount_mismatch' where milestone_id = '${d.held}'`,
    ],
    [
      'deal.disputes-of-own-charge',
      'a dispute of a payment that went back sets money aside',
      (d) =>
        `insert into card_disputes(id, payment_id, milestone_id, contract_id, brand_org, charge_id, amount, currency, reason, status, state, withdrawn, withdrawn_currency, set_aside, opened_at, updated_at) select 'dp_t', id, milestone_id, contract_id, brand_org, 'ch_t', total, currency, 'general', 'needs_response', 'open', total, currency, true, now(), now() from payments where milestone_id = '${d.held}';
         update payments set state = 'failed' where milestone_id = '${d.held}'`,
    ],
    [
      'deal.disputes-set-aside',
      'a dispute that ended alone',
      (d) =>
        `update disputes set state = 'withdrawn', ended_at = now(), phase_ends_at = null where milestone_id = '${d.disputed}'`,
    ],
    [
      'deal.disputes-set-aside',
      'a dispute about less than is set aside',
      (d) => `update disputes set amount = amount - 1 where milestone_id = '${d.disputed}'`,
    ],
    [
      'deal.disputes-settle-once',
      'another split than was agreed',
      (d) => `update disputes set kept = kept + 1 where milestone_id = '${d.divided}'`,
    ],
    [
      'deal.disputes-settle-once',
      'a decision without its people',
      (d) => `update disputes set outcome = 'decided' where milestone_id = '${d.divided}'`,
    ],
    [
      'deal.staff-ends-by-two',
      'ended by staff without a proposal that two of them decided',
      (d) => `update disputes set opened_side = null, reason = 'safety' where milestone_id = '${d.divided}'`,
    ],
    [
      'deal.staff-ends-by-two',
      'carried out before its sides could appeal',
      (d) =>
        `update disputes set opened_side = null, settled_at = settled_at + interval '1 hour' where milestone_id = '${d.divided}'`,
    ],
    [
      'deal.disputes-end',
      'a phase that ended unheeded',
      (d) => `update disputes set phase_ends_at = now() - interval '1 hour' where milestone_id = '${d.disputed}'`,
    ],
    [
      'deal.disputes-end',
      'a lost workflow',
      (d) =>
        `delete from workflow_outbox where workflow_id = 'disputeCase/' || (select id from disputes where milestone_id = '${d.disputed}')`,
    ],
    ['deal.deadlines', 'no next moment', (d) => `update milestones set deadline_at = null where id = '${d.held}'`],
    [
      'deal.refunds-are-owed',
      'a brand is owed what did not come back',
      (d) => `update refunds set state = 'failed' where milestone_id = '${d.refunded}'`,
    ],
    [
      'deal.refunds-are-owed',
      'a claim without its money',
      (d) => `update refunds set state = 'claimed' where milestone_id = '${d.refunded}'`,
    ],
    [
      'deal.deadlines',
      'a moment passed unheeded',
      (d) => `update milestones set deadline_at = now() - interval '1 hour' where id = '${d.held}'`,
    ],
    [
      'deal.deadlines',
      'money is held past its last day',
      (d) => `update milestones set hold_expires_at = now() - interval '1 hour' where id = '${d.held}'`,
    ],
    [
      'deal.refunds-are-owed',
      'a refund is a cent larger than what was taken',
      (d) => `update refunds set amount = amount + 1 where milestone_id = '${d.refunded}'`,
    ],
    [
      'deal.terms-are-signed',
      'the kill fee grew after both had signed',
      (d) =>
        `update contracts set terms = terms || '{"killFeeBps": 2500}' where id = (select contract_id from milestones where id = '${d.held}')`,
    ],
    [
      'deal.terms-are-signed',
      'an agency takes a commission that nobody signed',
      (d) =>
        `update contracts set commission_bps = 3000 where id = (select contract_id from milestones where id = '${d.held}')`,
    ],
    [
      'deal.terms-are-signed',
      'a milestone pays another creator',
      (d) => `update milestones set creator_org = brand_org where id = '${d.held}'`,
    ],
    [
      'deal.terms-are-signed',
      'work is due later than both signed',
      (d) => `update milestones set due_at = due_at + interval '30 days' where id = '${d.held}'`,
    ],
    [
      'deal.transfers-are-earned',
      'a transfer is a cent larger than what was earned',
      (d) => `update transfers set amount = amount + 1 where milestone_id = '${d.released}' and leg = 'creator'`,
    ],
    [
      'deal.transfers-are-earned',
      'another payee was sent what was earned',
      (d) =>
        `update transfers set payee_org = (select agency_org from milestones where id = '${d.released}') where milestone_id = '${d.released}' and leg = 'creator'`,
    ],
    [
      'deal.transfers-are-earned',
      'a transfer that was sent waits again',
      (d) => `update transfers set state = 'waiting' where milestone_id = '${d.released}' and leg = 'creator'`,
    ],
    [
      'deal.transfers-are-earned',
      'what was earned has no transfer',
      (d) => `delete from transfers where milestone_id = '${d.released}' and leg = 'agent'`,
    ],
    ['ledger.payouts-are-booked', 'a payout that was paid on paper only', (d) => payoutTo(d.creator, 'paid')],
    [
      'ledger.payouts-are-booked',
      'a payout takes the transfer of another payee',
      (d) =>
        `${payoutTo(d.creator, 'claimed')}; update transfers set payout_id = '${PAYOUT}' where milestone_id = '${d.released}' and leg = 'agent'`,
    ],
    [
      'ledger.payouts-are-booked',
      'what was transferred is in the wallet of another payee',
      (d) =>
        `update ledger_accounts set scope = (select brand_org::text from milestones where id = '${d.held}') where code = 'M_CONNECTED' and scope = '${d.creator}'`,
    ],
    ['deal.deadlines', 'no workflow', (d) => `delete from workflow_outbox where workflow_id = 'escrow/${d.held}'`],
    ['deal.parts-add-up', 'a part that was not booked', (d) => partOf(d.held, 100)],
    [
      'deal.parts-add-up',
      'more was released than its parts',
      (d) => `update milestones set released_parts = 7 where id = '${d.held}'`,
    ],
    [
      'deal.live-release',
      'money waits for a post that its contract does not name',
      (d) => `update milestones set state = 'awaiting_live', approved_at = now() where id = '${d.held}'`,
    ],
    [
      'deal.live-release',
      'a part was released by a post that was never live',
      (d) => `${partOf(d.held, 100)}; update release_parts set cause = 'live' where milestone_id = '${d.held}'`,
    ],
    [
      'deal.live-release',
      'more was released than its shares',
      (d) =>
        `${partOf(d.held, 30000)}; update release_parts set cause = 'approval' where milestone_id = '${d.held}';
         update milestones set state = 'awaiting_live', approved_at = now() where id = '${d.held}';
         update contracts set terms = terms || '{"releaseTrigger": "split", "release": {"approvalBps": 5000, "liveBps": 3000, "holdbackBps": 2000}}' where id = (select contract_id from milestones where id = '${d.held}')`,
    ],
    [
      'deal.live-release',
      'approved money that clears was disputed',
      (d) => `update disputes set prior_state = 'clearing' where milestone_id = '${d.disputed}'`,
    ],
    [
      'deal.documents-gapless',
      'a receipt vanished',
      () => `delete from documents where kind = 'receipt' and number = 2`,
    ],
    [
      'deal.documents-gapless',
      'a number was skipped',
      () => `update documents set number = number + 100 where kind = 'credit_note'`,
    ],
    [
      'deal.event-chain',
      'an event was rewritten',
      (d) => `update escrow_events set data = '{"amount": 1}' where milestone_id = '${d.released}' and type = 'funded'`,
    ],
    [
      'deal.event-chain',
      'the last event was removed from the middle',
      (d) => `delete from escrow_events where milestone_id = '${d.released}' and type = 'approved'`,
    ],
    [
      'deal.events-replay',
      'a state without a step to it',
      (d) => `update milestones set state = 'overdue' where id = '${d.held}'`,
    ],
    [
      'deal.events-replay',
      'a step the machine lacks',
      (d) => `update escrow_events set type = 'overdue' where milestone_id = '${d.released}' and type = 'approved'`,
    ],
    [
      'deal.events-replay',
      'an approval by the creator',
      (d) =>
        `update escrow_events set actor_kind = 'creator' where milestone_id = '${d.released}' and type = 'approved'`,
    ],
    [
      'deal.events-replay',
      'other balances',
      (d) => `update escrow_events set held = held + 1 where milestone_id = '${d.held}'`,
    ],
    [
      'platform.claims-are-settled',
      'an unknown outcome',
      () => `update operations set state = 'unknown' where kind = 'transfer'`,
    ],
    [
      'platform.claims-are-settled',
      'a claim of yesterday under a key of today',
      () =>
        `update operations set state = 'claimed', begun_at = now() - interval '25 hours', claimed_at = now() where kind = 'refund'`,
    ],
    [
      'deal.acts-on-behalf',
      'an act in the name of a creator that the creator does not read',
      (d) => `delete from representation_acts where target = 'milestone:${d.released}'`,
    ],
    [
      'deal.acts-on-behalf',
      'an act after the representation had ended',
      (d) =>
        `update representations set state = 'ended', ended_at = now() - interval '1 hour' where id in (select representation_id from representation_acts where target = 'milestone:${d.released}')`,
    ],
    [
      'platform.commands-are-delivered',
      'a dead letter',
      () =>
        `update workflow_outbox set dispatched_at = null, dead_at = now() where id = (select min(id) from workflow_outbox)`,
    ],
    [
      'platform.commands-are-delivered',
      'a command that waits',
      () =>
        `update workflow_outbox set dispatched_at = null, available_at = now() - interval '5 minutes' where id = (select min(id) from workflow_outbox)`,
    ],
    [
      'platform.webhooks-are-read',
      'an event that was not read',
      () =>
        `insert into psp_events(id, type, object_id, payload, received_at) values ('evt_1', 'payment_intent.succeeded', 'pi_1', '{}', now() - interval '1 hour')`,
    ],
    [
      'platform.webhooks-are-read',
      'ignored without a reason',
      () =>
        `insert into psp_events(id, type, object_id, payload, state, received_at) values ('evt_2', 'payout.paid', 'po_1', '{}', 'ignored', now())`,
    ],
    [
      'platform.mails-once',
      'a mail was given up',
      () =>
        `insert into mails(id, op_id, to_address, template, locale, state) values ('${newId()}', 'm1', 'a@test.example', 'work_approved', 'en', 'failed')`,
    ],
    [
      'platform.mails-once',
      'a mail twice',
      () =>
        `alter table mails drop constraint mails_op_id_key; insert into mails(id, op_id, to_address, template, locale, state) select gen_random_uuid(), 'm2', 'a@test.example', 'work_approved', 'en', 'sent' from generate_series(1, 2)`,
    ],
    [
      'ledger.lines-are-matched',
      'a stored line is a cent larger than its posting',
      () =>
        `update provider_lines set net = net + 1 where id = (select provider_ref from ledger_tx where kind = 'transfer_sent' limit 1)`,
    ],
    [
      'ledger.lines-are-matched',
      'a line is matched with the posting of another line',
      () =>
        `update provider_lines set tx_id = null, matched_at = null where type = 'refund';
         update provider_lines set tx_id = (select id from ledger_tx where kind = 'refund_sent' limit 1) where type = 'transfer' and id = (select provider_ref from ledger_tx where kind = 'transfer_sent' limit 1)`,
    ],
    ['platform.drift-is-stopped', 'a difference stopped nothing', () => drift()],
    [
      'platform.drift-is-stopped',
      'a stop was lifted as by a clean run',
      () =>
        `${drift()}; insert into money_stops(id, currency, reconciliation_id, since, lifted_at, lifted_by) select gen_random_uuid(), 'EUR', id, now(), now(), 'clean_run' from reconciliations where state = 'drift'`,
    ],
    [
      'platform.reconciled-daily',
      'the last one is of three days ago',
      () =>
        `update reconciliations set created_at = now() - interval '3 days', finished_at = now() - interval '3 days'`,
    ],
    [
      'platform.reconciled-daily',
      'none has reached the provider',
      () => `update reconciliations set created_at = now() - interval '3 days', state = 'failed'`,
    ],
    [
      'provider.balance',
      'our mirror is short',
      () => `update ledger_accounts set balance = balance - 100 where id = ${account('PSP_BAL')}`,
    ],
    [
      'provider.balance',
      'our mirror is long',
      () => `update ledger_accounts set balance = balance + 100 where id = ${account('PSP_BAL')}`,
    ],
    [
      'provider.lines',
      'a charge was never mirrored',
      (d) => `update ledger_tx set provider_ref = null where kind = 'funded' and milestone_id = '${d.held}'`,
    ],
    [
      'provider.lines',
      'a posting of thin air',
      (d) => `update ledger_tx set provider_ref = 'txn_made_up' where kind = 'funded' and milestone_id = '${d.held}'`,
    ],
    ['provider.once-each', 'an object without a claim', () => `delete from operations where kind = 'transfer'`],
    [
      'provider.once-each',
      'done on paper only',
      () =>
        `insert into operations(op_id, kind, idempotency_key, state, provider_id, claimed_at, settled_at) values ('xfer:none', 'transfer', 'xfer:none:a1', 'done', 'tr_none', now() - interval '1 minute', now() - interval '1 minute')`,
    ],
    [
      'deal.documents-fit-books',
      'a payment has no receipt',
      (d) => `update payments set receipt_id = null where milestone_id = '${d.held}';
        delete from documents where kind = 'receipt' and milestone_id = '${d.held}'`,
    ],
    [
      'deal.documents-fit-books',
      'earnings that were transferred have no document',
      (d) =>
        `delete from documents where kind in ('earnings_statement', 'self_billed_invoice') and milestone_id = '${d.released}'`,
    ],
  ];
  /** Named by this invariant and by no other one. */
  const alone: typeof cases = [
    [
      'ledger.postings-name-their-deal',
      'a posting is booked for another milestone',
      (d) =>
        `update ledger_tx set milestone_id = '${d.held}' where kind = 'provider_fee' and milestone_id = '${d.released}'`,
    ],
    [
      'ledger.postings-name-their-deal',
      'a transfer is booked for another milestone of the same contract',
      (d) =>
        `update ledger_tx set milestone_id = '${d.held}', contract_id = (select contract_id from milestones where id = '${d.held}') where kind = 'transfer_sent' and milestone_id = '${d.released}'`,
    ],
    [
      'ledger.postings-name-their-deal',
      'a posting is booked for no milestone',
      (d) =>
        `update ledger_tx set milestone_id = null where kind = 'refund_decided' and milestone_id = '${d.refunded}'`,
    ],
    [
      'deal.documents-gapless',
      'the last document of a series is missing',
      () =>
        `delete from documents where kind = 'receipt' and number = (select max(number) from documents where kind = 'receipt')`,
    ],
    [
      'deal.documents-fit-books',
      'a receipt is over another amount',
      (d) => `update documents set amount = amount + 1 where kind = 'receipt' and milestone_id = '${d.held}'`,
    ],
    [
      'deal.documents-fit-books',
      'an invoice of the fee is over another amount',
      (d) => `update documents set amount = amount + 1 where kind = 'fee_invoice' and milestone_id = '${d.held}'`,
    ],
    [
      'deal.documents-fit-books',
      'a credit note is over another amount',
      (d) => `update documents set amount = amount - 1 where kind = 'credit_note' and milestone_id = '${d.refunded}'`,
    ],
    [
      'deal.documents-fit-books',
      'a statement of earnings is over another amount',
      (d) =>
        `update documents set amount = amount + 1 where kind in ('earnings_statement', 'self_billed_invoice') and milestone_id = '${d.released}'`,
    ],
    [
      'deal.times-are-recorded',
      'a milestone was released at no time',
      (d) => `update milestones set released_at = null where id = '${d.released}'`,
    ],
    [
      'deal.times-are-recorded',
      'a milestone was refunded at another time',
      (d) => `update milestones set refunded_at = refunded_at - interval '1 day' where id = '${d.refunded}'`,
    ],
    [
      'deal.clocks-run-in-full',
      'work is overdue before its time',
      (d) => `update milestones set deadline_at = deadline_at - interval '1 hour' where id = '${d.held}'`,
    ],
    [
      'deal.clocks-run-in-full',
      'a milestone can be funded for a shorter time',
      (d) =>
        `update milestones set deadline_at = deadline_at - interval '1 day', funding_deadline_at = funding_deadline_at - interval '1 day' where contract_id = '${d.amended}' and state = 'awaiting_funding'`,
    ],
    [
      'deal.clocks-run-in-full',
      'a bonus can be funded from the signatures of its contract on, not of its addendum',
      (d) =>
        `update contracts set signed_at = signed_at - interval '2 days' where id = '${d.amended}';
         update milestones set deadline_at = deadline_at - interval '1 day', funding_deadline_at = funding_deadline_at - interval '1 day' where contract_id = '${d.amended}' and bonus`,
    ],
    [
      'deal.terms-are-signed',
      'more rounds of changes than both signed',
      (d) => `update milestones set rounds_max = rounds_max + 1 where id = '${d.held}'`,
    ],
    [
      'ledger.calls-fit-books',
      'a payee is paid at another account',
      (d) => `insert into operations(op_id, kind, org_id, idempotency_key, state, provider_id, claimed_at, settled_at)
          select 'acct:' || org_id, 'account', org_id, 'acct:' || org_id || ':a1', 'done', provider_account_id, now(), now() from payout_accounts where org_id = '${d.creator}';
         update payout_accounts set provider_account_id = 'acct_other' where org_id = '${d.creator}'`,
    ],
    [
      'ledger.calls-fit-books',
      'a transfer names another object of the provider',
      (d) => `update transfers set provider_id = 'tr_other' where milestone_id = '${d.released}' and leg = 'creator'`,
    ],
    [
      'ledger.calls-fit-books',
      'a transfer was called for with another amount',
      (d) => `update operations set amount = amount + 1 where kind = 'transfer' and milestone_id = '${d.released}'`,
    ],
    [
      'ledger.transfers-reach-payees',
      'a transfer went to an account that nobody opened',
      (d) =>
        `update provider_lines set destination = 'acct_other' where source_id in (select provider_id from transfers where milestone_id = '${d.released}' and leg = 'creator')`,
    ],
    [
      'ledger.transfers-reach-payees',
      'a transfer went to the account of another payee',
      (d) =>
        `update provider_lines set destination = (select provider_id from operations where kind = 'account' and org_id <> '${d.creator}' limit 1)
          where source_id in (select provider_id from transfers where milestone_id = '${d.released}' and leg = 'creator')`,
    ],
    [
      'ledger.calls-fit-books',
      'a refund was called for with another amount',
      (d) => `update operations set amount = amount - 1 where kind = 'refund' and milestone_id = '${d.refunded}'`,
    ],
    [
      'deal.joint-charges-add-up',
      'a payment page was claimed for another amount',
      (d) => `update operations set amount = amount + 1 where op_id = '${d.payment}'`,
    ],
    [
      'ledger.payouts-are-booked',
      'a statement of a payout is over another amount',
      (d) => `${payoutTo(d.creator, 'claimed')};
        insert into documents(id, org_id, kind, year, number, currency, amount, payout_id, data, issued_at) values (gen_random_uuid(), '${d.creator}', 'payout_statement', 2026, 1, 'EUR', 501, '${PAYOUT}', '{}', now());
        insert into document_counters(kind, year, last) values ('payout_statement', 2026, 1)`,
    ],
  ];

  const corruptions: Corruptions = {};
  afterAll(() => {
    const file = process.env[SELFTEST.file];
    if (file) writeFileSync(file, JSON.stringify(corruptions));
  });

  test.each([...cases, ...alone])('%s: %s', async (invariant, what, corrupt) => {
    const { op_id: payment } = await world.owner
      .selectFrom('payments')
      .select('op_id')
      .where('milestone_id', '=', held.milestoneId)
      .executeTakeFirstOrThrow();
    const found = await breachesAfter((query) =>
      query(
        corrupt({
          released: released.milestoneId,
          held: held.milestoneId,
          refunded: refunded.milestoneId,
          disputed: disputed.milestoneId,
          divided: divided.milestoneId,
          amended: amended.contractId,
          joined: pair.milestoneIds[1]!,
          contract: released.contractId,
          payment,
          creator: released.creator.orgId,
        }),
      ),
    );
    const counted = (corruptions[invariant] ??= { made: 0, named: 0 });
    counted.made += 1;
    if (found.includes(invariant)) counted.named += 1;
    expect(found).toContain(invariant);
    if (alone.some(([, name]) => name === what)) expect([...new Set(found)]).toEqual([invariant]);
  });

  test('a few lines of each invariant are reported, however much is wrong', async () => {
    const found = await breachesAfter((query) =>
      query(`insert into escrow_events(id, contract_id, brand_org, creator_org, seq, type, actor_kind, at, prev_hash, hash)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 2, 'funded', 'system', now(), 'a', 'b' from generate_series(1, 100)`),
    );
    expect(found.filter((name) => name === 'deal.event-chain')).toHaveLength(20);
  });

  test("the provider's own arithmetic is its own affair, and is reported", async () => {
    const { payments } = world.integrations;
    const { listBalanceLines, newestBalanceLine } = payments;
    const balance = async () => (await payments.balance()).map((b) => ({ ...b, available: b.available + 1 }));
    const found = await checkMoney(world.worker, {
      provider: { balance, listBalanceLines, newestBalanceLine },
      retries: { times: 1, pauseMs: 0 },
    });
    expect(found.map((b) => [b.invariant, b.currency])).toEqual([
      ['provider.balance', 'EUR'],
      ['provider.adds-up', 'EUR'],
    ]);
  });

  test('at least two for each invariant of ours', () => {
    const counted = new Map<string, number>();
    for (const [name] of [...cases, ...alone]) counted.set(name, (counted.get(name) ?? 0) + 1);
    const missing = INVARIANTS.filter((i) => (counted.get(i.name) ?? 0) < SELFTEST.least).map((i) => i.name);
    expect(missing).toEqual([SELFTEST.besides]);
  });
});
