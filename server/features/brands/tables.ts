import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = { brand_profiles: {}, brand_locations: {} };
