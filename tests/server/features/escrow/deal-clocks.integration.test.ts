import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { proposeCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import type { DeadlineEvent } from '../../../../server/features/escrow/schema.ts';
import { markOverdue } from '../../../../server/features/escrow/timers/deadlines.ts';
import { FIRST_OF_BRIEF } from '../../../support/deal-terms.ts';
import { dealActs } from './deal-acts.ts';
import { deliver, milestone, openDeal, type DealOptions, type TestDeal } from './deal-kit.ts';
import { ALL_LIVE, createLiveWorld, SPLIT, type LiveWorld } from './live-kit.ts';

/*
 * Each clock of a deal, as its page reads it: the same deadline, and the same word for what happens at it, for both sides and
 * for an agency that acts for the creator.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let live: LiveWorld;
beforeAll(async () => {
  live = await createLiveWorld('deal_clocks');
}, 120_000);
afterAll(() => live?.close());

const acts = dealActs(() => live.world);
type Timed = TestDeal & { clock: SteppedClock };

async function paid(options: DealOptions = {}): Promise<Timed> {
  const clock = steppedClock(new Date());
  return { ...(await acts.funded({ clock, dueIn: 2 * DAY, commissionBps: 1_500, ...options })), clock };
}
const as = (deal: Timed, who: OrgActor) => live.world.as(who, { clock: deal.clock });
const untilDeadline = async (deal: Timed) =>
  deal.clock.set((await milestone(live.world, deal.milestoneId)).deadline_at!);
async function delivered(options: DealOptions = {}): Promise<Timed> {
  const deal = await paid(options);
  await deliver(live.world, deal, { clock: deal.clock });
  return deal;
}
const waiting = (shares = ALL_LIVE) => live.waiting(shares, { commissionBps: 1_500, clocks: { postGrace: 'PT72H' } });

/** How a deal comes to the clock. */
const REACHED = {
  async funding() {
    const clock = steppedClock(new Date());
    return { ...(await openDeal(live.world, { clock, commissionBps: 1_500 })), clock };
  },
  delivery: paid,
  async overdueAfter() {
    const deal = await paid();
    deal.clock.advance(2 * DAY + HOUR);
    return deal;
  },
  async grace() {
    const deal = await paid();
    await untilDeadline(deal);
    await markOverdue(live.world.system(deal.clock), deal);
    return deal;
  },
  review: delivered,
  async revisionTurn() {
    const deal = await delivered();
    await requestChanges(as(deal, deal.brand), {
      ...(await acts.seen(deal)),
      reason: 'The logo',
      briefItems: [FIRST_OF_BRIEF],
    });
    return deal;
  },
  async cancelAnswer() {
    const deal = await delivered();
    await proposeCancel(as(deal, deal.brand), {
      ...(await acts.seen(deal)),
      reason: 'The season is over',
      keeps: 1_000,
    });
    return deal;
  },
  async clearing() {
    const deal = await delivered({ clocks: { clearing: 'PT72H' } });
    await approve(as(deal, deal.brand), await acts.seen(deal));
    await release(live.world.system(deal.clock), deal);
    return deal;
  },
  posting: waiting,
  async postGrace() {
    const deal = await waiting();
    deal.after(7 * DAY);
    await deal.settle();
    return deal;
  },
  async retention() {
    const deal = await waiting(SPLIT);
    await deal.publish();
    deal.after(HOUR);
    await deal.look();
    await deal.settle();
    return deal;
  },
} satisfies Record<string, () => Promise<Timed>>;

/** What its zero brings, where the money is then, and how much of 400.00. */
const ZERO: Record<keyof typeof REACHED, [DeadlineEvent, outcome: string, amount: number, recipient: string]> = {
  funding: ['void', 'void', 0, 'none'],
  delivery: ['due', 'due', 40_000, 'held'],
  overdueAfter: ['overdue', 'overdue', 40_000, 'held'],
  grace: ['refund', 'refund', 42_400, 'brand'],
  review: ['auto_approve', 'autoApprove', 40_000, 'creator'],
  revisionTurn: ['due', 'due', 40_000, 'held'],
  cancelAnswer: ['cancel_answer', 'goesOn', 40_000, 'held'],
  clearing: ['release', 'release', 40_000, 'creator'],
  posting: ['post', 'postOverdue', 40_000, 'held'],
  postGrace: ['post', 'notPosted', 42_400, 'brand'],
  retention: ['retention', 'holdback', 8_000, 'creator'],
};

const agentFor = ({ creator, agency }: TestDeal): OrgActor => ({
  ...creator,
  role: 'agent',
  acting: {
    representationId: newId(),
    agencyOrg: agency!.orgId,
    agencyName: agency!.name,
    creatorName: creator.name,
    scopes: ['submit'],
    agencyRole: 'owner',
  },
});

test.each(Object.keys(REACHED) as (keyof typeof REACHED)[])(
  'the clock of %s: brand, creator and acting agency read one deadline, and what happens at it to how much',
  async (clock) => {
    const deal = await REACHED[clock]();
    const [event, outcome, amount, recipient] = ZERO[clock];
    const read = await Promise.all(
      [deal.brand, deal.creator, agentFor(deal), deal.agency!].map(async (who) => {
        const { milestones, whatIf, focusMilestoneId } = await dealFor(as(deal, who), deal);
        const { deadlineAt, atZero } = milestones[0]!;
        return {
          focused: focusMilestoneId === deal.milestoneId,
          deadlineAt,
          atZero,
          zero: whatIf?.rows.find(({ choice }) => choice === 'nothing'),
        };
      }),
    );
    const { deadlineAt } = read[0]!;
    expect(deadlineAt!.getTime()).toBeGreaterThan(deal.clock.now().getTime());
    const of = (sum: number) => ({
      focused: true,
      deadlineAt,
      atZero: event,
      zero: { choice: 'nothing', outcome, amount: sum, recipient, at: deadlineAt },
    });
    // What goes to the creator, their side reads after the commission of 15 %.
    const own = of(recipient === 'creator' ? (amount * 85) / 100 : amount);
    expect(read).toEqual([of(amount), own, own, own]);
  },
  60_000,
);
