create or replace function milestones_freeze() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'proposed' or exists (select from signatures s where s.contract_id = old.contract_id) then
    raise exception 'the contract of milestone % is signed', old.id using errcode = 'restrict_violation', constraint = 'signed_contract';
  end if;
  return new;
end;
$$;
