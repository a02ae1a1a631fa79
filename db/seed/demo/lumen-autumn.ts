import { declineApplications, shortlistApplications } from '../../../server/features/campaigns/applications.ts';
import { withdrawApplication } from '../../../server/features/campaigns/applying.ts';
import { coverOf } from './brands.ts';
import { FRANCE } from './country-terms.ts';
import { AUTUMN_BRIEF, nextFriday, patchOf, photos, reel, type LumenCampaigns } from './lumen-campaigns.ts';
import { apply, deliver, offer, publish, remark, requestChangesOf, settleRemark, writeMessage } from '../stage/acts.ts';
import { agree } from '../stage/deal.ts';
import { fund } from '../stage/money.ts';
import { DAY, type Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

/** The campaign of this autumn, and its deals with three creators. */
export function autumnStories(stage: Stage, campaigns: LumenCampaigns): Record<string, () => Story> {
  const { ago } = stage;
  const { idOf } = campaigns;

  async function* autumnCampaign(): Story {
    yield ago(21);
    campaigns.keep(
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

  return { autumnCampaign, autumnMaya, autumnHugo, autumnJade };
}
