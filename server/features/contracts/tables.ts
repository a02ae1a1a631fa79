import { LOCALE, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  contract_files: {
    locale: LOCALE,
  },
  contract_wordings: {},
  signatures: {
    side: typeIn('server/features/terms/schema.ts', 'Side'),
  },
};
