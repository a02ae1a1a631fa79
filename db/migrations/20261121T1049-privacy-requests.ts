import { sql, type Kysely } from 'kysely';

/** Copies of one's data and erasure of an account: their rows, who may see them, and the one function that erases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table one_time_codes drop constraint one_time_codes_purpose_check;
    alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('verify','reset','delete'));
    create table data_exports (
      id uuid primary key,
      user_id text not null,
      org_id uuid not null references orgs,
      state text not null check (state in ('queued','collecting','ready','expired')),
      done int not null default 0,
      total int not null default 0,
      size bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      expires_at timestamptz
    );
    create unique index data_exports_one_at_a_time on data_exports(user_id) where state in ('queued','collecting');
    create index data_exports_user on data_exports(user_id, created_at desc);
    -- user_id goes when the person is erased; what is left names nobody.
    create table deletion_requests (
      id uuid primary key,
      code text not null unique,
      user_id text,
      source text not null check (source in ('profile','mail','meta')),
      state text not null check (state in ('checking','blocked','planned','erased','closed','cancelled')),
      blockers jsonb not null default '[]',
      erase_at timestamptz,
      requested_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index deletion_requests_one_open on deletion_requests(user_id) where state in ('checking','blocked','planned');
    create constraint trigger exports_need_workflow after insert on data_exports deferrable initially deferred
      for each row execute function assert_workflow_started('export');
    create constraint trigger deletions_need_workflow after insert on deletion_requests deferrable initially deferred
      for each row when (new.state = 'checking') execute function assert_workflow_started('deletion');
    create function notify_person() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sponsio_live', jsonb_build_object('topics', jsonb_build_array('user:' || new.user_id), 'table', tg_table_name)::text);
      return null;
    end $$;
    create trigger data_exports_live after insert or update on data_exports for each row execute function notify_person();
    create trigger deletion_requests_live after insert or update on deletion_requests for each row when (new.user_id is not null) execute function notify_person();
  `);
  for (const table of ['data_exports', 'deletion_requests']) {
    await run(`
      grant select, insert, update on ${table} to sponsio_app, sponsio_worker;
      alter table ${table} enable row level security;
      create policy worker on ${table} to sponsio_worker using (true) with check (true);
      create policy staff_reads on ${table} for select to sponsio_app using (app_kind() = 'staff');
      create policy own on ${table} to sponsio_app using (user_id = app_user()) with check (user_id = app_user());
    `);
  }
  await run(`
    create policy platforms on deletion_requests to sponsio_app using (app_kind() = 'system' and source = 'meta') with check (app_kind() = 'system' and source = 'meta');

    -- Whoever holds a confirmation code may follow it; it says how far the erasure is and never whose it is.
    create function deletion_status(p_code text) returns table (state text, requested_at timestamptz, erase_at timestamptz, ended_at timestamptz)
      language sql stable security definer set search_path = public, pg_temp as $$
      select d.state, d.requested_at, d.erase_at, d.ended_at from deletion_requests d where d.code = upper(p_code) $$;

    -- The sign-in account for the owner's own copy: neither password nor tokens.
    create function account_card(p_user text) returns jsonb
      language sql stable security definer set search_path = public, pg_temp as $$
      select jsonb_build_object('name', u."name", 'email', u."email", 'createdAt', u."createdAt",
        'sessions', (select coalesce(jsonb_agg(jsonb_build_object('createdAt', s."createdAt", 'expiresAt', s."expiresAt", 'ipAddress', s."ipAddress", 'userAgent', s."userAgent")), '[]') from auth."session" s where s."userId" = u."id"))
        from auth."user" u where u."id" = p_user $$;

    -- Texts of negotiations may lose what an erased person wrote; nothing else there ever changes.
    create function refuse_change_unless_erasing() returns trigger language plpgsql as $$
    begin
      -- The setting alone opens nothing: whoever is not the owner could set it, too.
      if tg_op = 'UPDATE' and current_setting('app.erasing', true) = 'on' and current_user not in ('sponsio_app', 'sponsio_worker') then return new; end if;
      raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
    end $$;
    drop trigger offer_versions_append_only on offer_versions;
    create trigger offer_versions_append_only before update or delete on offer_versions for each row execute function refuse_change_unless_erasing();
    drop trigger consents_append_only on consents;
    create trigger consents_append_only before update or delete on consents for each row execute function refuse_change_unless_erasing();

    -- Erases a person and the orgs that were this person's alone. Kept under a legal duty, as they were signed and booked: contracts with
    -- their signatures and events, invoices, the ledger. Everything else is deleted, emptied or carries p_name.
    create function erase_person(p_user text, p_name text) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      person profiles%rowtype;
      mine uuid[];
      others uuid[];
      was text[];
    begin
      perform set_config('app.erasing', 'on', true);
      select * into person from profiles where id = p_user;
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
      delete from mails where user_id = p_user or lower(to_address) = lower(person.email);
      update one_time_codes set email = '', user_id = null, superseded_at = coalesce(superseded_at, now()) where user_id = p_user or email = lower(person.email);

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
      update representations set valid_to = now() where (agency_org = any(mine) or creator_org = any(mine)) and (valid_to is null or valid_to > now());
      update creator_profiles set handle = 'deleted.' || substr(replace(org_id::text, '-', ''), 17), headline = '', bio = '', niches = '{}', languages = '{}',
        platforms = '[]', rates = '[]', birth_year = null, adult_confirmed_at = null, published_at = null where org_id = any(mine);
      delete from billing_profiles where org_id = any(mine);
      update payout_accounts set bank_last4 = null, requirements = '[]', disabled_reason = null where org_id = any(mine);
      update payouts set bank_last4 = null where org_id = any(mine);
      update payments set card_brand = null, card_last4 = null where brand_org = any(mine);
      update psp_events set payload = '{}' where org_id = any(mine) and state <> 'pending';
      update orgs set name = p_name, slug = 'deleted.' || substr(replace(id::text, '-', ''), 17), city = null where id = any(mine);
      delete from org_members where user_id = p_user;
      delete from data_exports where user_id = p_user;
      update consents set user_id = null where user_id = p_user;
      update deletion_requests set user_id = null where user_id = p_user;
      delete from profiles where id = p_user;
      delete from auth."verification" where person.email is not null and ("identifier" like '%' || person.email || '%' or "value" like '%' || p_user || '%');
      delete from auth."user" where "id" = p_user;
    end $$;
    -- The last mail to an erased person, once it is sent or given up.
    create function forget_farewell(p_request uuid) returns boolean
      language sql security definer set search_path = public, pg_temp as $$
      with gone as (delete from mails where op_id = 'account_erased:' || p_request and state <> 'queued' returning 1)
      select exists (select from gone) or not exists (select from mails where op_id = 'account_erased:' || p_request) $$;
    revoke all on function account_card(text), erase_person(text, text), forget_farewell(uuid) from public;
    grant execute on function account_card(text), erase_person(text, text), forget_farewell(uuid) to sponsio_worker;
  `);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop function deletion_status(text), account_card(text), erase_person(text, text), forget_farewell(uuid);
    drop trigger offer_versions_append_only on offer_versions;
    create trigger offer_versions_append_only before update or delete on offer_versions for each row execute function refuse_change();
    drop function refuse_change_unless_erasing() cascade;
    create trigger consents_append_only before update or delete on consents for each row execute function refuse_change();
    drop table data_exports, deletion_requests;
    drop function notify_person();
    delete from one_time_codes where purpose = 'delete';
    alter table one_time_codes drop constraint one_time_codes_purpose_check;
    alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('verify','reset'));
  `)
    .execute(db);
}
