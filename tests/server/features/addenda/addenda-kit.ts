import type { Clock } from '../../../../server/core/clock.ts';
import type { StepOutcome } from '../../../../server/core/step.ts';
import { applyAddendum } from '../../../../server/features/addenda/apply.ts';
import { propose } from '../../../../server/features/addenda/propose.ts';
import type { AddendaDto, AddendumChange, AddendumDto } from '../../../../server/features/addenda/schema.ts';
import { sign } from '../../../../server/features/addenda/sign.ts';
import type { TestWorld } from '../../../support/people.ts';
import type { TestDeal } from '../escrow/deal-kit.ts';

export const device = { ip: '203.0.113.9', userAgent: 'test' };
export type Side = 'brand' | 'creator';

export const change = (deal: TestDeal, changes: AddendumChange[], more: object = {}) => ({
  contractId: deal.contractId,
  reason: 'The season is longer',
  currency: 'EUR' as const,
  changes,
  ...more,
});

export interface AddendaKit {
  proposed(deal: TestDeal, changes: AddendumChange[], by?: Side): Promise<AddendumDto>;
  signAs(deal: TestDeal, side: Side, a: AddendumDto): Promise<AddendaDto>;
  apply(a: AddendumDto): Promise<StepOutcome>;
  /** Both sign, the worker applies it. */
  both(deal: TestDeal, a: AddendumDto): Promise<StepOutcome>;
}

/** Addenda of deals in a world, by the clock of the machine or another one. */
export function addendaKit(world: () => TestWorld, clock?: Clock): AddendaKit {
  const as = (who: TestDeal['brand']) => world().as(who, clock ? { clock } : {});
  const kit: AddendaKit = {
    async proposed(deal, changes, by = 'brand') {
      return (await propose(as(deal[by]), change(deal, changes))).addenda[0]!;
    },
    signAs: (deal, side, a) =>
      sign(as(deal[side]), { addendumId: a.id, documentHash: a.documentHash, typedName: deal[side].name }, device),
    apply: (a) => applyAddendum(world().system(clock), { addendumId: a.id }),
    async both(deal, a) {
      await kit.signAs(deal, 'creator', a);
      await kit.signAs(deal, 'brand', a);
      return kit.apply(a);
    },
  };
  return kit;
}
