drop trigger milestones_step_cancel_request on milestones;
drop function milestones_guard_cancel_request();
create or replace trigger milestones_step before update of state on milestones for each row
  when (old.state is distinct from new.state
    and not (old.state in ('funded', 'changes_requested', 'overdue') and new.state = 'approved'))
  execute function milestones_guard_step();
