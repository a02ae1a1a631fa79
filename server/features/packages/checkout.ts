import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError, isAppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { placeOffer } from '../offers/send.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { clockRanges, feeTax } from '../policies/service.ts';
import { refusalsOf } from './browse.ts';
import { toPackage } from './dto.ts';
import { orderTerms, orderTitle } from './order-terms.ts';
import { orderFor } from './orders.ts';
import {
  cartLines,
  closeQuotes,
  deleteLines,
  insertOrder,
  insertOrderLine,
  lockCart,
  quoteById,
  raiseCart,
} from './queries/cart.ts';
import { packagesById } from './queries/packages.ts';
import type { checkoutInput, PackageOrder, QuoteContent, QuotedCreator } from './schema.ts';

/**
 * Orders what a quote says: one offer with fixed terms for each creator, or the reason why there is none; the rest goes on.
 * Of two members who check out the same cart, the later one gets the order of the earlier. Throws cart.changed,
 * cart.quote_expired, billing.incomplete.
 */
export async function checkout(ctx: OrgContext, input: z.output<typeof checkoutInput>): Promise<PackageOrder> {
  requireRight(ctx, 'offer.negotiate');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const read = await quoteById(tx.db, { quoteId: input.quoteId, brandOrg: orgId });
    if (!read) throw new AppError('not_found');
    const { creators } = read.content as unknown as QuoteContent;
    // Orgs before any row, in one order: two checkouts with the same creators do not wait for each other crosswise.
    await lockOrgStatus(tx, [orgId, ...creators.map(({ creatorOrg }) => creatorOrg)].toSorted());
    const version = await lockCart(tx.db, orgId);
    const quote = await quoteById(tx.db, { quoteId: input.quoteId, brandOrg: orgId });
    if (!quote) throw new AppError('not_found');
    if (quote.order_id) return orderFor(tx, quote.order_id);
    const now = tx.clock.now();
    if (quote.cart_version !== version) throw new AppError('cart.changed');
    if (quote.expires_at.getTime() <= now.getTime()) throw new AppError('cart.quote_expired');
    const tax = await feeTax(tx, orgId);
    if (!tax) throw new AppError('billing.incomplete');

    const orderId = newId(now.getTime());
    await insertOrder(tx.db, { id: orderId, brandOrg: orgId, userId, at: now });
    const lines = await cartLines(tx.db, orgId);
    const sent: string[] = [];
    for (const [i, quoted] of creators.entries()) {
      const { offerId, refusal } = await offerTo(tx, quoted, { note: input.note, country: tax.country });
      await insertOrderLine(tx.db, {
        id: newId(now.getTime()),
        orderId,
        brandOrg: orgId,
        position: i + 1,
        content: quoted,
        offerId,
        refusal,
        at: now,
      });
      if (offerId !== null) sent.push(...quoted.packages.map(({ packageId }) => packageId));
    }
    // What was refused stays in the cart.
    await deleteLines(tx.db, {
      brandOrg: orgId,
      ids: lines.filter((line) => sent.includes(line.package_id)).map(({ id }) => id),
    });
    await closeQuotes(tx.db, { brandOrg: orgId, version, orderId });
    await raiseCart(tx.db, { brandOrg: orgId, at: now });
    await audit(tx, 'package.ordered', `order:${orderId}`, { creators: creators.length, packages: sent.length });
    return orderFor(tx, orderId);
  });
}

type Outcome = { offerId: string; refusal: null } | { offerId: null; refusal: ErrorCode };

/** Sends one creator the offer, unless something has changed since the quote. */
async function offerTo(
  tx: OrgContext,
  quoted: QuotedCreator,
  { note, country }: { note: string; country: string },
): Promise<Outcome> {
  const rows = await packagesById(
    tx.db,
    quoted.packages.map(({ packageId }) => packageId),
  );
  if (rows.length < quoted.packages.length) return { offerId: null, refusal: 'package.paused' };
  const versions = new Map(quoted.packages.map(({ packageId, version }) => [packageId, version]));
  const refusals = await refusalsOf(
    tx,
    rows.map((row) => ({ row, version: versions.get(row.id) ?? 0 })),
  );
  const [refused] = refusals.values();
  if (refused) return { offerId: null, refusal: refused };
  const terms = orderTerms(
    { quoted, packages: rows.map(toPackage) },
    { now: tx.clock.now(), ranges: await clockRanges(tx), country },
  );
  try {
    const offerId = await placeOffer(
      tx,
      { creatorOrg: quoted.creatorOrg, title: orderTitle(quoted.packages), terms, note },
      { fixed: true },
    );
    return { offerId, refusal: null };
  } catch (error) {
    // Refused before anything was written; a fault ends the whole order.
    if (!isAppError(error)) throw error;
    return { offerId: null, refusal: error.code };
  }
}
