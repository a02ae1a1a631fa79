import { BRITAIN, STATES } from './country-terms.ts';
import { finishedDeal } from './finished.ts';
import { approve } from '../../../server/features/escrow/review/service.ts';
import { deliver, milestone, proveAgain } from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { chargeBack, decideChargeBack, fund, payOwed, returnRepaid, ruled, suspectFraud } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

/** What brands owe after their bank took a payment back, and approved work whose payment is found fraudulent. */
export function debtStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;

  /** The bank has decided for its customer: Meridian owes what was paid to Camille. */
  async function* meridianOwes(): Story {
    const deal = yield* finishedDeal(stage, {
      title: 'Headphones, unboxed',
      brand: 'claire',
      creator: 'camille',
      amount: 32_000,
      approved: 74,
      terms: BRITAIN,
      part: 'Four clips',
      platform: 'ugc',
      format: 'video',
      brief: ['The box is opened without a cut', 'The cable is shown'],
      work: { files: ['reel-first-cut.mp4'], caption: '#ad · Out of the box, on the table, in the ears.' },
    });
    yield ago(70, 3);
    const disputeId = await chargeBack(stage, deal, 'product_not_received');
    yield ago(63, 3);
    await decideChargeBack(stage, deal, disputeId, 'lost');
  }

  /** Northlight paid what it owed; later its bank gave the money back, which was refunded. */
  async function* northlightRepaid(): Story {
    const deal = yield* finishedDeal(stage, {
      title: 'Breath before the run',
      brand: 'harriet',
      creator: 'priya',
      amount: 24_000,
      approved: 86,
      terms: BRITAIN,
      part: 'Reel',
      brief: ['Three breaths, counted aloud', 'The canal at sunrise'],
      work: { files: ['reel-second-cut.mp4'], caption: '#ad · Three breaths, then the canal.' },
    });
    yield ago(82, 5);
    const disputeId = await chargeBack(stage, deal, 'duplicate');
    yield ago(75, 5);
    await decideChargeBack(stage, deal, disputeId, 'lost');
    yield ago(72);
    await payOwed(stage, 'harriet', 'GBP');
    yield ago(61, 4);
    await decideChargeBack(stage, deal, disputeId, 'won');
    await returnRepaid(stage, deal);
  }

  /** Two staff members have found fraud; Yusuf reads why, and may appeal. */
  async function* fraudRuled(): Story {
    const deal = yield* agree(stage, {
      title: 'One stove, one night',
      brand: 'dana',
      creator: 'yusuf',
      offeredAt: ago(13),
      terms: {
        ...STATES,
        parts: [
          {
            title: 'Night film',
            amount: 42_000,
            dueAt: ago(2),
            platform: 'youtube',
            format: 'video',
            brief: ['The stove is lit in the wind', 'No music'],
          },
        ],
      },
    });
    yield ago(12);
    await fund(stage, 'dana', deal);
    yield ago(4);
    await deliver(stage, 'yusuf', deal, {
      files: ['reel-first-cut.mp4'],
      caption: '#ad · One stove, one night, minus four degrees.',
    });
    yield ago(3, 2);
    const { id: milestoneId, version } = await milestone(stage, 'dana', deal.contractId);
    await proveAgain(stage, 'dana');
    await approve(stage.as('dana'), { milestoneId, version });
    const caseId = await suspectFraud(stage, deal);
    yield* ruled(
      stage,
      { caseId, decision: 'fraud', by: ['nora', 'sam'], at: ago(2) },
      'The network reported the card as stolen, and its holder confirmed to our payment provider that she has never heard of Trailhead Outfitters. The money goes back to her card.',
    );
  }

  return { meridianOwes, northlightRepaid, fraudRuled };
}
