import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  match_runs: {},
  match_results: {},
  match_votes: { reason: `${typeIn('server/features/matching/rules.ts', 'VoteReason')} | null` },
};
