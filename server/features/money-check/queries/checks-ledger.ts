import { sql } from 'kysely';
import { CHART, CLIENT_LIABILITIES } from '../../ledger/rules.ts';
import { TOTALLED } from '../../ledger/schema.ts';
import { mirrorOf } from './stored-lines.ts';
import { busyAccounts } from './busy-accounts.ts';
import { queriesOver, type CheckContext, type Finding, type RowInvariant } from './check.ts';

const codes = (list: readonly string[]) => sql.join(list.map((c) => sql.lit(c)));

const sums = queriesOver({ phase: 'ledger', over: 'whole', stopsMoneyOut: true });
/** Money without a known owner, or a float that is short: reported, without an effect on money owed to others. */
const warnings = queriesOver({ phase: 'ledger', over: 'whole', stopsMoneyOut: false });
const perPosting = queriesOver({ phase: 'ledger', over: 'postings', stopsMoneyOut: true });
const perAccount = queriesOver({ phase: 'ledger', over: 'accounts', stopsMoneyOut: true });

/** Findings of the query over usual accounts, and of the pass over the busy ones. */
const alsoBusy = (invariant: RowInvariant, kind: 'sums' | 'chain'): RowInvariant => ({
  ...invariant,
  find: async (ctx: CheckContext): Promise<Finding[]> => [
    ...(await invariant.find(ctx)),
    ...(await busyAccounts(ctx))[kind],
  ],
});

/**
 * Money at the provider, and what card banks have withdrawn of money that its milestone still holds: no more than price,
 * deferred fee and the tax on that fee. Other withdrawn money is a loss until it is reinstated.
 */
const COVER = sql`(coalesce(sum(balance) filter (where code = 'PSP_BAL'), 0) + coalesce((
  select sum(least(taken.sum, kept.price + kept.fee + case when p.fee > 0 then ceil(p.tax * kept.fee / p.fee::numeric) else 0 end))
    from (select distinct on (milestone_id) milestone_id, payment_id from card_disputes where set_aside) d
    join payments p on p.id = d.payment_id
    cross join lateral (select coalesce(sum(h.balance), 0) as sum from card_disputes x
      join ledger_accounts h on h.code = 'CARD_DISPUTE_HOLD' and h.scope = x.id and h.currency = a.currency
      where x.payment_id = d.payment_id) taken
    cross join lateral (select coalesce(sum(e.balance) filter (where e.code <> 'FEE_DEFERRED'), 0) as price,
        coalesce(sum(e.balance) filter (where e.code = 'FEE_DEFERRED'), 0) as fee from ledger_accounts e
      where e.code in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED') and e.scope = d.milestone_id::text and e.currency = a.currency) kept), 0))`;

/** Invariants of the ledger itself. */
export const LEDGER_INVARIANTS: readonly RowInvariant[] = [
  perPosting(
    'ledger.tx-balances',
    'I1 V1',
    'Every posting balances in every currency and has at least two entries.',
    ({ page }) => sql`
    select t.op_id || ': debit ' || coalesce(sum(e.debit), 0) || ', credit ' || coalesce(sum(e.credit), 0) as detail, e.currency
      from ledger_tx t left join ledger_entries e on e.tx_id = t.id where t.id = any(${page}::uuid[]) group by t.id, t.op_id, e.currency
      having count(e.id) < 2 or sum(e.debit) <> sum(e.credit)`,
  ),
  sums(
    'ledger.world-is-zero',
    'V2',
    'All balances of a currency together are zero.',
    () => sql`
    select currency || ' is off by ' || sum(case side when 'debit' then balance else -balance end) as detail, currency
      from ledger_accounts group by currency having sum(case side when 'debit' then balance else -balance end) <> 0`,
  ),
  alsoBusy(
    perAccount(
      'ledger.balance-is-entries',
      'V3',
      'The balance of an account is the sum of its entries, and its version counts them.',
      ({ page, busyFrom }) => sql`
    select a.code || '/' || a.scope || ' ' || a.currency || ': balance ' || a.balance || ', entries ' || coalesce(s.net, 0) || ', version ' || a.version || ' of ' || coalesce(s.n, 0) as detail,
           a.currency, a.code || '/' || a.scope || ' ' || a.currency || ': ' || (a.balance - coalesce(s.net, 0)) || ', ' || (a.version - coalesce(s.n, 0)) as key
      from ledger_accounts a
      left join lateral (select sum(case a.side when 'debit' then e.debit - e.credit else e.credit - e.debit end) as net, count(*) as n, max(e.account_version) as top
                   from ledger_entries e where e.account_id = a.id) s on true
      where a.id = any(${page}::bigint[]) and a.version < ${busyFrom} and (a.balance <> coalesce(s.net, 0) or a.version <> coalesce(s.n, 0) or a.version <> coalesce(s.top, 0))`,
    ),
    'sums',
  ),
  alsoBusy(
    perAccount(
      'ledger.entries-chain',
      'V3',
      'Each entry carries the balance before it plus its own amount.',
      ({ page, busyFrom }) => sql`
    select code || '/' || scope || ' version ' || account_version || ': ' || balance_after || ' instead of ' || expected as detail, currency from (
      select a.code, a.scope, a.currency, e.account_version, e.balance_after,
             coalesce(lag(e.balance_after) over w, 0) + case a.side when 'debit' then e.debit - e.credit else e.credit - e.debit end as expected
        from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.id = any(${page}::bigint[]) and a.version < ${busyFrom}
        window w as (partition by e.account_id order by e.account_version)
    ) s where balance_after <> expected`,
    ),
    'chain',
  ),
  sums(
    'ledger.org-totals',
    'V3',
    'The totals of an org are the balances of its accounts.',
    () => sql`
    select coalesce(a.org_id, t.org_id) || ' ' || coalesce(a.code, t.code) || ' ' || coalesce(a.currency, t.currency) || ': totals ' || coalesce(t.net, 0) || ', accounts ' || coalesce(a.net, 0) as detail,
           coalesce(a.currency, t.currency) as currency
      from (select org_id, code, currency, sum(balance) as net from ledger_accounts
              where org_id is not null and code in (${codes(TOTALLED)}) group by org_id, code, currency) a
      full join (select org_id, code, currency, sum(credit - debit) as net from ledger_org_totals group by org_id, code, currency) t
        on t.org_id = a.org_id and t.code = a.code and t.currency = a.currency
      where coalesce(a.net, 0) <> coalesce(t.net, 0)`,
  ),
  sums(
    'ledger.no-negative',
    'I3 V4',
    'What is owed is never negative; only the accounts that mirror others may be.',
    () => sql`
    select code || '/' || scope || ' ' || currency || ' is ' || balance as detail, currency from ledger_accounts
      where balance < 0 and code not in (${codes(
        Object.entries(CHART)
          .filter(([, a]) => 'negative' in a)
          .map(([code]) => code),
      )})`,
  ),
  sums(
    'ledger.chart',
    'V4',
    'Accounts carry the codes and sides of the chart, and only those that mirror others may go below zero.',
    () => sql`
    select a.code || '/' || a.scope || ' is ' || a.side || case when a.may_be_negative then ' and may be negative' else '' end as detail, a.currency from ledger_accounts a
      left join (values ${sql.join(Object.entries(CHART).map(([code, { side, ...more }]) => sql`(${sql.lit(code)}, ${sql.lit(side)}, ${sql.lit('negative' in more)})`))}) as chart(code, side, negative) on chart.code = a.code
      where (chart.side, chart.negative) is distinct from (a.side, a.may_be_negative)`,
  ),
  sums(
    'ledger.append-only',
    'I2 V10',
    'The triggers and grants that keep the ledger and the timeline append-only are in force.',
    () => sql`
    select t || ' can be changed' as detail
      from unnest(array['ledger_tx', 'ledger_entries', 'escrow_events', 'signatures', 'audit_log']) as t
      where not exists (select from pg_trigger g where g.tgrelid = t::regclass and g.tgname = t || '_append_only' and g.tgenabled in ('O', 'A'))
         or has_table_privilege('sponsio_app', t, 'UPDATE') or has_table_privilege('sponsio_worker', t, 'UPDATE') or has_table_privilege('sponsio_app', t, 'DELETE')
         or has_table_privilege('sponsio_worker', t, 'DELETE')`,
  ),
  sums(
    'ledger.one-effect',
    'I13 I11',
    'An operation is posted once, and a balance transaction of the provider is mirrored once, by one posting or by the lines of one payment.',
    () => sql`
    select 'provider line ' || twice.ref || ' is mirrored ' || count(distinct coalesce(p.lead_id::text, p.id::text, d.share_of || '/' || twice.ref, d.id || '/' || twice.ref, case when t.op_id like 'moved:' || twice.ref || ':%' then 'moved:' || twice.ref else t.op_id end)) || ' times' as detail
      from (select provider_ref as ref from ledger_tx where provider_ref is not null group by provider_ref having count(*) > 1) twice
      join ledger_tx t on t.provider_ref = twice.ref
      left join payments p on p.op_id = t.op_id
      left join card_disputes d on t.op_id = 'dispute:' || d.id || ':' || twice.ref
      group by twice.ref
      having count(distinct coalesce(p.lead_id::text, p.id::text, d.share_of || '/' || twice.ref, d.id || '/' || twice.ref, case when t.op_id like 'moved:' || twice.ref || ':%' then 'moved:' || twice.ref else t.op_id end)) > 1
    union all
    select 'operation ' || op_id || ' was posted ' || count(*) || ' times' from ledger_tx group by op_id having count(*) > 1`,
  ),
  sums(
    'ledger.clients-are-covered',
    'I9a',
    'What is at the provider, and what card banks have taken of money that is still held, covers everything owed to clients and states.',
    () => sql`
    select currency || ': ' || ${COVER} || ' for ' || coalesce(sum(balance) filter (where code in (${codes(CLIENT_LIABILITIES)})), 0) as detail,
           currency, currency as key
      from ledger_accounts a group by currency
      having ${COVER} < coalesce(sum(balance) filter (where code in (${codes(CLIENT_LIABILITIES)})), 0)`,
  ),
  warnings(
    'ledger.refund-of-everything',
    'I9b',
    'Every open deal could be refunded in full right now, fees included.',
    () => sql`
    select currency || ' lacks ' || (sum(balance) filter (where code in (${codes([...CLIENT_LIABILITIES, 'FEE_DEFERRED'])})) - ${COVER}) as detail,
           currency, currency as key
      from ledger_accounts a group by currency
      having coalesce(sum(balance) filter (where code in (${codes([...CLIENT_LIABILITIES, 'FEE_DEFERRED'])})), 0) > ${COVER}`,
  ),
  sums(
    'ledger.debts-are-owed',
    'P16',
    'What a brand owes is what its debts come to, less what was paid, written off or given back.',
    () => sql`
    select 'brand ' || coalesce(a.scope, d.scope) || ' owes ' || coalesce(a.balance, 0) || ' ' || coalesce(a.currency, d.currency) || ', its debts are ' || coalesce(d.owed, 0) as detail,
           coalesce(a.currency, d.currency) as currency
      from (select scope, currency, balance from ledger_accounts where code = 'BRAND_RECEIVABLE') a
      full join (select brand_org::text as scope, currency, sum(amount - cancelled - paid - written_off) as owed from brand_debts group by brand_org, currency) d
        on d.scope = a.scope and d.currency = a.currency
      where coalesce(a.balance, 0) <> coalesce(d.owed, 0)`,
  ),
  warnings(
    'ledger.suspense-is-empty',
    'P20',
    'No money waits for a person to say whose it is.',
    () => sql`
    select currency || ' ' || waits || ' in suspense' as detail, currency from (
      -- Two staff members have said whose the rest is; it is booked once their ruling cannot be appealed any more.
      select a.currency, a.balance - coalesce((select sum(p.amount) from parked_decisions p
          where p.currency = a.currency and p.decision <> 'fraud' and p.state = 'open' and p.effective_at > now()), 0) as waits
        from ledger_accounts a where a.code = 'SUSPENSE') s where waits <> 0`,
  ),
  perPosting(
    'ledger.creators-keep',
    'I19',
    'What a creator or an agency earned is debited by transfers alone.',
    ({ page }) => sql`
    select t.op_id || ' took ' || e.debit || ' from ' || a.code as detail, e.currency from ledger_tx t
      -- From the posting to its entries (offset 0 keeps the planner from another order): an account has those of years.
      cross join lateral (select * from ledger_entries own where own.tx_id = t.id and own.debit > 0 offset 0) e join ledger_accounts a on a.id = e.account_id
      where t.id = any(${page}::uuid[]) and t.kind <> 'transfer_claimed' and a.code in ('CREATOR_PAYABLE', 'AGENT_PAYABLE')`,
  ),
  perPosting(
    'ledger.postings-name-their-deal',
    'I4 I5',
    'A posting is of the milestone whose money it moves, and of its contract.',
    ({ page }) => sql`
    select t.op_id || ' is booked for milestone ' || t.milestone_id || ' and moves money of ' || a.scope as detail, e.currency from ledger_tx t
      cross join lateral (select * from ledger_entries own where own.tx_id = t.id offset 0) e join ledger_accounts a on a.id = e.account_id
      where t.id = any(${page}::uuid[]) and a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED') and t.milestone_id::text is distinct from a.scope
    union all
    select t.op_id || ' is booked for milestone ' || t.milestone_id, null from ledger_tx t
      where t.id = any(${page}::uuid[]) and t.op_id ~ '^(fund|xfer|refund|release|settle):[0-9a-f-]{36}(:|$)' and t.milestone_id::text <> split_part(t.op_id, ':', 2)
    union all
    select t.op_id || ' is booked for contract ' || coalesce(t.contract_id::text, 'none') || ', its milestone is of ' || m.contract_id, m.currency
      from ledger_tx t join milestones m on m.id = t.milestone_id
      where t.id = any(${page}::uuid[]) and t.contract_id is distinct from m.contract_id`,
  ),
  perPosting(
    'ledger.lines-are-matched',
    'I11 R1',
    'A stored line of the provider is matched once, with the posting that names it, in its exact amount.',
    ({ page }) => sql`
    select 'line ' || l.id || ' of ' || l.net || ' ' || l.currency || ' is matched with ' || t.op_id || ', which names ' || coalesce(t.provider_ref, 'no line') || ' and moved ' || coalesce(o.moved, 0) || ' ' || coalesce(o.currency, '') as detail,
           l.currency, l.id as key
      from ledger_tx t join provider_lines l on l.tx_id = t.id
      left join lateral ${mirrorOf(sql`l.id`)} o on true
      where t.id = any(${page}::uuid[]) and (t.provider_ref is distinct from l.id or o.moved is distinct from l.net or o.currency is distinct from l.currency)`,
  ),
];
