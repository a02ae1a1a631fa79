import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = { match_runs: {}, match_results: {} };
