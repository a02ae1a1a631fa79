import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  avatar_files: {
    state: "'claimed' | 'leftover' | 'shown'",
  },
  data_exports: {
    state: typeIn('server/features/privacy/schema.ts', 'ExportState'),
  },
  deletion_requests: {
    source: "'mail' | 'meta' | 'profile'",
    state: typeIn('server/features/privacy/schema.ts', 'DeletionState'),
  },
};
