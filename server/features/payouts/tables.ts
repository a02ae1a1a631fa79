import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  payout_accounts: {
    business_type: `Generated<${typeIn('server/features/payouts/rules.ts', 'BusinessType')}>`,
    currency: CURRENCY,
    schedule: `Generated<${typeIn('server/features/payouts/schedule/rules.ts', 'Schedule')}>`,
    state: "'disabled' | 'enabled' | 'restricted' | 'started'",
  },
  payout_banks: { currency: CURRENCY },
  payouts: {
    currency: CURRENCY,
    state: typeIn('server/features/payouts/schema.ts', 'PayoutState'),
  },
};
