import { typeIn, type TableTypes } from '../../core/tables.ts';

const PLATFORM = typeIn('server/features/terms/schema.ts', 'Platform');

export const TABLES: TableTypes = {
  import_merges: {},
  import_refused_rows: { code: typeIn('server/features/imports/schema.ts', 'RowCode') },
  imported_creators: { platform: PLATFORM, claim: "'accepted' | null" },
  imports: {
    basis: `${typeIn('server/features/imports/rules.ts', 'Basis')} | null`,
    format: "'csv' | 'xlsx'",
    platform: `${PLATFORM} | null`,
    refusal: `${typeIn('server/features/imports/schema.ts', 'FileRefusal')} | null`,
    state: typeIn('server/features/imports/schema.ts', 'ImportState'),
  },
};
