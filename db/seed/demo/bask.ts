import { runAct } from '../../../server/features/representations/acting.ts';
import type { CampaignPatch } from '../../../server/features/campaigns/schema.ts';
import { accept, deliver, offer, publish, writeMessage, sign } from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { approveAndRelease, fund, payOut } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import { draftTermsOf, type TermsSeed } from '../stage/terms.ts';
import type { Story } from '../stage/timeline.ts';

const SPAIN = { currency: 'EUR', country: 'ES', disclosure: 'Publicidad' } as const;

/** Bask, skin care from Barcelona: two creators with an agent, and one payment on its way by bank debit. */
export function baskStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;
  let glow = '';

  /** The agent writes for a creator: an act that the creator reads. */
  const writeFor = (by: string, contractId: string, body: string) =>
    runAct(stage.as(by), { act: 'messages.send', input: { contractId } }, () =>
      writeMessage(stage, by, contractId, body),
    );

  const glowPatch = (terms: TermsSeed): CampaignPatch => ({
    title: 'Glow week in Gràcia',
    summary: 'Seven mornings with our serum, one honest film about them.',
    product: 'Vitamin C serum, 30 ml',
    goal: 'launch',
    country: 'ES',
    city: 'Barcelona',
    slots: 1,
    pay: { kind: 'fixed', min: 90_000, max: 90_000 },
    applicationDeadline: ago(27),
    ...draftTermsOf(terms),
    wanted: {
      niches: ['beauty'],
      city: 'Barcelona',
      radiusKm: 100,
      followersMin: 20_000,
      followersMax: 200_000,
      engagementMinBps: 300,
      languages: ['es'],
    },
  });

  async function* leo(): Story {
    const terms: TermsSeed = {
      ...SPAIN,
      exclusivity: { days: 30, category: 'Facial serums' },
      parts: [
        {
          title: 'Video of the week',
          amount: 90_000,
          dueAt: ago(12),
          platform: 'tiktok',
          format: 'video',
          brief: ['Seven mornings, one shot each', 'The bottle is readable once', 'No claims about healing'],
        },
      ],
    };
    yield ago(34);
    glow = await publish(stage, 'laia', glowPatch(terms));
    const deal = yield* agree(stage, {
      title: 'Glow week in Gràcia',
      brand: 'laia',
      creator: 'leo',
      offeredAt: ago(30),
      terms,
      application: {
        campaignId: () => glow,
        price: 90_000,
        pitch: 'Seven mornings, filmed in the order they happened, with the face I woke up with.',
      },
    });
    yield ago(28);
    await fund(stage, 'laia', deal);
    yield ago(14);
    await writeFor('elena-for-leo', deal.contractId, 'Leo films on Tuesday; the first cut comes the day after.');
    await deliver(stage, 'leo', deal, {
      files: ['reel-first-cut.mp4', 'oranges.webp'],
      caption: 'Publicidad · Siete mañanas con vitamina C.',
    });
    yield ago(11);
    yield* approveAndRelease(stage, 'laia', deal);
    yield ago(1, 3);
    await payOut(stage, 'leo', ago(-1, 3));
  }

  /** Two deliveries on one day: the agency's home names the clash. */
  async function* leoAgain(): Story {
    for (const [title, hours, brief] of [
      ['Cold mornings', 3, 'The cream goes on before the jacket'],
      ['After the gym', 9, 'One take in the locker room, nobody else in the picture'],
    ] as const) {
      const deal = yield* agree(stage, {
        title,
        brand: 'laia',
        creator: 'leo',
        offeredAt: ago(5, hours),
        terms: {
          ...SPAIN,
          parts: [
            {
              title: 'Reel',
              amount: 32_000,
              dueAt: ago(-9, hours),
              platform: 'instagram',
              format: 'reel',
              brief: [brief],
            },
          ],
        },
      });
      yield ago(4, hours);
      await fund(stage, 'laia', deal);
    }
  }

  async function* aicha(): Story {
    yield ago(1, 9);
    const offerId = await offer(stage, {
      by: 'laia',
      to: 'aicha',
      title: 'Winter routine, Paris',
      note: 'Elena told us that January suits you best. We would love that.',
      terms: {
        currency: 'EUR',
        country: 'FR',
        disclosure: 'Collaboration commerciale',
        exclusivity: { days: 60, category: 'Winter face creams' },
        rights: { use: 'paid_ads', days: 90, territory: 'France' },
        parts: [
          {
            title: 'Reel and story series',
            amount: 140_000,
            dueAt: ago(-45),
            platform: 'instagram',
            format: 'reel',
            brief: [
              'Morning and evening, no filter',
              'The cream is applied on camera',
              'Two story slides with the link',
            ],
          },
        ],
      },
    });
    yield ago(1, 1);
    const contractId = await accept(stage, 'aicha', offerId);
    yield ago(0, 22);
    await sign(stage, 'laia', contractId);
    yield ago(0, 18);
    await writeMessage(stage, 'laia', contractId, 'Signed on our side. No hurry, the clock runs until next week.');
    yield ago(0, 6);
    await writeFor(
      'elena-for-aicha',
      contractId,
      'Aïcha reads it tonight, she had one question about the exclusivity.',
    );
  }

  async function* mei(): Story {
    const deal = yield* agree(stage, {
      title: 'Slow hands',
      brand: 'laia',
      creator: 'mei',
      offeredAt: ago(2, 4),
      terms: {
        ...SPAIN,
        parts: [
          {
            title: 'Two videos',
            amount: 48_000,
            dueAt: ago(-20),
            platform: 'tiktok',
            format: 'video',
            count: 2,
            brief: ['Hand cream before the wool, not after', 'No face needed'],
          },
        ],
      },
    });
    yield ago(0, 15);
    await fund(stage, 'laia', deal, { iban: 'AT321904300235473204' });
  }

  async function* live(): Story {
    yield ago(6);
    await publish(stage, 'laia', {
      title: 'Winter skin routine',
      summary: 'How your skin gets through January. We send the cream, you decide what to say.',
      product: 'Barrier cream, 50 ml',
      goal: 'awareness',
      country: 'ES',
      city: null,
      slots: 6,
      pay: { kind: 'range', min: 30_000, max: 120_000 },
      applicationDeadline: ago(-12),
      wanted: {
        niches: ['beauty', 'fashion'],
        city: '',
        radiusKm: 500,
        followersMin: 5_000,
        followersMax: 200_000,
        engagementMinBps: 250,
        languages: [],
      },
      ...draftTermsOf({
        ...SPAIN,
        parts: [
          {
            title: 'Reel',
            amount: 60_000,
            dueAt: ago(-30),
            platform: 'instagram',
            format: 'reel',
            brief: ['Texture in close-up', 'One sentence about what it does not do'],
          },
        ],
      }),
    });
  }

  return { leo, leoAgain, aicha, mei, live };
}
