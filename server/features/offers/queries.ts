import { sql, type ExpressionBuilder, type Updateable } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { OrgKind } from '../../context.ts';
import { inIndexOrder, behind, placeTime, type ListPlace } from '../../../db/keyset.ts';
import type { DB } from '../../../db/types.ts';
import type { Currency } from '../../core/money.ts';
import type { DealTerms } from '../terms/schema.ts';

const COLUMNS = [
  'o.id',
  'o.campaign_id',
  'o.application_id',
  'o.brand_org',
  'o.creator_org',
  'o.agency_org',
  'o.state',
  'o.version',
  'o.current_n',
  'o.turn',
  'o.title',
  'o.currency',
  'o.deadline_at',
  'o.extended',
  'o.fixed',
  'o.closed_reason',
  'o.updated_at',
] as const;

export type OfferRow = NonNullable<Awaited<ReturnType<typeof offerFor>>>;
export type OfferVersionRow = Awaited<ReturnType<typeof versionsOf>>[number];

type Offers = ExpressionBuilder<DB & { o: DB['offers'] }, 'o'>;
const isParty = (orgId: string) => (eb: Offers) =>
  eb.or([eb('o.brand_org', '=', orgId), eb('o.creator_org', '=', orgId), eb('o.agency_org', '=', orgId)]);

/**
 * Which offers: the open ones by the side that acts next, those that end before `expiringBefore`, or the closed ones.
 */
export interface OfferFilter {
  open: boolean;
  turn?: 'mine' | 'theirs' | undefined;
  expiringBefore?: Date | undefined;
}

/**
 * Offers of the reader's org with the newest terms, the last changed first. Terms are read for the returned ones alone.
 */
export async function offersOf(
  db: Db,
  input: OfferFilter & { reader: { orgId: string; orgKind: OrgKind }; after: ListPlace | null; limit: number },
) {
  return inIndexOrder(db, () =>
    db
      .selectFrom((eb) =>
        offersIn(eb, input)
          .where(behind('o.updated_at', 'o.id', 'descending', input.after))
          .orderBy('o.updated_at', 'desc')
          .orderBy('o.id', 'desc')
          .limit(input.limit)
          .as('o'),
      )
      .innerJoin('offer_versions as v', (j) => j.onRef('v.offer_id', '=', 'o.id').onRef('v.n', '=', 'o.current_n'))
      .leftJoin('contracts as c', 'c.offer_id', 'o.id')
      .select([...COLUMNS, 'v.terms', 'c.id as contract_id', placeTime('o.updated_at').as('at')])
      .orderBy('o.updated_at', 'desc')
      .orderBy('o.id', 'desc')
      .execute(),
  );
}

function offersIn(eb: Pick<Db, 'selectFrom'>, input: OfferFilter & { reader: { orgId: string; orgKind: OrgKind } }) {
  const { orgId, orgKind } = input.reader;
  const [side, otherSide] = orgKind === 'brand' ? (['brand', 'creator'] as const) : (['creator', 'brand'] as const);
  return eb
    .selectFrom('offers as o')
    .select(COLUMNS)
    .where(`o.${orgKind}_org`, '=', orgId)
    .where(
      input.open ? sql<boolean>`o.state in ('sent', 'countered')` : sql<boolean>`o.state not in ('sent', 'countered')`,
    )
    .$if(input.turn !== undefined, (q) => q.where('o.turn', '=', input.turn === 'mine' ? side : otherSide))
    .$if(input.expiringBefore !== undefined, (q) =>
      q.where('o.deadline_at', '<=', input.expiringBefore ?? new Date(0)),
    );
}

/** Counted up to `cap`. */
export async function countOffers(
  db: Db,
  { cap, ...input }: OfferFilter & { reader: { orgId: string; orgKind: OrgKind }; cap: number },
): Promise<number> {
  const { n } = await db
    .selectFrom((eb) => offersIn(eb, input).limit(cap).as('o'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** One offer `orgId` is a party of; `lock` serializes concurrent answers. */
export async function offerFor(db: Db, input: { offerId: string; orgId: string; lock?: boolean }) {
  return db
    .selectFrom('offers as o')
    .select(COLUMNS)
    .where('o.id', '=', input.offerId)
    .where(isParty(input.orgId))
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** For the platform itself. */
export async function offerByIdLocked(db: Db, offerId: string) {
  return db.selectFrom('offers as o').select(COLUMNS).where('o.id', '=', offerId).forUpdate().executeTakeFirst();
}

export async function versionsOf(db: Db, offerId: string) {
  return db
    .selectFrom('offer_versions')
    .select(['n', 'proposed_by_org', 'proposed_by_user', 'terms', 'terms_hash', 'note', 'request_key', 'created_at'])
    .where('offer_id', '=', offerId)
    .orderBy('n')
    .execute();
}

export async function offerByRequestKey(
  db: Db,
  input: { brandOrg: string; requestKey: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('brand_org', '=', input.brandOrg)
    .where('request_key', '=', input.requestKey)
    .executeTakeFirst();
  return row?.id;
}

export async function applicationOfBrand(db: Db, input: { applicationId: string; brandOrg: string; lock?: boolean }) {
  return db
    .selectFrom('applications')
    .select(['id', 'campaign_id', 'creator_org', 'state', 'price', 'currency'])
    .where('id', '=', input.applicationId)
    .where('brand_org', '=', input.brandOrg)
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

/**
 * Whether the brand has an open offer with the creator on that subject: a campaign, or none. Offers of one pair are
 * serialized until the transaction ends.
 */
export async function hasOpenOffer(
  db: Db,
  input: { brandOrg: string; creatorOrg: string; campaignId: string | null },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${input.brandOrg} ${input.creatorOrg}`}, 8))`.execute(db);
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('brand_org', '=', input.brandOrg)
    .where('creator_org', '=', input.creatorOrg)
    .where('campaign_id', input.campaignId === null ? 'is' : '=', input.campaignId)
    .where('state', 'in', ['sent', 'countered'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The price of an application in minor units; null for those that may not read it, agencies for example. */
export async function requestedPrice(db: Db, applicationId: string): Promise<number | null> {
  return (
    (await db.selectFrom('applications').select('price').where('id', '=', applicationId).executeTakeFirst())?.price ??
    null
  );
}

export interface NewOffer {
  id: string;
  parties: Pick<OfferRow, 'brand_org' | 'creator_org' | 'agency_org'>;
  campaignId: string | null;
  applicationId: string | null;
  title: string;
  currency: Currency;
  deadlineAt: Date;
  requestKey: string | null;
  /** Terms that are accepted or declined as they are. */
  fixed: boolean;
  createdBy: string;
  at: Date;
}

/** A sent offer, before its first version. */
export async function insertOffer(db: Db, o: NewOffer): Promise<void> {
  await db
    .insertInto('offers')
    .values({
      id: o.id,
      brand_org: o.parties.brand_org,
      creator_org: o.parties.creator_org,
      agency_org: o.parties.agency_org,
      campaign_id: o.campaignId,
      application_id: o.applicationId,
      state: 'sent',
      current_n: 1,
      turn: 'creator',
      title: o.title,
      currency: o.currency,
      deadline_at: o.deadlineAt,
      request_key: o.requestKey,
      fixed: o.fixed,
      created_by: o.createdBy,
      created_at: o.at,
      updated_at: o.at,
    })
    .execute();
}

export interface NewVersion {
  id: string;
  offerId: string;
  parties: Pick<OfferRow, 'brand_org' | 'creator_org' | 'agency_org'>;
  n: number;
  by: { orgId: string; userId: string };
  terms: DealTerms;
  termsHash: string;
  note: string;
  requestKey: string | null;
  at: Date;
}

export async function insertVersion(db: Db, v: NewVersion): Promise<void> {
  await db
    .insertInto('offer_versions')
    .values({
      id: v.id,
      offer_id: v.offerId,
      brand_org: v.parties.brand_org,
      creator_org: v.parties.creator_org,
      agency_org: v.parties.agency_org,
      n: v.n,
      proposed_by_org: v.by.orgId,
      proposed_by_user: v.by.userId,
      terms: JSON.stringify(v.terms),
      terms_hash: v.termsHash,
      note: v.note,
      request_key: v.requestKey,
      created_at: v.at,
    })
    .execute();
}

/** Changes an offer that the caller has locked. */
export async function updateOffer(
  db: Db,
  offerId: string,
  set: Omit<Updateable<DB['offers']>, 'version'> & { updated_at: Date },
): Promise<void> {
  await db
    .updateTable('offers')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', offerId)
    .execute();
}

/** Closes the accepted offer of a contract that was declined or not signed in time. */
export async function closeAccepted(
  db: Db,
  input: { offerId: string; as: 'expired' | 'declined'; reason: string; at: Date },
): Promise<void> {
  await db
    .updateTable('offers')
    .set((eb) => ({
      state: input.as,
      closed_reason: input.reason,
      version: eb('version', '+', 1),
      updated_at: input.at,
    }))
    .where('id', '=', input.offerId)
    .where('state', '=', 'accepted')
    .execute();
}

export async function campaignTitle(db: Db, campaignId: string): Promise<string | undefined> {
  return (await db.selectFrom('campaigns').select('title').where('id', '=', campaignId).executeTakeFirst())?.title;
}

/** The first of the creator's own rates. */
export async function firstRateOf(db: Db, creatorOrg: string) {
  return db
    .selectFrom('creator_rates')
    .select(['platform', 'format', 'currency', 'amount'])
    .where('org_id', '=', creatorOrg)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}
