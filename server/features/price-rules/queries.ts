import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Currency } from '../../core/money.ts';
import type { DealTerms, Format, Platform } from '../terms/schema.ts';
import type { PriceLine, PricePolicy, PriceRule, SuggestionState } from './schema.ts';

export interface PolicyRow extends PricePolicy {
  version: number;
}

export async function policyOf(db: Db, orgId: string): Promise<PolicyRow | null> {
  const row = await db.selectFrom('price_policies').selectAll().where('org_id', '=', orgId).executeTakeFirst();
  return row
    ? {
        active: row.active,
        automatic: row.automatic,
        rules: row.rules as unknown as PriceRule[],
        floorBps: row.floor_bps,
        ceilingBps: row.ceiling_bps,
        version: row.version,
      }
    : null;
}

/** Writes the next version; false where another one was written since `version`. */
export async function savePolicy(
  db: Db,
  {
    orgId,
    userId,
    version,
    policy,
    at,
  }: { orgId: string; userId: string; version: number; policy: PricePolicy; at: Date },
): Promise<boolean> {
  const values = {
    active: policy.active,
    automatic: policy.automatic,
    rules: JSON.stringify(policy.rules),
    floor_bps: policy.floorBps,
    ceiling_bps: policy.ceilingBps,
    updated_at: at,
  };
  const written = await db
    .insertInto('price_policies')
    .values({ org_id: orgId, created_by: userId, version: 1, ...values })
    .onConflict((c) =>
      c
        .column('org_id')
        .doUpdateSet({ ...values, version: version + 1 })
        .where('price_policies.version', '=', version),
    )
    .executeTakeFirst();
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Orgs whose rules are in force, from `after` on. */
export async function orgsWithRules(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ org_id: string; automatic: boolean }[]> {
  return db
    .selectFrom('price_policies as p')
    .innerJoin('orgs as o', 'o.id', 'p.org_id')
    .select(['p.org_id', 'p.automatic'])
    .where('p.active', '=', true)
    .where('o.closed_at', 'is', null)
    .where('o.suspended_at', 'is', null)
    .$if(after !== null, (q) => q.where('p.org_id', '>', after ?? ''))
    .orderBy('p.org_id')
    .limit(limit)
    .execute();
}

export type SuggestionRow = Awaited<ReturnType<typeof suggestionsOf>>[number];

/**
 * Of the org's packages that are not removed and of its rates, newest first. An open one of a rate that does not cost any
 * more what it did is left out: it can not be taken.
 */
export async function suggestionsOf(
  db: Db,
  { orgId, states, limit }: { orgId: string; states: readonly SuggestionState[]; limit: number },
) {
  return db
    .selectFrom('price_suggestions as s')
    .leftJoin('packages as k', 'k.id', 's.package_id')
    .select([
      's.id',
      's.package_id',
      's.platform',
      's.format',
      's.currency',
      's.base',
      's.was',
      's.price',
      's.lines',
      's.state',
      's.by_rule',
      's.created_at',
      'k.title',
    ])
    .where('s.org_id', '=', orgId)
    .where('s.state', 'in', [...states])
    .where((eb) =>
      eb.or([
        eb('k.state', '<>', 'removed'),
        eb('s.platform', 'is not', null).and('s.state', '<>', 'open'),
        eb.exists(
          eb
            .selectFrom('creator_rates as r')
            .select('r.position')
            .whereRef('r.org_id', '=', 's.org_id')
            .whereRef('r.platform', '=', 's.platform')
            .whereRef('r.format', '=', 's.format')
            .whereRef('r.currency', '=', 's.currency')
            .whereRef('r.amount', '=', 's.was'),
        ),
      ]),
    )
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
}

export async function suggestionFor(db: Db, { id, orgId }: { id: string; orgId: string }) {
  return db
    .selectFrom('price_suggestions')
    .select(['id', 'package_id', 'package_version', 'platform', 'format', 'currency', 'was', 'price', 'state'])
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst();
}

/** A rate's work and currency, which name it. */
export const rateKey = (rate: { platform: string | null; format: string | null; currency: Currency }): string =>
  `${rate.platform} ${rate.format} ${rate.currency}`;

/**
 * The price that a creator typed for a package or rate which costs `price` now: rules never start from a price of their own.
 * Whatever else of it is saved, a price that the newest suggestion gave is not a typed one. `key`: of the package or rate.
 */
export type BaseOf = (key: string, price: number, currency: Currency) => number;

export async function basesOf(db: Db, orgId: string): Promise<BaseOf> {
  const rows = await db
    .selectFrom('price_suggestions')
    .distinctOn(['package_id', 'platform', 'format', 'currency'])
    .select(['package_id', 'platform', 'format', 'currency', 'price', 'base'])
    .where('org_id', '=', orgId)
    .where('state', '=', 'accepted')
    .orderBy('package_id')
    .orderBy('platform')
    .orderBy('format')
    .orderBy('currency')
    .orderBy('id', 'desc')
    .execute();
  const taken = new Map(rows.map((row) => [`${row.package_id ?? rateKey(row)} ${row.currency}`, row]));
  return (key, price, currency) => {
    const last = taken.get(`${key} ${currency}`);
    return last?.price === price ? last.base : price;
  };
}

/** Names of the packages and rates that a suggestion has moved since then. */
export async function movedSince(db: Db, { orgId, since }: { orgId: string; since: Date }): Promise<Set<string>> {
  const rows = await db
    .selectFrom('price_suggestions')
    .select(['package_id', 'platform', 'format', 'currency'])
    .where('org_id', '=', orgId)
    .where('state', '=', 'accepted')
    .where('decided_at', '>=', since)
    .execute();
  return new Set(rows.map((row) => row.package_id ?? rateKey(row)));
}

/** What a suggestion is for; a package at the version that it was made for. */
export type SuggestedFor = { packageId: string; packageVersion: number } | { platform: Platform; format: Format };

export interface NewSuggestion {
  id: string;
  orgId: string;
  for: SuggestedFor;
  day: string;
  currency: Currency;
  base: number;
  was: number;
  price: number;
  lines: PriceLine[];
  policyVersion: number;
  byRule: boolean;
  at: Date;
}

/** False: that day has one. */
export async function insertSuggestion(db: Db, s: NewSuggestion): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('price_suggestions')
    .values({
      id: s.id,
      org_id: s.orgId,
      ...('packageId' in s.for
        ? { package_id: s.for.packageId, package_version: s.for.packageVersion }
        : { platform: s.for.platform, format: s.for.format }),
      day: s.day,
      currency: s.currency,
      base: s.base,
      was: s.was,
      price: s.price,
      lines: JSON.stringify(s.lines),
      policy_version: s.policyVersion,
      state: s.byRule ? 'accepted' : 'open',
      by_rule: s.byRule,
      created_at: s.at,
      decided_at: s.byRule ? s.at : null,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The org's open suggestions are not for its prices any more. */
export async function outdate(db: Db, { orgId, at }: { orgId: string; at: Date }): Promise<void> {
  await db
    .updateTable('price_suggestions')
    .set({ state: 'outdated', decided_at: at })
    .where('org_id', '=', orgId)
    .where('state', '=', 'open')
    .execute();
}

/** Nor are the open suggestions before this one for what it is for. */
export async function outdateBefore(
  db: Db,
  s: Pick<NewSuggestion, 'id' | 'orgId' | 'for' | 'currency' | 'at'>,
): Promise<void> {
  const of = s.for;
  await db
    .updateTable('price_suggestions')
    .set({ state: 'outdated', decided_at: s.at })
    .where('org_id', '=', s.orgId)
    .where('state', '=', 'open')
    .where('id', '<>', s.id)
    .where((eb) =>
      'packageId' in of
        ? eb('package_id', '=', of.packageId)
        : eb.and({ platform: of.platform, format: of.format, currency: s.currency }),
    )
    .execute();
}

export async function decide(
  db: Db,
  { id, state, at }: { id: string; state: SuggestionState; at: Date },
): Promise<void> {
  await db.updateTable('price_suggestions').set({ state, decided_at: at }).where('id', '=', id).execute();
}

export interface ReceivedOffer {
  id: string;
  title: string;
  created_at: Date;
  terms: DealTerms;
}

/** Offers to the creator since then with their newest terms, newest first. */
export async function offersSince(
  db: Db,
  { orgId, since, limit }: { orgId: string; since: Date; limit: number },
): Promise<ReceivedOffer[]> {
  const rows = await db
    .selectFrom('offers as o')
    .innerJoin('offer_versions as v', (j) => j.onRef('v.offer_id', '=', 'o.id').onRef('v.n', '=', 'o.current_n'))
    .select(['o.id', 'o.title', 'o.created_at', 'v.terms'])
    .where('o.creator_org', '=', orgId)
    .where('o.created_at', '>=', since)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as ReceivedOffer[];
}

/** Part of the erasure of a person: of creators whose only member it was. */
export async function deleteOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from price_suggestions where org_id in ${own}`.execute(db);
  await sql`delete from price_policies where org_id in ${own} or created_by = ${userId}`.execute(db);
}
