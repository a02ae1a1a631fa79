import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  ratings: { author_side: typeIn('server/features/terms/schema.ts', 'Side') },
};
