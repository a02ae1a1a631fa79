import { sql } from 'kysely';
import { OF_ACCEPTED } from './accepted.ts';
import { queriesOver, type RowInvariant } from './check.ts';

const perContract = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
const ofPage = (page: readonly string[]) => sql`m.contract_id = any(${page}::uuid[])`;

/** Invariants of payments that fund several milestones. */
export const JOINT_INVARIANTS: readonly RowInvariant[] = [
  perContract(
    'deal.joint-charges-add-up',
    'I17 I5',
    'The lines of a payment are of one brand, one currency and one charge, and together what its page was claimed for, or what arrived of suspended money that was accepted; the shares of a dispute about it have one charge and one state.',
    ({ page }) => sql`
    select 'payment ' || p.id || ' was claimed for ' || o.amount || ', its lines are ' || p.total + coalesce(l.total, 0) as detail, p.currency
      from milestones m join payments p on p.milestone_id = m.id and p.lead_id is null join operations o on o.op_id = p.op_id
      left join lateral (select sum(x.total) as total from payments x where x.lead_id = p.id) l on true
      where ${ofPage(page)} and o.amount <> p.total + coalesce(l.total, 0)
        and not (${OF_ACCEPTED} and o.amount = (select sum(q.total) from payments x join quotes q on q.id = x.quote_id where x.id = p.id or x.lead_id = p.id))
    union all
    select 'payment ' || p.id || ' was accepted for ' || p.total + coalesce(l.total, 0) || ', ' || coalesce(b.arrived, 0) || ' arrived', p.currency
      from suspense_decisions s join payments p on p.id = s.payment_id join milestones m on m.id = p.milestone_id
      left join lateral (select sum(x.total) as total from payments x where x.lead_id = p.id) l on true
      left join lateral (select sum(e.credit) as arrived from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.op_id = p.op_id || ':suspense' and t.kind = 'suspense_in' and a.code = 'SUSPENSE' and e.currency = p.currency) b on true
      where ${ofPage(page)} and s.decision = 'accept' and s.state = 'done' and p.total + coalesce(l.total, 0) <> coalesce(b.arrived, 0)
    union all
    select 'line ' || x.id || ' is not of payment ' || p.id, x.currency
      from milestones m join payments x on x.milestone_id = m.id join payments p on p.id = x.lead_id
      where ${ofPage(page)} and (p.lead_id is not null or (x.brand_org, x.currency, x.charge_id, x.expires_at) is distinct from (p.brand_org, p.currency, p.charge_id, p.expires_at)
        or (x.state in ('claimed', 'open', 'processing')) <> (p.state in ('claimed', 'open', 'processing'))
        or (x.state in ('paid', 'refunding', 'refunded')) <> (p.state in ('paid', 'refunding', 'refunded')))
    union all
    select 'share ' || d.id || ' is not of dispute ' || d.share_of, d.currency
      from card_disputes d join card_disputes f on f.id = d.share_of join payments x on x.id = d.payment_id join payments p on p.id = f.payment_id
      where d.contract_id = any(${page}::uuid[]) and ((d.charge_id, d.state, d.status) is distinct from (f.charge_id, f.state, f.status)
        or coalesce(x.lead_id, x.id) <> coalesce(p.lead_id, p.id))`,
  ),
];
