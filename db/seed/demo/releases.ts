import { assignReviewer } from '../../../server/features/content/assignments.ts';
import { shippedContent } from '../../../server/features/templates/rules.ts';
import { saveTemplate } from '../../../server/features/templates/service.ts';
import { propose } from '../../../server/features/addenda/propose.ts';
import { approve } from '../../../server/features/escrow/review/service.ts';
import { deliver, milestone } from '../stage/acts.ts';
import { agree, type Deal } from '../stage/deal.ts';
import { fund, fundTogether, saveMethod } from '../stage/money.ts';
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
    yield ago(0, 8);
    const { id: milestoneId } = await milestone(stage, 'nadia', deal.contractId, 1);
    await assignReviewer(stage.as('nadia'), { milestoneId, userId: stage.as('ines').actor.userId });
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

  /** Maya proposes to change a signed contract; neither has signed that yet. */
  async function* toAmend(): Story {
    yield ago(10);
    const post = shippedContent('singlePost', () => 'Window reel');
    await saveTemplate(stage.as('nadia'), {
      name: 'Shop window, one reel',
      content: {
        ...post,
        clauses: [
          ...(post.clauses ?? []),
          {
            key: 'own',
            title: 'Keys of the shop',
            text: 'Who films before opening returns the keys the same morning.',
            language: 'en',
          },
        ],
      },
    });
    const deal = yield* agree(stage, {
      title: 'Windows of December',
      brand: 'nadia',
      creator: 'maya',
      offeredAt: ago(9),
      terms: {
        currency: 'EUR',
        country: 'FR',
        disclosure: 'Collaboration commerciale',
        parts: [
          {
            title: 'Window reel',
            amount: 38_000,
            dueAt: ago(-9),
            platform: 'instagram',
            format: 'reel',
            brief: ['The window is filmed from the street'],
          },
          {
            title: 'Window photos',
            amount: 12_000,
            dueAt: ago(-16),
            platform: 'instagram',
            format: 'photos',
            brief: ['One photo by day and one by night'],
          },
        ],
      },
    });
    yield ago(7, 12);
    await fundTogether(stage, 'theo', deal, 'jade');
    yield ago(1, 5);
    const photos = await milestone(stage, 'maya', deal.contractId, 2);
    await propose(stage.as('maya'), {
      contractId: deal.contractId,
      reason: 'The lights go up a week later, and one evening story would show them best.',
      currency: 'EUR',
      changes: [
        { kind: 'reprice', milestoneId: photos.id, amount: 15_000 },
        { kind: 'move', milestoneId: photos.id, dueAt: ago(-23) },
        { kind: 'add', title: 'Evening story', amount: 9_000, dueAt: ago(-12), items: ['The lights are switched on'] },
      ],
    });
  }

  /** What Café Lumen pays with. */
  async function* savedMethods(): Story {
    yield ago(60);
    await saveMethod(stage, 'theo', { card: '4242424242424242' });
    yield ago(34);
    await saveMethod(stage, 'theo', { iban: 'AT611904300234573201' });
  }

  return { toAccept, accepted, toPayInParts, toAmend, savedMethods };
}
