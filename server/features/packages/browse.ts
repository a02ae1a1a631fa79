import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { exponentOf, type Currency } from '../../core/money.ts';
import { isNiche, nicheWithChildren } from '../niches/rules.ts';
import { unpayableOf } from '../orgs/payable.ts';
import { roleMay } from '../orgs/rules.ts';
import { resolvePlace } from '../places/gazetteer.ts';
import { toCards, toPackage } from './dto.ts';
import { browsePackages, unconvertedPackages, type PackageOrder, type PackageSearch } from './queries/browse.ts';
import { cartLine } from './queries/cart.ts';
import {
  creatorsAtWork,
  foundOf,
  ownedBy,
  packagesById,
  packagesOfOrg,
  referenceRates,
  type PackageRow,
  type ReferenceRate,
} from './queries/packages.ts';
import { hasRoom, USUAL_CAPACITY } from './rules.ts';
import type {
  browsePackagesInput,
  comparePackagesInput,
  PackageCard,
  PackageDetail,
  PackageDto,
  PackagePageDto,
} from './schema.ts';

/** A number of at most 18 digits, or a time as Postgres writes it. */
const CURSOR =
  /^(\d{1,18}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)~([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The place that a cursor names, of the order in which the list is read. */
function placeAfter(after: string | undefined, order: PackageOrder): { key: string; id: string } | null {
  if (after === undefined) return null;
  const [, key, id] = CURSOR.exec(after) ?? [];
  const isTime = key?.includes(':') === true;
  const fits = order === 'recent' ? isTime && !Number.isNaN(Date.parse(key)) : !isTime && Number(key) < 1e18;
  if (key === undefined || id === undefined || !fits || (order === 'days' && Number(key) > 60))
    throw new AppError('input.invalid', { field: 'after' });
  return { key, id };
}

/** Millionths of a euro; null without a limit or without a reference rate. */
function microsOf(amount: number | undefined, currency: Currency, rates: readonly ReferenceRate[]): number | null {
  const rate = rates.find((one) => one.currency === currency);
  if (amount === undefined || !rate) return null;
  return Math.round((amount / 10 ** exponentOf(currency) / rate.perEuro) * 1_000_000);
}

/** Packages that brands may buy now, with the filters of the page. */
export async function browse(ctx: OrgContext, input: z.output<typeof browsePackagesInput>): Promise<PackagePageDto> {
  return withTx(ctx, async (tx) => {
    const rates = await referenceRates(tx.db);
    const after = placeAfter(input.after, input.sort);
    const place = input.city ? resolvePlace(input.city) : null;
    const search: PackageSearch = {
      niches: input.niche === undefined ? [] : isNiche(input.niche) ? nicheWithChildren(input.niche) : [input.niche],
      platform: input.platform ?? null,
      priceMax: microsOf(input.priceMax, input.currency, rates),
      days: input.days ?? null,
      point: place ? { lat: place.lat, lon: place.lon } : null,
      km: input.km,
      city: place ? null : (input.city ?? null) || null,
    };
    const found = await browsePackages(tx.db, search, { order: input.sort, after, limit: input.limit });
    const shown = found.slice(0, input.limit);
    const last = shown.at(-1);
    const rows = await packagesById(
      tx.db,
      shown.map(({ id }) => id),
    );
    const compares = input.priceMax !== undefined || input.sort === 'price';
    return {
      items: await toCards(tx, rows, { currency: input.currency, rates }),
      next: found.length > input.limit && last ? `${last.key}~${last.id}` : null,
      ratesOf: rates.find(({ currency }) => currency === input.currency)?.day ?? null,
      unconverted: compares && after === null ? await unconvertedPackages(tx.db, search) : [],
      placeKnown: place !== null,
    };
  });
}

/** Packages side by side, in the given order. */
export async function comparePackages(
  ctx: OrgContext,
  { ids }: z.output<typeof comparePackagesInput>,
): Promise<PackageCard[]> {
  return withTx(ctx, async (tx) => {
    const rows = (await packagesById(tx.db, [...new Set(ids)])).filter(({ state }) => state === 'active');
    return toCards(tx, rows, { currency: rows[0]?.currency ?? 'EUR', rates: await referenceRates(tx.db) });
  });
}

/** Active packages of a creator whom the reader may find. */
export async function packagesOf(ctx: OrgContext, { orgId }: { orgId: string }): Promise<PackageDto[]> {
  return withTx(ctx, async (tx) =>
    (await foundOf(tx.db, [orgId])).has(orgId)
      ? (await packagesOfOrg(tx.db, { orgId, activeOnly: true })).map(toPackage)
      : [],
  );
}

/** What keeps each package from being ordered by the actor's org now: nothing for those that are not in the map. */
export async function refusalsOf(
  tx: OrgContext,
  wanted: readonly { row: PackageRow; version: number }[],
): Promise<Map<string, ErrorCode>> {
  const creators = [...new Set(wanted.map(({ row }) => row.org_id))];
  const found = await foundOf(tx.db, creators);
  const own = new Set(await ownedBy(tx.db, { orgIds: creators, orgId: tx.actor.orgId, userId: tx.actor.userId }));
  const unpayable = await unpayableOf(tx, creators);
  const work = await creatorsAtWork(tx.db, creators);
  const refusalOf = ({ row, version }: { row: PackageRow; version: number }): ErrorCode | null => {
    if (own.has(row.org_id)) return 'package.own_org';
    if (!found.has(row.org_id)) return 'package.creator_unavailable';
    if (unpayable.has(row.org_id)) return 'offer.country_unpaid';
    if (row.state !== 'active') return 'package.paused';
    if (row.version !== version) return 'package.changed';
    const { capacity = null, open_work: openWork = 0 } = work.get(row.org_id) ?? {};
    return hasRoom({ capacity: capacity ?? USUAL_CAPACITY, openWork }) ? null : 'package.at_capacity';
  };
  return new Map(
    wanted.flatMap((one): [string, ErrorCode][] => {
      const code = refusalOf(one);
      return code ? [[one.row.id, code]] : [];
    }),
  );
}

function orderRefusal(tx: OrgContext, code: ErrorCode | undefined): true | string {
  if (tx.actor.orgKind !== 'brand') return 'auth.wrong_account_type';
  if (!roleMay(tx.actor.role, 'offer.negotiate')) return 'auth.not_allowed';
  return code ?? true;
}

/** One package with its creator. The creator's own is shown as brands see it. Throws not_found. */
export async function packagePage(ctx: OrgContext, { packageId }: { packageId: string }): Promise<PackageDetail> {
  return withTx(ctx, async (tx) => {
    const [row] = await packagesById(tx.db, [packageId]);
    if (!row || (row.state !== 'active' && row.org_id !== tx.actor.orgId)) throw new AppError('not_found');
    const [card] = await toCards(tx, [row], { currency: row.currency, rates: [] });
    if (!card) throw new AppError('not_found');
    const others = await packagesOfOrg(tx.db, { orgId: row.org_id, activeOnly: true });
    const refusals = await refusalsOf(tx, [{ row, version: row.version }]);
    return {
      ...card,
      others: others.filter(({ id }) => id !== row.id).map(toPackage),
      can: { order: orderRefusal(tx, refusals.get(row.id)) },
      inCart: (await cartLine(tx.db, { brandOrg: tx.actor.orgId, packageId })) !== undefined,
    };
  });
}
