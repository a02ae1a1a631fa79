import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { roleMay } from '../orgs/rules.ts';
import { brandFee, feeTax } from '../policies/service.ts';
import type { Currency } from '../../core/money.ts';
import { feeSums, type FeeTerms } from '../ledger/charges/rules.ts';
import { chargeOfParts } from '../terms/rules.ts';
import { refusalsOf } from './browse.ts';
import { toPackage } from './dto.ts';
import {
  cartLines,
  changeLine,
  countLines,
  deleteLines,
  insertQuote,
  lockCart,
  putLine,
  raiseCart,
  validQuote,
  type CartLineRow,
} from './queries/cart.ts';
import { packagesById, type PackageRow } from './queries/packages.ts';
import { daysWith, MAX_CART_LINES, priceWith, QUOTE_MINUTES, sameConditions } from './rules.ts';
import type {
  addToCartInput,
  Cart,
  CartLine,
  CartQuote,
  changeLineInput,
  PackageDto,
  QuoteContent,
  QuotedCreator,
} from './schema.ts';

interface Read {
  line: CartLineRow;
  row: PackageRow | undefined;
  refusal: ErrorCode | null;
}

/** The lines with their packages as they are now. */
async function readLines(tx: OrgContext): Promise<Read[]> {
  const lines = await cartLines(tx.db, tx.actor.orgId);
  const rows = new Map(
    (
      await packagesById(
        tx.db,
        lines.map((line) => line.package_id),
      )
    ).map((row) => [row.id, row]),
  );
  const refusals = await refusalsOf(
    tx,
    lines.flatMap((line) => {
      const row = rows.get(line.package_id);
      return row ? [{ row, version: line.package_version }] : [];
    }),
  );
  const firsts = new Map<string, PackageDto>();
  return lines.map((line) => {
    const row = rows.get(line.package_id);
    if (!row) return { line, row, refusal: 'package.paused' as const };
    const refusal = refusals.get(row.id) ?? null;
    if (refusal) return { line, row, refusal };
    const dto = toPackage(row);
    const first = firsts.get(row.org_id) ?? dto;
    firsts.set(row.org_id, first);
    return { line, row, refusal: sameConditions(first, dto) ? null : ('package.other_terms' as const) };
  });
}

/** What each creator would get of the lines that can be ordered; in the order of the lines. */
function contentOf(
  read: readonly Read[],
  facts: { fees: ReadonlyMap<Currency, FeeTerms>; taxBps: number },
): QuoteContent {
  const creators = new Map<string, QuotedCreator>();
  for (const { line, row, refusal } of read) {
    if (!row || refusal) continue;
    const dto = toPackage(row);
    const known = creators.get(row.org_id);
    const packages = [
      ...(known?.packages ?? []),
      {
        packageId: row.id,
        version: row.version,
        title: row.title,
        addons: line.addons,
        goods: line.goods,
        goodsValue: line.goods_value,
        price: priceWith(dto, line.addons),
        days: daysWith(dto, line.addons),
      },
    ];
    creators.set(row.org_id, {
      creatorOrg: row.org_id,
      currency: row.currency,
      packages,
      charge: chargeOfParts(
        packages.map(({ price }) => price),
        { feeBps: facts.fees.get(row.currency)!, taxBps: facts.taxBps, currency: row.currency },
      ),
    });
  }
  const sums = [...facts.fees].flatMap(([currency, fee]) => {
    const terms = feeSums(fee);
    return terms ? [[currency, terms] as const] : [];
  });
  return {
    feeBps: [...facts.fees.values()][0]?.bps ?? 0,
    ...(sums.length > 0 ? { fees: Object.fromEntries(sums) } : {}),
    taxBps: facts.taxBps,
    creators: [...creators.values()],
  };
}

/** The quote that is valid for the cart as it is; a new one if there is none. The cart is locked. */
async function quoteOf(
  tx: OrgContext,
  read: readonly Read[],
  version: number,
): Promise<{ quote: CartQuote | null; refusal: ErrorCode | null }> {
  const { orgId, userId } = tx.actor;
  const tax = await feeTax(tx, orgId);
  if (!tax) return { quote: null, refusal: 'billing.incomplete' };
  const fees = new Map<Currency, FeeTerms>();
  for (const currency of new Set(read.flatMap(({ row }) => row?.currency ?? [])))
    fees.set(currency, await brandFee(tx, { country: tax.country, currency }));
  const content = contentOf(read, { fees, taxBps: tax.bps });
  if (content.creators.length === 0) return { quote: null, refusal: null };
  const now = tx.clock.now();
  const valid = await validQuote(tx.db, { brandOrg: orgId, version, now });
  const stored = valid?.content as QuoteContent | undefined;
  if (valid && canonicalJson(stored) === canonicalJson(content))
    return { quote: { id: valid.id, madeAt: valid.made_at, expiresAt: valid.expires_at, ...content }, refusal: null };
  const quote = {
    id: newId(now.getTime()),
    brandOrg: orgId,
    version,
    content,
    userId,
    at: now,
    expiresAt: new Date(now.getTime() + QUOTE_MINUTES * 60_000),
  };
  await insertQuote(tx.db, quote);
  return { quote: { id: quote.id, madeAt: now, expiresAt: quote.expiresAt, ...content }, refusal: null };
}

async function cartOf(tx: OrgContext): Promise<Cart> {
  const version = await lockCart(tx.db, tx.actor.orgId);
  const read = await readLines(tx);
  const parties = await partiesOf(
    tx,
    read.map(({ line }) => line.creator_org),
  );
  const { quote, refusal } = await quoteOf(tx, read, version);
  const toLine = ({ line, row, refusal: why }: Read): CartLine => ({
    id: line.id,
    package: row ? toPackage(row) : null,
    packageId: line.package_id,
    title: row?.title ?? '',
    creator: partyIn(parties, line.creator_org),
    addons: line.addons,
    goods: line.goods,
    goodsValue: line.goods_value,
    refusal: why,
  });
  return {
    lines: read.map(toLine),
    quote,
    quoteRefusal: refusal,
    can: { order: roleMay(tx.actor.role, 'offer.negotiate') ? true : 'auth.not_allowed' },
    serverNow: tx.clock.now(),
  };
}

/** The org's cart, the same for all of its members, with one quote for what can be ordered. */
export const getCart = (ctx: OrgContext): Promise<Cart> => withTx(ctx, cartOf);

export const cartCount = (ctx: OrgContext): Promise<{ lines: number }> =>
  withTx(ctx, async (tx) => ({ lines: await countLines(tx.db, tx.actor.orgId) }));

/**
 * Puts a package into the cart, or changes its add-ons there. Throws what keeps it from being ordered: package.own_org,
 * package.creator_unavailable, offer.country_unpaid, package.paused, package.changed, package.at_capacity,
 * package.other_terms.
 */
export async function addToCart(ctx: OrgContext, input: z.output<typeof addToCartInput>): Promise<Cart> {
  requireRight(ctx, 'offer.negotiate');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    await lockCart(tx.db, orgId);
    const [row] = await packagesById(tx.db, [input.packageId]);
    if (!row) throw new AppError('package.paused');
    const refusal = (await refusalsOf(tx, [{ row, version: input.version }])).get(row.id);
    if (refusal) throw new AppError(refusal);
    const dto = toPackage(row);
    requireAddons(dto, input.addons);
    const read = await readLines(tx);
    if (read.length >= MAX_CART_LINES && !read.some(({ line }) => line.package_id === row.id))
      throw new AppError('cart.full', { max: MAX_CART_LINES });
    const beside = read.find((one) => one.row?.org_id === row.org_id && one.row.id !== row.id)?.row;
    if (beside && !sameConditions(toPackage(beside), dto)) throw new AppError('package.other_terms');
    const at = tx.clock.now();
    await putLine(tx.db, {
      id: newId(at.getTime()),
      brandOrg: orgId,
      packageId: row.id,
      creatorOrg: row.org_id,
      version: row.version,
      addons: input.addons,
      userId,
      at,
    });
    await raiseCart(tx.db, { brandOrg: orgId, at });
    return cartOf(tx);
  });
}

function requireAddons({ addons }: PackageDto, chosen: readonly string[]): void {
  if (chosen.some((id) => !addons.some((addon) => addon.id === id)))
    throw new AppError('input.invalid', { field: 'addons', problem: 'unknown' });
}

/** Add-ons and goods of a line; `version` takes the package as it is now. */
export async function changeCartLine(ctx: OrgContext, input: z.output<typeof changeLineInput>): Promise<Cart> {
  requireRight(ctx, 'offer.negotiate');
  if (input.goodsValue > 0 && input.goods === '')
    throw new AppError('input.invalid', { field: 'goods', problem: 'required' });
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockCart(tx.db, orgId);
    const line = (await cartLines(tx.db, orgId)).find(({ id }) => id === input.lineId);
    if (!line) throw new AppError('not_found');
    const [row] = await packagesById(tx.db, [line.package_id]);
    const known = row ? toPackage(row).addons.map(({ id }) => id) : [];
    await changeLine(tx.db, {
      id: line.id,
      brandOrg: orgId,
      // An add-on that the creator has taken out goes with it.
      addons: input.addons.filter((id) => known.includes(id)),
      goods: input.goods,
      goodsValue: input.goods === '' ? 0 : input.goodsValue,
      version: input.version === undefined ? undefined : row?.version,
    });
    await raiseCart(tx.db, { brandOrg: orgId, at: tx.clock.now() });
    return cartOf(tx);
  });
}

export async function removeFromCart(ctx: OrgContext, { lineId }: { lineId: string }): Promise<Cart> {
  requireRight(ctx, 'offer.negotiate');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockCart(tx.db, orgId);
    await deleteLines(tx.db, { brandOrg: orgId, ids: [lineId] });
    await raiseCart(tx.db, { brandOrg: orgId, at: tx.clock.now() });
    return cartOf(tx);
  });
}
