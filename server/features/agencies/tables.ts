import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = { agency_profiles: {} };
