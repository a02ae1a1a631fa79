import { sql } from 'kysely';
import { queriesOver, type RowInvariant } from './check.ts';

const perContract = queriesOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });
const ofPage = (page: readonly string[]) => sql`m.contract_id = any(${page}::uuid[])`;
const happened = (...types: string[]) => sql`exists (select from escrow_events e where e.contract_id = m.contract_id
  and e.milestone_id = m.id and e.type in (${sql.join(types.map((type) => sql.lit(type)))}))`;

/** Invariants of money that waits for a live post. */
export const LIVE_INVARIANTS: readonly RowInvariant[] = [
  perContract(
    'deal.live-release',
    'I7 I5',
    'Money that waits for a post was approved and is released by its shares: the first with the approval, the next only after the post was live, the rest only after the time it stays up. What clears by it is disputed by its brand alone.',
    ({ page }) => sql`
    select 'milestone ' || m.id || ' waits for a post and its contract does not' as detail, m.currency
      from milestones m join contracts c on c.id = m.contract_id
      where ${ofPage(page)} and m.state in ('awaiting_live', 'retention')
        and (coalesce(c.amended_terms, c.terms)->>'releaseTrigger' = 'on_approval' or m.approved_at is null)
    union all
    select 'part ' || p.n || ' of milestone ' || m.id || ' was released by its ' || p.cause || ', which did not happen', m.currency
      from milestones m join release_parts p on p.milestone_id = m.id
      where ${ofPage(page)} and ((p.cause = 'approval' and not ${happened('approved', 'auto_approved')})
        or (p.cause = 'live' and not ${happened('live_confirmed')}))
    union all
    select 'milestone ' || m.id || ' is held back for a post that was never live', m.currency from milestones m
      where ${ofPage(page)} and m.state = 'retention' and not ${happened('live_confirmed')}
    union all
    -- More than the shares up to here allow has been released; a step of the currency for the rounding.
    select 'milestone ' || m.id || ' is ' || m.state || ' and has released ' || p.released || ' by its terms', m.currency
      from milestones m join contracts c on c.id = m.contract_id
      join lateral (select sum(amount) filter (where cause <> 'brand') as released from release_parts where milestone_id = m.id) p on true
      where ${ofPage(page)} and m.state in ('awaiting_live', 'retention')
        and p.released > m.amount * ((coalesce(c.amended_terms, c.terms)->'release'->>'approvalBps')::bigint
          + case m.state when 'retention' then (coalesce(c.amended_terms, c.terms)->'release'->>'liveBps')::bigint else 0 end) / 10000 + 10
    union all
    select 'milestone ' || m.id || ' released its rest before its post was live', m.currency
      from milestones m join contracts c on c.id = m.contract_id
      where ${ofPage(page)} and coalesce(c.amended_terms, c.terms)->>'releaseTrigger' <> 'on_approval' and m.state in ('clearing', 'releasing', 'released')
        and ${happened('awaiting_live')} and not ${happened('live_confirmed', 'dispute_settled')}
    union all
    select 'dispute ' || d.id || ' is about money that clears, by its ' || coalesce(d.opened_side, 'staff') ||
           case when ${happened('live_confirmed')} then '' else ' and without a live post' end, m.currency
      from disputes d join milestones m on m.id = d.milestone_id
      where ${ofPage(page)} and d.prior_state = 'clearing'
        and (d.opened_side is distinct from 'brand' or not ${happened('live_confirmed')})`,
  ),
];
