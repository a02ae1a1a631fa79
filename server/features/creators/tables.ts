import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

const PLATFORM = typeIn('server/features/terms/schema.ts', 'Platform');

export const TABLES: TableTypes = {
  account_audience: { kind: "'country' | 'gender' | 'age'" },
  account_days: {},
  creator_profile_drafts: {},
  creator_profiles: {
    gender: "'female' | 'male' | 'nonbinary' | null",
    service: `${typeIn('server/features/creators/rules.ts', 'Service')} | null`,
  },
  creator_rates: {
    currency: CURRENCY,
    platform: PLATFORM,
    format: typeIn('server/features/terms/schema.ts', 'Format'),
  },
  engagement_benchmarks: {
    platform: PLATFORM,
    formula: typeIn('server/features/creators/schema.ts', 'EngagementFormula'),
  },
  social_accounts: {
    platform: PLATFORM,
    state: `Generated<${typeIn('server/features/creators/schema.ts', 'AccountState')}>`,
    source: `Generated<${typeIn('server/features/creators/schema.ts', 'FigureSource')}>`,
    engagement_formula: `${typeIn('server/features/creators/schema.ts', 'EngagementFormula')} | null`,
  },
};
