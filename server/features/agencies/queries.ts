import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { AgencyInput } from './schema.ts';

const agencies = (db: Db) =>
  db
    .selectFrom('orgs as o')
    .leftJoin('agency_profiles as a', 'a.org_id', 'o.id')
    .select([
      'o.id',
      'o.name',
      'o.slug',
      'o.city',
      'o.country',
      'a.about',
      'a.website',
      'a.contact_email',
      'a.licence',
      'a.niches',
      'a.commission_min_bps',
      'a.commission_max_bps',
      'a.published_at',
      'a.updated_at',
    ])
    .where('o.kind', '=', 'agency');

export const agencyOf = (db: Db, orgId: string) => agencies(db).where('o.id', '=', orgId).executeTakeFirst();

/** An agency that shows its page, and neither is closed nor on hold. */
export const agencyBySlug = (db: Db, slug: string) =>
  agencies(db)
    .where('o.slug', '=', slug)
    .where('a.published_at', 'is not', null)
    .where('o.closed_at', 'is', null)
    .where('o.suspended_at', 'is', null)
    .executeTakeFirst();

export async function saveProfile(
  db: Db,
  { orgId, input, publishedAt, at }: { orgId: string; input: AgencyInput; publishedAt: Date | null; at: Date },
): Promise<void> {
  const values = {
    about: input.about,
    website: input.website,
    contact_email: input.contactEmail,
    licence: input.licence,
    niches: [...input.niches],
    commission_min_bps: input.commissionMinBps,
    commission_max_bps: input.commissionMaxBps,
    published_at: publishedAt,
    updated_at: at,
  };
  await db
    .insertInto('agency_profiles')
    .values({ org_id: orgId, ...values })
    .onConflict((c) => c.column('org_id').doUpdateSet(values))
    .execute();
}

export async function listedRoster(db: Db, agencyOrg: string): Promise<string[]> {
  const { rows } = await sql<{
    creator_org: string;
  }>`select creator_org from listed_roster(${agencyOrg}::uuid)`.execute(db);
  return rows.map((row) => row.creator_org);
}

export async function isVerifiedAgency(db: Db, agencyOrg: string): Promise<boolean> {
  const { rows } = await sql<{ verified: boolean }>`select agency_verified(${agencyOrg}::uuid) as verified`.execute(db);
  return rows[0]?.verified ?? false;
}

export interface CommissionRow {
  sent_at: Date;
  creator_org: string;
  brand_org: string;
  deal: string;
  milestone: string;
  amount: number;
  /** What the provider took back of it, less what of that was paid by bank. */
  reversed: number;
  currency: Currency;
  /** From its commission note; null of one that has none. */
  price: number | null;
  bps: number | null;
  year: number | null;
  number: number | null;
}

/** Commission that was transferred to an agency, oldest first. */
export async function commissionsIn(
  db: Db,
  { agencyOrg, from, to }: { agencyOrg: string; from: Date; to: Date },
): Promise<CommissionRow[]> {
  const { rows } = await sql<CommissionRow>`
    select t.sent_at, c.creator_org, c.brand_org, c.title as deal, m.title as milestone, t.amount::bigint as amount,
      (t.reversed_amount - t.reversed_by_bank)::bigint as reversed, t.currency, (d.data->>'price')::bigint as price,
      (d.data->>'commissionBps')::int as bps, d.year, d.number
    from transfers t
      join milestones m on m.id = t.milestone_id
      join contracts c on c.id = t.contract_id
      left join documents d on d.milestone_id = t.milestone_id and d.org_id = t.payee_org and d.kind = 'commission_note'
        and coalesce((d.data->>'part')::int, 1) = t.part
    where t.payee_org = ${agencyOrg}::uuid and t.state = 'sent' and t.sent_at >= ${from} and t.sent_at < ${to}
    order by t.sent_at, t.id`.execute(db);
  return rows;
}

/** Months (UTC) with commission and their sums by currency, the newest first; at most `limit` months. */
export async function commissionMonths(
  db: Db,
  { agencyOrg, limit }: { agencyOrg: string; limit: number },
): Promise<{ month: string; currency: Currency; amount: number; count: number }[]> {
  const { rows } = await sql<{ month: string; currency: Currency; amount: number; count: number }>`
    with sums as (
      select to_char(t.sent_at at time zone 'UTC', 'YYYY-MM') as month, t.currency,
        sum(t.amount - t.reversed_amount + t.reversed_by_bank)::bigint as amount, count(*)::int as count
      from transfers t where t.payee_org = ${agencyOrg}::uuid and t.state = 'sent' group by 1, 2)
    select month, currency, amount, count from sums
     where month in (select distinct month from sums order by month desc limit ${limit})
     order by month desc, currency`.execute(db);
  return rows;
}

/** Part of the erasure of a person: of agencies whose only member it was. */
export async function deleteProfilesOfPerson(db: Db, userId: string): Promise<void> {
  await sql`
    delete from agency_profiles a where exists (select from org_members m where m.org_id = a.org_id and m.user_id = ${userId})
      and not exists (select from org_members o where o.org_id = a.org_id and o.user_id <> ${userId})`.execute(db);
}
