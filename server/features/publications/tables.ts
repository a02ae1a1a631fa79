import { typeIn, type TableTypes } from '../../core/tables.ts';

const SCHEMA = 'server/features/publications/schema.ts';
const OUTCOME = typeIn(SCHEMA, 'Outcome');

export const TABLES: TableTypes = {
  publications: {
    platform: typeIn('server/features/publications/links/rules.ts', 'PostPlatform'),
    state: typeIn(SCHEMA, 'PostState'),
    outcome: `${OUTCOME} | null`,
    accepted_outcome: `${OUTCOME} | null`,
    decided_by: `'brand' | 'deadline' | null`,
  },
  publication_checks: { outcome: OUTCOME },
};
