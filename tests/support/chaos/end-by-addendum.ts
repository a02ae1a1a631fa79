import { addendaKit } from '../../server/features/addenda/addenda-kit.ts';
import { milestone, type TestDeal } from '../../server/features/escrow/deal-kit.ts';
import type { AddendumChange } from '../../../server/features/addenda/schema.ts';
import type { EventType } from '../../../server/features/escrow/schema.ts';
import type { Chaos } from './kit.ts';

/** Both sides have signed by then. */
const SOON_S = 3;

/**
 * Ends the clock of a funded, delivered or overdue milestone in a few seconds, by an addendum that both sides sign. A
 * deadline that is written into the row contradicts the contract: the check of the books, which runs at each start of a
 * worker, would stop all money of the currency until the deal is over.
 */
export async function endByAddendum({ world }: Pick<Chaos, 'world'>, deal: TestDeal): Promise<void> {
  const { proposed, both } = addendaKit(() => world);
  const untilSoon = async (type: EventType): Promise<string> => {
    const { at } = await world.owner
      .selectFrom('escrow_events')
      .select('at')
      .where('milestone_id', '=', deal.milestoneId)
      .where('type', '=', type)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    return `PT${Math.ceil((Date.now() - at.getTime()) / 1_000) + SOON_S}S`;
  };
  const changes = async (): Promise<AddendumChange[]> => {
    switch ((await milestone(world, deal.milestoneId)).state) {
      case 'funded':
        // Work cannot be due sooner than a review takes.
        return [
          { kind: 'move', milestoneId: deal.milestoneId, dueAt: new Date(Date.now() + SOON_S * 1_000) },
          { kind: 'clocks', clocks: { overdueAfter: 'PT1S', review: 'PT1S' } },
        ];
      case 'delivered':
        return [{ kind: 'clocks', clocks: { review: await untilSoon('submitted') } }];
      default:
        return [{ kind: 'clocks', clocks: { grace: await untilSoon('overdue') } }];
    }
  };
  await both(deal, await proposed(deal, await changes()));
}
