import { expressionBuilder, sql, type Insertable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';
import type { ApplicationState } from '../schema.ts';

/** What brand and creator read of an application `a`. */
export const APPLICATION_COLUMNS = [
  'a.id',
  'a.campaign_id',
  'a.brand_org',
  'a.creator_org',
  'a.state',
  'a.price',
  'a.currency',
  'a.created_at',
] as const;

/** The newest offer that answers an application `a`. */
export const newestOffer = expressionBuilder<DB & { a: DB['applications'] }, 'a'>()
  .selectFrom('offers as f')
  .select('f.id')
  .whereRef('f.application_id', '=', 'a.id')
  .orderBy('f.created_at', 'desc')
  .limit(1)
  .as('offer_id');

export async function hasApplications(db: Db, campaignId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('applications')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

export interface ApplicationCounts {
  all: number;
  fresh: number;
}

/** Applications to each of these campaigns, and those that the brand has not opened; each counted up to `cap`. */
export async function applicationCounts(
  db: Db,
  { campaignIds, cap }: { campaignIds: readonly string[]; cap: number },
): Promise<Map<string, ApplicationCounts>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await sql<ApplicationCounts & { campaign_id: string }>`
    select c.id as campaign_id,
      (select count(*)::int from (select from applications a where a.campaign_id = c.id limit ${cap}) n) as "all",
      (select count(*)::int from (select from applications a where a.campaign_id = c.id and a.state = 'submitted' limit ${cap}) n) as fresh
    from unnest(${[...campaignIds]}::uuid[]) c(id)`.execute(db);
  return new Map(rows.map(({ campaign_id: id, ...counts }) => [id, counts]));
}

/** Locks the brand's applications among `ids`, in one order so that two bulk acts cannot deadlock. */
export async function applicationsLocked(db: Db, input: { ids: readonly string[]; brandOrg: string }) {
  return db
    .selectFrom('applications as a')
    .innerJoin('campaigns as c', 'c.id', 'a.campaign_id')
    .select(['a.id', 'a.state', 'a.brand_org', 'a.creator_org', 'a.campaign_id', 'c.title'])
    .where('a.id', 'in', [...input.ids])
    .where('a.brand_org', '=', input.brandOrg)
    .orderBy('a.id')
    .forUpdate('a')
    .execute();
}

/**
 * All applications that are unanswered or have an offer, locked in the same order; waits for an offer that is being
 * sent.
 */
export async function openApplicationsLocked(db: Db, input: { campaignId: string; brandOrg: string }) {
  return db
    .selectFrom('applications')
    .select(['id', 'state', 'creator_org'])
    .where('campaign_id', '=', input.campaignId)
    .where('brand_org', '=', input.brandOrg)
    .where('state', 'in', ['submitted', 'shortlisted', 'offered'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setApplicationState(
  db: Db,
  input: { id: string; state: ApplicationState; reason?: string; at: Date },
): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({
      state: input.state,
      version: eb('version', '+', 1),
      updated_at: input.at,
      ...(input.reason === undefined ? {} : { decline_reason: input.reason }),
    }))
    .where('id', '=', input.id)
    .execute();
}

/** False when the creator has applied to the campaign before. */
export async function insertApplication(db: Db, application: Insertable<DB['applications']>): Promise<boolean> {
  const inserted = await db
    .insertInto('applications')
    .values(application)
    .onConflict((c) => c.columns(['campaign_id', 'creator_org']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Replaces what the creator wrote; the brand's decision about it stays. */
export async function updateApplication(
  db: Db,
  input: { id: string; pitch: string; price: number; links: string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({
      pitch: input.pitch,
      price: input.price,
      links: input.links,
      edited_at: input.at,
      updated_at: input.at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', input.id)
    .execute();
}

/** Expires open applications without a change since `before`; returns their creators. */
export async function expireOlderThan(
  db: Db,
  input: { campaignId: string; before: Date; at: Date },
): Promise<{ id: string; creator_org: string }[]> {
  return db
    .updateTable('applications')
    .set((eb) => ({ state: 'expired', version: eb('version', '+', 1), updated_at: input.at }))
    .where('campaign_id', '=', input.campaignId)
    .where('state', 'in', ['submitted', 'shortlisted'])
    .where('updated_at', '<=', input.before)
    .returning(['id', 'creator_org'])
    .execute();
}

export async function oldestOpenApplication(db: Db, campaignId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('applications')
    .select((eb) => eb.fn.min('updated_at').as('at'))
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['submitted', 'shortlisted'])
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function applicationOfCreator(
  db: Db,
  input: { creatorOrg: string; campaignId?: string; applicationId?: string; lock?: boolean },
) {
  return db
    .selectFrom('applications as a')
    .select([...APPLICATION_COLUMNS, 'a.pitch', 'a.links', 'a.request_key', 'a.edited_at', 'a.version', newestOffer])
    .where('a.creator_org', '=', input.creatorOrg)
    .$if(input.campaignId !== undefined, (q) => q.where('a.campaign_id', '=', input.campaignId ?? ''))
    .$if(input.applicationId !== undefined, (q) => q.where('a.id', '=', input.applicationId ?? ''))
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** Counted up to `cap`. */
export async function applicationsIn(
  db: Db,
  input: { creatorOrg: string; states: readonly ApplicationState[]; cap: number },
): Promise<number> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('applications')
        .select('id')
        .where('creator_org', '=', input.creatorOrg)
        // As text, so that the index of these states serves a plan made for any states.
        .where(
          'state',
          'in',
          input.states.map((state) => sql<ApplicationState>`${sql.lit(state)}`),
        )
        .limit(input.cap)
        .as('a'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The creator's applications, the newest first; without the accepted ones, or one alone. */
export async function applicationsOfCreator(
  db: Db,
  input: {
    creatorOrg: string;
    after: ListPlace | null;
    limit: number;
    applicationId?: string;
    withoutAccepted?: boolean;
  },
) {
  return db
    .selectFrom('applications as a')
    .leftJoin('campaigns as c', 'c.id', 'a.campaign_id')
    .select([
      ...APPLICATION_COLUMNS,
      'c.title',
      'c.state as campaign_state',
      newestOffer,
      placeTime('a.created_at').as('at'),
    ])
    .where('a.creator_org', '=', input.creatorOrg)
    .$if(input.applicationId !== undefined, (q) => q.where('a.id', '=', input.applicationId ?? ''))
    .$if(input.withoutAccepted === true, (q) => q.where('a.state', '<>', 'accepted'))
    .where(behind('a.created_at', 'a.id', 'descending', input.after))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(input.limit)
    .execute();
}

export async function moveApplicationFrom(
  db: Db,
  input: { applicationId: string; from: readonly ApplicationState[]; to: ApplicationState; at: Date },
): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({ state: input.to, version: eb('version', '+', 1), updated_at: input.at }))
    .where('id', '=', input.applicationId)
    .where('state', 'in', [...input.from])
    .execute();
}

/** Unread applications to the brand's campaigns, counted up to `cap`. */
export async function countUnread(db: Db, { brandOrg, cap }: { brandOrg: string; cap: number }): Promise<number> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('applications')
        .select('id')
        .where('brand_org', '=', brandOrg)
        .where(sql<boolean>`state = 'submitted'`)
        .limit(cap)
        .as('a'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
