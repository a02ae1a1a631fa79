import { sql } from 'kysely';
import { queriesOver, type RowInvariant } from './check.ts';

const perContract = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
const sums = queriesOver({ phase: 'ledger', over: 'whole', stopsMoneyOut: true });
const ofPage = (page: readonly string[]) => sql`m.contract_id = any(${page}::uuid[])`;

/** Invariants of what payees earned, from the release to their bank. */
export const PAYEE_INVARIANTS: readonly RowInvariant[] = [
  perContract(
    'deal.transfers-are-earned',
    'I5 I6 I19',
    'The transfers of a milestone are what its releases earned each payee, and each is booked as far as it came.',
    ({ page }) => sql`
    select 'milestone ' || m.id || ' earned its ' || s.leg || ' ' || s.payee || ' ' || sum(s.earned) || ', its transfers are ' || sum(s.transferred) as detail, m.currency
      from milestones m
      -- From the posting to its entries: an account has those of years.
      cross join lateral (
        select case a.code when 'CREATOR_PAYABLE' then 'creator' else 'agent' end as leg, a.scope as payee, e.credit as earned, 0 as transferred
          from ledger_tx t join ledger_entries e on e.tx_id = t.id and e.credit > 0 join ledger_accounts a on a.id = e.account_id
          where t.milestone_id = m.id and t.kind = 'release' and a.code in ('CREATOR_PAYABLE', 'AGENT_PAYABLE')
        union all
        select x.leg, x.payee_org::text, 0, x.amount from transfers x where x.milestone_id = m.id) s
      where ${ofPage(page)} group by m.id, m.currency, s.leg, s.payee having sum(s.earned) <> sum(s.transferred)
    union all
    select 'transfer ' || x.op_id || ' is ' || x.state || ', ' || coalesce(a.balance, 0) || ' of ' || x.amount || ' is under way and ' || b.sent || ' was sent', x.currency
      from milestones m join transfers x on x.milestone_id = m.id
      left join ledger_accounts a on a.code = 'XFER_IN_FLIGHT' and a.scope = x.op_id and a.currency = x.currency
      left join lateral (select coalesce(sum(e.debit), 0) as sent from ledger_entries e join ledger_tx t on t.id = e.tx_id and t.kind = 'transfer_sent'
        where e.account_id = a.id) b on true
      where ${ofPage(page)} and (coalesce(a.balance, 0) <> case when x.state in ('claimed', 'unknown') then x.amount else 0 end
        or b.sent <> case x.state when 'sent' then x.amount else 0 end)`,
  ),
  sums(
    'ledger.payouts-are-booked',
    'I6 I19',
    'A payout is booked as far as it came and takes transfers of its own payee alone; what was transferred to a payee is in its wallet, on its way or in its bank; its statement is over its amount.',
    () => sql`
    select 'payout ' || p.id || ' of ' || p.amount || ' is ' || p.state || ', ' || b.claimed || ' was claimed, ' || b.paid || ' paid, ' || b.back || ' came back' as detail, p.currency
      from payouts p
      cross join lateral (select coalesce(sum(e.debit) filter (where t.kind = 'payout_claimed'), 0) as claimed,
          coalesce(sum(e.debit) filter (where t.kind = 'payout_paid'), 0) as paid,
          coalesce(sum(e.debit) filter (where t.kind in ('payout_failed', 'payout_returned')), 0) as back
        from ledger_tx t join ledger_entries e on e.tx_id = t.id
        where t.op_id in (p.op_id || ':claim', p.op_id || ':paid', p.op_id || ':failed', p.op_id || ':returned')) b
      where b.claimed <> case when p.state in ('claimed', 'unknown') and b.claimed = 0 then 0 else p.amount end
        or b.paid <> case when p.state in ('paid', 'returned') then p.amount else 0 end
        or b.back <> case when p.state in ('failed', 'returned') then p.amount else 0 end
    union all
    select 'transfer ' || x.op_id || ' is in payout ' || p.id || ', which is ' || p.state || ' and of ' || p.org_id, x.currency
      from transfers x join payouts p on p.id = x.payout_id
      where (x.payee_org, x.currency) is distinct from (p.org_id, p.currency) or x.state <> 'sent' or p.state in ('failed', 'returned')
    union all
    select 'statement ' || d.number || ' of ' || d.year || ' is over ' || d.amount || ', payout ' || p.id || ' was of ' || p.amount, p.currency
      from payouts p join documents d on d.payout_id = p.id
      where (d.org_id, d.amount, d.currency) is distinct from (p.org_id, p.amount, p.currency)
    union all
    select 'payee ' || scope || ' was sent ' || coalesce(sum(balance) filter (where code = 'M_EARNED'), 0) || ' and has ' || coalesce(sum(balance) filter (where code <> 'M_EARNED'), 0), currency
      from ledger_accounts where code in ('M_EARNED', 'M_CONNECTED', 'M_TRANSIT', 'M_BANK') group by scope, currency
      having coalesce(sum(balance) filter (where code = 'M_EARNED'), 0) <> coalesce(sum(balance) filter (where code <> 'M_EARNED'), 0)`,
  ),
  sums(
    'ledger.calls-fit-books',
    'I11 I17 I18',
    'A call to the provider is about the amount and the org of what it was claimed for, and what it made is what its row names; a payee is paid at the account that was opened for it.',
    () => sql`
    select 'call ' || o.op_id || ' is about ' || coalesce(o.amount::text, 'no amount') || ' of ' || coalesce(o.org_id::text, 'no org') || coalesce(', made ' || o.provider_id, '')
           || '; it was claimed for ' || w.amount || ' of ' || w.org_id || coalesce(', which names ' || w.provider_id, '') as detail, w.currency, o.op_id as key
      from operations o join (
        select op_id, 'transfer' as kind, amount, currency, payee_org as org_id, provider_id from transfers
        union all select op_id, 'refund', amount, currency, brand_org, provider_id from refunds
        union all select op_id, 'payout', amount, currency, org_id, provider_id from payouts
        union all select op_id, 'checkout', amount, currency, brand_org, session_id from debt_payments) w on w.op_id = o.op_id
      where (o.kind, o.amount, o.currency, o.org_id) is distinct from (w.kind, w.amount, w.currency, w.org_id) or o.provider_id <> w.provider_id
    union all
    -- The books of these calls have no row of their own but the posting of what was taken in or sent.
    select 'call ' || o.op_id || ' is about ' || coalesce(o.amount::text, 'no amount') || ', ' || b.moved || ' was posted', o.currency, o.op_id
      from operations o cross join lateral (select sum(e.debit) as moved from ledger_tx t join ledger_entries e on e.tx_id = t.id
        join ledger_accounts a on a.id = e.account_id where t.op_id = o.op_id and t.kind = 'float' and a.code = 'PSP_BAL') b
      where o.kind = 'top_up' and b.moved <> o.amount
    union all
    select 'payee ' || p.org_id || ' is paid at account ' || p.provider_account_id || ', ' || coalesce(o.provider_id, 'none') || ' was opened for it', p.currency, p.org_id::text
      from payout_accounts p join operations o on o.op_id = 'acct:' || p.org_id || case when p.generation > 1 then ':' || p.generation else '' end
      where p.provider_account_id is not null and (o.org_id, o.provider_id) is distinct from (p.org_id, p.provider_account_id)`,
  ),
  sums(
    'ledger.transfers-reach-payees',
    'I11 I19',
    'What the provider says it transferred for a payee is at an account that was opened for that payee.',
    () => sql`
    select 'transfer ' || t.op_id || ' of payee ' || t.payee_org || ' is at account ' || l.destination || ', which was not opened for it' as detail, t.currency, t.op_id as key
      from provider_lines l join transfers t on t.provider_id = l.source_id
      where l.destination is not null
        and not exists (select from operations o where o.kind = 'account' and o.org_id = t.payee_org and o.provider_id = l.destination)`,
  ),
];
