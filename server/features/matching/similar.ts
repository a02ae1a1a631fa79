import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { creatorCards } from '../discovery/service.ts';
import { CANDIDATES } from './candidates.ts';
import { coveringTopics, pairsOfTopics, seedsOf } from './queries/similar.ts';
import { topicPart } from './rules.ts';
import type { SimilarCreator, similarInput } from './schema.ts';
import { meanOf, ppmiOf, topicVector } from './topics/rules.ts';

/** Which topics go together is counted among so many creators. */
const COUNTED = 20_000;
/** Creators who cover one of so many topics nearest to the seeds are compared. */
const TOPICS = 8;

/** Creators whose topics are like those of one to five others. Empty where none of them can be found. */
export async function similarCreators(
  ctx: OrgContext,
  { handles, limit }: z.output<typeof similarInput>,
): Promise<SimilarCreator[]> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const seeds = await seedsOf(tx.db, { orgId, handles });
    if (seeds.length === 0) return [];
    const { pairs, creators } = await pairsOfTopics(tx.db, COUNTED);
    const ppmi = ppmiOf(pairs, creators);
    const target = meanOf(seeds.map(({ niches }) => topicVector(niches, ppmi)));
    const niches = Object.entries(target)
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, TOPICS)
      .map(([niche]) => niche);
    if (niches.length === 0) return [];
    const rows = await coveringTopics(tx.db, {
      orgId,
      niches,
      without: seeds.map((seed) => seed.org_id),
      limit: CANDIDATES,
    });
    const best = rows
      .map((row) => ({ ...row, likeness: topicPart(target, topicVector(row.niches, ppmi)) ?? 0 }))
      .toSorted((a, b) => b.likeness - a.likeness || (a.org_id < b.org_id ? -1 : 1))
      .slice(0, limit);
    const found = new Map(best.map((row) => [row.org_id, row]));
    const cards = await creatorCards(tx, [...found.keys()]);
    return cards.map((creator) => ({ creator, likeness: Math.round(100 * found.get(creator.orgId)!.likeness) }));
  });
}
