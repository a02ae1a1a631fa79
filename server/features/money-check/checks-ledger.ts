import { sql } from 'kysely';
import { byQuery, type Invariant } from './check.ts';
import { CHART, CLIENT_LIABILITIES } from '../ledger/rules.ts';

const codes = (list: readonly string[]) => sql.join(list.map((c) => sql.lit(c)));

/** What the ledger promises by itself. */
export const LEDGER_INVARIANTS: readonly Invariant[] = [
  byQuery('ledger.tx-balances', 'I1 V1', 'Every posting balances in every currency and has at least two entries.', () => sql`
    select t.op_id || ': debit ' || coalesce(sum(e.debit), 0) || ', credit ' || coalesce(sum(e.credit), 0) as detail
      from ledger_tx t left join ledger_entries e on e.tx_id = t.id group by t.id, t.op_id, e.currency
      having count(e.id) < 2 or sum(e.debit) <> sum(e.credit)`),
  byQuery('ledger.world-is-zero', 'V2', 'All balances of a currency together are zero.', () => sql`
    select currency || ' is off by ' || sum(case side when 'debit' then balance else -balance end) as detail
      from ledger_accounts group by currency having sum(case side when 'debit' then balance else -balance end) <> 0`),
  byQuery('ledger.balance-is-entries', 'V3', 'The balance of an account is the sum of its entries, and its version counts them.', () => sql`
    select a.code || '/' || a.scope || ' ' || a.currency || ': balance ' || a.balance || ', entries ' || coalesce(s.net, 0) || ', version ' || a.version || ' of ' || coalesce(s.n, 0) as detail
      from ledger_accounts a
      left join (select e.account_id, sum(case x.side when 'debit' then e.debit - e.credit else e.credit - e.debit end) as net, count(*) as n, max(e.account_version) as top
                   from ledger_entries e join ledger_accounts x on x.id = e.account_id group by e.account_id) s on s.account_id = a.id
      where a.balance <> coalesce(s.net, 0) or a.version <> coalesce(s.n, 0) or a.version <> coalesce(s.top, 0)`),
  byQuery('ledger.entries-chain', 'V3', 'Each entry carries the balance before it plus its own amount.', () => sql`
    select code || '/' || scope || ' version ' || account_version || ': ' || balance_after || ' instead of ' || expected as detail from (
      select a.code, a.scope, e.account_version, e.balance_after,
             coalesce(lag(e.balance_after) over w, 0) + case a.side when 'debit' then e.debit - e.credit else e.credit - e.debit end as expected
        from ledger_entries e join ledger_accounts a on a.id = e.account_id window w as (partition by e.account_id order by e.account_version)
    ) s where balance_after <> expected`),
  byQuery('ledger.no-negative', 'I3 V4', 'What is owed is never negative; only the accounts that mirror others may be.', () => sql`
    select code || '/' || scope || ' ' || currency || ' is ' || balance as detail from ledger_accounts
      where balance < 0 and code not in (${codes(Object.entries(CHART).filter(([, a]) => 'negative' in a).map(([code]) => code))})`),
  byQuery('ledger.chart', 'V4', 'Accounts carry the codes and sides of the chart.', () => sql`
    select a.code || '/' || a.scope || ' is ' || a.side as detail from ledger_accounts a
      left join (values ${sql.join(Object.entries(CHART).map(([code, { side }]) => sql`(${sql.lit(code)}, ${sql.lit(side)})`))}) as chart(code, side) on chart.code = a.code
      where chart.side is distinct from a.side`),
  byQuery('ledger.append-only', 'I2 V10', 'The triggers and grants that keep the ledger and the timeline append-only are in force.', () => sql`
    select t || ' can be changed' as detail
      from unnest(array['ledger_tx', 'ledger_entries', 'escrow_events', 'signatures', 'audit_log']) as t
      where not exists (select from pg_trigger g where g.tgrelid = t::regclass and g.tgname = t || '_append_only' and g.tgenabled in ('O', 'A'))
         or has_table_privilege('sponsio_app', t, 'UPDATE') or has_table_privilege('sponsio_worker', t, 'UPDATE') or has_table_privilege('sponsio_app', t, 'DELETE')
         or has_table_privilege('sponsio_worker', t, 'DELETE')`),
  byQuery('ledger.one-effect', 'I13 I11', 'An operation is posted once, and a balance transaction of the provider is mirrored once.', () => sql`
    select 'provider line ' || provider_ref || ' is mirrored ' || count(*) || ' times' as detail from ledger_tx where provider_ref is not null group by provider_ref having count(*) > 1
    union all
    select 'operation ' || op_id || ' was posted ' || count(*) || ' times' from ledger_tx group by op_id having count(*) > 1`),
  byQuery('ledger.clients-are-covered', 'I9a', 'What is at the provider covers everything owed to clients and states.', () => sql`
    select currency || ': ' || coalesce(sum(balance) filter (where code in ('PSP_BAL', 'CARD_DISPUTE_HOLD')), 0) || ' for ' || coalesce(sum(balance) filter (where code in (${codes(CLIENT_LIABILITIES)})), 0) as detail
      from ledger_accounts group by currency
      having coalesce(sum(balance) filter (where code in ('PSP_BAL', 'CARD_DISPUTE_HOLD')), 0) < coalesce(sum(balance) filter (where code in (${codes(CLIENT_LIABILITIES)})), 0)`),
  byQuery('ledger.refund-of-everything', 'I9b', 'Every open deal could be refunded in full right now, fees included.', () => sql`
    select currency || ' lacks ' || (sum(balance) filter (where code in (${codes([...CLIENT_LIABILITIES, 'FEE_DEFERRED'])})) - coalesce(sum(balance) filter (where code in ('PSP_BAL', 'CARD_DISPUTE_HOLD')), 0)) as detail
      from ledger_accounts group by currency
      having coalesce(sum(balance) filter (where code in (${codes([...CLIENT_LIABILITIES, 'FEE_DEFERRED'])})), 0) > coalesce(sum(balance) filter (where code in ('PSP_BAL', 'CARD_DISPUTE_HOLD')), 0)`),
  byQuery('ledger.suspense-is-empty', 'P20', 'No money waits for a person to say whose it is.', () => sql`
    select currency || ' ' || balance || ' in suspense' as detail from ledger_accounts where code = 'SUSPENSE' and balance <> 0`),
  byQuery('ledger.creators-keep', 'I19', 'What a creator or an agency earned is debited by transfers alone.', () => sql`
    select t.op_id || ' took ' || e.debit || ' from ' || a.code as detail from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_tx t on t.id = e.tx_id
      where a.code in ('CREATOR_PAYABLE', 'AGENT_PAYABLE') and e.debit > 0 and t.kind <> 'transfer_claimed'`),
];
