-- Steps that a party takes itself, as in MILESTONE_MACHINE; all others are the worker's.
create or replace function milestones_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance') then return new; end if;
  if (app_org() = old.brand_org and step in (
      'awaiting_funding>funding', 'funding>awaiting_funding', 'delivered>changes_requested', 'delivered>approved',
      'awaiting_funding>void', 'funded>refunding', 'overdue>refunding'))
    or (app_org() in (old.creator_org, old.agency_org) and step in (
      'funded>delivered', 'changes_requested>delivered', 'overdue>delivered', 'awaiting_funding>void', 'funded>refunding'))
    or (app_org() in (old.brand_org, old.creator_org) and step in (
      'funded>disputed', 'delivered>disputed', 'changes_requested>disputed', 'overdue>disputed'))
    then return new; end if;
  raise exception 'milestone %: % is not a step of this party', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'milestone_step';
end;
$$;
