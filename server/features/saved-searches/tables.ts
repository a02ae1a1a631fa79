import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = { saved_searches: {}, saved_search_results: {} };
