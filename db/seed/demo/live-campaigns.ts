import type { CampaignPatch } from '../../../server/features/campaigns/schema.ts';
import { BRITAIN, FRANCE, ITALY, STATES } from './country-terms.ts';
import { publish } from '../stage/acts.ts';
import type { Stage } from '../stage/stage.ts';
import { draftTermsOf, type Part, type TermsSeed } from '../stage/terms.ts';
import type { Story } from '../stage/timeline.ts';

interface LiveSeed {
  by: string;
  published: number;
  title: string;
  summary: string;
  product: string;
  goal: NonNullable<CampaignPatch['goal']>;
  city: string | null;
  slots: number;
  pay: [number, number];
  niches: NonNullable<CampaignPatch['wanted']>['niches'];
  part: Omit<Part, 'dueAt' | 'title'>;
  terms: Omit<TermsSeed, 'parts'>;
}

const LIVE: LiveSeed[] = [
  {
    by: 'anton',
    published: 8,
    title: 'Evening teas',
    summary: 'Teas without caffeine for people who read in bed.',
    product: 'Three tins of herbal tea',
    goal: 'awareness',
    city: 'Lyon',
    slots: 4,
    pay: [18_000, 40_000],
    niches: ['food', 'home'],
    part: {
      amount: 25_000,
      platform: 'instagram',
      format: 'reel',
      brief: ['A quiet evening', 'The tin is shown once'],
    },
    terms: FRANCE,
  },
  {
    by: 'lucie',
    published: 5,
    title: 'Bread at five in the morning',
    summary: 'Come into the bakery before it opens. You film, we bake, nobody speaks.',
    product: 'Our bakery at night',
    goal: 'content',
    city: 'Lyon',
    slots: 2,
    pay: [35_000, 50_000],
    niches: ['food'],
    part: {
      amount: 42_000,
      platform: 'instagram',
      format: 'reel',
      brief: ['No music', 'The first loaf out of the oven'],
    },
    terms: FRANCE,
  },
  {
    by: 'harriet',
    published: 7,
    title: 'January reset',
    summary: 'Four weeks of yoga, and what they really change.',
    product: 'A month at our studio',
    goal: 'visits',
    city: 'London',
    slots: 3,
    pay: [30_000, 60_000],
    niches: ['fitness'],
    part: {
      amount: 45_000,
      platform: 'instagram',
      format: 'reel',
      brief: ['One class a week, four weeks', 'What did not change is said, too'],
    },
    terms: BRITAIN,
  },
  {
    by: 'dana',
    published: 4,
    title: 'Cold nights, warm bags',
    summary: 'One night outside below freezing, in our new sleeping bag.',
    product: 'Sleeping bag, comfort −6 °C',
    goal: 'launch',
    city: 'Austin',
    slots: 3,
    pay: [60_000, 150_000],
    niches: ['outdoors', 'travel'],
    part: {
      amount: 90_000,
      platform: 'youtube',
      format: 'video',
      brief: ['Temperature on camera', 'Packing size beside a water bottle'],
    },
    terms: STATES,
  },
  {
    by: 'claire',
    published: 9,
    title: 'Spring arrivals',
    summary: 'Three looks for April from our three brands.',
    product: 'Three outfits of your choice',
    goal: 'sales',
    city: null,
    slots: 5,
    pay: [50_000, 150_000],
    niches: ['fashion'],
    part: {
      amount: 80_000,
      platform: 'instagram',
      format: 'reel',
      brief: ['Three looks, one place', 'Prices in the caption'],
    },
    terms: BRITAIN,
  },
  {
    by: 'paolo',
    published: 3,
    title: 'La pizza di mezzanotte',
    summary: 'Dopo le undici il forno è ancora caldo. Raccontalo.',
    product: 'Una pizza a scelta',
    goal: 'visits',
    city: 'Milan',
    slots: 3,
    pay: [12_000, 30_000],
    niches: ['food'],
    part: { amount: 18_000, platform: 'instagram', format: 'reel', brief: ['L’orario visibile', 'Il primo morso'] },
    terms: ITALY,
  },
];

/** Campaigns of brands in four countries that look for creators now. */
export function liveCampaignStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;

  async function* liveCampaigns(): Story {
    for (const seed of LIVE.toSorted((a, b) => b.published - a.published)) {
      yield ago(seed.published);
      await publish(stage, seed.by, {
        title: seed.title,
        summary: seed.summary,
        product: seed.product,
        goal: seed.goal,
        country: seed.terms.country,
        city: seed.city,
        slots: seed.slots,
        pay: { kind: 'range', min: seed.pay[0], max: seed.pay[1] },
        applicationDeadline: ago(-9 - seed.published),
        wanted: {
          niches: seed.niches,
          city: seed.city ?? '',
          radiusKm: 50,
          followersMin: 1000,
          followersMax: 200_000,
          engagementMinBps: 200,
          languages: [],
        },
        ...draftTermsOf({
          ...seed.terms,
          parts: [{ title: 'One piece', dueAt: ago(-28 - seed.published), ...seed.part }],
        }),
      });
    }
  }

  return { liveCampaigns };
}
