import { typeIn, type TableTypes } from '../../core/tables.ts';

const SCHEMA = 'server/features/connections/schema.ts';
const NETWORK = typeIn('server/features/connections/rules.ts', 'Network');

export const TABLES: TableTypes = {
  connection_attempts: { network: NETWORK, outcome: `${typeIn(SCHEMA, 'Outcome')} | null` },
  network_calls: { network: NETWORK },
  social_connections: {
    network: NETWORK,
    kind: typeIn(SCHEMA, 'ConnectionKind'),
    state: typeIn(SCHEMA, 'ConnectionState'),
    ended_by: `${typeIn(SCHEMA, 'EndedBy')} | null`,
    problem: `${typeIn(SCHEMA, 'SyncProblem')} | null`,
  },
  social_comments: {},
  social_posts: {},
  social_tokens: {},
};
