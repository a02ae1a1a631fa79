import { sql } from 'kysely';
import { among } from './checks-deals.ts';
import { findsOver, queriesOver, type Finding, type RowInvariant } from './check.ts';

const perContract = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
const perDeal = findsOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
const ofPage = (page: readonly string[]) => sql`m.contract_id = any(${page}::uuid[])`;

/** The dispute `d` is of the payment that funds its milestone, not of one that is in suspense or goes back. */
const OF_MILESTONE = sql`exists (select from payments f where f.id = d.payment_id and f.state in ('paid', 'refunding', 'refunded')
  and not exists (select from refunds l where l.payment_id = f.id and l.reason = 'late_payment'))`;

/** Invariants of payments that a card's bank disputes. */
export const CARD_DISPUTE_INVARIANTS: readonly RowInvariant[] = [
  perDeal(
    'deal.disputes-are-booked',
    'P13 P14',
    'What card banks have taken is booked dispute by dispute; the milestone of an open one is held, and its money set aside while it is in escrow and not paid as approved work.',
    async (ctx) => {
      const { rows } = await sql<Finding>`
      select 'dispute ' || d.id || ' is booked with ' || coalesce(a.balance, 0) || ' instead of ' || d.withdrawn as detail, d.currency
        from card_disputes d left join ledger_accounts a on a.code = 'CARD_DISPUTE_HOLD' and a.scope = d.id and a.currency = d.withdrawn_currency
        where d.contract_id = any(${ctx.page}::uuid[]) and coalesce(a.balance, 0) <> case when d.suspended or d.state = 'lost' and not exists (select from card_disputes o where o.payment_id = d.payment_id and o.set_aside) then 0 else d.withdrawn end
      union all
      select 'milestone ' || m.id || ' is not held for dispute ' || d.id, d.currency from card_disputes d join milestones m on m.id = d.milestone_id
        where d.contract_id = any(${ctx.page}::uuid[]) and d.state = 'open' and ${OF_MILESTONE} and not 'card_dispute' = any(m.holds)
      union all
      select 'milestone ' || m.id || ' is ' || m.state || ' and its money is not set aside for dispute ' || d.id, d.currency from card_disputes d join milestones m on m.id = d.milestone_id
        where d.contract_id = any(${ctx.page}::uuid[]) and d.state <> 'won' and d.withdrawn > 0 and not d.set_aside and ${OF_MILESTONE}
          and m.state in ('funded', 'delivered', 'changes_requested', 'overdue', 'cancel_requested', 'awaiting_live', 'retention')
          and not exists (select from card_disputes o where o.milestone_id = m.id and o.set_aside)`.execute(ctx.db);
      const aside = new Set(
        (
          await sql<{
            id: string;
          }>`select milestone_id as id from card_disputes where contract_id = any(${ctx.page}::uuid[]) and set_aside
              union select m.id from milestones m where ${ofPage(ctx.page)} and m.state = 'disputed'
                and exists (select from ledger_tx t where t.milestone_id = m.id and t.op_id = 'dispute:' || m.dispute_id || ':aside')`.execute(
            ctx.db,
          )
        ).rows.map((d) => d.id),
      );
      return [
        ...rows,
        ...(await among(ctx, (m, b) =>
          b.disputed === (aside.has(m.id) ? m.amount - m.inParts : 0)
            ? null
            : `milestone ${m.id} has ${b.disputed} set aside`,
        )),
      ];
    },
  ),
  perContract(
    'deal.bank-refunds-count-once',
    'P15 P16 I19',
    'What a card’s bank took back for good counts once, as what goes back to the brand or as what it owes; its deal is not held for the bank any more.',
    ({ page }) => sql`
    select 'dispute ' || d.id || ' took ' || d.withdrawn || ', of which ' || d.returned || ' went back to the brand and ' || coalesce(b.amount, 0) || ' was owed' as detail, d.currency
      from card_disputes d left join brand_debts b on b.dispute_id = d.id
      where d.contract_id = any(${page}::uuid[]) and d.state = 'lost' and not d.suspended
        and not exists (select from card_disputes o where o.payment_id = d.payment_id and o.set_aside)
        and d.withdrawn <> d.returned + coalesce(b.amount - b.cancelled - b.repaid - b.regained, 0)
    union all
    select 'the brand of milestone ' || m.id || ' is due ' || coalesce(due.amount, 0) || ' and has ' || coalesce(r.amount, 0) || ' by refunds and ' || bank.amount || ' from its bank', m.currency
      from milestones m
      cross join lateral (select coalesce(sum(d.returned), 0) as amount, count(*) as n from card_disputes d where d.milestone_id = m.id) bank
      left join lateral (select sum(x.amount) as amount from refunds x where x.milestone_id = m.id and x.reason <> 'debt_repaid') r on true
      left join lateral (select sum(e.credit) as amount from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.milestone_id = m.id and t.kind = 'refund_decided' and a.code = 'REFUND_PAYABLE') due on true
      where ${ofPage(page)} and bank.n > 0 and coalesce(due.amount, 0) <> coalesce(r.amount, 0) + bank.amount
    union all
    select 'milestone ' || m.id || ' was ' || case when m.charged_back_at is null then 'charged back and does not say so' else 'not charged back and says so' end, m.currency
      from milestones m
      cross join lateral (select bool_or(d.state = 'open') as open, bool_or(d.state = 'lost' and d.withdrawn > 0) as lost from card_disputes d where d.milestone_id = m.id and ${OF_MILESTONE}) b
      where ${ofPage(page)} and not coalesce(b.open, false) and coalesce(b.lost, false) <> (m.charged_back_at is not null)`,
  ),
  perContract(
    'deal.fraud-was-ruled',
    'I7 I19',
    'Approved work ends by fraud only by a ruling of two staff members that its payee could appeal, and one that took effect ended it.',
    ({ page }) => sql`
    select 'milestone ' || m.id || ' ended by fraud without a ruling in force' as detail, m.currency from milestones m
      where ${ofPage(page)} and m.refund_reason = 'fraud' and not exists (
        select from parked_decisions p join staff_approvals a on a.id = p.approval_id
          where p.milestone_id = m.id and p.decision = 'fraud' and p.state = 'done' and p.payee_org = m.creator_org
            and a.state = 'approved' and a.decided_by <> a.proposed_by
            and case when p.effective_at is null then exists (select from parked_decisions b where b.case_id = p.case_id and b.state = 'appealed')
              else p.ended_at >= p.effective_at end)
    union all
    select 'the ruling about milestone ' || m.id || ' took effect and its ' || m.state || ' says ' || coalesce(m.refund_reason, 'nothing'), m.currency
      from milestones m join parked_decisions p on p.milestone_id = m.id and p.decision = 'fraud' and p.state = 'done'
      where ${ofPage(page)} and m.refund_reason is distinct from 'fraud'`,
  ),
  perContract(
    'deal.disputed-pay-was-covered',
    'P13 I19',
    "What is paid although a card's bank disputes its payment was approved, once for each of its parts, and not while fraud was suspected; nothing but such a payment waits for the float.",
    ({ page }) => sql`
    select 'milestone ' || m.id || ' was paid despite ' || t.op_id || ' without an approval' as detail, m.currency
      from milestones m join ledger_tx t on t.milestone_id = m.id and t.kind = 'dispute_guaranteed'
      where ${ofPage(page)} and not exists (select from escrow_events e
        where e.contract_id = m.contract_id and e.milestone_id = m.id and e.type in ('approved', 'auto_approved'))
    union all
    select 'milestone ' || m.id || ' was paid ' || count(distinct t.id) || ' times, ' || sum(e.credit) || ' in all, despite a dispute', m.currency
      from milestones m join ledger_tx t on t.milestone_id = m.id and t.kind = 'dispute_guaranteed'
      join ledger_entries e on e.tx_id = t.id and e.credit > 0
      where ${ofPage(page)} group by m.id, m.currency, m.amount
      having sum(e.credit) > m.amount
        or count(distinct t.id) > 1 + (select count(*) from release_parts p where p.milestone_id = m.id)
    union all
    select 'milestone ' || m.id || ' was paid while case ' || c.id || ' suspected fraud', m.currency
      from milestones m join escrow_events e on e.contract_id = m.contract_id and e.milestone_id = m.id and e.type = 'paid_despite_dispute'
      join cases c on c.milestone_id = m.id and c.kind = 'fraud_warning' and c.opened_at < e.at and (c.closed_at is null or c.closed_at > e.at)
      where ${ofPage(page)}
    union all
    select 'milestone ' || m.id || ' waits for the float without a dispute', m.currency from milestones m
      where ${ofPage(page)} and 'float_short' = any(m.holds) and not exists (select from card_disputes d where d.milestone_id = m.id and d.state <> 'won' and ${OF_MILESTONE})`,
  ),
  perContract(
    'deal.disputes-of-own-charge',
    'P13 P20',
    'A dispute touches only what its own charge funds: what a bank takes of a suspended payment leaves suspense and is not owed, and no dispute of another payment sets aside the money of a milestone or holds it.',
    ({ page }) => sql`
    select 'dispute ' || d.id || ' took ' || d.withdrawn || ' of suspended money, and ' || coalesce(s.gone, 0) || ' left suspense' as detail, d.currency
      from card_disputes d join payments p on p.id = d.payment_id
      left join lateral (select sum(e.debit - e.credit) as gone from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.milestone_id = d.milestone_id and t.kind in ('dispute_withdrawn', 'dispute_reinstated') and a.code = 'SUSPENSE'
          and t.op_id = 'dispute:' || d.id || ':' || t.provider_ref) s on true
      where d.contract_id = any(${page}::uuid[]) and d.suspended and p.state = 'processing' and coalesce(s.gone, 0) <> d.withdrawn
    union all
    select 'dispute ' || d.id || ' of suspended money is owed by its brand', d.currency
      from card_disputes d join brand_debts b on b.dispute_id = d.id where d.contract_id = any(${page}::uuid[]) and d.suspended
    union all
    select 'dispute ' || d.id || ' has set aside money that its payment does not fund', d.currency
      from card_disputes d where d.contract_id = any(${page}::uuid[]) and d.set_aside and not ${OF_MILESTONE}
    union all
    select 'milestone ' || m.id || ' is held for a dispute of another payment', m.currency from milestones m
      where ${ofPage(page)} and 'card_dispute' = any(m.holds)
        and not exists (select from card_disputes d where d.milestone_id = m.id and d.state = 'open' and ${OF_MILESTONE})`,
  ),
];
