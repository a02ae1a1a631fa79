import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  messages: { warning: `${typeIn('server/features/moderation/rules.ts', 'TextRule')} | null` },
  thread_reads: {},
};
