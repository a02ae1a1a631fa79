import { expect } from 'vitest';
import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import type { OrgContext, SystemContext } from '../../../../server/context.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { balancesByMilestone } from '../../../../server/features/ledger/service.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { send } from '../../../../server/features/disputes/acts.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { close, endPhase, execute } from '../../../../server/features/disputes/phases.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import {
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

export const DAY = 24 * 3_600_000;
export const PRICE = 24_000;

export interface Case {
  deal: TestDeal;
  clock: SteppedClock;
  disputeId: string;
  brand(): OrgContext;
  creator(): OrgContext;
}

/** What a person is refused with, or that it was done. */
export const refused = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: { code?: string; data?: { problem?: string } }) =>
      error.data?.problem ? `${error.code}:${error.data.problem}` : (error.code ?? String(error)),
  );

/** Disputes of deals in a world, and the steps that their workflows take. */
export function disputesIn(world: MoneyWorld) {
  async function funded(options: DealOptions = {}, delivered = true): Promise<Omit<Case, 'disputeId'>> {
    const clock = steppedClock(new Date());
    const deal = await openDeal(world, { clock, amounts: [PRICE], ...options });
    await payAtProvider(world, deal, { clock });
    expect(await confirmFunding(world.system(clock), deal)).toBe('funded');
    if (delivered) await deliver(world, deal, { clock });
    return {
      deal,
      clock,
      brand: () => world.as(deal.brand, { clock }),
      creator: () => world.as(deal.creator, { clock }),
    };
  }

  const opening = async (deal: TestDeal) => ({
    milestoneId: deal.milestoneId,
    version: (await milestone(world, deal.milestoneId)).version,
    reason: 'not_as_agreed' as const,
    text: 'Two of the three stories came a day late.',
  });

  async function disputed(options: DealOptions = {}, delivered = true): Promise<Case> {
    const one = await funded(options, delivered);
    const room = await open(one.brand(), await opening(one.deal));
    const disputeId = room.dispute?.id ?? '';
    await announce(world.system(one.clock), { disputeId });
    return { ...one, disputeId };
  }

  const worker = (one: Pick<Case, 'clock'>): SystemContext => world.system(one.clock);
  const balances = async ({ deal }: Pick<Case, 'deal'>) =>
    (await balancesByMilestone(world.system(), [deal.milestoneId])).get(deal.milestoneId);
  const row = (one: Pick<Case, 'disputeId'>) =>
    world.owner.selectFrom('disputes').selectAll().where('id', '=', one.disputeId).executeTakeFirstOrThrow();
  const version = async (one: Pick<Case, 'disputeId'>) => (await row(one)).version;

  /** The workflow's steps from an agreement or decision to the end. */
  async function runToTheEnd(one: Case): Promise<void> {
    const dispute = { disputeId: one.disputeId };
    await announce(worker(one), dispute);
    expect(await execute(worker(one), dispute)).toBe('settlement claimed');
    await refund(worker(one), one.deal);
    expect(await close(worker(one), dispute)).toBe('settled');
  }

  async function toDecision(one: Case): Promise<void> {
    await send(one.creator(), { disputeId: one.disputeId, text: 'The band stopped us.' });
    for (const days of [5, 3]) {
      one.clock.advance(days * DAY);
      await endPhase(worker(one), { disputeId: one.disputeId });
      await announce(worker(one), { disputeId: one.disputeId });
    }
    expect((await row(one)).state).toBe('deciding');
  }

  async function booksAgree() {
    await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
    const breaches = await checkMoney(world.worker, { booksUrl: `${world.sandbox.url}/_sandbox/books` });
    // Deals of a stepped clock are read at the real time.
    return breaches.filter((b) => b.invariant !== 'deal.deadlines');
  }

  return { funded, opening, disputed, worker, balances, row, version, runToTheEnd, toDecision, booksAgree };
}
