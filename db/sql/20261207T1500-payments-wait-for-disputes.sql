-- Whether a bank disputes a payment of the acting brand now.
create function card_dispute_open() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select app_kind() = 'brand' and exists (
    select from card_disputes where brand_org = app_org() and state = 'open')
$$;
