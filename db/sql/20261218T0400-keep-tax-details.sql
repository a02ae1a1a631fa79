-- Erases a person and the orgs whose only member it was. Kept under a legal duty, as they were signed and booked: contracts with their
-- signatures and events, invoices, the ledger, and of a payee that was paid its tax details, which the yearly report to the tax
-- authorities names. Everything else is deleted, emptied or carries p_name. Addresses are compared as they are, not as patterns.
create or replace function erase_person(p_user text, p_name text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person profiles%rowtype;
  mailbox text;
  mine uuid[];
  others uuid[];
  was text[];
begin
  perform set_config('app.erasing', 'on', true);
  select * into person from profiles where id = p_user;
  mailbox := lower(coalesce(person.email, (select u."email" from auth."user" u where u."id" = p_user)));
  select coalesce(array_agg(m.org_id), '{}') into mine from org_members m
    where m.user_id = p_user and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> p_user);
  select coalesce(array_agg(distinct n), '{}') into was from (
    select person.display_name union select person.email union select name from orgs where id = any(mine)) as x(n) where n is not null;
  select coalesce(array_agg(distinct o), '{}') into others from (
    select brand_org from offers where creator_org = any(mine) or agency_org = any(mine)
    union select creator_org from offers where brand_org = any(mine) or agency_org = any(mine)
    union select agency_org from offers where brand_org = any(mine) or creator_org = any(mine)
    union select brand_org from applications where creator_org = any(mine)
    union select creator_org from applications where brand_org = any(mine)) as x(o) where o is not null;

  update notifications set data = data || jsonb_build_object('name', p_name) where org_id = any(others) and data->>'name' = any(was);
  update notices set data = data || jsonb_build_object('name', p_name) where org_id = any(others) and data->>'name' = any(was);
  update mails set data = data || jsonb_build_object('name', p_name)
    where data->>'name' = any(was) and user_id in (select m.user_id from org_members m where m.org_id = any(others));
  delete from notifications where user_id = p_user or org_id = any(mine);
  delete from notices where org_id = any(mine);
  delete from mails where user_id = p_user or lower(to_address) = mailbox;
  update one_time_codes set email = '', user_id = null, superseded_at = coalesce(superseded_at, now())
    where user_id = p_user or email = mailbox;

  update messages set author_name = p_name where author_user = p_user;
  update review_comments set author_name = p_name where author_user = p_user;
  update submissions set decided_by_name = p_name where decided_by = p_user;
  update files f set name = 'file', state = case when kept.id is null then 'rejected' else f.state end
    from files g left join submissions kept on kept.id = g.submission_id and kept.state in ('approved','auto_approved')
    where f.id = g.id and f.org_id = any(mine);
  update applications set pitch = '', links = '{}', decline_reason = null,
    state = case when state in ('submitted','shortlisted') then 'withdrawn' else state end where creator_org = any(mine);
  update applications set state = 'expired' where brand_org = any(mine) and state in ('submitted','shortlisted');
  delete from saved_campaigns where org_id = any(mine);
  update campaigns set state = case when state in ('draft','scheduled','live','paused') then 'cancelled' else state end,
    title = '', summary = '', product = '', wanted = '{}', updated_at = now()
    where brand_org = any(mine) and not exists (select from contracts c where c.campaign_id = campaigns.id);
  update offers set state = case when brand_org = any(mine) then 'withdrawn' else 'declined' end, closed_reason = null, updated_at = now()
    where (brand_org = any(mine) or creator_org = any(mine) or agency_org = any(mine)) and state in ('sent','countered');
  update offer_versions set note = '' where proposed_by_user = p_user and note <> '';
  update representations set valid_to = now()
    where (agency_org = any(mine) or creator_org = any(mine)) and (valid_to is null or valid_to > now());
  update creator_profiles set handle = 'deleted.' || substr(replace(org_id::text, '-', ''), 17), headline = '', bio = '',
    niches = '{}', languages = '{}', birth_year = null, adult_confirmed_at = null, published_at = null,
    gender = null, shows_age = false, available = false
    where org_id = any(mine);
  delete from social_accounts where org_id = any(mine);
  delete from creator_rates where org_id = any(mine);
  delete from billing_profiles b where b.org_id = any(mine)
    and not exists (select from transfers t where t.payee_org = b.org_id and t.state = 'sent');
  update billing_profiles set invoice_email = null, po_number = null where org_id = any(mine);
  update tax_profiles set changed_by = null where org_id = any(mine);
  delete from tax_profiles p where p.org_id = any(mine)
    and not exists (select from transfers t where t.payee_org = p.org_id and t.state = 'sent');
  delete from payout_banks where org_id = any(mine);
  update payout_accounts set requirements = '[]', disabled_reason = null where org_id = any(mine);
  update payouts set bank_last4 = null where org_id = any(mine);
  update payments set card_brand = null, card_last4 = null where brand_org = any(mine);
  update psp_events set payload = '{}' where org_id = any(mine) and state <> 'pending';
  update orgs set name = p_name, slug = 'deleted.' || substr(replace(id::text, '-', ''), 17), city = null where id = any(mine);
  delete from org_members where user_id = p_user;
  delete from data_exports where user_id = p_user;
  update consents set user_id = null where user_id = p_user;
  update deletion_requests set user_id = null where user_id = p_user;
  update avatar_files set user_id = null, state = 'leftover' where user_id = p_user;
  delete from profiles where id = p_user;
  -- A half-finished sign-in holds the person's id, a passkey being made holds it within JSON (Postgres 15 cannot ask "is json").
  delete from auth."verification" where "identifier" = mailbox or "value" = p_user
    or case when "value" like '{%}' then "value"::jsonb #>> '{userData,id}' = p_user else false end;
  delete from auth."user" where "id" = p_user;
end;
$$;
