import { sql, type Kysely } from 'kysely';

/** Which terms were accepted, and accounts whose mailbox was never proven. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table profiles add column terms_version text, add column terms_accepted_at timestamptz,
      add constraint profiles_terms_have_a_time check ((terms_version is null) = (terms_accepted_at is null));
    -- Accepted by whoever started the payment, at its created_at.
    alter table payments add column terms_version text;

    -- Accounts made before p_before whose mailbox was never proven and which hold nothing: no deal or part of one, no money, no document,
    -- no team, no hold. Locked until commit, so that a mailbox that is proven meanwhile waits and finds out. All of them, or p_user alone.
    create function unverified_accounts(p_before timestamptz, p_user text) returns setof text
      language sql volatile security definer set search_path = public, pg_temp as $$
      select u."id" from auth."user" u
       where not u."emailVerified" and u."createdAt" < p_before and (p_user is null or u."id" = p_user)
         and not exists (select from profiles p where p.id = u."id" and p.email_verified_at is not null)
         and not exists (select from staff s where s.user_id = u."id")
         and not exists (select from deletion_requests d where d.user_id = u."id" and d.state in ('checking','blocked','planned'))
         and not exists (
           select from org_members m join orgs g on g.id = m.org_id where m.user_id = u."id" and (
             g.suspended_at is not null
             or exists (select from org_members o where o.org_id = m.org_id and o.user_id <> m.user_id)
             or exists (select from representations r where m.org_id in (r.agency_org, r.creator_org))
             or exists (select from campaigns c where c.brand_org = m.org_id and c.state <> 'draft')
             or exists (select from applications a where m.org_id in (a.brand_org, a.creator_org))
             or exists (select from offers o where m.org_id in (o.brand_org, o.creator_org, o.agency_org))
             or exists (select from contracts c where m.org_id in (c.brand_org, c.creator_org, c.agency_org))
             or exists (select from payments p where p.brand_org = m.org_id)
             or exists (select from payout_accounts p where p.org_id = m.org_id)
             or exists (select from payouts p where p.org_id = m.org_id)
             or exists (select from documents d where d.org_id = m.org_id)
             or exists (select from ledger_accounts l where l.org_id = m.org_id)))
       order by u."createdAt" limit 100 for update of u skip locked $$;
    revoke all on function unverified_accounts(timestamptz, text) from public;
    grant execute on function unverified_accounts(timestamptz, text) to sponsio_worker;
    create index user_unverified on auth."user" ("createdAt") where not "emailVerified";
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop index auth.user_unverified;
    drop function unverified_accounts(timestamptz, text);
    alter table payments drop column terms_version;
    alter table profiles drop column terms_version, drop column terms_accepted_at;
  `)
    .execute(db);
}
