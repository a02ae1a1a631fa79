import type { SteppedClock } from '../../../server/core/clock.ts';
import type { SystemContext } from '../../../server/context.ts';
import { approve } from '../../../server/features/escrow/review/service.ts';
import { release } from '../../../server/features/escrow/release/release.ts';
import { checkMoney } from '../../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../../server/features/payments/confirm/confirm.ts';
import {
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../../server/features/escrow/deal-kit.ts';

export interface ProviderDeals {
  system(): SystemContext;
  /** What an act on the first milestone names. */
  versionOf(deal: TestDeal): Promise<{ milestoneId: string; version: number }>;
  funded(): Promise<TestDeal>;
  approved(): Promise<TestDeal>;
  released(): Promise<TestDeal>;
  chargeOf(deal: TestDeal): Promise<string>;
  /** How often that is on the timeline of the deal. */
  eventsOf(deal: TestDeal, type: string): Promise<number>;
}

/** Deals under a stepped clock, brought by the services to where the provider is called or reports. */
export function providerDeals(world: MoneyWorld, clock: SteppedClock): ProviderDeals {
  const system = () => world.system(clock);
  const versionOf = async (deal: TestDeal) => ({
    milestoneId: deal.milestoneId,
    version: (await milestone(world, deal.milestoneId)).version,
  });
  async function funded(): Promise<TestDeal> {
    const deal = await openDeal(world, { clock });
    await payAtProvider(world, deal, { clock });
    await confirmFunding(system(), deal);
    return deal;
  }
  async function approved(): Promise<TestDeal> {
    const deal = await funded();
    await deliver(world, deal, { clock });
    await approve(world.as(deal.brand, { clock }), await versionOf(deal));
    return deal;
  }
  return {
    system,
    versionOf,
    funded,
    approved,
    async released() {
      const deal = await approved();
      await release(system(), deal);
      return deal;
    },
    async chargeOf(deal) {
      const row = await world.owner
        .selectFrom('payments')
        .select('charge_id')
        .where('milestone_id', '=', deal.milestoneId)
        .executeTakeFirstOrThrow();
      return row.charge_id!;
    },
    async eventsOf(deal, type) {
      const { n } = await world.owner
        .selectFrom('escrow_events')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('contract_id', '=', deal.contractId)
        .where('type', '=', type as 'funded')
        .executeTakeFirstOrThrow();
      return Number(n);
    },
  };
}

/**
 * Breaches of the invariants. No worker runs, so that commands wait and deadlines pass; reversals that were made by hand are
 * parked until staff decide.
 */
export async function differencesUnder(world: MoneyWorld, clock: SteppedClock): Promise<string[]> {
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  const breaches = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
    now: new Date(clock.now().getTime() + 600_000),
  });
  return breaches
    .filter(({ invariant }) => invariant !== 'deal.deadlines')
    .map(({ invariant, detail }) => `${invariant}: ${detail}`)
    .filter((line) => !/^ledger.suspense-is-empty: EUR \d+000 in suspense$/.test(line));
}
