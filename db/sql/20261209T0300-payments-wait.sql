-- The oldest payment of the acting brand that its bank disputes now: new ones wait until that is decided.
create function card_dispute_open()
  returns table (milestone_id uuid, contract_id uuid, milestone text, title text, amount bigint, currency text, opened_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, c.id, m.title, c.title, d.amount, d.currency, d.opened_at
    from card_disputes d join milestones m on m.id = d.milestone_id join contracts c on c.id = d.contract_id
    where session_user in ('sponsio_app', 'sponsio_worker') and app_kind() = 'brand' and d.brand_org = app_org() and d.state = 'open'
    order by d.opened_at, d.id limit 1
$$;
