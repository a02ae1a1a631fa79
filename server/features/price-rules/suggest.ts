import { withTx, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { amountProblem } from '../../core/money.ts';
import { lockedPackages, movePrice } from '../packages/prices.ts';
import { basesOf, insertSuggestion, orgsWithRules, outdate, policyOf } from './queries.ts';
import { dayOf, ruledPrice, stepTowards } from './rules.ts';
import { busyBpsOf, factsOfPackage } from './service.ts';

const PAGE = 50;

/** What the rules of one creator propose today; repeated on the same day it adds nothing. Returns how many it added. */
export async function suggestFor(ctx: SystemContext, orgId: string): Promise<number> {
  return withTx(ctx, async (tx) => {
    const policy = await policyOf(tx.db, orgId);
    if (!policy?.active) return 0;
    const at = tx.clock.now();
    const busyBps = await busyBpsOf(tx, orgId);
    const packages = await lockedPackages(tx, orgId);
    const bases = await basesOf(tx.db, orgId);
    let added = 0;
    for (const item of packages) {
      const { id: packageId, currency, price: was, version } = item;
      const base = bases.get(packageId) ?? was;
      const step = stepTowards(was, ruledPrice(base, policy, factsOfPackage(item, busyBps, at), currency), currency);
      if (!step || amountProblem(step.price, currency)) continue;
      const id = newId(at.getTime());
      const isNew = await insertSuggestion(tx.db, {
        id,
        orgId,
        packageId,
        packageVersion: version,
        day: dayOf(at),
        currency,
        base,
        was,
        ...step,
        policyVersion: policy.version,
        byRule: policy.automatic,
        at,
      });
      if (!isNew) continue;
      added += 1;
      await outdate(tx.db, { orgId, packageId, except: id, at });
      if (policy.automatic) await movePrice(tx, { packageId, orgId, version, price: step.price });
    }
    return added;
  });
}

/** One page of creators with rules; `after` of the result is null after the last one. */
export async function suggestPage(
  ctx: SystemContext,
  { after }: { after: string | null },
): Promise<{ after: string | null; added: number }> {
  const orgs = await withTx(ctx, (tx) => orgsWithRules(tx.db, { after, limit: PAGE }));
  let added = 0;
  for (const { org_id: orgId } of orgs) added += await suggestFor(ctx, orgId);
  return { after: orgs.length === PAGE ? (orgs.at(-1)?.org_id ?? null) : null, added };
}
