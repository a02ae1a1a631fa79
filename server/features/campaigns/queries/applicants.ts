import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { ApplicationState } from '../schema.ts';
import { APPLICATION_COLUMNS, newestOffer } from './applications.ts';

/** Applications to a campaign by state. */
export async function applicationsByState(
  db: Db,
  { campaignId, brandOrg }: { campaignId: string; brandOrg: string },
): Promise<Partial<Record<ApplicationState, number>>> {
  const { rows } = await sql<{ state: ApplicationState; n: number }>`
    select state, count(*)::int as n from applications
     where campaign_id = ${campaignId}::uuid and brand_org = ${brandOrg}::uuid group by state`.execute(db);
  return Object.fromEntries(rows.map((r) => [r.state, r.n]));
}

/** States whose applications stand together in the list, and the place to read on from. */
export interface ApplicantsPart {
  states: readonly ApplicationState[];
  after: ListPlace | null;
}

/** Each state is read in the order of its index. `part` counts from 0. */
const placed = ({
  campaignId,
  parts,
  limit,
}: {
  campaignId: string;
  parts: readonly ApplicantsPart[];
  limit: number;
}) =>
  sql.join(
    parts.flatMap(({ states, after }, part) =>
      states.map(
        (state) => sql`
    (select a.id, ${sql.lit(part)} as part from applications a
      where a.campaign_id = ${campaignId}::uuid and a.state = ${sql.lit(state)}
        and ${behind('a.created_at', 'a.id', 'ascending', after)}
      order by a.created_at, a.id limit ${limit})`,
      ),
    ),
    sql` union all `,
  );

/** What one network says of a creator. */
export interface Followed {
  platform: string;
  followers: number;
  engagementBps: number | null;
}

/** Applications to a campaign of the brand, part after part, in each the oldest first; or one alone, of part 0. */
export async function applicantsOf(
  db: Db,
  input: { campaignId: string; brandOrg: string } & (
    | { parts: readonly ApplicantsPart[]; limit: number }
    | { applicationId: string }
  ),
) {
  const wanted = 'applicationId' in input ? sql`select ${input.applicationId}::uuid as id, 0 as part` : placed(input);
  return db
    .selectFrom(sql<{ id: string; part: number }>`(${wanted})`.as('w'))
    .innerJoin('applications as a', 'a.id', 'w.id')
    .innerJoin('orgs as o', 'o.id', 'a.creator_org')
    .leftJoin('creator_profiles as p', 'p.org_id', 'a.creator_org')
    .select((eb) => [
      'w.part',
      ...APPLICATION_COLUMNS,
      'a.pitch',
      'a.links',
      placeTime('a.created_at').as('at'),
      'a.edited_at',
      'o.city',
      'p.headline',
      sql<
        Followed[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('platform', s.platform, 'followers', s.followers, 'engagementBps', s.engagement_bps)), '[]')
        from social_accounts s where s.org_id = a.creator_org)`.as('accounts'),
      newestOffer,
      eb
        .selectFrom('contracts as c')
        .select('c.id')
        .whereRef('c.application_id', '=', 'a.id')
        .orderBy('c.created_at', 'desc')
        .limit(1)
        .as('contract_id'),
    ])
    .where('a.campaign_id', '=', input.campaignId)
    .where('a.brand_org', '=', input.brandOrg)
    .orderBy('w.part')
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit('limit' in input ? input.limit : 1)
    .execute();
}
