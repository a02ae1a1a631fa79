import { withTx, withTxAs, type OrgActor, type SystemContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { isAppError } from '../../core/errors.ts';
import type { Filters } from '../discovery/filters/schema.ts';
import { matchingCreators } from '../discovery/service.ts';
import { notify } from '../notifications/notify.ts';
import { insertResults, setDigestTimes, watchedSearch, zoneOf } from './queries.ts';
import { MAX_WATCHED_RESULTS, nextDigestAt } from './rules.ts';

/** The org in whose name the platform searches: it finds what the org's members would find. */
const searching = (orgId: string, userId: string): OrgActor => ({
  kind: 'org',
  userId,
  name: '',
  email: '',
  emailVerified: true,
  orgId,
  orgKind: 'brand',
  role: 'viewer',
});

/**
 * The digest of a saved search when it is due: who is new since the last one is stored, and one notice with its mail is
 * written in the same transaction as the time of the next digest, so that a repeat writes nothing twice.
 */
export async function sendDigest(
  ctx: SystemContext,
  { id }: { id: string },
): Promise<{ state: string; found: number }> {
  return withTx(ctx, async (tx) => {
    const search = await watchedSearch(tx.db, id);
    const at = tx.clock.now();
    if (!search?.next_digest_at || search.next_digest_at > at) return { state: 'not due', found: 0 };
    const { org_id: orgId } = search;
    const creators = search.stopped
      ? []
      : await withTxAs(tx, searching(orgId, search.created_by), (as) =>
          matchingCreators(as, search.filters as Filters, MAX_WATCHED_RESULTS),
        ).catch((error: unknown) => {
          // Filters of an older version that are refused now find no creator; the digest goes on with the next day.
          if (isAppError(error)) return [];
          throw error;
        });
    const found = await insertResults(tx.db, { searchId: id, orgId, creators, digestAt: at });
    const next = nextDigestAt(at, await zoneOf(tx.db, orgId));
    if (found.length > 0)
      await notify(tx, {
        orgId,
        kind: 'search_digest',
        data: { title: search.name, number: String(found.length) },
        link: ADDRESSES.savedSearch(id),
        key: `search_digest:${id}:${search.next_digest_at.toISOString()}`,
      });
    await setDigestTimes(tx.db, { id, at, next });
    return { state: 'sent', found: found.length };
  });
}
