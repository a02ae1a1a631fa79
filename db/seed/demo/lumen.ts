import { declineApplications, shortlistApplications } from '../../../server/features/campaigns/applications.ts';
import { withdrawApplication } from '../../../server/features/campaigns/applying.ts';
import type { CampaignPatch } from '../../../server/features/campaigns/schema.ts';
import { closeCampaign, pauseCampaign } from '../../../server/features/campaigns/service.ts';
import { coverOf } from './brands.ts';
import { disputeOfOpeningNight } from './disputes.ts';
import {
  apply,
  deliver,
  offer,
  publish,
  rateDeal,
  remark,
  requestChangesOf,
  saveCampaign,
  settleRemark,
  writeMessage,
} from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { approveAndRelease, fund, overdueAndRefund } from '../stage/money.ts';
import { DAY, type Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';
import { draftTermsOf, type Part, type TermsSeed } from '../stage/terms.ts';

const FRANCE = { currency: 'EUR', country: 'FR', disclosure: 'Collaboration commerciale' } as const;
const AUTUMN_BRIEF = [
  'All three autumn drinks are shown',
  'The shop front in the first three seconds',
  'Filmed in daylight',
  'Says or shows "until the end of November"',
];

/** A Friday, 18:00 UTC, at least two days away: after the end of the review that waits beside it. */
export function nextFriday(from: Date): Date {
  const at = new Date(from.getTime() + 2 * DAY);
  at.setUTCHours(18, 0, 0, 0);
  while (at.getUTCDay() !== 5 || at.getTime() < from.getTime() + 2 * DAY) at.setTime(at.getTime() + DAY);
  return at;
}

const reel = (amount: number, dueAt: Date, brief: string[], title = 'Reel'): Part => ({
  title,
  amount,
  dueAt,
  platform: 'instagram',
  format: 'reel',
  brief,
});
const photos = (title: string, amount: number, dueAt: Date, count: number, brief: string[]): Part => ({
  title,
  amount,
  dueAt,
  platform: 'instagram',
  format: 'photos',
  count,
  brief,
});

interface Outline {
  title: string;
  summary: string;
  product: string;
  goal: NonNullable<CampaignPatch['goal']>;
  slots: number;
  pay: [min: number, max: number];
  deadline: Date;
  terms: TermsSeed;
  coverId?: string | null;
}

const patchOf = (c: Outline): CampaignPatch => ({
  title: c.title,
  summary: c.summary,
  product: c.product,
  goal: c.goal,
  country: 'FR',
  city: 'Lyon',
  slots: c.slots,
  pay: { kind: c.pay[0] === c.pay[1] ? 'fixed' : 'range', min: c.pay[0], max: c.pay[1] },
  wanted: {
    niches: ['food', 'coffee'],
    city: 'Lyon',
    radiusKm: 30,
    followersMin: 1000,
    followersMax: 50_000,
    engagementMinBps: 200,
    languages: ['fr'],
  },
  applicationDeadline: c.deadline,
  ...(c.coverId ? { coverId: c.coverId } : {}),
  ...draftTermsOf(c.terms),
});

/** Café Lumen's year: a campaign in every state, and its deals with six creators. */
export function lumenStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;
  const campaigns = new Map<string, string>();
  const idOf = (key: string) => (): string => {
    const id = campaigns.get(key);
    if (!id) throw new Error(`the campaign ${key} is not published yet`);
    return id;
  };

  async function* summerTerrace(): Story {
    const terms: TermsSeed = {
      ...FRANCE,
      parts: [reel(40_000, ago(48), ['The terrace at golden hour', 'One iced drink being made'])],
    };
    yield ago(75);
    campaigns.set(
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

  async function* autumnCampaign(): Story {
    yield ago(21);
    campaigns.set(
      'autumn',
      await publish(
        stage,
        'nadia',
        patchOf({
          title: 'Autumn menu',
          goal: 'visits',
          slots: 5,
          pay: [25_000, 60_000],
          deadline: ago(-4),
          coverId: await coverOf(stage, 'nadia', 0),
          product: 'Cardamom latte, orange and rosemary tea, chestnut mocha',
          summary:
            'Three warm drinks for cold mornings, in our three shops. We look for people from Lyon who film in daylight and say what they think.',
          terms: {
            ...FRANCE,
            parts: [
              reel(45_000, ago(-14), AUTUMN_BRIEF),
              photos('Four photos', 15_000, ago(-20), 4, [
                'Portrait format',
                'One photo per drink and one of the shop',
              ]),
            ],
          },
        }),
      ),
    );
    const applicants: [who: string, at: Date, price: number, pitch: string][] = [
      [
        'romain',
        ago(12, 3),
        36_000,
        'I open most evenings in Lyon with my followers and could do your first cold morning instead.',
      ],
      [
        'camille',
        ago(11, 6),
        40_000,
        'I have no audience of my own, but I can film all three drinks for your own channels in one morning.',
      ],
      ['mei', ago(11, 1), 45_000, 'I would love to knit cup warmers for the campaign and film how they are made.'],
      [
        'tom',
        ago(10, 7),
        60_000,
        'High-protein mocha after training, filmed at your counter. I travel to Lyon in two weeks.',
      ],
      ['ivan', ago(9, 4), 35_000, 'Still photographs of steam and morning light, a series of twelve.'],
      ['aicha', ago(7, 2), 60_000, 'A slow morning routine that ends with your orange and rosemary tea.'],
      ['leo', ago(6, 8), 55_000, 'Two minutes for my skin, five for your latte. It fits my format well.'],
      [
        'bastien',
        ago(5, 5),
        25_000,
        'I would try to cook something that goes with each of the three drinks, in my small kitchen.',
      ],
      ['sofia', ago(3, 9), 32_000, 'I am in Lyon for a week in December and compare your mocha with my bar in Milan.'],
      ['priya', ago(2, 4), 50_000, 'Sunday long run along the Saône, and the three drinks at the finish.'],
      [
        'ana',
        ago(0, 7),
        25_000,
        'I am new here, but I come to Lyon on Friday and would film my very first stop at your shop.',
      ],
    ];
    const ids = new Map<string, string>();
    for (const [who, at, price, pitch] of applicants) {
      yield at;
      ids.set(who, await apply(stage, who, idOf('autumn')(), pitch, price));
      if (who === 'tom')
        await declineApplications(stage.as('karim'), {
          applicationIds: [ids.get('mei')!],
          reason: 'We are looking for people who can visit one of our shops.',
        });
      if (who === 'ivan')
        await declineApplications(stage.as('karim'), {
          applicationIds: [ids.get('tom')!],
          reason: 'Your audience is larger than this campaign was planned for.',
        });
      if (who === 'leo') await withdrawApplication(stage.as('ivan'), { applicationId: ids.get('ivan')! });
      if (who === 'priya') {
        await offer(stage, {
          by: 'karim',
          to: 'romain',
          title: 'Autumn menu',
          applicationId: ids.get('romain')!,
          note: 'Your cold morning idea is just what is missing. Would the shop on cours Gambetta suit you again?',
          terms: { ...FRANCE, parts: [reel(36_000, ago(-15), AUTUMN_BRIEF)] },
        });
      }
      if (who === 'sofia')
        await shortlistApplications(stage.as('karim'), { applicationIds: [ids.get('romain')!, ids.get('camille')!] });
    }
  }

  async function* autumnMaya(): Story {
    const friday = nextFriday(stage.anchor);
    const reelDue = new Date(friday.getTime() - 3 * DAY);
    const deal = yield* agree(stage, {
      title: 'Autumn menu',
      brand: 'nadia',
      creator: 'maya',
      offeredAt: ago(18),
      note: 'Same shop as in summer, if you like the light there.',
      application: {
        campaignId: idOf('autumn'),
        price: 60_000,
        pitch:
          'You know my terrace reel. For autumn I would film the three drinks at eight in the morning, when the sun is in your window, and add four photographs.',
      },
      terms: {
        ...FRANCE,
        parts: [
          reel(45_000, reelDue, AUTUMN_BRIEF),
          photos('Four photos', 15_000, new Date(friday.getTime() + 10 * DAY), 4, [
            'Portrait format',
            'One photo per drink and one of the shop',
          ]),
        ],
      },
    });
    yield ago(17);
    await fund(stage, 'theo', deal);
    yield ago(16, 20);
    await writeMessage(
      stage,
      'nadia',
      deal.contractId,
      'The escrow for the reel is funded. The barista on Tuesday is Jules, he knows you are coming.',
    );
    yield ago(16, 17);
    await writeMessage(stage, 'maya', deal.contractId, 'Perfect. I will be there at half past seven.');
    yield ago(8);
    await deliver(stage, 'maya', deal, {
      files: ['reel-first-cut.mp4', 'coffee.webp'],
      caption: 'Collaboration commerciale · Three new cups for cold mornings at Café Lumen.',
      note: 'The still is the cover I would use.',
    });
    yield ago(7, 3);
    await remark(stage, deal, {
      by: 'ines',
      file: 'reel-first-cut.mp4',
      atMs: 1_200,
      body: 'Lovely light. But where are we? The shop front should come first.',
      briefItem: AUTUMN_BRIEF[1]!,
    });
    await remark(stage, deal, {
      by: 'ines',
      file: 'coffee.webp',
      pin: [0.62, 0.34],
      body: 'Could the cup be a little more to the left? Our title goes here.',
    });
    yield ago(7);
    await requestChangesOf(
      stage,
      'ines',
      deal,
      'Please begin with the shop front and say that the menu ends in November. Everything else is just right.',
      AUTUMN_BRIEF[1]!,
    );
    yield ago(6, 20);
    await writeMessage(
      stage,
      'maya',
      deal.contractId,
      'Understood. I come by once more tomorrow morning for the shop front.',
    );
    // Review of five days: it ends 31 hours from now.
    yield ago(0, 89);
    await deliver(stage, 'maya', deal, {
      files: ['reel-second-cut.mp4', 'mugs.webp'],
      caption:
        'Collaboration commerciale · Rue des Capucins, eight in the morning. Three new cups, until the end of November.',
      note: 'Shop front first, and the end of November is in the last picture.',
    });
    yield ago(2, 2);
    const front = await remark(stage, deal, {
      by: 'ines',
      file: 'reel-second-cut.mp4',
      atMs: 600,
      body: 'Now it begins at our door. Thank you!',
      briefItem: AUTUMN_BRIEF[1]!,
    });
    await remark(stage, deal, {
      by: 'ines',
      file: 'reel-second-cut.mp4',
      atMs: 4_300,
      body: 'Could the last line stay a second longer?',
      briefItem: AUTUMN_BRIEF[3]!,
    });
    yield ago(1, 22);
    await remark(stage, deal, {
      by: 'nadia',
      file: 'mugs.webp',
      pin: [0.3, 0.55],
      body: 'The blue one is the mug we sell. Nice that it is in front.',
    });
    yield ago(1, 4);
    await remark(stage, deal, {
      by: 'maya',
      body: 'It stays until the loop begins again, so in the app it reads longer than here.',
    });
    await settleRemark(stage, 'maya', front);
  }

  async function* autumnHugo(): Story {
    const brief = [
      'The chestnut mocha is tasted on camera',
      'The shop front in the first three seconds',
      'The price is said or shown',
    ];
    const deal = yield* agree(stage, {
      title: 'Autumn menu',
      brand: 'karim',
      creator: 'hugo',
      offeredAt: ago(15),
      application: {
        campaignId: idOf('autumn'),
        price: 38_000,
        pitch: 'A brunch review as I always do them: one plate, one drink, what I like and what I would skip.',
      },
      terms: { ...FRANCE, parts: [reel(38_000, ago(-2), brief)] },
    });
    yield ago(14);
    await fund(stage, 'theo', deal);
    yield ago(4);
    await deliver(stage, 'hugo', deal, {
      files: ['sunday-plate.mp4'],
      caption: 'Collaboration commerciale · Sunday at Café Lumen, honestly reviewed.',
    });
    yield ago(1, 1);
    await remark(stage, deal, {
      by: 'ines',
      file: 'sunday-plate.mp4',
      atMs: 3_000,
      body: 'We see the loaf, but not the mocha.',
      briefItem: brief[0]!,
    });
    yield ago(1);
    await requestChangesOf(
      stage,
      'ines',
      deal,
      'The chestnut mocha is missing, and it is the point of the campaign. The rest can stay.',
      brief[0]!,
    );
  }

  async function* autumnJade(): Story {
    const deal = yield* agree(stage, {
      title: 'Autumn menu',
      brand: 'karim',
      creator: 'jade',
      offeredAt: ago(9),
      application: {
        campaignId: idOf('autumn'),
        price: 30_000,
        pitch: 'Breakfast in your ceramics: I would film the three drinks in cups I choose from your shelf.',
      },
      terms: { ...FRANCE, parts: [reel(30_000, ago(-6), AUTUMN_BRIEF)] },
    });
    // Paid together with the windows of December.
    yield ago(5);
    await writeMessage(stage, 'jade', deal.contractId, 'May I take two of the green cups home for one day?');
    yield ago(4, 21);
    await writeMessage(stage, 'karim', deal.contractId, 'Of course. They are at the counter under your name.');
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
    campaigns.set(
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
    campaigns.set(
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
    campaigns.set(
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
    campaigns.set(
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
    autumnCampaign,
    autumnMaya,
    autumnHugo,
    autumnJade,
    camille,
    openingNight,
    sundayBrunch,
    otherCampaigns,
  };
}
