import { sql, type Kysely } from 'kysely';

/**
 * Row security hides the people of other orgs; their picture alone is told, and only to whom they deal with. A creator who
 * stands in the directory is seen by everybody who is signed in, as the rest of the public profile is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Whether the asking org and that one ever had an offer, a contract (none without its offer), an application or a representation between them.
    create function deals_with(p_org uuid) returns boolean
      language sql stable security definer set search_path = public, pg_temp as $$
      select exists (select from offers o where o.brand_org = app_org() and p_org in (o.creator_org, o.agency_org))
          or exists (select from offers o where o.creator_org = app_org() and p_org in (o.brand_org, o.agency_org))
          or exists (select from offers o where o.agency_org = app_org() and o.creator_org = p_org)
          or exists (select from offers o where o.agency_org = app_org() and o.brand_org = p_org)
          or exists (select from applications a where a.brand_org = app_org() and a.creator_org = p_org)
          or exists (select from applications a where a.creator_org = app_org() and a.brand_org = p_org)
          or exists (select from representations r where (r.agency_org, r.creator_org) in ((app_org(), p_org), (p_org, app_org()))) $$;
    -- The picture of a creator is the one of the person behind it; brands and agencies have none.
    create function pictures_of_creators(p_orgs uuid[]) returns table (org_id uuid, avatar text)
      language sql stable security definer set search_path = public, pg_temp as $$
      select c.org_id, p.avatar
        from creator_profiles c
        cross join lateral (select m.user_id from org_members m where m.org_id = c.org_id order by m.created_at, m.user_id limit 1) as behind
        join profiles p on p.id = behind.user_id
        where c.org_id = any(p_orgs) and p.avatar is not null
          and (session_user <> 'sponsio_app' or app_kind() = 'staff' or c.org_id = app_org()
            or (c.published_at is not null and c.hidden_at is null and app_kind() in ('brand','creator','agency','newcomer'))
            or (app_kind() in ('brand','creator','agency') and deals_with(c.org_id))) $$;
    create function pictures_of_people(p_people text[]) returns table (user_id text, avatar text)
      language sql stable security definer set search_path = public, pg_temp as $$
      select p.id, p.avatar from profiles p
        where p.id = any(p_people) and p.avatar is not null
          and (session_user <> 'sponsio_app' or app_kind() = 'staff' or p.id = app_user()
            or (app_kind() in ('brand','creator','agency') and exists (select from org_members m where m.user_id = p.id and (m.org_id = app_org() or deals_with(m.org_id))))) $$;
    revoke all on function deals_with(uuid), pictures_of_creators(uuid[]), pictures_of_people(text[]) from public;
    grant execute on function pictures_of_creators(uuid[]), pictures_of_people(text[]) to sponsio_app, sponsio_worker;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop function pictures_of_people(text[]), pictures_of_creators(uuid[]), deals_with(uuid)').execute(db);
}
