import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';

const LEGAL = 'legal_entities_of(uuid)';

/** The billing details of an offer's two sides, which its contract names; only for the sides themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Its body reads past row security as its later owner does, which the owner of the tables may not.
    set local check_function_bodies = off;
    create function ${LEGAL.replace('uuid', 'p_offer uuid')} returns table (side text, legal_name text, address text, tax_id text)
      language sql stable security definer set search_path = public, pg_temp as $$
      select case b.org_id when o.brand_org then 'brand' else 'creator' end, b.legal_name, b.address, b.tax_id
        from offers o join billing_profiles b on b.org_id in (o.brand_org, o.creator_org)
        where o.id = p_offer and b.legal_name <> ''
          and (session_user in ('sponsio_worker') or app_org() in (o.brand_org, o.creator_org, o.agency_org)) $$;
    `)
    .execute(db);
  await secureFunction(db, LEGAL, ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop function ${LEGAL}`).execute(db);
}
