import type pg from 'pg';
import type { Db } from '../../db/client.ts';
import type { OrgActor, OrgContext } from '../../server/context.ts';
import { systemClock } from '../../server/core/clock.ts';
import { browseCampaigns } from '../../server/features/campaigns/market.ts';
import { myApplications } from '../../server/features/campaigns/applying.ts';
import { campaignCounts, listCampaigns } from '../../server/features/campaigns/listing.ts';
import { approvedList, reviewQueue } from '../../server/features/content/queue.ts';
import { listContracts } from '../../server/features/contracts/service.ts';
import { listDocuments } from '../../server/features/documents/service.ts';
import { listDeals } from '../../server/features/escrow/deals/list.ts';
import { brandHome, creatorHome, workCounts } from '../../server/features/home/service.ts';
import { listOffers } from '../../server/features/offers/service.ts';
import { incoming, listPayments } from '../../server/features/payments/overview.ts';
import { listEarnings, listPayouts } from '../../server/features/payouts/service.ts';
import type { Integrations } from '../../server/integrations/integrations.ts';
import { listMyAds, countMyAds } from '../../server/features/ads/mine.ts';
import { browseAds } from '../../server/features/ads/market.ts';
import { mySentReplies, repliesOfAd } from '../../server/features/ads/replies.ts';
import { adTile } from '../../server/features/ads/tile.ts';
import { listBrands } from '../../server/features/brands/service.ts';
import { conversations, entries, unreadConversations } from '../../server/features/conversations/service.ts';
import { listMerges, listRefusedRows } from '../../server/features/imports/corrections.ts';
import { getImport, listImports, listPeople } from '../../server/features/imports/service.ts';
import { listItems } from '../../server/features/lists/service.ts';
import { contacted } from '../../server/features/micro-market/service.ts';
import { listNotifications, unreadNotifications } from '../../server/features/notifications/service.ts';
import { listRecipients, listSuppressions } from '../../server/features/outreach/recipients.ts';
import { getSequence, listSequences } from '../../server/features/outreach/service.ts';
import { listOrders } from '../../server/features/packages/orders.ts';
import { listRequests } from '../../server/features/representations/requests.ts';
import { listActs, listRepresentations } from '../../server/features/representations/service.ts';
import { upcomingVisits } from '../../server/features/visits/upcoming.ts';
import { LONG } from './lists-data-of-conversations.ts';
import { orgOf } from './lists-data.ts';

/** One call of a list; `lane` and `n` choose the reader. */
export type ListWork = (lane: number, n: number) => Promise<unknown>;

/** The lists by their names in the results; those that begin with `bare` are queries without row security. */
export async function listWorks(db: Db, bare: pg.Pool): Promise<Record<string, ListWork>> {
  const integrations = {
    settings: { clockPolicy: 'standard', mode: 'test', platformCountry: 'FR' },
  } as unknown as Integrations;
  const as = (kind: 'brand' | 'creator', n: number): OrgContext => {
    const orgId = orgOf(kind, n);
    const actor: OrgActor = {
      kind: 'org',
      userId: `${kind}-${n}`,
      name: 'Bench',
      email: 'bench@test.example',
      emailVerified: true,
      sessionId: 'bench',
      orgId,
      orgKind: kind,
      role: 'owner',
    };
    return { db, actor, clock: systemClock, integrations, requestId: 'bench', requestKey: null };
  };
  const brand = (lane: number, n: number) => as('brand', 1 + ((lane * 977 + n * 31) % 1_999));
  const creator = (lane: number, n: number) => as('creator', 1 + ((lane * 977 + n * 31) % 3_999));
  const [largeBrand, largeCreator] = [as('brand', 0), as('creator', 0)];
  const page = { limit: 25 } as const;
  const market: Record<string, Parameters<typeof browseCampaigns>[1]> = {
    'market, newest': { ...page, sort: 'newest' },
    'market, highest pay': { ...page, sort: 'pay' },
    'market, next deadline': { ...page, sort: 'deadline' },
    'market, platform and niche': { ...page, sort: 'newest', platform: 'tiktok', niche: 'music' },
    'market, a city, by pay': { ...page, sort: 'pay', city: 'Lyon' },
    'market, a word': { ...page, sort: 'newest', q: 'harbour' },
    'market, a word that no row holds': { ...page, sort: 'deadline', q: 'zebra crossing' },
    'market, pay of at least, in a currency': { ...page, sort: 'newest', currency: 'USD', payMin: 95_000 },
    'market, all filters': {
      ...page,
      sort: 'pay',
      platform: 'youtube',
      niche: 'art',
      city: 'Nantes',
      currency: 'EUR',
      payMin: 50_000,
      q: 'menu',
    },
    'market, saved': { ...page, sort: 'newest', saved: true },
  };
  let tenth = '';
  for (let n = 0, after: string | undefined; n < 9; n += 1) {
    const next = await browseCampaigns(creator(0, 0), { ...page, sort: 'newest', ...(after ? { after } : {}) });
    after = tenth = next.next ?? '';
  }
  return {
    'bare: newest 26 without row security': () =>
      bare.query({
        name: 'bare',
        text: `select id, title, pay, terms, wanted from campaigns where state = 'live' order by published_at desc, id desc limit 26`,
      }),
    ...Object.fromEntries(
      Object.entries(market).map(([name, input]) => [
        name,
        (lane: number, n: number) => browseCampaigns(creator(lane, n), input),
      ]),
    ),
    'market, tenth page': async (lane, n) =>
      browseCampaigns(creator(lane, n), { ...page, sort: 'newest', after: tenth }),
    'creator home': (lane, n) => creatorHome(creator(lane, n)),
    'brand home': (lane, n) => brandHome(brand(lane, n)),
    deals: (lane, n) => listDeals(brand(lane, n)),
    'offers that wait for the reader': (lane, n) => listOffers(creator(lane, n), { box: 'in' }),
    contracts: (lane, n) => listContracts(creator(lane, n), { state: 'all' }),
    'campaigns of a brand': (lane, n) => listCampaigns(brand(lane, n)),
    'applications of a creator': (lane, n) => myApplications(creator(lane, n)),
    'content queue': (lane, n) => reviewQueue(creator(lane, n)),
    payments: (lane, n) => listPayments(brand(lane, n), { ...page, state: 'all', q: '' }),
    earnings: (lane, n) => listEarnings(creator(lane, n), page),
    payouts: (lane, n) => listPayouts(creator(lane, n), page),
    documents: (lane, n) => listDocuments(brand(lane, n), page),
    'bare: newest 26 milestones of a brand without row security': () =>
      bare.query({
        name: 'bare milestones',
        text: `select id, title, amount, state from milestones where brand_org = $1 and state = 'released' order by updated_at desc, id desc limit 26`,
        values: [orgOf('brand', 0)],
      }),
    'a tenth of all: creator home': () => creatorHome(largeCreator),
    'a tenth of all: brand home': () => brandHome(largeBrand),
    'a tenth of all: deals': () => listDeals(largeBrand),
    'a tenth of all: deals of a creator': () => listDeals(largeCreator, { box: 'active' }),
    'a tenth of all: ended deals': () => listDeals(largeCreator, { box: 'past' }),
    'a tenth of all: tabs of a creator': () => workCounts(largeCreator),
    'a tenth of all: offers that wait': () => listOffers(largeCreator, { box: 'in' }),
    'a tenth of all: contracts': () => listContracts(largeCreator, { state: 'all' }),
    'a tenth of all: campaigns': () => listCampaigns(largeBrand),
    'a tenth of all: campaigns, counts': () => campaignCounts(largeBrand),
    'a tenth of all: applications': () => myApplications(largeCreator, { box: 'applied' }),
    'a tenth of all: content queue': () => reviewQueue(largeCreator),
    'a tenth of all: payments': () => listPayments(largeBrand, { ...page, state: 'all', q: '' }),
    'a tenth of all: payments held': () => listPayments(largeBrand, { ...page, state: 'held', q: '' }),
    'a tenth of all: payments, a text that no row holds': () =>
      listPayments(largeBrand, { ...page, state: 'all', q: 'zebra crossing' }),
    'a tenth of all: what is coming': () => incoming(largeCreator),
    'a tenth of all: earnings': () => listEarnings(largeCreator, page),
    'a tenth of all: payouts': () => listPayouts(largeCreator, page),
    'a tenth of all: documents': () => listDocuments(largeBrand, page),
    'a tenth of all: accepted work': () => approvedList(largeBrand, page),
    conversations: (lane, n) => conversations(brand(lane, n), { ...page, folder: 'all' }),
    'a tenth of all: conversations': () => conversations(largeBrand, { ...page, folder: 'all' }),
    'a tenth of all: conversations of a creator': () => conversations(largeCreator, { ...page, folder: 'all' }),
    'a tenth of all: unread conversations': () => conversations(largeBrand, { ...page, folder: 'unread' }),
    'a tenth of all: count of unread conversations': () => unreadConversations(largeBrand),
    'a tenth of all: messages of a conversation': () =>
      entries(largeBrand, { ...page, conversationId: LONG.conversation }),
    'a tenth of all: notices': () => listNotifications(largeBrand, { limit: 30 }),
    'a tenth of all: count of unread notices': () => unreadNotifications(largeBrand),
    'local ads': (lane, n) => browseAds(creator(lane, n), { ...page, sort: 'newest' }),
    'ads of a brand': (lane, n) => listMyAds(brand(lane, n), { ...page, tab: 'live' }),
    'a tenth of all: ads': () => listMyAds(largeBrand, { ...page, tab: 'live' }),
    'a tenth of all: ads, counts': () => countMyAds(largeBrand),
    'a tenth of all: ads on the home page': () => adTile(largeBrand),
    'a tenth of all: replies to an ad': () => repliesOfAd(largeBrand, { ...page, adId: LONG.ad }),
    'a tenth of all: replies of a creator': () => mySentReplies(largeCreator, page),
    'brands that a creator finds': (lane, n) => listBrands(creator(lane, n), page),
    visits: (lane, n) => upcomingVisits(creator(lane, n), page),
    'a tenth of all: visits': () => upcomingVisits(largeBrand, page),
    'a tenth of all: visits of a creator': () => upcomingVisits(largeCreator, page),
    'a tenth of all: contacted creators': () => contacted(largeBrand, page),
    'a tenth of all: sequences': () => listSequences(largeBrand, page),
    'a tenth of all: a sequence': () => getSequence(largeBrand, { sequenceId: LONG.sequence }),
    'a tenth of all: recipients of a sequence': () =>
      listRecipients(largeBrand, { ...page, sequenceId: LONG.sequence }),
    'a tenth of all: suppressed recipients': () => listSuppressions(largeBrand, page),
    'a tenth of all: imports': () => listImports(largeBrand, page),
    'a tenth of all: an import': () => getImport(largeBrand, { importId: LONG.import }),
    'a tenth of all: refused rows of an import': () => listRefusedRows(largeBrand, { ...page, importId: LONG.import }),
    'a tenth of all: merges of an import': () => listMerges(largeBrand, { ...page, importId: LONG.import }),
    'a tenth of all: imported people': () => listPeople(largeBrand, page),
    'a tenth of all: people of an import': () => listPeople(largeBrand, { ...page, importId: LONG.import }),
    'representations of a creator': (lane, n) => listRepresentations(creator(lane, n), { ...page, state: 'open' }),
    'a tenth of all: representations': () => listRepresentations(largeCreator, { ...page, state: 'ended' }),
    'acts of an agency': (lane, n) => listActs(creator(lane, n), page),
    'a tenth of all: acts of agencies': () => listActs(largeCreator, page),
    'requests of an agency': (lane, n) => listRequests(creator(lane, n), { ...page, state: 'open' }),
    'a tenth of all: requests of agencies': () => listRequests(largeCreator, { ...page, state: 'open' }),
    'a tenth of all: creators of a list': () => listItems(largeBrand, { ...page, listId: LONG.list }),
    'a tenth of all: orders of packages': () => listOrders(largeBrand, page),
  };
}
