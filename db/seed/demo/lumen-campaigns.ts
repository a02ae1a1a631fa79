import type { CampaignPatch } from '../../../server/features/campaigns/schema.ts';
import { DAY } from '../stage/stage.ts';
import { draftTermsOf, type Part, type TermsSeed } from '../stage/terms.ts';

export const AUTUMN_BRIEF = [
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

export const reel = (amount: number, dueAt: Date, brief: string[], title = 'Reel'): Part => ({
  title,
  amount,
  dueAt,
  platform: 'instagram',
  format: 'reel',
  brief,
});
export const photos = (title: string, amount: number, dueAt: Date, count: number, brief: string[]): Part => ({
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

export const patchOf = (c: Outline): CampaignPatch => ({
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

/** The campaigns of Café Lumen, by names of their own. */
export interface LumenCampaigns {
  keep(key: string, campaignId: string): void;
  /** Its id, once it is published. */
  idOf(key: string): () => string;
}

export function lumenCampaigns(): LumenCampaigns {
  const ids = new Map<string, string>();
  return {
    keep: (key, campaignId) => void ids.set(key, campaignId),
    idOf: (key) => () => {
      const id = ids.get(key);
      if (!id) throw new Error(`the campaign ${key} is not published yet`);
      return id;
    },
  };
}
