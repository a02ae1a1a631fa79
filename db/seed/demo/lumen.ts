import { closeCampaign, pauseCampaign } from '../../../server/features/campaigns/service.ts';
import { FRANCE } from './country-terms.ts';
import { disputeOfOpeningNight } from './disputes.ts';
import { autumnStories } from './lumen-autumn.ts';
import { lumenCampaigns, patchOf, photos, reel } from './lumen-campaigns.ts';
import { apply, deliver, publish, rateDeal, remark, saveCampaign, writeMessage } from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { approveAndRelease, fund, overdueAndRefund } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import type { TermsSeed } from '../stage/terms.ts';
import type { Story } from '../stage/timeline.ts';

/** Café Lumen's year: a campaign in every state, and its deals with six creators. */
export function lumenStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;
  const campaigns = lumenCampaigns();
  const { idOf } = campaigns;

  async function* summerTerrace(): Story {
    const terms: TermsSeed = {
      ...FRANCE,
      parts: [reel(40_000, ago(48), ['The terrace at golden hour', 'One iced drink being made'])],
    };
    yield ago(75);
    campaigns.keep(
      'summer',
      await publish(
        stage,
        'nadia',
        patchOf({
          title: 'Summer terrace',
          goal: 'visits',
          slots: 1,
          pay: [40_000, 40_000],
          deadline: ago(66),
          product: 'The terrace on place Sathonay',
          terms,
          summary: 'Our terrace opens again. One reel that makes people want to sit there at five in the afternoon.',
        }),
      ),
    );
    const deal = yield* agree(stage, {
      title: 'Summer terrace',
      brand: 'nadia',
      creator: 'maya',
      offeredAt: ago(70),
      terms,
      application: {
        campaignId: idOf('summer'),
        price: 40_000,
        pitch:
          'I live around the corner and film terraces all summer. One evening shoot at golden hour, with the barista at work.',
      },
    });
    yield ago(69);
    await fund(stage, 'theo', deal);
    yield ago(49);
    await deliver(stage, 'maya', deal, {
      files: ['reel-second-cut.mp4'],
      caption: 'Collaboration commerciale · The terrace is back. Iced cardamom latte until late September.',
    });
    yield ago(45);
    yield* approveAndRelease(stage, 'ines', deal, 'theo');
    yield ago(44);
    await writeMessage(
      stage,
      'nadia',
      deal.contractId,
      'The best reel we have had so far, thank you Maya. We will be back in autumn.',
    );
    yield ago(41);
    await rateDeal(stage, deal.contractId, [
      'nadia',
      5,
      'The terrace was full the weekend after. Maya needs no second briefing.',
    ]);
    await rateDeal(stage, deal.contractId, [
      'maya',
      5,
      'They know what they want, answer within the hour and let me film my way.',
    ]);
  }

  async function* camille(): Story {
    const deal = yield* agree(stage, {
      title: 'Counter clips',
      brand: 'nadia',
      creator: 'camille',
      offeredAt: ago(30),
      note: 'Two short clips for our own channels, as in your package.',
      terms: {
        ...FRANCE,
        rights: { use: 'all_channels', days: 32, territory: 'France' },
        parts: [
          {
            title: 'Two clips for our channels',
            amount: 52_000,
            dueAt: ago(18),
            platform: 'ugc',
            format: 'video',
            count: 2,
            brief: ['Hands and cups, no faces', 'Fifteen seconds each'],
          },
        ],
      },
    });
    yield ago(29);
    await fund(stage, 'theo', deal);
    yield ago(19);
    await deliver(stage, 'camille', deal, {
      files: ['reel-first-cut.mp4', 'sunday-plate.mp4'],
      caption: 'Two clips, fifteen seconds each when looped.',
    });
    yield ago(12);
    yield* approveAndRelease(stage, 'nadia', deal);
  }

  async function* openingNight(): Story {
    const parts = [
      reel(36_000, ago(28), ['The first guests', 'The new counter']),
      photos('Photos of the evening', 24_000, ago(2), 8, ['Eight photos', 'Faces only with consent']),
    ];
    yield ago(46);
    campaigns.keep(
      'opening',
      await publish(
        stage,
        'nadia',
        patchOf({
          title: 'Opening night',
          goal: 'event',
          slots: 2,
          pay: [60_000, 60_000],
          deadline: ago(38),
          product: 'Our third shop, on cours Gambetta',
          summary: 'We open our third shop with music and free filter coffee. Be there on the first evening.',
          terms: { ...FRANCE, parts },
        }),
      ),
    );
    const deal = yield* agree(stage, {
      title: 'Opening night',
      brand: 'nadia',
      creator: 'romain',
      offeredAt: ago(41),
      application: {
        campaignId: idOf('opening'),
        price: 60_000,
        pitch: 'Opening evenings are what I do. One reel on the night, and eight photographs to remember it by.',
      },
      terms: { ...FRANCE, parts },
    });
    yield ago(40);
    await fund(stage, 'theo', deal);
    yield ago(37);
    await closeCampaign(stage.as('karim'), { campaignId: idOf('opening')() });
    yield ago(31);
    await deliver(stage, 'romain', deal, {
      files: ['reel-first-cut.mp4'],
      caption: 'Collaboration commerciale · Café Lumen, cours Gambetta, first evening.',
    });
    yield ago(28);
    yield* approveAndRelease(stage, 'ines', deal, 'theo');
    yield ago(26);
    await fund(stage, 'theo', { ...deal, seq: 2 });
    yield ago(9);
    await deliver(
      stage,
      'romain',
      { ...deal, seq: 2 },
      { files: ['bowls.webp', 'stems.webp', 'oranges.webp', 'wool.webp'], caption: 'The evening in pictures.' },
    );
    yield ago(8);
    await remark(
      stage,
      { ...deal, seq: 2 },
      { by: 'ines', body: 'The contract says eight photos. Are four still to come?', briefItem: 'Eight photos' },
    );
    yield* disputeOfOpeningNight(stage, { ...deal, seq: 2 });
  }

  async function* sundayBrunch(): Story {
    const parts = [reel(25_000, ago(30), ['The brunch plate', 'The sign with the hours'])];
    yield ago(50);
    campaigns.keep(
      'brunch',
      await publish(
        stage,
        'nadia',
        patchOf({
          title: 'Sunday brunch',
          goal: 'visits',
          slots: 1,
          pay: [25_000, 25_000],
          deadline: ago(42),
          product: 'Brunch on Sundays, eleven to three',
          summary: 'Our brunch is new and hardly anybody knows it. One honest reel.',
          terms: { ...FRANCE, parts },
        }),
      ),
    );
    const deal = yield* agree(stage, {
      title: 'Sunday brunch',
      brand: 'karim',
      creator: 'bastien',
      offeredAt: ago(45),
      terms: { ...FRANCE, parts },
      application: {
        campaignId: idOf('brunch'),
        price: 25_000,
        pitch: 'I would cook one of your plates at home first and then compare it with yours.',
      },
    });
    yield ago(44);
    await fund(stage, 'theo', deal);
    yield ago(43);
    await closeCampaign(stage.as('karim'), { campaignId: idOf('brunch')() });
    yield* overdueAndRefund(stage, 'theo', deal);
  }

  async function* otherCampaigns(): Story {
    const mornings = [reel(20_000, ago(-20), ['A student, a book, a filter coffee', 'The student price is shown'])];
    yield ago(13);
    campaigns.keep(
      'student',
      await publish(
        stage,
        'karim',
        patchOf({
          title: 'Student mornings',
          goal: 'awareness',
          slots: 3,
          pay: [20_000, 20_000],
          deadline: ago(-10),
          product: 'Filter coffee at student price before ten',
          summary: 'Before ten in the morning students pay half. Tell your fellow students.',
          terms: { ...FRANCE, parts: mornings },
        }),
      ),
    );
    yield ago(10);
    await apply(
      stage,
      'jade',
      idOf('student')(),
      'I still have my student card, and half of my followers do, too.',
      20_000,
    );
    yield ago(9);
    await apply(
      stage,
      'bastien',
      idOf('student')(),
      'I would film the library morning: two hours, three coffees, one chapter.',
      20_000,
    );
    yield ago(5);
    await pauseCampaign(stage.as('karim'), { campaignId: idOf('student')() });
    yield ago(2);
    const boxes = [reel(35_000, ago(-30), ['The box is opened on camera', 'The last day to order'])];
    campaigns.keep(
      'gifts',
      await publish(
        stage,
        'nadia',
        patchOf({
          title: 'Winter gift boxes',
          goal: 'sales',
          slots: 4,
          pay: [35_000, 35_000],
          deadline: ago(-17),
          product: 'Gift box with two coffees and a mug',
          summary: 'A box for people who have everything except good coffee. Filmed at home.',
          terms: { ...FRANCE, parts: boxes },
        }),
        ago(-3),
      ),
    );
    yield ago(0, 20);
    await saveCampaign(
      stage,
      'karim',
      {
        title: 'Barista stories',
        goal: 'content',
        product: 'The people behind the counter',
        summary: 'Four portraits of our baristas, one a week.',
        country: 'FR',
        city: 'Lyon',
        currency: 'EUR',
        slots: 2,
        wanted: {
          niches: ['coffee'],
          city: 'Lyon',
          radiusKm: 30,
          followersMin: 2000,
          followersMax: 40_000,
          engagementMinBps: 250,
          languages: ['fr'],
        },
      },
      3,
    );
  }

  return {
    summerTerrace,
    ...autumnStories(stage, campaigns),
    camille,
    openingNight,
    sundayBrunch,
    otherCampaigns,
  };
}
