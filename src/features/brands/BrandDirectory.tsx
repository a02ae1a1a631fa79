import { Link, useNavigate } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BrandListItem } from '../../../server/features/brands/schema.ts';
import { ListPage } from '@/components/page/Pages.tsx';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { FilterBar } from '@/components/table/FilterBar.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { Figures } from '@/features/brands/Figures.tsx';
import { countValues } from '@/lib/count.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Brands for creators and agencies, with how they pay, answer and are rated. */
export function BrandDirectory({ q, verified }: { q: string | undefined; verified: boolean }) {
  const { t } = useTranslation('brands');
  const navigate = useNavigate({ from: '/brand/' });
  const { query, rows } = usePages<BrandListItem>((after) =>
    api.brands.list.queryOptions({
      ...(q ? { q } : {}),
      ...(verified ? { verified } : {}),
      ...(after ? { after } : {}),
    }),
  );
  return (
    <ListPage
      title={t('list.title')}
      status={t('list.status')}
      filters={
        <FilterBar
          query={q ?? ''}
          onQuery={(text) =>
            void navigate({
              search: ({ q: _q, ...before }) => (text ? { ...before, q: text } : before),
              replace: true,
              resetScroll: false,
            })
          }
          end={
            <Button
              aria-pressed={verified}
              onClick={() =>
                void navigate({
                  search: ({ verified: _verified, ...before }) => (verified ? before : { ...before, verified: true }),
                  replace: true,
                  resetScroll: false,
                })
              }
              variant={verified ? 'ink' : 'outline'}
            >
              <BadgeCheck aria-hidden />
              {t('list.verified')}
            </Button>
          }
          result={query.isSuccess && rows.length > 0 ? t('list.count', { count: rows.length }) : undefined}
        />
      }
    >
      {query.isPending ? (
        <PendingSkeleton rows={6} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} title={t('list.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title={t(q || verified ? 'list.noneFound' : 'list.none')}>
          {t(verified ? 'list.noneVerifiedText' : q ? 'list.noneFoundText' : 'list.noneText')}
        </EmptyState>
      ) : (
        <ul className="border-t border-border">
          {rows.map((brand) => (
            <Row key={brand.party.orgId} brand={brand} />
          ))}
        </ul>
      )}
      <MoreButton query={query} className="mt-4" />
    </ListPage>
  );
}

function Row({ brand }: { brand: BrandListItem }) {
  const { t } = useTranslation('brands');
  const { t: nameOf } = useTranslation('niches');
  return (
    <li className="relative flex flex-wrap items-start gap-x-3.5 gap-y-1 border-b border-border py-4 hover:bg-accent">
      <OrgAvatar {...faceOf(brand.party)} size="md" />
      <div className="min-w-0 grow basis-60">
        <h2 className="text-base font-semibold">
          <Link to="/brand/$slug" params={{ slug: brand.party.slug }} className="after:absolute after:inset-0">
            <bdi>{brand.party.name}</bdi>
          </Link>
        </h2>
        <p className="text-sm text-muted-foreground">
          {brand.city ? <bdi>{brand.city}</bdi> : null}
          {brand.city && brand.niches.length > 0 ? ' · ' : null}
          {brand.niches.map((niche) => nameOf(`name.${niche}`)).join(' · ')}
        </p>
        {brand.description ? (
          <p dir="auto" className="mt-1 line-clamp-2 max-w-70ch text-sm">
            {brand.description}
          </p>
        ) : null}
      </div>
      <div className="text-sm max-md:w-full md:max-w-72 md:text-end">
        <p className="font-medium">{t('openCampaigns', countValues(brand.openCampaigns))}</p>
        <Figures brand={brand} />
      </div>
    </li>
  );
}
