import { LOCALE, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  address_counts: {},
  one_time_codes: {
    purpose: typeIn('server/features/codes/schema.ts', 'CodePurpose'),
  },
  profiles: {
    locale: `Generated<${LOCALE}>`,
    user_type: typeIn('server/features/accounts/schema.ts', 'UserType'),
  },
  sign_in_attempts: {},
};
