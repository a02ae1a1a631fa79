import type { CampaignPatch } from '../../server/features/campaigns/schema.ts';

const DAY = 24 * 3_600_000;

/** A small brief for one creator and one milestone; `price` in minor units of EUR. */
export function briefOf(price: number): CampaignPatch {
  return {
    title: 'Autumn menu in Croix-Rousse',
    summary: 'One reel about three warm drinks on a cold morning.',
    product: 'Three warm drinks',
    goal: 'visits',
    country: 'FR',
    city: 'Lyon',
    currency: 'EUR',
    slots: 1,
    pay: { kind: 'fixed', min: price, max: price },
    wanted: {
      niches: ['food'],
      city: 'Lyon',
      radiusKm: 30,
      followersMin: 1000,
      followersMax: 100_000,
      engagementMinBps: 0,
      languages: [],
    },
    applicationDeadline: new Date(Date.now() + 5 * DAY),
    deliverables: [
      { id: 'reel', platform: 'instagram', format: 'reel', count: 1, notes: '', brief: ['All three drinks shown'] },
    ],
    milestones: [{ title: 'Reel', amount: price, dueAt: new Date(Date.now() + 12 * DAY), deliverableIds: ['reel'] }],
    rights: { use: 'organic', days: 90, territory: 'France' },
    exclusivity: { days: 0, category: '' },
    revisions: 2,
    killFeeBps: 0,
    disclosureCountry: 'FR',
    disclosureText: 'Collaboration commerciale',
    clocks: { clearing: 'PT0S' },
  };
}
