import { withTx, type OrgContext } from '../../context.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { centerOf, foundKind } from './market.ts';
import { countsByState } from './queries/ads.ts';
import { countFoundAds } from './queries/market.ts';
import { countNewReplies } from './queries/replies.ts';
import { FIRST_RADIUS_KM } from './rules.ts';
import type { AdTile } from './schema.ts';

/** Own ads and those around the org, for a home screen. */
export async function adTile(ctx: OrgContext): Promise<AdTile> {
  return withTx(ctx, async (tx) => {
    const { orgId, orgKind } = tx.actor;
    const byState = await countsByState(tx.db, { orgId, states: ['live'], cap: COUNT_CAP });
    const center = await centerOf(tx, {});
    return {
      live: byState.get('live') ?? 0,
      newReplies: await countNewReplies(tx.db, { ownerOrg: orgId, cap: COUNT_CAP }),
      near: await countFoundAds(tx.db, {
        orgId,
        kind: foundKind(orgKind),
        now: tx.clock.now(),
        center,
        km: center ? FIRST_RADIUS_KM : undefined,
        sort: 'newest',
        after: null,
        limit: COUNT_CAP + 1,
      }),
      km: center ? FIRST_RADIUS_KM : null,
    };
  });
}
