import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  messages: {},
  thread_reads: {},
};
