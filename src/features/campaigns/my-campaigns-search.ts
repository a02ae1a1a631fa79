import { oneOf, type RawSearch } from '@/lib/search.ts';

export const CAMPAIGN_FILTERS = ['all', 'open', 'drafts', 'ended'] as const;
export type CampaignFilter = (typeof CAMPAIGN_FILTERS)[number];
export const DEAL_TABS = ['applied', 'offers', 'active', 'toPost', 'paid', 'past'] as const;
export type DealTab = (typeof DEAL_TABS)[number];

export interface MyCampaignsSearch {
  /** Brands. */
  show?: CampaignFilter | undefined;
  /** Creators. */
  tab?: DealTab | undefined;
  sort?: 'newest' | undefined;
}

/** The default tab of a creator: the first one that is not empty, with open matters before ended ones. */
export const firstTab = (counts: Readonly<Record<DealTab, number | undefined>>): DealTab =>
  DEAL_TABS.find((tab) => (counts[tab] ?? 0) > 0) ?? 'applied';

export function readMyCampaignsSearch(raw: RawSearch): MyCampaignsSearch {
  return {
    show: oneOf(raw['show'], CAMPAIGN_FILTERS),
    tab: oneOf(raw['tab'], DEAL_TABS),
    sort: oneOf(raw['sort'], ['newest']),
  };
}
