import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { inIndexOrder, nextById, type IdPage, behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import type { CampaignState } from '../schema.ts';

const COLUMNS = [
  'id',
  'brand_org',
  'state',
  'version',
  'title',
  'summary',
  'product',
  'goal',
  'currency',
  'country',
  'city',
  'place_id',
  'wanted',
  'pay',
  'terms',
  'slots',
  'draft_step',
  'application_deadline',
  'reopens',
  'deadline_at',
  'published_at',
  'updated_at',
  'cover_id',
] as const;

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof campaignOfBrand>>>;

export async function campaignOfBrand(db: Db, input: { campaignId: string; brandOrg: string; lock?: boolean }) {
  return db
    .selectFrom('campaigns')
    .select(COLUMNS)
    .where('id', '=', input.campaignId)
    .where('brand_org', '=', input.brandOrg)
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** For the platform itself. */
export async function campaignById(db: Db, campaignId: string): Promise<CampaignRow | undefined> {
  return db.selectFrom('campaigns').select(COLUMNS).where('id', '=', campaignId).executeTakeFirst();
}

/** The same, locked. */
export async function campaignLocked(db: Db, campaignId: string): Promise<CampaignRow | undefined> {
  return db.selectFrom('campaigns').select(COLUMNS).where('id', '=', campaignId).forUpdate().executeTakeFirst();
}

export interface CampaignFilter {
  states?: readonly CampaignState[] | undefined;
  /** Only campaigns with applications that the brand has not opened, or only those without. */
  unread?: boolean | undefined;
  /** Many campaigns are expected to match `unread`: they are read in order until the page is full, not all and sorted. */
  many?: boolean | undefined;
}

const ownCampaigns = (eb: Pick<Db, 'selectFrom'>, input: CampaignFilter & { brandOrg: string }) =>
  eb
    .selectFrom('campaigns as c')
    .where('c.brand_org', '=', input.brandOrg)
    .$if(input.states !== undefined, (q) => q.where('c.state', 'in', [...(input.states ?? [])]))
    .$if(input.unread !== undefined, (q) =>
      q.where((w) => {
        const unread = w
          .selectFrom('applications as a')
          .select('a.id')
          .whereRef('a.campaign_id', '=', 'c.id')
          .where('a.brand_org', '=', input.brandOrg)
          .where(sql<boolean>`a.state = 'submitted'`);
        if (input.unread && !input.many) return w.exists(unread);
        return w(unread.limit(1), input.unread ? 'is not' : 'is', null);
      }),
    );

/** The brand's campaigns, the last touched first. */
export async function campaignsOfBrand(
  db: Db,
  input: CampaignFilter & { brandOrg: string; after: ListPlace | null; limit: number },
): Promise<(CampaignRow & ListPlace)[]> {
  const read = () =>
    ownCampaigns(db, input)
      .select(COLUMNS)
      .select(placeTime('c.updated_at').as('at'))
      .where(behind('c.updated_at', 'c.id', 'descending', input.after))
      .orderBy('c.updated_at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(input.limit)
      .execute();
  // Few campaigns with unread applications are found by these.
  return input.unread && !input.many ? read() : inIndexOrder(db, read);
}

/** Counted up to `cap`. */
export async function countCampaigns(
  db: Db,
  { cap, ...input }: CampaignFilter & { brandOrg: string; cap: number },
): Promise<number> {
  const row = await db
    .selectFrom((eb) => ownCampaigns(eb, input).select('c.id').limit(cap).as('c'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function campaignByRequestKey(
  db: Db,
  input: { brandOrg: string; requestKey: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('brand_org', '=', input.brandOrg)
    .where('request_key', '=', input.requestKey)
    .executeTakeFirst();
  return row?.id;
}

export async function hasContracts(db: Db, campaignId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contracts')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('state', 'not in', ['expired', 'declined', 'cancelled', 'voided'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function contractStates(db: Db, campaignId: string): Promise<Partial<Record<string, number>>> {
  const rows = await db
    .selectFrom('contracts')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .where('campaign_id', '=', campaignId)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map((r) => [r.state, Number(r.n)]));
}

export interface Places {
  taken: number;
  inSigning: number;
}

/** Contracts running or finished, and being signed, per campaign, for any reader. */
export async function placesOf(db: Db, campaignIds: readonly string[]): Promise<Map<string, Places>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await sql<{ campaign_id: string; taken: number; in_signing: number }>`
    select campaign_id, taken, in_signing from campaign_slots_taken(${[...campaignIds]}::uuid[])`.execute(db);
  return new Map(rows.map((r) => [r.campaign_id, { taken: r.taken, inSigning: r.in_signing }]));
}

export interface CampaignContract {
  id: string;
  campaign_id: string;
  total: number;
  state: string;
  funded: number;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
}

/** Contracts of the campaigns that are active or being signed, with their totals and where their money is. */
export async function contractsOfCampaigns(db: Db, campaignIds: readonly string[]): Promise<CampaignContract[]> {
  if (campaignIds.length === 0) return [];
  const { rows } = await sql<CampaignContract>`
    with listed as materialized (
      select id, campaign_id, total, state from contracts
        where campaign_id = any(${[...campaignIds]}::uuid[]) and state not in ('expired', 'declined', 'voided')
    )
    select c.id, c.campaign_id, c.total, c.state, coalesce(b.funded, 0)::bigint as funded, coalesce(b.held, 0)::bigint as held,
        coalesce(b.released, 0)::bigint as released, coalesce(b.refunded, 0)::bigint as refunded, coalesce(b.disputed, 0)::bigint as disputed
      from listed c left join contract_balances(array(select id from listed)) b on b.contract_id = c.id`.execute(db);
  return rows;
}

/** Whether a freed place is open to applications again; with `deadline`, also until when applications are taken. */
export async function setReopening(
  db: Db,
  input: { campaignId: string; reopens: boolean; deadline?: Date | null },
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({
      reopens: input.reopens,
      ...(input.deadline === undefined ? {} : { application_deadline: input.deadline, deadline_at: input.deadline }),
    })
    .where('id', '=', input.campaignId)
    .execute();
}

/** Deletes a campaign that only its brand has seen. */
export async function deleteDraftRow(db: Db, campaignId: string): Promise<void> {
  await db.deleteFrom('campaigns').where('id', '=', campaignId).where('state', '=', 'draft').execute();
}

/** Campaigns with a date still to come, or with an application that has no answer. */
export async function openCampaigns(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('campaigns')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', 'in', ['scheduled', 'live', 'paused']),
          eb.or([eb('deadline_at', 'is not', null), eb('application_deadline', 'is not', null)]),
        ]),
        eb(
          'id',
          'in',
          eb
            .selectFrom('applications as a')
            .select('a.campaign_id')
            .where('a.state', 'in', ['submitted', 'shortlisted'])
            .where('a.updated_at', '<', before),
        ),
      ]),
    )
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueCampaigns(
  db: Db,
  { ids, since }: { ids: string[]; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['scheduled', 'live', 'paused'])
    .where('deadline_at', '<', since)
    .execute();
}

export async function campaignMayResume(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db.selectFrom('campaigns').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.state !== 'draft';
}

export async function insertCampaign(db: Db, campaign: Insertable<DB['campaigns']>): Promise<void> {
  await db.insertInto('campaigns').values(campaign).execute();
}

/** Changes a campaign; with `newVersion`, pages that show the version before may not save any more. */
export async function updateCampaign(
  db: Db,
  { campaignId, at, newVersion }: { campaignId: string; at: Date; newVersion: boolean },
  set: Updateable<DB['campaigns']>,
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set((eb) => ({ ...set, updated_at: at, ...(newVersion ? { version: eb('version', '+', 1) } : {}) }))
    .where('id', '=', campaignId)
    .execute();
}

/** Serializes agreements about the places of a campaign until the transaction ends. */
export async function lockPlaces(db: Db, campaignId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${campaignId}, 1))`.execute(db);
}

/** What a new campaign of the brand begins with. */
export async function targetsOf(db: Db, brandOrg: string): Promise<unknown> {
  const row = await db.selectFrom('brand_profiles').select('targets').where('org_id', '=', brandOrg).executeTakeFirst();
  return row?.targets ?? null;
}

/** Whether the brand has this cover in its kit. */
export async function hasCover(db: Db, of: { brandOrg: string; coverId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('brand_pictures')
    .select('id')
    .where('id', '=', of.coverId)
    .where('org_id', '=', of.brandOrg)
    .where('kind', '=', 'cover')
    .executeTakeFirst();
  return row !== undefined;
}
