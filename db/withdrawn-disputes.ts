import { sql } from 'kysely';

/**
 * The sides that withdrew a dispute about the milestone of that name in the statement as it still is: in the same state, with
 * no newer delivery, with no newer link of its post while its money waits for that, and while it clears without a look that
 * found the post live again.
 */
export const withdrewDispute = (milestone: string) => {
  const of = (column: string) => sql.ref(`${milestone}.${column}`);
  return sql<('brand' | 'creator')[]>`array(select distinct d.opened_side from disputes d
    where d.milestone_id = ${of('id')} and d.state = 'withdrawn' and d.opened_side is not null and d.prior_state = ${of('state')}
      and (${of('submitted_at')} is null or ${of('submitted_at')} <= d.opened_at)
      and not exists (select from publications p where p.milestone_id = d.milestone_id and (
        (d.prior_state in ('awaiting_live', 'retention') and p.linked_at > d.opened_at)
        or (d.prior_state = 'clearing' and exists (select from publication_checks k
          where k.publication_id = p.id and k.outcome = 'live' and k.at > d.opened_at)))))`;
};
