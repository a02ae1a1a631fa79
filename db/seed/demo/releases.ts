import { approve } from '../../../server/features/escrow/review/service.ts';
import { deliver, milestone } from '../stage/acts.ts';
import { agree, type Deal } from '../stage/deal.ts';
import { fund } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

interface DealSeed {
  title: string;
  creator: string;
  amount: number;
  part: string;
  brief: string[];
}

/** A deal of Café Lumen that Théo funded. */
async function* fundedDeal(stage: Stage, seed: DealSeed): AsyncGenerator<Date, Deal, void> {
  const { ago } = stage;
  const deal = yield* agree(stage, {
    title: seed.title,
    brand: 'nadia',
    creator: seed.creator,
    offeredAt: ago(16),
    terms: {
      currency: 'EUR',
      country: 'FR',
      disclosure: 'Collaboration commerciale',
      parts: [
        {
          title: seed.part,
          amount: seed.amount,
          dueAt: ago(-6),
          platform: 'instagram',
          format: 'reel',
          brief: seed.brief,
        },
      ],
    },
  });
  yield ago(14);
  await fund(stage, 'theo', deal);
  return deal;
}

/** Café Lumen's work that one person accepts and another pays, and a milestone that is under way. */
export function releaseStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;

  async function* toAccept(): Story {
    const deal = yield* fundedDeal(stage, {
      title: 'Bakery at dawn',
      creator: 'jade',
      amount: 32_000,
      part: 'Reel at dawn',
      brief: ['The oven is opened', 'Nobody speaks before the first coffee'],
    });
    yield ago(0, 9);
    await deliver(stage, 'jade', deal, {
      files: ['reel-first-cut.mp4'],
      caption: 'Collaboration commerciale · Five in the morning at Café Lumen.',
    });
  }

  async function* accepted(): Story {
    const deal = yield* fundedDeal(stage, {
      title: 'Tea for the cold',
      creator: 'hugo',
      amount: 28_000,
      part: 'Tea reel',
      brief: ['The orange and rosemary tea is poured', 'The shop front can be recognised'],
    });
    yield ago(0, 14);
    await deliver(stage, 'hugo', deal, {
      files: ['reel-second-cut.mp4'],
      caption: 'Collaboration commerciale · Orange, rosemary, ten minutes of quiet.',
    });
    yield ago(0, 6);
    const { id, version } = await milestone(stage, 'ines', deal.contractId, 1);
    await approve(stage.as('ines'), { milestoneId: id, version });
  }

  async function* toPayInParts(): Story {
    yield* fundedDeal(stage, {
      title: 'Cups of the winter',
      creator: 'bastien',
      amount: 40_000,
      part: 'Reel of the cups',
      brief: ['Each of the four cups is turned once', 'The potter is named'],
    });
  }

  return { toAccept, accepted, toPayInParts };
}
