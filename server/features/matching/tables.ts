import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  campaign_fits: { reason: `${typeIn('server/features/matching/rules.ts', 'FitPart')} | null` },
  campaign_matches: { state: "'ready' | 'stale'" },
  creator_match_runs: {},
  hidden_campaigns: {},
  match_runs: {},
  match_results: {},
  match_votes: { reason: `${typeIn('server/features/matching/rules.ts', 'VoteReason')} | null` },
};
