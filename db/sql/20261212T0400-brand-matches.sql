-- What a brand says of itself and of its audience changed: the rankings of its campaigns are stale, and their workflows make them
-- again. The lock is that of a run: one that began before the change ends first, and is marked as well.
create function mark_brand_matches_stale() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('campaign-matches:' || m.campaign_id, 0))
    from (select campaign_id from campaign_matches where brand_org = new.org_id order by campaign_id) m;
  with stale as (
    update campaign_matches m set state = 'stale', stale_at = now() where m.brand_org = new.org_id and m.state = 'ready'
      returning m.campaign_id, extract(epoch from m.made_at)::text as made
  )
  insert into workflow_outbox (dedupe_key, kind, workflow_id, name, payload)
    select 'signal:campaign-matches/' || campaign_id || ':brand_changed:' || made, 'signal', 'campaign-matches/' || campaign_id,
        'rowMoved', jsonb_build_object('key', 'brand_changed:' || made, 'event', 'brand_changed')
      from stale
    on conflict do nothing;
  return null;
end;
$$;
