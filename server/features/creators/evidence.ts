import type * as z from 'zod';
import { withTx, type OrgActor, type OrgContext, type ServiceContext, type StaffActor } from '../../context.ts';
import { partiesOf } from '../orgs/service.ts';
import { cellOf, MIN_IN_CELL, percentileOf, type Cell } from './benchmarks/rules.ts';
import { visibleCreator } from './page.ts';
import { isPaidPost, namedAccounts, paidAgainstOrganic } from './posts/rules.ts';
import { audienceOf, brandsThatReviewed, cellFigures, postsOf, publishedRates } from './queries/evidence.ts';
import type {
  byHandleInput,
  CreatorEvidence,
  Engagement,
  EngagementComparison,
  EngagementFormula,
  EngagementTier,
  tiersInput,
} from './schema.ts';
import { complete } from './service.ts';

/** Posts of each account that are read: enough for paid ones to be among them. */
const POSTS_READ = 60;
const POSTS_SHOWN = 9;
/** As many as the median of views is taken from. */
const POSTS_COUNTED = 30;
const BRANDS_SHOWN = 24;

type Reader = ServiceContext<OrgActor | StaffActor>;

/** How an engagement rate compares with those of accounts of its network, formula and size. */
async function comparisonIn<F extends EngagementFormula>(tx: Reader, cell: Cell<F>, rate: Engagement<NoInfer<F>>) {
  const own = await cellFigures(tx.db, cell, rate);
  if (own && own.n >= MIN_IN_CELL) {
    const { n, low, median, high } = own;
    return { kind: 'own' as const, n, low, median, high, percentile: percentileOf(own) };
  }
  const start = await publishedRates(tx.db, cell, tx.clock.now());
  return start ? { kind: 'start' as const, ...start } : null;
}

/** The usual engagement of the cells that accounts of these sizes are in, each once; a cell without rates is left out. */
export async function engagementTiers(
  ctx: OrgContext,
  { tiers }: z.output<typeof tiersInput>,
): Promise<EngagementTier[]> {
  return withTx(ctx, async (tx) => {
    const cells = new Map<string, Cell>();
    for (const { platform, formula, followers } of tiers) {
      const cell = cellOf(platform, formula, followers);
      if (cell) cells.set(`${platform} ${formula} ${cell.followersFrom}`, cell);
    }
    const found: EngagementTier[] = [];
    for (const cell of cells.values()) {
      // Quartiles are the same for every rate.
      const among = await comparisonIn(tx, cell, { formula: cell.formula, bps: 0 });
      if (among?.kind === 'own') found.push({ cell, from: among.low, to: among.high, n: among.n, source: null });
      else if (among) found.push({ cell, from: among.averageFrom, to: among.averageTo, n: null, source: among.source });
    }
    return found;
  });
}

/**
 * What stands behind a creator's figures, for those who may open the creator's page: how its engagement compares, who
 * follows it, its last posts, paid against other ones, and the brands that it worked with. Throws not_found.
 */
export async function creatorEvidence(ctx: Reader, input: z.output<typeof byHandleInput>): Promise<CreatorEvidence> {
  return withTx(ctx, async (tx) => {
    const row = await visibleCreator(tx, input);
    const { accounts } = await complete(tx, row);
    const comparisons: EngagementComparison[] = [];
    for (const account of accounts) {
      const { engagement_bps: value, engagement_formula: formula, platform, followers, source } = account;
      if (value === null || !formula || source !== 'api') continue;
      const cell = cellOf(platform, formula, followers);
      const among = cell ? await comparisonIn(tx, cell, { formula, bps: value }) : null;
      if (cell && among) comparisons.push({ accountId: account.id, cell, value, among });
    }
    const posts = await postsOf(tx.db, { orgId: row.org_id, perAccount: POSTS_READ });
    const found = new Map<string, number>();
    for (const post of posts.filter(({ text }) => isPaidPost(text)))
      for (const name of namedAccounts(post.text, post.handle)) found.set(name, (found.get(name) ?? 0) + 1);
    const reviewed = await brandsThatReviewed(tx.db, { creatorOrg: row.org_id, now: tx.clock.now() });
    const parties = await partiesOf(
      tx,
      reviewed.map(({ brand_org }) => brand_org),
    );
    const confirmed = reviewed.flatMap(({ brand_org, deals }) => {
      const party = parties.get(brand_org);
      return party ? [{ party, deals }] : [];
    });
    const audience = await audienceOf(tx.db, row.org_id);
    return {
      comparisons,
      audience: accounts.flatMap(({ id, audience_as_of: asOf }) => {
        const shares = audience.filter(({ account_id }) => account_id === id);
        return shares.length === 0
          ? []
          : [
              {
                accountId: id,
                asOf,
                shares: shares.map(({ kind, value, share_bps }) => ({ kind, value, bps: share_bps })),
              },
            ];
      }),
      views: accounts.flatMap(({ id }) => {
        const last = posts.filter(({ account_id }) => account_id === id).slice(0, POSTS_COUNTED);
        const values = last.flatMap(({ views }) => (views === null ? [] : [views]));
        return values.length === 0 ? [] : [{ accountId: id, values }];
      }),
      posts: posts.slice(0, POSTS_SHOWN).map((post) => ({
        id: `${post.account_id}:${post.remote_id}`,
        accountId: post.account_id,
        at: post.at,
        url: post.url,
        text: post.text,
        isVideo: post.is_video,
        likes: post.likes,
        comments: post.comments,
        views: post.views,
        paid: isPaidPost(post.text),
      })),
      paid: { ...paidAgainstOrganic(posts), since: posts.at(-1)?.at ?? null },
      brands: {
        confirmed: confirmed.slice(0, BRANDS_SHOWN),
        found: [...found]
          .toSorted(([, a], [, b]) => b - a)
          .slice(0, BRANDS_SHOWN)
          .map(([name, n]) => ({ name, posts: n })),
      },
    };
  });
}
