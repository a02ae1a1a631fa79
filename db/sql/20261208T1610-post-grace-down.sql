create or replace function milestones_guard_live() returns trigger
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
