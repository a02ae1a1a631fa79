import { sql } from 'kysely';

/**
 * The sides that withdrew a dispute about the milestone of that name in the statement as it still is: in the same state, with
 * no newer delivery, and with no newer link of its post while its money waits for that.
 */
export const withdrewDispute = (milestone: string) => {
  const of = (column: string) => sql.ref(`${milestone}.${column}`);
  return sql<('brand' | 'creator')[]>`array(select distinct d.opened_side from disputes d
    where d.milestone_id = ${of('id')} and d.state = 'withdrawn' and d.opened_side is not null and d.prior_state = ${of('state')}
      and (${of('submitted_at')} is null or ${of('submitted_at')} <= d.opened_at)
      and not exists (select from publications p where p.milestone_id = d.milestone_id and p.linked_at > d.opened_at
        and d.prior_state in ('awaiting_live', 'retention')))`;
};
