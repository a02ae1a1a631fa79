import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  tax_profiles: {
    tax_status: `Generated<${typeIn('server/features/tax-profiles/rules.ts', 'TaxStatus')}>`,
  },
};
