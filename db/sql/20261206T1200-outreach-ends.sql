-- Ends the open recipients of an org that reach a creator or an address; those that were sent everything are marked as well.
-- The workflow of each sequence that still had something to send them reads its row again: it ends where no other person waits.
create or replace function outreach_end(p_org uuid, p_creator uuid, p_email text, p_state text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz;
  ids uuid[];
begin
  -- In the order of their ids, so that two acts do not wait for each other.
  select array_agg(id) into ids from (
    select r.id from outreach_recipients r left join imported_creators i on i.id = r.imported_id
      where r.org_id = p_org and r.state in ('active', 'finished')
        and (r.creator_org = p_creator or i.creator_org = p_creator or i.email = p_email)
      order by r.id for update of r) as found;
  -- A message that was being sent is sent by now.
  at := clock_timestamp();
  insert into workflow_outbox (dedupe_key, kind, workflow_id, name, payload)
    select 'signal:outreach/' || sequence_id || ':' || key, 'signal', 'outreach/' || sequence_id, 'rowMoved',
        jsonb_build_object('key', key, 'event', 'recipient_' || p_state)
      from (select sequence_id, 'recipient_' || p_state || ':' || id as key from outreach_recipients
        where id = any(ids) and state = 'active') as moved
    on conflict do nothing;
  update outreach_recipients set state = p_state, due_at = null, ended_at = at
    where id = any(ids) and state in ('active', 'finished');
  if p_state in ('declined', 'unsubscribed', 'bounced') then
    insert into outreach_suppressions(id, org_id, creator_org, email, reason, created_at)
      values (gen_random_uuid(), p_org, p_creator, case when p_creator is null then p_email end, p_state, at)
      on conflict do nothing;
  end if;
end;
$$;
