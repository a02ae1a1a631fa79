-- Facts about the other side of a deal whose rows are hidden from the caller: each answers a sum, a name or a rate, never a row.

-- Tax country, tax rate and language of an offer's brand.
create function offer_facts(p_offer uuid, p_at timestamptz)
  returns table (tax_country text, tax_bps int, language text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.country,
      (select t.bps from tax_rates t where t.country = b.country and t.valid_from <= p_at::date order by t.valid_from desc limit 1),
      p.locale
    from offers o left join billing_profiles b on b.org_id = o.brand_org left join profiles p on p.id = o.created_by
    where o.id = p_offer and (session_user in ('sponsio_worker') or app_org() in (o.brand_org, o.creator_org, o.agency_org))
$$;

create function representation_of(p_creator uuid, p_at timestamptz)
  returns table (agency_org uuid, commission_bps int, scopes text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.agency_org, r.commission_bps, r.scopes from representations r
    where r.creator_org = p_creator and r.valid_from <= p_at and (r.valid_to is null or r.valid_to > p_at)
    order by r.valid_from desc limit 1
$$;

-- The billing details of an offer's two sides, which its contract names; for the sides themselves.
create function legal_entities_of(p_offer uuid) returns table (side text, legal_name text, address text, tax_id text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select case b.org_id when o.brand_org then 'brand' else 'creator' end, b.legal_name, b.address, b.tax_id
    from offers o join billing_profiles b on b.org_id in (o.brand_org, o.creator_org)
    where o.id = p_offer and b.legal_name <> ''
      and (session_user in ('sponsio_worker') or app_org() in (o.brand_org, o.creator_org, o.agency_org))
$$;

-- What a copy of a contract can be verified against.
create function known_contract_file(p_sha256 text)
  returns table (title text, signed_at timestamptz, brand_name text, creator_name text, document_hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.title, c.signed_at, c.document->'brand'->>'name', c.document->'creator'->>'name', c.document_hash
    from contract_files f join contracts c on c.id = f.contract_id where f.sha256 = p_sha256
$$;

-- Deals of an org by state, and how many of them have released money; for that org alone.
create function deal_counts(p_org uuid) returns table (state text, deals int, released int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.state, count(*)::int,
      (count(*) filter (where exists (select from ledger_tx t where t.contract_id = c.id and t.kind = 'release')))::int
    from (select id, state from contracts where brand_org = p_org union all select id, state from contracts where creator_org = p_org
          union all select id, state from contracts where agency_org = p_org) c
    where session_user in ('sponsio_worker') or app_org() = p_org
    group by c.state
$$;

create function completed_deals(p_creator uuid) returns int
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from contracts c where c.creator_org = p_creator and c.state = 'completed'
$$;

create function campaign_slots_taken(p_campaigns uuid[]) returns table (campaign_id uuid, taken int, in_signing int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.campaign_id,
      (count(*) filter (where c.state in ('active', 'completed')))::int,
      (count(*) filter (where c.state in ('sent', 'partially_signed')))::int
    from contracts c where c.campaign_id = any(p_campaigns) group by c.campaign_id
$$;

-- Whether the calling org and this one ever had an offer (no contract is without one), an application or a representation.
create function deals_with(p_org uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from offers o where o.brand_org = app_org() and p_org in (o.creator_org, o.agency_org))
      or exists (select from offers o where o.creator_org = app_org() and p_org in (o.brand_org, o.agency_org))
      or exists (select from offers o where o.agency_org = app_org() and o.creator_org = p_org)
      or exists (select from offers o where o.agency_org = app_org() and o.brand_org = p_org)
      or exists (select from applications a where a.brand_org = app_org() and a.creator_org = p_org)
      or exists (select from applications a where a.creator_org = app_org() and a.brand_org = p_org)
      or exists (select from representations r where (r.agency_org, r.creator_org) in ((app_org(), p_org), (p_org, app_org())))
$$;

-- The picture of a creator is that of the person behind it; brands and agencies have none. A creator in the directory is shown to every
-- signed-in user, another one to orgs that deal with it.
create function pictures_of_creators(p_orgs uuid[]) returns table (org_id uuid, avatar text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.org_id, p.avatar
    from creator_profiles c
    cross join lateral (select m.user_id from org_members m where m.org_id = c.org_id order by m.created_at, m.user_id limit 1) as behind
    join profiles p on p.id = behind.user_id
    where c.org_id = any(p_orgs) and p.avatar is not null
      and (session_user in ('sponsio_worker') or app_kind() = 'staff' or c.org_id = app_org()
        or (c.published_at is not null and c.hidden_at is null and app_kind() in ('brand', 'creator', 'agency', 'newcomer'))
        or (app_kind() in ('brand', 'creator', 'agency') and deals_with(c.org_id)))
$$;

-- The picture alone, for colleagues and for orgs that deal with the person's org.
create function pictures_of_people(p_people text[]) returns table (user_id text, avatar text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.avatar from profiles p
    where p.id = any(p_people) and p.avatar is not null
      and (session_user in ('sponsio_worker') or app_kind() = 'staff' or p.id = app_user()
        or (app_kind() in ('brand', 'creator', 'agency') and exists (
          select from org_members m where m.user_id = p.id and (m.org_id = app_org() or deals_with(m.org_id)))))
$$;
