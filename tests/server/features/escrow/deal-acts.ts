import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import {
  connectPayee,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

/** Of the first milestone. */
export interface Seen {
  milestoneId: string;
  version: number;
}

export interface DealActs {
  /** The milestone in the version that a person sees now, as the acts on it require. */
  seen(deal: Pick<TestDeal, 'milestoneId'>): Promise<Seen>;
  /** A new deal whose first milestone is paid. */
  funded(options?: DealOptions): Promise<TestDeal>;
  /**
   * What the money check finds, with the books and balance lines of the provider, once every command counts as delivered.
   * Without deadlines: deals of a stepped clock are read at the real time. Later than every such clock by default, so that no
   * posting counts as one that the provider's books cannot have yet.
   */
  breaches(now?: Date): ReturnType<typeof checkMoney>;
}

/** What tests of deals share. The world is read at each call, since it is made before the first test. */
export function dealActs(world: () => MoneyWorld): DealActs {
  return {
    async seen({ milestoneId }) {
      return { milestoneId, version: (await milestone(world(), milestoneId)).version };
    },
    async funded(options = {}) {
      const deal = await openDeal(world(), options);
      if (deal.agency) await connectPayee(world(), deal.agency);
      await payAtProvider(world(), deal, options.clock ? { clock: options.clock } : {});
      await confirmFunding(world().system(options.clock), deal);
      return deal;
    },
    async breaches(now = new Date(Date.now() + 600_000)) {
      const { owner, worker, sandbox, integrations } = world();
      await owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
      const booksUrl = `${sandbox.url}/_sandbox/books`;
      const found = await checkMoney(worker, { booksUrl, provider: integrations.payments, now });
      return found.filter(({ invariant }) => invariant !== 'deal.deadlines');
    },
  };
}
