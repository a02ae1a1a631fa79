-- Steps of a request; applying, expiring and ending an overtaken addendum are the worker's.
create function addenda_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if (old.id, old.contract_id, old.brand_org, old.creator_org, old.n, old.kind, old.changes, old.currency, old.total_before,
      old.total_after, old.terms_after, old.document, old.document_hash, old.previous_hash, old.deadline_at, old.created_at)
    is distinct from
     (new.id, new.contract_id, new.brand_org, new.creator_org, new.n, new.kind, new.changes, new.currency, new.total_before,
      new.total_after, new.terms_after, new.document, new.document_hash, new.previous_hash, new.deadline_at, new.created_at)
  then
    raise exception 'what addendum % proposes does not change', old.id
      using errcode = 'restrict_violation', constraint = 'proposed_addendum';
  end if;
  if old.ended_at is not null then
    raise exception 'addendum % has ended', old.id using errcode = 'restrict_violation', constraint = 'addendum_step';
  end if;
  if new.state in ('signed', 'applied') and old.state <> new.state and (
      select count(*) from addendum_signatures s where s.addendum_id = old.id and s.document_hash = old.document_hash) <> 2 then
    raise exception 'addendum % lacks a signature', old.id
      using errcode = 'restrict_violation', constraint = 'addendum_signatures';
  end if;
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance') then return new; end if;
  if app_org() in (old.brand_org, old.creator_org) and (
      step in ('proposed>partially_signed', 'partially_signed>signed')
      or (step in ('proposed>declined', 'partially_signed>declined')
        and app_org() <> case old.proposed_side when 'brand' then old.brand_org else old.creator_org end)
      or (step in ('proposed>withdrawn', 'partially_signed>withdrawn')
        and app_org() = case old.proposed_side when 'brand' then old.brand_org else old.creator_org end))
    then return new; end if;
  raise exception 'addendum %: % is not a step of this party', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'addendum_step';
end;
$$;

-- The total and the terms in force change as an addendum says that both sides have signed and that is being applied.
create function contracts_guard_amendment() returns trigger
  language plpgsql as $$
begin
  if old.state = 'sent' and old.signed_at is null and old.amended_terms is null and new.amended_terms is null
    and not exists (select from signatures s where s.contract_id = old.id) then return new; end if;
  if exists (select from addenda a where a.contract_id = old.id and a.state = 'signed' and a.total_before = old.total
      and a.total_after = new.total and a.terms_after = new.amended_terms) then return new; end if;
  raise exception 'no signed addendum changes contract %', old.id
    using errcode = 'restrict_violation', constraint = 'signed_contract';
end;
$$;

create or replace function milestones_freeze() returns trigger
  language plpgsql as $$
begin
  if old.state = 'proposed' and not exists (select from signatures s where s.contract_id = old.contract_id) then
    return new;
  end if;
  -- The price of an unfunded milestone, as a signed addendum says; nothing else of it.
  if old.state = 'awaiting_funding' and old.amount is distinct from new.amount
    and (old.id, old.contract_id, old.brand_org, old.creator_org, old.agency_org, old.seq, old.title, old.currency,
      old.rounds_max, old.bonus, old.addendum_id) is not distinct from
      (new.id, new.contract_id, new.brand_org, new.creator_org, new.agency_org, new.seq, new.title, new.currency,
      new.rounds_max, new.bonus, new.addendum_id)
    and exists (select from addenda a where a.contract_id = old.contract_id and a.state = 'signed'
      and a.changes @> jsonb_build_array(jsonb_build_object('kind', 'reprice', 'milestoneId', old.id, 'amount', new.amount)))
    then return new; end if;
  raise exception 'the contract of milestone % is signed', old.id using errcode = 'restrict_violation', constraint = 'signed_contract';
end;
$$;

-- What a copy of a contract or an addendum can be verified against; `addendum`: its number.
create function known_signed_file(p_sha256 text)
  returns table (title text, signed_at timestamptz, brand_name text, creator_name text, document_hash text, addendum int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.title, c.signed_at, c.document->'brand'->>'name', c.document->'creator'->>'name', c.document_hash, null::int
    from contract_files f join contracts c on c.id = f.contract_id where f.sha256 = p_sha256
  union all
  select a.document->>'title', a.signed_at, a.document->'brand'->>'name', a.document->'creator'->>'name', a.document_hash, a.n
    from addendum_files f join addenda a on a.id = f.addendum_id where f.sha256 = p_sha256
$$;
