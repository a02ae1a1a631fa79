import type { ServiceContext } from '../../context.ts';
import { audiencesOfBrands } from '../brands/audiences.ts';
import { advertisedByBrands } from '../creators/advertised.ts';
import { CATEGORY_KEYS, refusedOf, type CategoryKey } from '../creators/categories/rules.ts';
import { isFreeSoon } from '../creators/rules.ts';
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
  /** Categories of the campaign or its brand that a creator refuses. */
  refused: CategoryKey[];
  candidates: Candidate[];
  rows: ReadonlyMap<string, CandidateRow>;
}

/** Creators who meet the conditions of the campaign, with their parts and gates. In the caller's transaction. */
export async function compareCreators(
  tx: ServiceContext,
  campaign: BriefSource & { id: string; brand_org: string },
): Promise<Compared> {
  const now = tx.clock.now();
  const audiences = await audiencesOfBrands(tx, [campaign.brand_org]);
  const brief = briefOf(campaign, {
    rates: await ratesOf(tx, [campaign.currency]),
    audience: audiences.get(campaign.brand_org) ?? null,
  });
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
  const brand = await advertisedByBrands(tx, [campaign.brand_org]);
  const advertised = [...brief.advertised, ...(brand.get(campaign.brand_org) ?? [])];
  const refusals = new Set<CategoryKey>();
  const gatesOf = (row: CandidateRow): Gate[] => {
    const refused = refusedOf(row.refused, advertised);
    for (const category of refused) refusals.add(category);
    return [
      ...(refused.length > 0 ? ['refused_category' as const] : []),
      ...(bound.has(row.org_id) ? ['exclusivity' as const] : []),
      ...(isFreeSoon(row, now) ? [] : ['unavailable' as const]),
      ...(rejected.has(row.org_id) ? ['rejected' as const] : []),
    ];
  };
  const gates = rows.map(gatesOf);
  return {
    brief,
    votes,
    refused: CATEGORY_KEYS.filter((category) => refusals.has(category)),
    rows: new Map(rows.map((row) => [row.org_id, row])),
    candidates: rows.map((row, i) => {
      const record = records.get(row.org_id) ?? NO_DEALS;
      return {
        id: row.org_id,
        gates: gates[i]!,
        topics: topicsOf(row.niches),
        deals: record.deals,
        parts: partsOf(row, brief, { now, record }),
      };
    }),
  };
}
