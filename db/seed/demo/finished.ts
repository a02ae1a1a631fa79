import type { TermsSeed } from '../stage/terms.ts';
import { deliver } from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { approveAndRelease, fund, payOut, payoutArrives, payoutComesBack } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
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
}

/** A deal on the straight path: agreed, funded, delivered, approved, paid. */
export async function* finishedDeal(stage: Stage, seed: FinishedSeed): AsyncGenerator<Date, void, void> {
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
}

/** Everything available goes to the bank that many days ago and arrives two days later. */
async function* paidOut(stage: Stage, who: string, sent: number): AsyncGenerator<Date, void, void> {
  yield stage.ago(sent);
  const payoutId = await payOut(stage, who);
  yield stage.ago(sent - 2);
  await payoutArrives(stage, payoutId);
}

/** Days ago and amounts of Maya's year before Café Lumen's campaigns: a reel or two a month. */
const MAYAS_YEAR: readonly [brand: string, title: string, amount: number, approved: number][] = [
  ['lucie', 'Bread of the month', 42_000, 330],
  ['anton', 'Iced tea evenings', 38_000, 300],
  ['paolo', 'Pizza in Lyon, one week', 51_000, 262],
  ['lucie', 'Easter brioche', 35_000, 221],
  ['anton', 'Tea for two', 46_000, 185],
  ['laia', 'Kitchen hands', 54_000, 150],
  ['lucie', 'Summer loaves', 39_000, 112],
  ['anton', 'Late harvest', 46_000, 78],
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
    for (const [brand, title, amount, approved] of MAYAS_YEAR) {
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
      });
      yield* paidOut(stage, 'maya', approved - 9);
    }
  }
  async function* mayaLately(): Story {
    // The terrace of Café Lumen, approved 45 days ago, is paid out on its own.
    yield* paidOut(stage, 'maya', 33);
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
  async function* northlightIvan(): Story {
    yield* finishedDeal(stage, {
      title: 'Studio at dawn',
      brand: 'harriet',
      creator: 'ivan',
      amount: 35_000,
      approved: 31,
      terms: { currency: 'GBP', country: 'GB', disclosure: '#ad' },
      part: 'Twelve photographs',
      format: 'photos',
      brief: ['Empty studio, first light', 'Twelve photographs'],
      work: { files: ['stems.webp', 'wool.webp', 'bowls.webp'], caption: '#ad · Northlight before the first class.' },
    });
  }
  async function* meridianPriya(): Story {
    yield* finishedDeal(stage, {
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
  }
  return { mayasYear, mayaLately, hugoReturned, northlightIvan, meridianPriya };
}
