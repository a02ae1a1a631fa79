-- Trigger functions that refuse changes, for every role unless one is named.

-- A row that needs a workflow is committed together with the command that starts it.
create function assert_workflow_started() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare expected text := tg_argv[0] || '/' || new.id;
begin
  if not exists (select 1 from workflow_outbox where workflow_id = expected and kind = 'start') then
    raise exception '% % has no start command for workflow %', tg_table_name, new.id, expected
      using errcode = 'check_violation', constraint = 'row_needs_workflow';
  end if;
  return null;
end;
$$;

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
end;
$$;

-- Erasure removes texts that a person wrote; nothing else changes. The setting alone permits nothing: the application could set it, too.
create function refuse_change_unless_erasing() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.erasing', true) = 'on' and current_user in ('sponsio_definer') then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
end;
$$;

-- Only clear_audit_log deletes lines, and none that is younger than two years.
create function refuse_audit_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_user in ('sponsio_definer') and old.at < now() - interval '2 years' then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
end;
$$;

-- Staff change suspended_at and nothing else; an org cannot change it, although it may write its own row.
create function orgs_guard_suspension() returns trigger
  language plpgsql as $$
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance') then
    return new;
  end if;
  if app_kind() = 'staff' and to_jsonb(old) - 'suspended_at' <> to_jsonb(new) - 'suspended_at' then
    raise exception 'staff change nothing of an org but its hold' using errcode = 'insufficient_privilege';
  end if;
  if app_kind() <> 'staff' and old.suspended_at is distinct from new.suspended_at then
    raise exception 'only staff put an org on hold' using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

-- Steps that a party takes itself, as in MILESTONE_MACHINE; all others are the worker's.
create function milestones_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance') then return new; end if;
  if (app_org() = old.brand_org and step in (
      'awaiting_funding>funding', 'funding>awaiting_funding', 'delivered>changes_requested', 'delivered>approved',
      'awaiting_funding>void', 'funded>refunding', 'overdue>refunding'))
    or (app_org() in (old.creator_org, old.agency_org) and step in (
      'funded>delivered', 'changes_requested>delivered', 'overdue>delivered', 'awaiting_funding>void', 'funded>refunding'))
    then return new; end if;
  raise exception 'milestone %: % is not a step of this party', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'milestone_step';
end;
$$;

-- Steps that begin with a request. Paid, refunding and refunded are the worker's.
create function payments_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')
    or step in ('claimed>open', 'claimed>failed', 'claimed>expired', 'open>failed', 'open>expired') then return new; end if;
  raise exception 'payment %: % is not a step of a request', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'payment_step';
end;
$$;

-- Steps that begin with a request. An active contract is the worker's.
create function contracts_guard_step() returns trigger
  language plpgsql as $$
declare step text := old.state || '>' || new.state;
begin
  if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')
    or step in ('sent>partially_signed', 'active>completed', 'active>cancelled', 'active>voided') then return new; end if;
  raise exception 'contract %: % is not a step of a request', old.id, step
    using errcode = 'insufficient_privilege', constraint = 'contract_step';
end;
$$;

create function contracts_freeze() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'sent' or old.signed_at is not null or exists (select from signatures s where s.contract_id = old.id) then
    raise exception 'contract % is signed', old.id using errcode = 'restrict_violation', constraint = 'signed_contract';
  end if;
  return new;
end;
$$;

create function milestones_freeze() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'proposed' or exists (select from signatures s where s.contract_id = old.contract_id) then
    raise exception 'the contract of milestone % is signed', old.id using errcode = 'restrict_violation', constraint = 'signed_contract';
  end if;
  return new;
end;
$$;

create function staff_approvals_freeze() returns trigger
  language plpgsql as $$
begin
  raise exception 'a decision is final' using errcode = 'check_violation';
end;
$$;
