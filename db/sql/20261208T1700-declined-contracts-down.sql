create or replace function contracts_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')
    or step in ('sent>partially_signed', 'active>completed', 'active>cancelled', 'active>voided') then return new; end if;
  raise exception 'contract %: % is not a step of a request', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'contract_step';
end;
$$;
