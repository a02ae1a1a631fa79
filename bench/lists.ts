import pg from 'pg';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { asMaintenance } from '../scripts/stack/postgres-roles.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import type { OrgActor, OrgContext } from '../server/context.ts';
import { systemClock } from '../server/core/clock.ts';
import { browseCampaigns } from '../server/features/campaigns/market.ts';
import { myApplications } from '../server/features/campaigns/applying.ts';
import { campaignCounts, listCampaigns } from '../server/features/campaigns/listing.ts';
import { approvedList, reviewQueue } from '../server/features/content/queue.ts';
import { listContracts } from '../server/features/contracts/service.ts';
import { listDocuments } from '../server/features/documents/service.ts';
import { listDeals } from '../server/features/escrow/deals/list.ts';
import { brandHome, creatorHome, workCounts } from '../server/features/home/service.ts';
import { listOffers } from '../server/features/offers/service.ts';
import { incoming, listPayments } from '../server/features/payments/overview.ts';
import { listEarnings, listPayouts } from '../server/features/payouts/service.ts';
import type { Integrations } from '../server/integrations/integrations.ts';
import { loadLists, orgOf } from './lib/lists-data.ts';
import { inTurns, row, type LoadResult } from './lib/load.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';

const { values } = readFlags({
  options: {
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
    campaigns: { type: 'string', default: '100000' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:lists -- [--clients 4] [--seconds 2] [--campaigns 100000] [--record]

Loads a throw-away database (as sponsio_maintenance) with that many campaigns, half of them live, as many offers, contracts
with a milestone and applications, half as many payments, transfers, payouts and accepted works, spread over 2,000 brands and 4,000 creators, one of each holding a tenth of all; then calls
the services behind the lists as the application's role, so many clients at once, in turns of two seconds. Beside them a bare
query in the same run: the newest 26 live campaigns without row security. The books are empty: balances are looked up and
found to be nothing. Three rounds of --seconds a list; the median counts. One round before it over a tenth of the rows. The bars:
p95 below 100 ms for each list, and at most twice the time of a tenth of the rows.
${RECORD_HELP}`);
  process.exit(0);
}
const clients = countOf('clients', values.clients);
const seconds = countOf('seconds', values.seconds);
const size = countOf('campaigns', values.campaigns);

const measurement = await beginMeasurement('bench:lists', values.record);

/** Milliseconds of each list over that many rows: the median of the rounds. */
async function measureAt(size: number, rounds: number): Promise<Map<string, { p50: number; p95: number }>> {
  const found = new Map<string, { p50: number; p95: number }>();
  await withThrowawayPostgres(
    async (urls) => {
      const bare = new pg.Pool({ connectionString: asMaintenance(urls.DATABASE_OWNER_URL), max: clients });
      // When a measurement fails, the server ends while this pool is still connected.
      bare.on('error', () => {});
      const pool = createPool(urls.DATABASE_URL, { max: clients });
      const db = createDb(pool);
      const started = performance.now();
      await loadLists(bare, size);
      console.log(
        `loaded ${size} campaigns, offers, contracts and applications in ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
      );

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
      const works: Record<string, (lane: number, n: number) => Promise<unknown>> = {
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
      };
      let tenth = '';
      for (let n = 0, after: string | undefined; n < 9; n += 1) {
        const next = await browseCampaigns(creator(0, 0), { ...page, sort: 'newest', ...(after ? { after } : {}) });
        after = tenth = next.next ?? '';
      }
      // Once each, so that no measured call opens a connection.
      for (const work of Object.values(works)) await work(0, 0);
      const measured = Object.fromEntries(
        Object.entries(works).map(([name, work]) => [
          name,
          async (lane: number, n: number) => void (await work(lane, n)),
        ]),
      );
      const results: Record<string, LoadResult>[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const result = await inTurns(clients, seconds, measured);
        for (const [name, one] of Object.entries(result)) console.log(row(name, one));
        console.log('');
        results.push(result);
      }
      for (const name of Object.keys(works))
        found.set(name, {
          p50: median(results.map((result) => result[name]!.p50)),
          p95: median(results.map((result) => result[name]!.p95)),
        });
      await db.destroy();
      await bare.end();
    },
    { durable: true },
  );
  return found;
}

const few = await measureAt(Math.ceil(size / 10), 1);
const many = await measureAt(size, 3);
const lists = [...many.keys()].filter((name) => !name.startsWith('bare'));
const slowest = lists.reduce((a, b) => (many.get(b)!.p95 > many.get(a)!.p95 ? b : a));
measurement.figure(`slowest list, p95 (${slowest})`, many.get(slowest)!.p95, { unit: 'ms', atMost: 100 });
for (const [name, { p95 }] of many)
  measurement.figure(`${name}, p95`, p95, { unit: 'ms', ...(lists.includes(name) ? { atMost: 100 } : {}) });
for (const name of lists)
  measurement.figure(`${name}, median, times that of a tenth of the rows`, many.get(name)!.p50 / few.get(name)!.p50, {
    unit: '×',
    atMost: 2,
  });
process.exit(await measurement.end());
