import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { likeText } from '../../../../db/like.ts';
import type { Currency } from '../../../core/money.ts';
import type { Platform } from '../../terms/schema.ts';

export interface PackageSearch {
  niches: readonly string[];
  platform: Platform | null;
  /** Millionths of a euro. */
  priceMax: number | null;
  days: number | null;
  point: { lat: number; lon: number } | null;
  km: number;
  /** Compared with the text of the creator's city where the place is not known. */
  city: string | null;
}

/** Columns of each order, with the type of its cursor. Prices are in millionths of a euro, those without a rate last. */
const ORDERS = {
  recent: { by: 'k.updated_at', type: 'timestamptz', down: true },
  price: { by: `coalesce(fx.micros, 9000000000000000)`, type: 'bigint', down: false },
  days: { by: 'k.delivery_days', type: 'int', down: false },
} as const;
export type PackageOrder = keyof typeof ORDERS;

/** Exponents as in server/core/money.ts. */
const MICROS = sql.raw(
  `round(k.price / (case k.currency when 'JPY' then 1 when 'KWD' then 1000 else 100 end)::numeric / r.per_eur * 1000000)::bigint`,
);
const FROM = sql`from packages k
    join creator_search s on s.org_id = k.org_id
    left join lateral (select f.per_eur from fx_rates f where f.currency = k.currency order by f.day desc limit 1) r on true
    cross join lateral (select ${MICROS} as micros) fx`;

function conditionsOf(f: PackageSearch): RawBuilder<boolean>[] {
  return [
    sql<boolean>`k.state = 'active' and s.org_id <> all(array(select orgs_blocked()))`,
    ...(f.niches.length > 0 ? [sql<boolean>`s.niches && ${[...f.niches]}::text[]`] : []),
    ...(f.platform ? [sql<boolean>`${f.platform} = any(k.platforms)`] : []),
    ...(f.days ? [sql<boolean>`k.delivery_days <= ${f.days}`] : []),
    ...(f.point ? [sql<boolean>`distance_km(${f.point.lat}, ${f.point.lon}, s.lat, s.lon) <= ${f.km}`] : []),
    ...(f.city
      ? [sql<boolean>`exists (select from orgs o where o.id = k.org_id and o.city ilike ${likeText(f.city)})`]
      : []),
  ];
}

/** Active packages of creators whom users may find, one more than `limit`. */
export async function browsePackages(
  db: Db,
  search: PackageSearch,
  { order, after, limit }: { order: PackageOrder; after: { key: string; id: string } | null; limit: number },
): Promise<{ id: string; key: string }[]> {
  const { by, type, down } = ORDERS[order];
  const column = sql.raw(by);
  const behind =
    after === null
      ? sql`true`
      : sql`(${column}, k.id) ${sql.raw(down ? '<' : '>')} (${after.key}::${sql.raw(type)}, ${after.id}::uuid)`;
  const direction = sql.raw(down ? 'desc' : 'asc');
  const price = search.priceMax === null ? sql`true` : sql`fx.micros <= ${search.priceMax}`;
  const { rows } = await sql<{ id: string; key: string }>`select k.id, (${column})::text as key ${FROM}
    where ${sql.join(conditionsOf(search), sql` and `)} and ${price} and ${behind}
    order by ${column} ${direction}, k.id ${direction} limit ${limit + 1}`.execute(db);
  return rows;
}

/** Packages that meet everything but whose price cannot be compared. */
export async function unconvertedPackages(
  db: Db,
  search: PackageSearch,
): Promise<{ currency: Currency; count: number }[]> {
  const { rows } = await sql<{ currency: Currency; count: number }>`
    select k.currency, count(*)::int as count ${FROM}
      where ${sql.join(conditionsOf(search), sql` and `)} and fx.micros is null group by 1 order by 2 desc, 1`.execute(
    db,
  );
  return rows;
}
