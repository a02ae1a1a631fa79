-- Steps to and from the states in which money waits for a post: with its approval the brand begins the first one, and
-- either side disputes. All others are the worker's. Each group of steps has a guard of its own, and the trigger of the
-- first group leaves out the others.
create function milestones_guard_live() returns trigger
  language plpgsql as $$
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')
    or (app_org() = old.brand_org and old.state = 'approved' and new.state = 'awaiting_live')
    or (app_org() in (old.brand_org, old.creator_org) and old.state in ('awaiting_live', 'retention') and new.state = 'disputed')
    then return new; end if;
  raise exception 'milestone %: %>% is not a step of this party', old.id, old.state, new.state
    using errcode = 'insufficient_privilege', constraint = 'milestone_step';
end;
$$;

create or replace trigger milestones_step before update of state on milestones for each row
  when (old.state is distinct from new.state
    and not (old.state in ('funded', 'changes_requested', 'overdue') and new.state = 'approved')
    and 'cancel_requested' not in (old.state, new.state)
    and not (array['awaiting_live', 'retention'] && array[old.state, new.state]))
  execute function milestones_guard_step();
create trigger milestones_step_live before update of state on milestones for each row
  when (old.state is distinct from new.state and array['awaiting_live', 'retention'] && array[old.state, new.state])
  execute function milestones_guard_live();
