-- To ask for a cancellation, to answer and to withdraw are steps of either side.
-- Each group of steps has a guard of its own, and the trigger of the first group leaves out the others.
create function milestones_guard_cancel_request() returns trigger
  language plpgsql as $$
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')
    or (app_org() in (old.brand_org, old.creator_org) and (
      (old.state in ('funded', 'delivered', 'changes_requested', 'overdue') and new.state = 'cancel_requested')
      or (old.state = 'cancel_requested'
        and new.state in ('refunding', 'funded', 'delivered', 'changes_requested', 'overdue'))))
    then return new; end if;
  raise exception 'milestone %: %>% is not a step of this party', old.id, old.state, new.state
    using errcode = 'insufficient_privilege', constraint = 'milestone_step';
end;
$$;

create or replace trigger milestones_step before update of state on milestones for each row
  when (old.state is distinct from new.state
    and not (old.state in ('funded', 'changes_requested', 'overdue') and new.state = 'approved')
    and 'cancel_requested' not in (old.state, new.state))
  execute function milestones_guard_step();
create trigger milestones_step_cancel_request before update of state on milestones for each row
  when (old.state is distinct from new.state and 'cancel_requested' in (old.state, new.state))
  execute function milestones_guard_cancel_request();
