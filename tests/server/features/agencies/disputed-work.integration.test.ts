import { afterAll, beforeAll, expect, test } from 'vitest';
import { work } from '../../../../server/features/agencies/work.ts';
import { send } from '../../../../server/features/disputes/acts.ts';
import { disputesIn } from '../disputes/dispute-kit.ts';
import { createMoneyWorld, type MoneyWorld } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
let kit: ReturnType<typeof disputesIn>;
beforeAll(async () => {
  world = await createMoneyWorld('disputed_work');
  kit = disputesIn(world);
});
afterAll(() => world.close());

test('a disputed deal stands in the pipeline of the agency as disputed, with the end of its phase and who acts next', async () => {
  const one = await kit.disputed({ commissionBps: 1_500 });
  const agency = world.as(one.deal.agency!);
  const shown = async () => {
    const { items } = await work(agency, { creatorOrg: one.deal.creator.orgId, limit: 50 });
    const { deadlineAt, dispute } = items.find(({ id }) => id === one.deal.contractId)!;
    return { deadlineAt, dispute };
  };
  const endOfPhase = async () => (await kit.row(one)).phase_ends_at;
  expect(await shown()).toEqual({
    deadlineAt: await endOfPhase(),
    dispute: { state: 'disputed', turns: ['creator'] },
  });
  expect(await endOfPhase()).not.toBeNull();
  await send(one.creator(), { disputeId: one.disputeId, text: 'All three were on time.' });
  expect((await shown()).dispute?.turns).toEqual(['brand', 'creator']);
  await kit.toDecision(one);
  expect(await shown()).toEqual({ deadlineAt: await endOfPhase(), dispute: { state: 'disputed', turns: ['staff'] } });
});
