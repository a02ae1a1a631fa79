/**
 * Addresses of the app that the server puts into notices, mails, tasks, search results and return links. A test holds
 * each of them against the routes of the client.
 */
export const ADDRESSES = {
  start: '/',
  features: '/features',
  signIn: '/auth',
  verifyAccount: '/verify-account',
  resetPassword: '/reset-password',
  dataDeletion: '/data-deletion',
  verifyFile: '/p/verify',
  /** Answers a message of outreach without a sign-in. */
  contactAnswer: (token: string, lang: string) => `/p/contact/${token}?lang=${lang}` as const,
  account: '/profile',
  /** The creator's agency, its acts and what waits for the creator. */
  representation: '/profile?tab=representation',
  agencyHome: '/agent-dashboard',
  agencyProfile: '/agent-profile',
  /** After YouTube's sign-in. */
  accountAfterYoutube: (youtube: string) => `/profile?youtube=${youtube}` as const,
  signInCreator: '/influencer-auth',
  signInMethods: '/enhanced-authentication',
  operations: '/admin-dashboard',
  staffMoney: '/admin-dashboard/money',
  messages: '/messages',
  conversation: (conversationId: string) => `/messages?c=${conversationId}` as const,
  openCampaigns: '/campaigns',
  openCampaign: (campaignId: string) => `/campaigns/${campaignId}` as const,
  ownCampaigns: '/my-campaigns',
  ownCampaign: (campaignId: string) => `/my-campaigns/${campaignId}` as const,
  matches: (campaignId: string) => `/match?campaign=${campaignId}` as const,
  campaignDraft: (campaignId: string) => `/post-influencer-campaign?id=${campaignId}` as const,
  openAds: '/browse-ads',
  openAd: (adId: string) => `/browse-ads/${adId}` as const,
  ownAds: '/my-ads',
  ownAd: (adId: string) => `/my-ads/${adId}` as const,
  adDraft: (adId: string) => `/post-ad?id=${adId}` as const,
  creator: (handle: string) => `/creator/${handle}` as const,
  outreach: (sequenceId: string) => `/outreach/${sequenceId}` as const,
  creatorProfile: '/creator-profile',
  brand: '/brand',
  discovery: '/discovery',
  lists: '/discovery/lists',
  list: (listId: string) => `/discovery/lists/${listId}` as const,
  savedSearches: '/discovery/searches',
  savedSearch: (searchId: string) => `/discovery/searches/${searchId}` as const,
  offers: '/collaboration-request',
  offer: (offerId: string) => `/collaboration-request/${offerId}` as const,
  deals: '/smart-contracts',
  deal: (contractId: string) => `/smart-contracts/${contractId}` as const,
  /** After the payment's page was left without paying. */
  dealUnpaid: (contractId: string, paymentId: string) => `/smart-contracts/${contractId}?gaveUp=${paymentId}` as const,
  reviews: '/content-approval',
  review: (milestoneId: string) => `/content-approval/${milestoneId}` as const,
  /** The same of a payment of several milestones, which has a page of its own. */
  paymentUnpaid: (paymentId: string) => `/payment-success?payment=${paymentId}&gaveUp=true` as const,
  paymentResult: (paymentId: string) => `/payment-success?payment=${paymentId}` as const,
  /** What a brand owes, and the way to pay it. */
  debts: '/payment-settings#debts',
  /** All of one milestone's money. */
  milestoneMoney: (milestoneId: string) => `/payments/${milestoneId}` as const,
  documents: '/payments?view=documents',
  payouts: '/payouts',
  paymentSettings: '/payment-settings',
  /** After the page on which a payment method was saved. */
  methodSaved: (methodId: string) => `/payment-settings?saved=${methodId}` as const,
  payout: (payoutId: string) => `/payouts/${payoutId}` as const,
  /** After the provider's form for a payee's account. */
  payoutsAfterForm: (onboarding: 'done' | 'again') => `/payouts?onboarding=${onboarding}` as const,
} as const;

/** Where a network sends a person back after its sign-in page. */
export const NETWORK_CALLBACKS = {
  instagram: '/instagram/callback',
  tiktok: '/auth/tiktok/callback',
  youtube: '/api/social/youtube/callback',
} as const;

type Made<Entry> = Entry extends (...ids: never[]) => infer Path ? Path : Entry;
/** An address of the app. */
export type Address = Made<(typeof ADDRESSES)[keyof typeof ADDRESSES]>;

/** The same address, opened in this org by people who belong to several (`src/lib/session-guard.ts`). */
export function linkInOrg(link: string, orgId: string): string {
  const [path = '', hash] = link.split('#');
  return `${path}${path.includes('?') ? '&' : '?'}org=${orgId}${hash === undefined ? '' : `#${hash}`}`;
}
