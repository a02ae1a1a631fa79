import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { ProfileFacts } from '../completeness/rules.ts';

/** What counts for the completeness of a profile, without the picture; null for an org without one. */
export async function profileFacts(db: Db, orgId: string): Promise<Omit<ProfileFacts, 'photo'> | null> {
  const { rows } = await sql<Omit<ProfileFacts, 'photo'>>`
    select p.headline <> '' as headline, p.bio <> '' as bio, cardinality(p.niches) as niches,
        cardinality(p.languages) as languages, o.place_id is not null as city, p.service is not null as service,
        case when p.hides_rates then 0 else (select count(*)::int from creator_rates r where r.org_id = p.org_id) end as rates,
        (select count(*)::int from social_accounts s where s.org_id = p.org_id and s.state = 'connected') as connected,
        (select count(*)::int from portfolio_works w where w.org_id = p.org_id) as works
      from creator_profiles p join orgs o on o.id = p.org_id where p.org_id = ${orgId}`.execute(db);
  return rows[0] ?? null;
}
