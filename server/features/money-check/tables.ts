import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  money_checks: {
    begun_by: "'operator' | 'restart' | 'schedule'",
    phase: `Generated<${typeIn('server/features/money-check/schema.ts', 'Phase')} | 'done'>`,
    state: `Generated<${typeIn('server/features/money-check/schema.ts', 'MoneyCheckState')}>`,
  },
};
