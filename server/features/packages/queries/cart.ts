import { sql } from 'kysely';
import type { Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { QuoteContent, QuotedCreator } from '../schema.ts';

/** The version of the org's cart, whose lines change one after the other until commit; 0 before the first line. */
export async function lockCart(db: Db, brandOrg: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart ${brandOrg}`}, 8))`.execute(db);
  const row = await db.selectFrom('carts').select('version').where('brand_org', '=', brandOrg).executeTakeFirst();
  return row?.version ?? 0;
}

/** The lines have changed: earlier quotes do not stand for them any more. The cart is locked. */
export async function raiseCart(db: Db, { brandOrg, at }: { brandOrg: string; at: Date }): Promise<void> {
  await db
    .insertInto('carts')
    .values({ brand_org: brandOrg, updated_at: at })
    .onConflict((c) =>
      c.column('brand_org').doUpdateSet((eb) => ({ version: eb('carts.version', '+', 1), updated_at: at })),
    )
    .execute();
}

const LINE_COLUMNS = ['id', 'package_id', 'creator_org', 'package_version', 'addons', 'goods', 'goods_value'] as const;
export type CartLineRow = Awaited<ReturnType<typeof cartLines>>[number];

export async function cartLines(db: Db, brandOrg: string) {
  return db
    .selectFrom('cart_lines')
    .select(LINE_COLUMNS)
    .where('brand_org', '=', brandOrg)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function cartLine(db: Db, { brandOrg, packageId }: { brandOrg: string; packageId: string }) {
  return db
    .selectFrom('cart_lines')
    .select(LINE_COLUMNS)
    .where('brand_org', '=', brandOrg)
    .where('package_id', '=', packageId)
    .executeTakeFirst();
}

export async function countLines(db: Db, brandOrg: string): Promise<number> {
  const { n } = await db
    .selectFrom('cart_lines')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_org', '=', brandOrg)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function putLine(
  db: Db,
  line: {
    id: string;
    brandOrg: string;
    packageId: string;
    creatorOrg: string;
    version: number;
    addons: readonly string[];
    userId: string;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('cart_lines')
    .values({
      id: line.id,
      brand_org: line.brandOrg,
      package_id: line.packageId,
      creator_org: line.creatorOrg,
      package_version: line.version,
      addons: [...line.addons],
      added_by: line.userId,
      created_at: line.at,
    })
    .onConflict((c) =>
      c.columns(['brand_org', 'package_id']).doUpdateSet({ package_version: line.version, addons: [...line.addons] }),
    )
    .execute();
}

export async function changeLine(
  db: Db,
  line: {
    id: string;
    brandOrg: string;
    addons: readonly string[];
    goods: string;
    goodsValue: number;
    version: number | undefined;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cart_lines')
    .set({
      addons: [...line.addons],
      goods: line.goods,
      goods_value: line.goodsValue,
      ...(line.version === undefined ? {} : { package_version: line.version }),
    })
    .where('id', '=', line.id)
    .where('brand_org', '=', line.brandOrg)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteLines(
  db: Db,
  { brandOrg, ids }: { brandOrg: string; ids: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('cart_lines')
    .where('brand_org', '=', brandOrg)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

const QUOTE_COLUMNS = ['id', 'cart_version', 'content', 'made_at', 'expires_at', 'order_id'] as const;

/** The newest quote for this version of the cart that is still valid. */
export async function validQuote(db: Db, input: { brandOrg: string; version: number; now: Date }) {
  return db
    .selectFrom('cart_quotes')
    .select(QUOTE_COLUMNS)
    .where('brand_org', '=', input.brandOrg)
    .where('cart_version', '=', input.version)
    .where('expires_at', '>', input.now)
    .where('order_id', 'is', null)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function quoteById(db: Db, { quoteId, brandOrg }: { quoteId: string; brandOrg: string }) {
  return db
    .selectFrom('cart_quotes')
    .select(QUOTE_COLUMNS)
    .where('id', '=', quoteId)
    .where('brand_org', '=', brandOrg)
    .executeTakeFirst();
}

export async function insertQuote(
  db: Db,
  quote: {
    id: string;
    brandOrg: string;
    version: number;
    content: QuoteContent;
    userId: string;
    at: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('cart_quotes')
    .values({
      id: quote.id,
      brand_org: quote.brandOrg,
      cart_version: quote.version,
      content: JSON.stringify(quote.content),
      made_by: quote.userId,
      made_at: quote.at,
      expires_at: quote.expiresAt,
    })
    .execute();
}

/** Quotes of this version of the cart have become that order. */
export async function closeQuotes(
  db: Db,
  input: { brandOrg: string; version: number; orderId: string },
): Promise<void> {
  await db
    .updateTable('cart_quotes')
    .set({ order_id: input.orderId })
    .where('brand_org', '=', input.brandOrg)
    .where('cart_version', '=', input.version)
    .where('order_id', 'is', null)
    .execute();
}

export async function deletePastQuotes(db: Db, { before, limit }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`delete from cart_quotes where id in (
    select id from cart_quotes where made_at < ${before} and order_id is null order by made_at limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

export async function insertOrder(
  db: Db,
  order: { id: string; brandOrg: string; userId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('package_orders')
    .values({ id: order.id, brand_org: order.brandOrg, placed_by: order.userId, placed_at: order.at })
    .execute();
}

export async function insertOrderLine(
  db: Db,
  line: {
    id: string;
    orderId: string;
    brandOrg: string;
    position: number;
    content: QuotedCreator;
    offerId: string | null;
    refusal: string | null;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('package_order_lines')
    .values({
      id: line.id,
      order_id: line.orderId,
      brand_org: line.brandOrg,
      creator_org: line.content.creatorOrg,
      position: line.position,
      offer_id: line.offerId,
      refusal: line.refusal,
      content: JSON.stringify(line.content),
      created_at: line.at,
    })
    .execute();
}

export async function orderById(db: Db, { orderId, brandOrg }: { orderId: string; brandOrg: string }) {
  return db
    .selectFrom('package_orders')
    .select(['id', 'placed_at'])
    .where('id', '=', orderId)
    .where('brand_org', '=', brandOrg)
    .executeTakeFirst();
}

/** Lines of an order with what became of each offer: its contract, and the prices of parts that can be paid. */
export async function orderLines(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('package_order_lines as l')
    .leftJoin('offers as f', 'f.id', 'l.offer_id')
    .leftJoin('contracts as c', 'c.offer_id', 'f.id')
    .select([
      'l.id',
      'l.order_id',
      'l.creator_org',
      'l.content',
      'l.refusal',
      'l.offer_id',
      'f.state as offer_state',
      'f.deadline_at as answer_by',
      'c.id as contract_id',
      'c.state as contract_state',
      'c.fee_bps',
      'c.fee_terms',
      'c.tax_bps',
      sql<number[]>`array(select m.amount::float8 from milestones m
        where m.contract_id = c.id and m.state in ('awaiting_funding', 'funding') order by m.seq)`.as('unpaid'),
    ])
    .where('l.order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .orderBy('l.order_id')
    .orderBy('l.position')
    .execute();
}
export type OrderLineRow = Awaited<ReturnType<typeof orderLines>>[number];

export async function ordersOf(
  db: Db,
  { brandOrg, after, limit }: { brandOrg: string; after: ListPlace | null; limit: number },
) {
  return db
    .selectFrom('package_orders as o')
    .select(['o.id', 'o.placed_at', placeTime('o.placed_at').as('at')])
    .where('o.brand_org', '=', brandOrg)
    .where(behind('o.placed_at', 'o.id', 'descending', after))
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
}
