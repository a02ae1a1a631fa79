import type { TermsSeed } from '../stage/terms.ts';
import { deliver, rateDeal, type RatingSeed } from '../stage/acts.ts';
import { agree, type Deal } from '../stage/deal.ts';
import {
  approveAndRelease,
  chargeBack,
  fund,
  payOut,
  payOutScheduled,
  payoutArrives,
  payoutComesBack,
  scheduleWeekly,
  unschedule,
} from '../stage/money.ts';
import { DAY, type Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

export interface FinishedSeed {
  title: string;
  brand: string;
  creator: string;
  amount: number;
  /** The work was approved this many days ago. */
  approved: number;
  work: { files: string[]; caption: string };
  terms: Pick<TermsSeed, 'currency' | 'country' | 'disclosure'>;
  part: string;
  brief: string[];
  platform?: 'instagram' | 'tiktok' | 'youtube' | 'ugc';
  format?: 'reel' | 'video' | 'photos';
  /** Given the day after the approval. */
  ratings?: readonly RatingSeed[];
}

/** A deal on the straight path: agreed, funded, delivered, approved, paid. */
export async function* finishedDeal(stage: Stage, seed: FinishedSeed): AsyncGenerator<Date, Deal, void> {
  const { ago } = stage;
  const deal = yield* agree(stage, {
    title: seed.title,
    brand: seed.brand,
    creator: seed.creator,
    offeredAt: ago(seed.approved + 17),
    terms: {
      ...seed.terms,
      parts: [
        {
          title: seed.part,
          amount: seed.amount,
          dueAt: ago(seed.approved + 4),
          platform: seed.platform ?? 'instagram',
          format: seed.format ?? 'reel',
          brief: seed.brief,
        },
      ],
    },
  });
  yield ago(seed.approved + 15);
  await fund(stage, seed.brand, deal);
  yield ago(seed.approved + 5);
  await deliver(stage, seed.creator, deal, seed.work);
  yield ago(seed.approved);
  yield* approveAndRelease(stage, seed.brand, deal);
  if (seed.ratings) {
    yield ago(seed.approved - 1);
    for (const rating of seed.ratings) await rateDeal(stage, deal.contractId, rating);
  }
  return deal;
}

/** Everything available goes to the bank that many days ago and arrives two days later. */
async function* paidOut(stage: Stage, who: string, sent: number): AsyncGenerator<Date, void, void> {
  yield stage.ago(sent);
  const payoutId = await payOut(stage, who);
  yield stage.ago(sent - 2);
  await payoutArrives(stage, payoutId);
}

/** Everything available goes to the bank at the next time of a weekly schedule, which is switched off two weeks later. */
async function* paidBySchedule(stage: Stage, who: string, from: number): AsyncGenerator<Date, void, void> {
  yield stage.ago(from);
  const dueAt = await scheduleWeekly(stage, who);
  yield dueAt;
  const payoutId = await payOutScheduled(stage, who);
  yield new Date(dueAt.getTime() + 2 * DAY);
  await payoutArrives(stage, payoutId);
  yield stage.ago(from - 14);
  await unschedule(stage, who);
}

/** Days ago and amounts of Maya's year before Café Lumen's campaigns: a reel or two a month. */
const MAYAS_YEAR: readonly [
  brand: string,
  title: string,
  amount: number,
  approved: number,
  stars: number,
  comment: string,
][] = [
  [
    'lucie',
    'Bread of the month',
    42_000,
    330,
    5,
    'Came at six in the morning to film the first batch. Sales of the rye loaf doubled that week.',
  ],
  ['anton', 'Iced tea evenings', 38_000, 300, 5, 'Good light, honest words, delivered a day early.'],
  [
    'paolo',
    'Pizza in Lyon, one week',
    51_000,
    262,
    4,
    'Lovely reel. The caption needed one correction, made within the hour.',
  ],
  ['lucie', 'Easter brioche', 35_000, 221, 5, 'Maya knows our shop by now. Nothing to change.'],
  ['anton', 'Tea for two', 46_000, 185, 5, 'Two cuts to choose from, both usable.'],
  [
    'laia',
    'Kitchen hands',
    54_000,
    150,
    4,
    'Clear and warm. We would have liked the product a little longer in the picture.',
  ],
  ['lucie', 'Summer loaves', 39_000, 112, 5, 'People come in with the reel on their phone.'],
  ['anton', 'Late harvest', 46_000, 78, 5, 'Reliable as ever.'],
];

const EUROS: Record<string, FinishedSeed['terms']> = {
  lucie: { currency: 'EUR', country: 'FR', disclosure: 'Collaboration commerciale' },
  anton: { currency: 'EUR', country: 'FR', disclosure: 'Collaboration commerciale' },
  paolo: { currency: 'EUR', country: 'IT', disclosure: 'Pubblicità' },
  laia: { currency: 'EUR', country: 'ES', disclosure: 'Publicidad' },
};

/** Deals that are over, so that figures, payouts and reputations have something to stand on. */
export function finishedStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;
  async function* mayasYear(): Story {
    for (const [brand, title, amount, approved, stars, comment] of MAYAS_YEAR) {
      yield* finishedDeal(stage, {
        title,
        brand,
        creator: 'maya',
        amount,
        approved,
        terms: EUROS[brand]!,
        part: 'Reel',
        brief: ['The product in daylight', 'Where to find it'],
        work: { files: ['sunday-plate.mp4'], caption: `${EUROS[brand]!.disclosure} · ${title}.` },
        ratings: [
          [brand, stars, comment],
          ['maya', 5, 'Paid within the day, and the brief said all I needed.'],
        ],
      });
      yield* paidOut(stage, 'maya', approved - 9);
    }
  }
  async function* mayaLately(): Story {
    // The terrace of Café Lumen, approved 45 days ago, is paid out on its own.
    yield* paidBySchedule(stage, 'maya', 36);
    yield* finishedDeal(stage, {
      title: 'Chestnut week',
      brand: 'lucie',
      creator: 'maya',
      amount: 28_000,
      approved: 10,
      terms: EUROS.lucie!,
      part: 'Reel',
      brief: ['The chestnut loaf is cut on camera'],
      work: { files: ['sunday-plate.mp4'], caption: 'Collaboration commerciale · Chestnut week at Maison Orge.' },
    });
    yield ago(1);
    await payOut(stage, 'maya', ago(-1));
  }
  async function* hugoReturned(): Story {
    yield* finishedDeal(stage, {
      title: 'Brunch and oolong',
      brand: 'anton',
      creator: 'hugo',
      amount: 21_000,
      approved: 24,
      terms: EUROS.anton!,
      part: 'Reel',
      brief: ['The oolong is poured on camera'],
      work: { files: ['reel-first-cut.mp4'], caption: 'Collaboration commerciale · Oolong with eggs, why not.' },
    });
    yield ago(12);
    const payoutId = await payOut(stage, 'hugo');
    yield ago(10);
    await payoutArrives(stage, payoutId);
    yield ago(9);
    await payoutComesBack(stage, 'hugo', payoutId, 'account_closed');
  }
  async function* meridianPriya(): Story {
    const deal = yield* finishedDeal(stage, {
      title: 'City half marathon',
      brand: 'claire',
      creator: 'priya',
      amount: 50_000,
      approved: 25,
      terms: { currency: 'GBP', country: 'GB', disclosure: '#ad' },
      part: 'Reel',
      brief: ['The shoes in the rain', 'Kilometre twenty'],
      work: { files: ['reel-second-cut.mp4'], caption: '#ad · Twenty-one kilometres, one honest opinion.' },
    });
    // Approved and paid out: she keeps it. The evidence is due nine days after.
    yield ago(5, 4);
    await chargeBack(stage, deal, 'product_not_received');
  }
  return { mayasYear, mayaLately, hugoReturned, meridianPriya };
}
