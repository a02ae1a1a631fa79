import { sql } from 'kysely';
import { queriesOver, type RowInvariant } from './check.ts';

/** A phase may have ended this long ago before it is reported. */
const SETTLING_MS = 60_000;

const perContract = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
const overdue = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: false });
const ofPage = (page: readonly string[]) => sql`d.contract_id = any(${page}::uuid[])`;

/** Invariants of the disputes between the sides of a deal. */
export const DISPUTE_INVARIANTS: readonly RowInvariant[] = [
  perContract(
    'deal.disputes-set-aside',
    'P11 I8',
    'A milestone is disputed exactly while a dispute between its sides is open, and what it disputes is set aside.',
    ({ page }) => sql`
    select 'milestone ' || m.id || ' is disputed without an open dispute' as detail, m.currency from milestones m
      where m.contract_id = any(${page}::uuid[]) and m.state = 'disputed'
        and not exists (select from disputes d where d.id = m.dispute_id and d.milestone_id = m.id and d.ended_at is null)
    union all
    select 'dispute ' || d.id || ' is ' || d.state || ' and its milestone ' || m.state, d.currency
      from disputes d join milestones m on m.id = d.milestone_id
      where ${ofPage(page)} and not (d.opened_side is null and d.announced is null) and (
        (d.state in ('talk', 'evidence', 'deciding', 'appeal', 'appealed', 'withdrawing') and m.state <> 'disputed')
        or (d.state = 'executing' and m.state not in ('disputed', 'settling', 'settled_split', 'released', 'refunded')))
    union all
    select 'dispute ' || d.id || ' is about ' || d.amount + d.returned || ' and ' || coalesce(a.balance, 0) || ' is set aside', d.currency
      from disputes d join milestones m on m.id = d.milestone_id
      left join ledger_accounts a on a.code = 'ESCROW_DISPUTED' and a.scope = m.id::text and a.currency = d.currency
      where ${ofPage(page)} and m.state = 'disputed' and d.ended_at is null and d.announced is not null
        and coalesce(a.balance, 0) <> d.amount + d.returned`,
  ),
  perContract(
    'deal.disputes-settle-once',
    'P12 I7 I19',
    'What a dispute gave its creator and its brand is what was agreed or decided, by the people who may decide it, and adds up to what was disputed.',
    ({ page }) => sql`
    select 'dispute ' || d.id || ' gives ' || d.kept || ', its milestone ' || coalesce(m.settled_kept::text, 'nothing') as detail, d.currency
      from disputes d join milestones m on m.id = d.milestone_id
      where ${ofPage(page)} and d.state = 'settled' and m.dispute_id = d.id and m.settled_kept is distinct from d.kept
    union all
    select 'dispute ' || d.id || ' released ' || coalesce(e.released, 0) || ' and returned ' || coalesce(e.returned, 0) ||
           ' of ' || d.amount + d.returned || ', ' || d.kept || ' to release', d.currency
      from disputes d
      left join lateral (
        select sum(e.debit) filter (where t.kind = 'release') as released, sum(e.debit) filter (where t.kind = 'refund_decided') as returned
          from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
          where t.milestone_id = d.milestone_id and a.code = 'ESCROW_HELD' and t.posted_at >= d.settled_at
            -- A part that was released before the dispute may be booked with its settlement.
            and not exists (select from release_parts p where p.milestone_id = d.milestone_id
              and t.op_id = 'release:' || p.milestone_id || case p.n when 1 then '' else ':' || p.n end)) e on true
      where ${ofPage(page)} and d.state = 'settled'
        and (coalesce(e.released, 0) <> d.kept or coalesce(e.returned, 0) <> d.amount + d.returned - d.kept)
    union all
    select 'dispute ' || d.id || ' was decided otherwise than by a decision in force', d.currency from disputes d
      where ${ofPage(page)} and d.outcome = 'decided'
        and not exists (select from dispute_decisions c where c.dispute_id = d.id and c.kept = d.kept and c.effective_at is not null)
    union all
    select 'dispute ' || d.id || ' was decided by one person above the limit', d.currency from disputes d
      join dispute_decisions c on c.dispute_id = d.id and c.effective_at is not null and c.confirmed_by is null
      where ${ofPage(page)} and d.amount > coalesce((select l.alone_up_to from dispute_limits l
        where l.currency = d.currency and l.valid_from <= c.created_at order by l.valid_from desc limit 1), 0)`,
  ),
  perContract(
    'deal.staff-ends-by-two',
    'I7 I19',
    'A milestone that staff ended was ended by two of them, who confirmed what it held, and its sides could appeal before it was carried out.',
    ({ page }) => sql`
    select 'dispute ' || d.id || ' ended its milestone without two staff members who decided so' as detail, d.currency from disputes d
      where ${ofPage(page)} and d.opened_side is null and d.kept is not null
        and not exists (select from dispute_decisions c join staff_approvals a on a.id = c.approval_id
          where c.dispute_id = d.id and c.n = 1 and c.effective_at is not null and c.confirmed_by <> c.decided_by
            and a.kind = 'milestone_termination' and a.subject = d.milestone_id::text and a.state = 'approved'
            and (a.proposed_by, a.decided_by) = (c.decided_by, c.confirmed_by)
            and (a.payload->>'amount', a.payload->>'creatorGets') = (d.amount::text, c.kept::text))
    union all
    select 'dispute ' || d.id || ' was carried out before its sides could appeal', d.currency from disputes d
      join escrow_events e on e.contract_id = d.contract_id and e.milestone_id = d.milestone_id and e.type = 'settlement_started'
      where ${ofPage(page)} and d.opened_side is null and d.kept is not null and d.appealed_side is null
        and e.at < d.settled_at + d.appeal_ms * interval '1 millisecond'`,
  ),
  overdue(
    'deal.disputes-end',
    'I12 V13',
    'Every open dispute has a workflow, and a phase that has not ended unheeded nor lasts past its limit.',
    ({ now, page }) => sql`
    select 'dispute ' || d.id || ' has no workflow' as detail, d.currency from disputes d
      where ${ofPage(page)} and d.ended_at is null
        and not exists (select from workflow_outbox o where o.workflow_id = 'disputeCase/' || d.id and o.kind = 'start')
    union all
    select 'dispute ' || d.id || ' is ' || d.state || ' since ' || d.phase_ends_at, d.currency
      from disputes d join milestones m on m.id = d.milestone_id
      where ${ofPage(page)} and d.ended_at is null and d.phase_ends_at < ${new Date(now.getTime() - SETTLING_MS)}::timestamptz
        and m.holds = '{}' and not exists (select from money_stops s where s.currency = d.currency and s.lifted_at is null)
    union all
    select 'dispute ' || d.id || ' is planned past ' || d.limit_at, d.currency from disputes d
      where ${ofPage(page)} and d.decision_ends_at + (d.appeal_ms + d.execution_ms) * interval '1 millisecond' > d.limit_at`,
  ),
];
