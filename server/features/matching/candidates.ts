import type { ServiceContext } from '../../context.ts';
import { briefOf, partsOf, ratesOf, topicsOf, type Brief, type BriefSource } from './brief.ts';
import { boundCreators, candidatesOf, dealRecords, type CandidateRow } from './queries/candidates.ts';
import { votesOf, type VoteRow } from './queries/votes.ts';
import type { Candidate, Gate } from './rules.ts';

/** At most so many creators are compared. */
export const CANDIDATES = 2_000;
const NO_DEALS = { deals: 0, onTime: 0 };

export interface Compared {
  brief: Brief;
  votes: VoteRow[];
  candidates: Candidate[];
  rows: ReadonlyMap<string, CandidateRow>;
}

/** Creators who meet the conditions of the campaign, with their parts and gates. In the caller's transaction. */
export async function compareCreators(
  tx: ServiceContext,
  campaign: BriefSource & { id: string; brand_org: string },
): Promise<Compared> {
  const now = tx.clock.now();
  const brief = briefOf(campaign, await ratesOf(tx, [campaign.currency]));
  const rows = await candidatesOf(tx.db, { orgId: campaign.brand_org, wanted: brief.wanted, limit: CANDIDATES });
  const orgIds = rows.map((row) => row.org_id);
  const votes = await votesOf(tx.db, campaign.id);
  const rejected = new Set(votes.filter(({ isUp }) => !isUp).map(({ creatorOrg }) => creatorOrg));
  const records = await dealRecords(tx.db, orgIds);
  const bound = await boundCreators(tx.db, {
    orgIds,
    categories: brief.categories,
    brandOrg: campaign.brand_org,
    now,
  });
  const gatesOf = ({ org_id: id, available }: CandidateRow): Gate[] => [
    ...(bound.has(id) ? ['exclusivity' as const] : []),
    ...(available ? [] : ['unavailable' as const]),
    ...(rejected.has(id) ? ['rejected' as const] : []),
  ];
  return {
    brief,
    votes,
    rows: new Map(rows.map((row) => [row.org_id, row])),
    candidates: rows.map((row) => {
      const record = records.get(row.org_id) ?? NO_DEALS;
      return {
        id: row.org_id,
        gates: gatesOf(row),
        topics: topicsOf(row.niches),
        deals: record.deals,
        parts: partsOf(row, brief, { now, record }),
      };
    }),
  };
}
