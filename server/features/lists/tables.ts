import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  creator_lists: {},
  creator_list_items: {},
  creator_tags: {},
  creator_exports: { kind: "'list' | 'search'" },
};
