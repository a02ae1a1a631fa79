-- A creator's row in the search changed: rankings with this creator are stale, and their workflows read them again. A ranking that another
-- transaction holds is left: it is made or marked at this moment, and the next night makes it again.
create function mark_matches_stale() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with held as (
    select m.campaign_id from campaign_matches m
      where m.state = 'ready'
        and m.campaign_id in (select f.campaign_id from campaign_fits f join changed c on c.org_id = f.creator_org)
      order by m.campaign_id for update skip locked
  ), stale as (
    update campaign_matches m set state = 'stale', stale_at = now() from held where m.campaign_id = held.campaign_id
      returning m.campaign_id, extract(epoch from m.made_at)::text as made
  )
  insert into workflow_outbox (dedupe_key, kind, workflow_id, name, payload)
    select 'signal:campaign-matches/' || campaign_id || ':creators_changed:' || made, 'signal', 'campaign-matches/' || campaign_id,
        'rowMoved', jsonb_build_object('key', 'creators_changed:' || made, 'event', 'creators_changed')
      from stale
    on conflict do nothing;
  return null;
end;
$$;
