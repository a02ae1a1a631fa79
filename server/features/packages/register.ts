import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { deletePastQuotes } from './queries/cart.ts';
import { erasePackages } from './queries/packages.ts';

/** Quotes that became no order. */
const QUOTES_KEPT_DAYS = 30;

export const register: Registration = {
  exportParts: [
    rowsOfOrgs('packages', 'packages', ['org_id']),
    rowsOfOrgs('package-capacity', 'package_capacity', ['org_id']),
    rowsOfOrgs('cart', 'carts', ['brand_org']),
    rowsOfOrgs('cart-lines', 'cart_lines', ['brand_org']),
    rowsOfOrgs('cart-quotes', 'cart_quotes', ['brand_org']),
    rowsOfOrgs('package-orders', 'package_orders', ['brand_org']),
    rowsOfOrgs('package-order-lines', 'package_order_lines', ['brand_org', 'creator_org']),
  ],
  erase: (tx, { userId }) => erasePackages(tx.db, userId),
  deletePast: pastDays(QUOTES_KEPT_DAYS, deletePastQuotes),
};
