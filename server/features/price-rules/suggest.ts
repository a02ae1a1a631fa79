import { withTx, type ServiceContext, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { amountProblem, type Currency } from '../../core/money.ts';
import { lockedRateCard, moveRate } from '../creators/prices.ts';
import { lockedPackages, movePrice } from '../packages/prices.ts';
import {
  basesOf,
  insertSuggestion,
  movedSince,
  orgsWithRules,
  outdateBefore,
  policyOf,
  rateKey,
  type SuggestedFor,
} from './queries.ts';
import { dayOf, ruledPrice, stepTowards } from './rules.ts';
import type { PriceFacts } from './schema.ts';
import { busyBpsOf, factsOfPackage, factsOfRate, withBases } from './service.ts';

const PAGE = 50;

/** A price that the rules may move today. */
interface Movable {
  for: SuggestedFor;
  currency: Currency;
  was: number;
  base: number;
  facts: PriceFacts;
  move: (price: number) => Promise<boolean>;
}

/** The creator's packages and rates, locked, without those that a suggestion has moved today. */
async function movable(tx: ServiceContext, orgId: string, at: Date): Promise<Movable[]> {
  const busyBps = await busyBpsOf(tx, orgId);
  // The card before the packages, as a decision of the creator locks them.
  const card = await lockedRateCard(tx, orgId);
  const packages = await lockedPackages(tx, orgId);
  const baseOf = await basesOf(tx.db, orgId);
  const moved = await movedSince(tx.db, { orgId, since: new Date(dayOf(at)) });
  return [
    ...withBases(card, baseOf)
      .filter((rate) => !moved.has(rateKey(rate)))
      .map(({ base, ...rate }) => ({
        for: { platform: rate.platform, format: rate.format },
        currency: rate.currency,
        was: rate.amount,
        base,
        facts: factsOfRate(busyBps, at),
        move: (price: number) => moveRate(tx, { orgId, ...rate, price }),
      })),
    ...packages
      .filter(({ id }) => !moved.has(id))
      .map((item) => ({
        for: { packageId: item.id, packageVersion: item.version },
        currency: item.currency,
        was: item.price,
        base: baseOf(item.id, item.price, item.currency),
        facts: factsOfPackage(item, busyBps, at),
        move: (price: number) => movePrice(tx, { packageId: item.id, orgId, version: item.version, price }),
      })),
  ];
}

/** What the rules of one creator propose today; repeated on the same day it adds nothing. Returns how many it added. */
export async function suggestFor(ctx: SystemContext, orgId: string): Promise<number> {
  return withTx(ctx, async (tx) => {
    const policy = await policyOf(tx.db, orgId);
    if (!policy?.active) return 0;
    const at = tx.clock.now();
    let added = 0;
    for (const { for: target, currency, was, base, facts, move } of await movable(tx, orgId, at)) {
      const step = stepTowards(was, ruledPrice(base, policy, facts, currency), currency);
      if (!step || amountProblem(step.price, currency)) continue;
      const suggestion = {
        id: newId(at.getTime()),
        orgId,
        for: target,
        day: dayOf(at),
        currency,
        base,
        was,
        ...step,
        policyVersion: policy.version,
        byRule: policy.automatic,
        at,
      };
      if (!(await insertSuggestion(tx.db, suggestion))) continue;
      added += 1;
      await outdateBefore(tx.db, suggestion);
      if (policy.automatic) await move(step.price);
    }
    return added;
  });
}

/** What became of one page of creators; `after` is null after the last one. */
export interface SuggestedPage {
  after: string | null;
  added: number;
  /** Creators whose suggestions could not be made. The next night makes them. */
  failed: number;
}

/** One page of creators with rules. A creator who fails stops no other. Throws while the database is away: the page is repeated. */
export async function suggestPage(ctx: SystemContext, { after }: { after: string | null }): Promise<SuggestedPage> {
  const orgs = await withTx(ctx, (tx) => orgsWithRules(tx.db, { after, limit: PAGE }));
  let added = 0;
  let failed = 0;
  for (const { org_id: orgId } of orgs) {
    try {
      added += await suggestFor(ctx, orgId);
    } catch (error) {
      await withTx(ctx, async () => true);
      failed += 1;
      ctx.integrations.log.error({ org: orgId, err: error }, 'the prices of a creator could not be suggested');
    }
  }
  const next = orgs.length === PAGE ? (orgs.at(-1)?.org_id ?? null) : null;
  return { after: next, added, failed };
}
