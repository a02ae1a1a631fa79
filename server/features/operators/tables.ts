import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  staff: {
    role: typeIn('server/context.ts', 'StaffRole'),
  },
};
