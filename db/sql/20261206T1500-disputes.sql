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

-- Steps of a request, as in DISPUTE_MACHINE; phases and execution are the worker's, an agreement that of dispute_settle.
create function disputes_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance') then return new; end if;
  if old.state = new.state and old.kept is not distinct from new.kept and old.outcome is not distinct from new.outcome
    then return new; end if;
  if app_org() in (old.brand_org, old.creator_org) and (
      (step in ('talk>executing', 'evidence>executing', 'deciding>executing') and new.outcome = 'conceded'
        and new.kept = case app_org() when old.brand_org then old.amount else 0 end)
      or (step in ('talk>withdrawing', 'evidence>withdrawing', 'deciding>withdrawing') and new.outcome = 'withdrawn')
      or (step = 'appeal>appealed' and new.kept is not distinct from old.kept and new.outcome is not distinct from old.outcome))
    then return new; end if;
  if app_kind() = 'staff' and new.outcome = 'decided' and step in ('deciding>appeal', 'appealed>executing') then return new; end if;
  raise exception 'dispute %: % is not a step of this party', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'dispute_step';
end;
$$;

-- The sides' offers are deleted when they cannot meet any more.
create function disputes_delete_offers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from dispute_offers where dispute_id = new.id;
  return null;
end;
$$;

-- Compares both offers and settles halfway when they meet or cross: what the creator gets, rounded up to the currency's
-- step; null when they do not. No other statement reads both.
create function dispute_settle(p_dispute uuid, p_at timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare d disputes; brand bigint; creator bigint; agreed bigint;
begin
  if not (session_user in ('sponsio_app')) then
    raise exception 'dispute_settle is called by a side' using errcode = 'insufficient_privilege';
  end if;
  select * into d from disputes where id = p_dispute for no key update;
  if d.id is null or app_org() not in (d.brand_org, d.creator_org) or d.state not in ('talk', 'evidence', 'deciding') then
    return null;
  end if;
  select o.creator_gets into brand from dispute_offers o where o.dispute_id = d.id and o.side = 'brand';
  select o.creator_gets into creator from dispute_offers o where o.dispute_id = d.id and o.side = 'creator';
  if brand is null or creator is null or brand < creator then return null; end if;
  agreed := (((brand + creator) / d.step) + 1) / 2 * d.step;
  update disputes set state = 'executing', version = d.version + 1, outcome = 'agreed', kept = agreed, settled_at = p_at,
    phase_ends_at = p_at + d.execution_ms * interval '1 millisecond', updated_at = p_at where id = d.id;
  return agreed;
end;
$$;

-- Whether a staff member is a member of one of the parties of a dispute.
create function dispute_is_related(p_dispute uuid, p_user text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from disputes d join org_members m on m.org_id in (d.brand_org, d.creator_org, d.agency_org)
    where d.id = p_dispute and m.user_id = p_user and (session_user in ('sponsio_worker') or app_kind() = 'staff'))
$$;
