import type { OrgContext } from '../../context.ts';
import type { Currency } from '../../core/money.ts';
import { mandateOf } from '../representations/mandate.ts';
import { releaseLimitsOf } from '../orgs/release-limits.ts';
import { releaseLimitOf } from '../orgs/rules.ts';
import { isOfCreatorsSide } from './grants/queries.ts';
import type { GrantSubject } from './grants/schema.ts';
import { sideOf } from './milestone/facts.ts';
import { releasedTogether } from './prove-release.ts';
import type { DealViewer } from './rules.ts';

/** The person's limit less what they released or offered in the deal just before. */
async function leftToRelease(
  tx: OrgContext,
  deal: { id: string; brand_org: string; currency: Currency },
  except: GrantSubject | null,
) {
  const limit = releaseLimitOf(tx.actor.role, await releaseLimitsOf(tx, deal.brand_org), deal.currency);
  return limit === null ? null : Math.max(0, limit - (await releasedTogether(tx, deal.id, except)));
}

/** Who looks at a deal, for the rules. Call inside an open transaction. `except`: an offer that is about to be replaced. */
export async function viewerOf(
  tx: OrgContext,
  deal: { id: string; brand_org: string; creator_org: string; currency: Currency },
  except: GrantSubject | null = null,
): Promise<DealViewer> {
  const side = sideOf(deal, tx.actor.orgId);
  const { role, userId } = tx.actor;
  return {
    side,
    role,
    onBothSides: side === 'brand' && (await isOfCreatorsSide(tx.db, { contractId: deal.id, userId })),
    mandate: await mandateOf(tx, deal.creator_org),
    acting: tx.actor.acting !== undefined,
    mayRelease: side === 'brand' ? await leftToRelease(tx, deal, except) : 0,
    now: tx.clock.now(),
  };
}
