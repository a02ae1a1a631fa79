import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

const SCHEMA = 'server/features/packages/schema.ts';

export const TABLES: TableTypes = {
  cart_lines: {},
  cart_quotes: {},
  carts: {},
  package_capacity: {},
  package_order_lines: {},
  package_orders: {},
  packages: {
    currency: CURRENCY,
    state: typeIn(SCHEMA, 'PackageState'),
    rights_use: typeIn('server/features/terms/schema.ts', 'RightsUse'),
    platforms: `${typeIn('server/features/terms/schema.ts', 'Platform')}[]`,
  },
};
