import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  applications: {
    currency: CURRENCY,
    state: typeIn('server/features/campaigns/schema.ts', 'ApplicationState'),
  },
  campaigns: {
    currency: `Generated<${CURRENCY}>`,
    state: typeIn('server/features/campaigns/schema.ts', 'CampaignState'),
  },
  saved_campaigns: {},
};
