import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  files: {
    state: "'ready' | 'rejected' | 'uploading'",
  },
  review_assignments: {},
  review_comments: {},
};
