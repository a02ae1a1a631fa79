import { LOCALE, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  consents: {
    action: "'all' | 'chosen' | 'necessary'",
    categories: `${typeIn('server/features/consents/rules.ts', 'OptionalCategory')}[]`,
    locale: LOCALE,
  },
};
