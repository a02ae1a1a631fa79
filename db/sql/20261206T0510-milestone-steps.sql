-- All that is held is released before the work is approved: steps of the brand. Each group of steps has a guard of its
-- own, and the trigger of the first group leaves out the others.
create function milestones_guard_whole_release() returns trigger
  language plpgsql as $$
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance') or app_org() = old.brand_org
    then return new; end if;
  raise exception 'milestone %: %>% is not a step of this party', old.id, old.state, new.state
    using errcode = 'insufficient_privilege', constraint = 'milestone_step';
end;
$$;

create or replace trigger milestones_step before update of state on milestones for each row
  when (old.state is distinct from new.state
    and not (old.state in ('funded', 'changes_requested', 'overdue') and new.state = 'approved'))
  execute function milestones_guard_step();
create trigger milestones_step_whole_release before update of state on milestones for each row
  when (old.state in ('funded', 'changes_requested', 'overdue') and new.state = 'approved')
  execute function milestones_guard_whole_release();
