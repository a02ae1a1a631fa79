import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { countOf, missedBy } from './queries/search.ts';
import { singleRelaxations } from './relax.ts';
import type { countsInput, missedInput, MissedCreator, ResultCount } from './schema.ts';
import { creatorCards, prepared, resultCount } from './service.ts';

/** How many results each of several searches has. */
export async function countSearches(
  ctx: OrgContext,
  { searches }: z.output<typeof countsInput>,
): Promise<ResultCount[]> {
  return withTx(ctx, async (tx) => {
    const counts: ResultCount[] = [];
    for (const filters of searches) {
      const { search } = await prepared(tx, filters);
      counts.push(resultCount(await countOf(tx.db, search)));
    }
    return counts;
  });
}

/** A creator who fails one filter alone, and only by a little; null where every wider search finds the same. */
export async function missedCreator(
  ctx: OrgContext,
  { filters }: z.output<typeof missedInput>,
): Promise<MissedCreator | null> {
  return withTx(ctx, async (tx) => {
    const { search } = await prepared(tx, filters);
    for (const { step, filters: wider } of singleRelaxations(filters)) {
      const missed = await missedBy(tx.db, { search, wider: (await prepared(tx, wider)).search });
      const [creator] = missed.orgId === null ? [] : await creatorCards(tx, [missed.orgId]);
      if (creator) return { creator, step, filters: wider, added: resultCount(missed.count) };
    }
    return null;
  });
}
