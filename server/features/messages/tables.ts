import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  thread_reads: {},
};
