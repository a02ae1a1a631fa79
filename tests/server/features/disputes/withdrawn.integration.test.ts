import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgContext } from '../../../../server/context.ts';
import { withdraw } from '../../../../server/features/disputes/acts.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { resume } from '../../../../server/features/disputes/phases.ts';
import { declineCancel, proposeCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { createMoneyWorld, deliver, milestone, type MoneyWorld } from '../escrow/deal-kit.ts';
import { disputesIn, refused } from './dispute-kit.ts';

let world: MoneyWorld;
let kit: ReturnType<typeof disputesIn>;
beforeAll(async () => {
  world = await createMoneyWorld('withdrawn_disputes');
  kit = disputesIn(world);
});
afterAll(() => world.close());

test('withdrawn, a side does not dispute the same delivery again: the other side can, and the side itself a new one', async () => {
  const one = await kit.funded();
  const disputeAndWithdraw = async (as: () => OrgContext): Promise<void> => {
    const { dispute } = await open(as(), await kit.opening(one.deal));
    const own = { ...one, disputeId: dispute!.id };
    await announce(kit.worker(own), own);
    await withdraw(as(), { disputeId: own.disputeId, version: await kit.version(own) });
    await announce(kit.worker(own), own);
    expect(await resume(kit.worker(own), own)).toBe('resumed: delivered');
    one.clock.advance(1_000);
  };
  const again = async (as: OrgContext) => refused(open(as, await kit.opening(one.deal)));
  const mayDispute = async (as: OrgContext) =>
    (await dealFor(as, { contractId: one.deal.contractId })).milestones[0]!.can.dispute;

  await disputeAndWithdraw(one.brand);
  const before = await milestone(world, one.deal.milestoneId);
  expect([await again(one.brand()), await mayDispute(one.brand())]).toEqual([
    'dispute.withdrawn_before',
    'dispute.withdrawn_before',
  ]);
  const { state, version, deadline_at } = await milestone(world, one.deal.milestoneId);
  expect([state, version, deadline_at]).toEqual(['delivered', before.version, before.deadline_at]);
  // A proposal to cancel that was declined changes nothing of the work.
  const seen = async () => ({
    milestoneId: one.deal.milestoneId,
    version: (await milestone(world, one.deal.milestoneId)).version,
  });
  await proposeCancel(one.brand(), { ...(await seen()), reason: 'The café closes', keeps: 5_000 });
  await declineCancel(one.creator(), { ...(await seen()), reason: 'It was delivered' });
  expect(await again(one.brand())).toBe('dispute.withdrawn_before');

  expect(await mayDispute(one.creator())).toBe(true);
  await disputeAndWithdraw(one.creator);
  expect(await again(one.creator())).toBe('dispute.withdrawn_before');

  await requestChanges(one.brand(), {
    ...(await seen()),
    reason: 'The label is missing in the first frame.',
    label: true,
  });
  one.clock.advance(1_000);
  await deliver(world, one.deal, { clock: one.clock, n: 2 });
  expect([await mayDispute(one.creator()), await mayDispute(one.brand())]).toEqual([true, true]);
  expect(await again(one.brand())).toBe('done');
});
