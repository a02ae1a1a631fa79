import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  deal_templates: {},
};
