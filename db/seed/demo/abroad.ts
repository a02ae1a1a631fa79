import { cancelCampaign } from '../../../server/features/campaigns/service.ts';
import { approve } from '../../../server/features/escrow/review/service.ts';
import { saveReleaseLimits } from '../../../server/features/orgs/release-limits.ts';
import { SHIPPED_RELEASE_LIMITS } from '../../../server/features/orgs/rules.ts';
import { BRITAIN, FRANCE, ITALY, STATES } from './country-terms.ts';
import { liveCampaignStories } from './live-campaigns.ts';
import { apply, counter, deliver, milestone, offer, proveAgain, publish, writeMessage } from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { approveAndRelease, fund } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import { draftTermsOf, type Part, type TermsSeed } from '../stage/terms.ts';
import type { Story } from '../stage/timeline.ts';

/** The other brands: an open negotiation, deals in pounds and dollars, and campaigns that look for creators now. */
export function abroadStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;

  async function* sofia(): Story {
    const slice = (amount: number, brief: string[]): TermsSeed => ({
      ...ITALY,
      parts: [{ title: 'Reel', amount, dueAt: ago(-16), platform: 'instagram', format: 'reel', brief }],
    });
    yield ago(3);
    const offerId = await offer(stage, {
      by: 'paolo',
      to: 'sofia',
      title: 'Pizza al taglio, via Sarpi',
      terms: slice(15_000, ['Il taglio con le forbici', 'L’insegna']),
      note: 'Ciao Sofia, un reel semplice, come li fai tu.',
    });
    // Three days to answer: 26 hours are left.
    yield ago(0, 46);
    await counter(
      stage,
      'sofia',
      offerId,
      {
        ...slice(18_000, ['Il taglio con le forbici', 'L’insegna', 'Una fetta assaggiata davanti alla camera']),
        rights: { use: 'organic', days: 60, territory: 'Italy' },
      },
      'Volentieri! Con l’assaggio viene meglio, e chiedo 180 € per due mesi di diritti.',
    );
  }

  async function* marcus(): Story {
    const parts: Part[] = [
      {
        title: 'Trail film',
        amount: 75_000,
        dueAt: ago(16),
        platform: 'youtube',
        format: 'video',
        brief: ['The pack on the trail, not in a studio', 'Weather as it is'],
      },
      {
        title: 'Campfire reel',
        amount: 50_000,
        dueAt: ago(1),
        platform: 'instagram',
        format: 'reel',
        brief: ['The lamp after dark', 'Price on screen'],
      },
    ];
    const deal = yield* agree(stage, {
      title: 'Greenbelt weekend',
      brand: 'dana',
      creator: 'marcus',
      offeredAt: ago(33),
      terms: { ...STATES, parts },
    });
    yield ago(31);
    await fund(stage, 'dana', deal);
    yield ago(20);
    await deliver(stage, 'marcus', deal, {
      files: ['reel-second-cut.mp4'],
      caption: '#ad · Two days on the Greenbelt with the new pack.',
    });
    yield ago(17);
    yield* approveAndRelease(stage, 'dana', deal);
    yield ago(15);
    await fund(stage, 'dana', { ...deal, seq: 2 });
    yield ago(1, 10);
    await deliver(
      stage,
      'marcus',
      { ...deal, seq: 2 },
      { files: ['reel-first-cut.mp4'], caption: '#ad · Lamp on, phone off.' },
    );
  }

  /** A manager of Meridian accepts work above her limit; the money waits for Finance. */
  async function* yusuf(): Story {
    yield ago(30);
    await proveAgain(stage, 'claire');
    await saveReleaseLimits(stage.as('claire'), {
      ...SHIPPED_RELEASE_LIMITS,
      manager: { mode: 'up_to', amount: 150_000, currency: 'GBP' },
    });
    const deal = yield* agree(stage, {
      title: 'سماعات ميريديان',
      brand: 'claire',
      creator: 'yusuf',
      offeredAt: ago(21),
      note: 'An honest review in Arabic, as long as you need.',
      terms: {
        ...BRITAIN,
        parts: [
          {
            title: 'مراجعة بالفيديو',
            amount: 200_000,
            dueAt: ago(-3),
            platform: 'youtube',
            format: 'video',
            brief: ['تجربة السماعات لأسبوع كامل', 'ذكر عيب واحد على الأقل', 'السعر في لندن ودبي'],
          },
        ],
      },
    });
    yield ago(20);
    await fund(stage, 'rohan', deal);
    yield ago(19, 6);
    await writeMessage(stage, 'yusuf', deal.contractId, 'شكراً على الثقة. سأبدأ الأسبوع التجريبي يوم الأحد.');
    yield ago(2, 3);
    await deliver(stage, 'yusuf', deal, {
      files: ['reel-second-cut.mp4'],
      caption: '#ad · سماعات ميريديان بعد أسبوع كامل: ما أعجبني، وعيب واحد.',
    });
    yield ago(0, 20);
    const { id: milestoneId, version } = await milestone(stage, 'farah', deal.contractId);
    await approve(stage.as('farah'), { milestoneId, version });
    yield ago(0, 19);
    await writeMessage(
      stage,
      'claire',
      deal.contractId,
      'Wonderful work, accepted. Rohan releases it from finance, he is back on Monday.',
    );
  }

  /** Work that is signed and waits for its money. */
  async function* northlightPriya(): Story {
    const deal = yield* agree(stage, {
      title: 'First class free',
      brand: 'harriet',
      creator: 'priya',
      offeredAt: ago(1, 20),
      note: 'A run to the studio, a class, tea afterwards.',
      terms: {
        ...BRITAIN,
        parts: [
          {
            title: 'Reel of the first class',
            amount: 18_000,
            dueAt: ago(-20),
            platform: 'instagram',
            format: 'reel',
            brief: ['The way there is filmed running', 'The word “free” is said once'],
          },
        ],
      },
    });
    yield ago(1, 4);
    await writeMessage(stage, 'harriet', deal.contractId, 'Signed. We fund it this week, then pick any morning.');
  }

  async function* cancelled(): Story {
    yield ago(20);
    const campaignId = await publish(stage, 'paolo', {
      title: 'Ferragosto al forno',
      summary: 'Agosto in città, pizza alle tre del pomeriggio.',
      product: 'Una pizza a scelta',
      goal: 'visits',
      country: 'IT',
      city: 'Milan',
      slots: 2,
      pay: { kind: 'fixed', min: 16_000, max: 16_000 },
      applicationDeadline: ago(8),
      wanted: {
        niches: ['food'],
        city: 'Milan',
        radiusKm: 20,
        followersMin: 1000,
        followersMax: 50_000,
        engagementMinBps: 200,
        languages: ['it'],
      },
      ...draftTermsOf({
        ...ITALY,
        parts: [
          {
            title: 'Reel',
            amount: 16_000,
            dueAt: ago(-2),
            platform: 'instagram',
            format: 'reel',
            brief: ['La città vuota', 'Il forno acceso'],
          },
        ],
      }),
    });
    yield ago(17);
    await apply(
      stage,
      'sofia',
      campaignId,
      'Agosto a Milano lo passo sempre qui, e ho già in mente la prima inquadratura.',
      16_000,
    );
    yield ago(14);
    await cancelCampaign(stage.as('paolo'), { campaignId });
  }

  async function* mayaApplies(): Story {
    const open = async (title: string): Promise<string> =>
      (
        await stage.worker
          .selectFrom('campaigns')
          .select('id')
          .where('title', '=', title)
          .where('state', '=', 'live')
          .executeTakeFirstOrThrow()
      ).id;
    yield ago(4, 8);
    const teas = await apply(
      stage,
      'maya',
      await open('Evening teas'),
      'Reading in bed is the one thing I have never filmed. I would like to try it with your lime blossom.',
      32_000,
    );
    yield ago(3, 5);
    await apply(
      stage,
      'maya',
      await open('Bread at five in the morning'),
      'I have filmed three bakeries before sunrise and know how to stay out of the way.',
      45_000,
    );
    yield ago(1, 8);
    await apply(
      stage,
      'jade',
      await open('Evening teas'),
      'My cups and your teas: an evening in three colours.',
      24_000,
    );
    yield ago(1, 3);
    await offer(stage, {
      by: 'anton',
      to: 'maya',
      title: 'Evening teas',
      applicationId: teas,
      note: 'With the lime blossom, gladly. Could it also be used in our newsletter for a month?',
      terms: {
        ...FRANCE,
        rights: { use: 'all_channels', days: 30, territory: 'France' },
        parts: [
          {
            title: 'Reel',
            amount: 32_000,
            dueAt: ago(-25),
            platform: 'instagram',
            format: 'reel',
            brief: ['A quiet evening', 'The tin is shown once'],
          },
        ],
      },
    });
  }

  return { sofia, marcus, yusuf, northlightPriya, ...liveCampaignStories(stage), cancelled, mayaApplies };
}
