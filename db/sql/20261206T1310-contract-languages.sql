-- The language of an offer's creator, in which its contract is worded besides the brand's.
create function creator_language(p_offer uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.locale
    from offers o
    join org_members m on m.org_id = o.creator_org
    join profiles p on p.id = m.user_id
    where o.id = p_offer and (session_user in ('sponsio_worker') or app_org() in (o.brand_org, o.creator_org, o.agency_org))
    order by m.created_at, m.user_id limit 1
$$;
