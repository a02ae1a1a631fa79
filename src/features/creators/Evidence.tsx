import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { intlTag } from '../../../server/core/locale.ts';
import type {
  CreatorEvidence,
  CreatorPost,
  EngagementComparison,
  PublicCreator,
} from '../../../server/features/creators/schema.ts';
import { MIN_PAID } from '../../../server/features/creators/posts/rules.ts';
import { LazyBarChart, LazySpreadChart, LazyTierChart } from '@/components/charts/lazy-charts.tsx';
import { isStale } from '@/components/figures/FigureMark.tsx';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useNow } from '@/components/time/use-now.ts';
import { ReportCreator } from '@/features/creators/ReportCreator.tsx';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

/** Countries beyond the largest ones are one bar. */
const COUNTRIES_SHOWN = 6;
const KINDS = ['country', 'age', 'gender'] as const;

export interface EvidenceProps {
  handle: string;
  creator: PublicCreator;
  mayReport: boolean;
}

/** What stands behind the figures: how engagement compares, who follows, the last posts, and for whom they were made. */
export function Evidence({ handle, creator, mayReport }: EvidenceProps) {
  const { t } = useTranslation('evidence');
  const query = useQuery(api.creators.evidence.queryOptions({ handle }));
  if (query.isPending) return <PendingSkeleton as="panel" rows={4} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />;
  const { comparisons, audience, views, posts, paid, brands } = query.data;
  return (
    <div className="grid gap-8">
      {comparisons.length > 0 ? <Comparisons comparisons={comparisons} creator={creator} /> : null}
      {views.length > 0 ? <Views views={views} creator={creator} /> : null}
      {audience.length > 0 ? <Audience audience={audience} creator={creator} /> : null}
      <Posts posts={posts} paid={paid} creator={creator} />
      <Brands brands={brands} />
      {mayReport ? <ReportCreator handle={handle} /> : null}
    </div>
  );
}

function usePlatformOf(creator: PublicCreator): (accountId: string) => string {
  const { t } = useTranslation('terms');
  return (accountId) => {
    const account = creator.accounts.find(({ id }) => id === accountId);
    return account ? t(`platform.${account.platform}`) : '';
  };
}

function Comparisons({
  comparisons,
  creator,
}: {
  comparisons: readonly EngagementComparison[];
  creator: PublicCreator;
}) {
  const { t } = useTranslation('evidence');
  const { t: terms } = useTranslation('terms');
  const { t: figures } = useTranslation('figures');
  const format = useFormat();
  return (
    <section aria-labelledby="creator-comparison">
      <h2 id="creator-comparison" className="heading-section mb-3">
        {t('comparison.title')}
      </h2>
      <div className="grid gap-8 xl:grid-cols-2">
        {comparisons.map(({ accountId, cell, value, among }) => {
          const from = format.compact(cell.followersFrom);
          const platform = terms(`platform.${cell.platform}`);
          const label =
            cell.followersTo === null
              ? t('comparison.cellFrom', { platform, from })
              : t('comparison.cell', { platform, from, to: format.compact(cell.followersTo) });
          const title = t('comparison.engagement');
          const asOf = creator.accounts.find(({ id }) => id === accountId)?.engagement?.asOf;
          return among.kind === 'own' ? (
            <div key={accountId}>
              <LazyTierChart
                title={title}
                unit={platform}
                fileName={`${creator.party.slug}-${cell.platform}-comparison`}
                value={value}
                tier={{ label, low: among.low, median: among.median, high: among.high }}
                valueText={format.percent}
                source={figures(`formula.${cell.formula}`)}
                n={among.n}
                asOf={asOf}
              />
              <p className="mt-2 text-ui">
                {t('comparison.percentile', {
                  percent: format.percent(among.percentile * 100),
                  n: format.number(among.n),
                  cell: label,
                })}
              </p>
            </div>
          ) : (
            <div key={accountId} className="border-t border-border-strong pt-3">
              <h3 className="heading-item">{title}</h3>
              <p className="figures mt-1 text-lead font-semibold">{format.percent(value)}</p>
              <p className="mt-1 text-ui">
                {t('comparison.start', {
                  cell: label,
                  low: format.percent(among.low),
                  from: format.percent(among.averageFrom),
                  to: format.percent(among.averageTo),
                  high: format.percent(among.high),
                })}
              </p>
              <p className="text-xs text-muted-foreground">
                {[
                  t('comparison.source', { source: among.source, date: format.longDate(among.asOf) }),
                  figures(`formula.${cell.formula}`),
                ].join(' · ')}
              </p>
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** How often the last posts were viewed: a median says little of posts that differ much. */
function Views({ views, creator }: { views: CreatorEvidence['views']; creator: PublicCreator }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const now = useNow(() => null);
  const platformOf = usePlatformOf(creator);
  return (
    <section aria-labelledby="creator-views">
      <h2 id="creator-views" className="heading-section mb-3">
        {t('views.title')}
      </h2>
      <div className="grid gap-8 xl:grid-cols-2">
        {views.map(({ accountId, values }) => {
          const account = creator.accounts.find(({ id }) => id === accountId);
          return account ? (
            <LazySpreadChart
              key={accountId}
              title={t('views.chart')}
              unit={platformOf(accountId)}
              fileName={`${creator.party.slug}-${account.platform}-post-views`}
              values={values}
              valueText={format.compact}
              n={values.length}
              asOf={account.views?.asOf}
              stale={account.views !== null && isStale(account.views, now)}
            />
          ) : null;
        })}
      </div>
    </section>
  );
}

function Audience({ audience, creator }: { audience: CreatorEvidence['audience']; creator: PublicCreator }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const platformOf = usePlatformOf(creator);
  const regions = new Intl.DisplayNames(intlTag(currentLocale()), { type: 'region' });
  const nameOf = (kind: (typeof KINDS)[number], value: string): string => {
    if (kind === 'gender')
      return value === 'female' || value === 'male' ? t(`audience.${value}`) : t('audience.unknown');
    if (kind === 'age') return value;
    try {
      return regions.of(value) ?? value;
    } catch {
      return value;
    }
  };
  return (
    <section aria-labelledby="creator-audience">
      <h2 id="creator-audience" className="heading-section">
        {t('audience.title')}
      </h2>
      <p className="mb-3 text-sm text-muted-foreground">{t('audience.text')}</p>
      <div className="grid gap-8 xl:grid-cols-2">
        {audience.flatMap(({ accountId, asOf, shares }) =>
          KINDS.map((kind) => {
            const all = shares.filter((share) => share.kind === kind);
            const ordered = kind === 'age' ? all.toSorted((a, b) => a.value.localeCompare(b.value)) : all;
            const shown = kind === 'country' ? ordered.slice(0, COUNTRIES_SHOWN) : ordered;
            const rest = ordered.slice(shown.length).reduce((sum, { bps }) => sum + bps, 0);
            const bars = [
              ...shown.map(({ value, bps }) => ({ id: value, label: nameOf(kind, value), value: bps })),
              ...(rest > 0 ? [{ id: 'rest', label: t('audience.others'), value: rest }] : []),
            ];
            return bars.length === 0 ? null : (
              <LazyBarChart
                key={`${accountId} ${kind}`}
                title={t(`audience.${kind}`)}
                unit={platformOf(accountId)}
                kind="category"
                labelHead={t(`audience.${kind}`)}
                fileName={`${creator.party.slug}-audience-${kind}`}
                bars={bars}
                valueText={format.percent}
                {...(asOf ? { asOf } : {})}
              />
            );
          }),
        )}
      </div>
    </section>
  );
}

function Posts({ posts, paid, creator }: Pick<CreatorEvidence, 'posts' | 'paid'> & { creator: PublicCreator }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const platformOf = usePlatformOf(creator);
  return (
    <section aria-labelledby="creator-posts">
      <h2 id="creator-posts" className="heading-section">
        {t('posts.title')}
      </h2>
      {posts.length === 0 ? (
        <p className="mt-1 text-sm text-muted-foreground">{t('posts.none')}</p>
      ) : (
        <>
          <p className="mt-1 text-ui">
            {paid.paid.median !== null && paid.organic.median !== null
              ? t('posts.compare', {
                  paid: format.number(paid.paid.median),
                  organic: format.number(paid.organic.median),
                })
              : t('posts.tooFew', { min: format.number(MIN_PAID) })}
          </p>
          <p className="text-xs text-muted-foreground">
            {[
              t('posts.counts', { paid: format.number(paid.paid.n), organic: format.number(paid.organic.n) }),
              paid.since ? t('posts.since', { date: format.longDate(paid.since) }) : null,
              t('posts.how'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <ul className="mt-3 grid gap-x-8 md:grid-cols-2 xl:grid-cols-3">
            {posts.map((post) => (
              <PostRow key={post.id} post={post} platform={platformOf(post.accountId)} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function PostRow({ post, platform }: { post: CreatorPost; platform: string }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const facts = [
    format.labeled(t('posts.likes'), format.compact(post.likes)),
    format.labeled(t('posts.comments'), format.compact(post.comments)),
    post.views === null ? null : format.labeled(t('posts.views'), format.compact(post.views)),
  ].filter(Boolean);
  return (
    <li className="border-b border-border py-2.5 text-sm">
      <p className="flex items-baseline justify-between gap-2 text-xs text-muted-foreground">
        <span>
          {platform} · <DateText value={post.at} as="day" />
        </span>
        {post.paid ? <Tag>{t('posts.paid')}</Tag> : null}
      </p>
      <a
        href={post.url}
        target="_blank"
        rel="noreferrer nofollow ugc"
        dir="auto"
        className="mt-0.5 line-clamp-2 font-medium wrap-anywhere hover:underline"
      >
        {post.text || t(post.isVideo ? 'posts.video' : 'posts.picture')}
      </a>
      <p className="figures mt-0.5 text-xs text-muted-foreground">{facts.join(' · ')}</p>
    </li>
  );
}

function Brands({ brands: { confirmed, found } }: Pick<CreatorEvidence, 'brands'>) {
  const { t } = useTranslation('evidence');
  return (
    <section aria-labelledby="creator-brands">
      <h2 id="creator-brands" className="heading-section">
        {t('brands.title')}
      </h2>
      {confirmed.length + found.length === 0 ? (
        <p className="mt-1 text-sm text-muted-foreground">{t('brands.none')}</p>
      ) : null}
      {confirmed.length > 0 ? (
        <>
          <h3 className="mt-2 text-sm text-muted-foreground">{t('brands.confirmed')}</h3>
          <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-2">
            {confirmed.map(({ party, deals }) => (
              <li key={party.orgId}>
                <Link
                  to="/brand/$slug"
                  params={{ slug: party.slug }}
                  className="flex items-center gap-2 text-ui font-medium hover:underline"
                >
                  <OrgAvatar {...faceOf(party)} size="sm" />
                  <bdi>{party.name}</bdi>
                  {deals > 1 ? (
                    <span className="text-xs text-muted-foreground">{t('brands.deals', { count: deals })}</span>
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {found.length > 0 ? (
        <>
          <h3 className="mt-3 text-sm text-muted-foreground">{t('brands.found')}</h3>
          <ul className="mt-1.5 flex flex-wrap gap-2">
            {found.map(({ name, posts }) => (
              <li key={name}>
                <Tag>
                  <bdi dir="ltr">@{name}</bdi> · {t('brands.posts', { count: posts })}
                </Tag>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
