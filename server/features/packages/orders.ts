import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { placeCursor, readPlace, toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { feeRateOf } from '../ledger/charges/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { chargeOfParts } from '../terms/rules.ts';
import { orderById, orderLines, ordersOf, type OrderLineRow } from './queries/cart.ts';
import { orderLineState } from './rules.ts';
import type { OrderLine, OrderListItem, PackageOrder, QuotedCreator } from './schema.ts';

function toLine(row: OrderLineRow, parties: ReadonlyMap<string, PartyDto>): OrderLine {
  const content = row.content as unknown as QuotedCreator;
  const unpaid = row.contract_state === 'active' ? row.unpaid : [];
  const facts = {
    feeBps: feeRateOf({ fee_bps: row.fee_bps ?? 0, fee_terms: row.fee_terms }),
    taxBps: row.tax_bps ?? 0,
    currency: content.currency,
  };
  return {
    id: row.id,
    creator: partyIn(parties, row.creator_org),
    currency: content.currency,
    packages: content.packages,
    charge: content.charge,
    state: orderLineState({ offer: row.offer_state, contract: row.contract_state, toFund: unpaid.length > 0 }),
    toPay: chargeOfParts(unpaid, facts).total,
    refusal: row.refusal,
    offerId: row.offer_id,
    contractId: row.contract_id,
    answerBy: row.answer_by,
  };
}

/** In the caller's transaction. Throws not_found. */
export async function orderFor(tx: OrgContext, orderId: string): Promise<PackageOrder> {
  const order = await orderById(tx.db, { orderId, brandOrg: tx.actor.orgId });
  if (!order) throw new AppError('not_found');
  const rows = await orderLines(tx.db, [orderId]);
  const parties = await partiesOf(
    tx,
    rows.map((row) => row.creator_org),
  );
  return { id: order.id, placedAt: order.placed_at, lines: rows.map((row) => toLine(row, parties)) };
}

/** An order with what became of each of its offers. */
export const getOrder = (ctx: OrgContext, { orderId }: { orderId: string }): Promise<PackageOrder> =>
  withTx(ctx, (tx) => orderFor(tx, orderId));

/** The org's orders, the newest first. */
export async function listOrders(
  ctx: OrgContext,
  { after, limit = 25 }: Partial<z.output<typeof pageInput>> = {},
): Promise<Page<OrderListItem>> {
  return withTx(ctx, async (tx) => {
    const orders = await ordersOf(tx.db, { brandOrg: tx.actor.orgId, after: readPlace(after), limit: limit + 1 });
    const rows = await orderLines(
      tx.db,
      orders.map(({ id }) => id),
    );
    const parties = await partiesOf(
      tx,
      rows.map((row) => row.creator_org),
    );
    return toPage(orders, limit, placeCursor, ({ id, placed_at }) => {
      const own = rows.filter((row) => row.order_id === id);
      return {
        id,
        placedAt: placed_at,
        creators: own.map((row) => partyIn(parties, row.creator_org)),
        offers: own.filter((row) => row.offer_id !== null).length,
        refused: own.filter((row) => row.refusal !== null).length,
      };
    });
  });
}
