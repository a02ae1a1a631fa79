-- Steps that begin with a request. An active contract is the worker's; a side declines for itself, before both have signed.
create or replace function contracts_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')
    or step in ('sent>partially_signed', 'active>completed', 'active>cancelled', 'active>voided') then return new; end if;
  if step in ('sent>declined', 'partially_signed>declined') and old.signed_at is null
    and app_org() = (case new.declined_side when 'brand' then old.brand_org else old.creator_org end) then return new; end if;
  raise exception 'contract %: % is not a step of a request', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'contract_step';
end;
$$;

-- The parts of a contract that one of its sides has declined become void; nothing of them was ever to be paid.
create function void_declined_milestones(p_contract uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update milestones m set state = 'void', version = m.version + 1, deadline_at = null, updated_at = c.declined_at
    from contracts c
   where c.id = p_contract and c.state = 'declined' and session_user in ('sponsio_app')
     and app_org() in (c.brand_org, c.creator_org) and m.contract_id = c.id and m.state = 'proposed'
$$;
