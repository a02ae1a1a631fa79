import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MicroCreator, MicroPage } from '../../../server/features/micro-market/schema.ts';
import { CreatorCard } from '@/components/creators/CreatorCard.tsx';
import { SaveCreator } from '@/components/creators/SaveCreator.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { LazyPointMap } from '@/components/map/lazy-map.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { filterOf, type MarketSearch, RADIUS_LIMITS } from '@/features/micro-market/market-search.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { useNavigate } from '@tanstack/react-router';

const QuickOffer = lazyNamed(() => import('@/features/micro-market/QuickOffer.tsx'), 'QuickOffer');
/** Cards and a map of the same creators. */
export function BrowseTab({ search }: { search: MarketSearch }) {
  const { t } = useTranslation('micro-market');
  const navigate = useNavigate({ from: '/micro-marketplace' });
  const [active, setActive] = useState<readonly string[]>([]);
  const [offerTo, setOfferTo] = useState<MicroCreator | null>(null);
  const { query, rows } = usePages<MicroCreator>((after) =>
    api.microMarket.browse.queryOptions({
      ...filterOf(search),
      ...(search.now ? { availableNow: true } : {}),
      ...(after ? { after } : {}),
    }),
  );
  if (query.isPending) return <PendingSkeleton rows={6} />;
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />;
  const place = (query.data?.pages[0] as MicroPage | undefined)?.place ?? null;
  const points = rows.flatMap(({ creator }) =>
    creator.lat === null || creator.lon === null
      ? []
      : [{ id: creator.orgId, lat: creator.lat, lon: creator.lon, label: creator.name }],
  );
  const countries = [
    ...new Set([...(place ? [place.country] : []), ...rows.flatMap(({ creator }) => creator.country ?? [])]),
  ];
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_348px]">
      <div className="min-w-0">
        <h2 className="sr-only">{t('tab.browse')}</h2>
        {rows.length === 0 ? (
          <EmptyState
            title={search.city ? t('empty.title', { city: search.city }) : t('empty.any')}
            action={
              <Button asChild>
                <Link to="/discovery">{t('empty.search')}</Link>
              </Button>
            }
          >
            {t('empty.text')}
          </EmptyState>
        ) : (
          <ul aria-label={t('tab.browse')} className="border-t border-border">
            {rows.map((item) => (
              <li key={item.creator.orgId}>
                <CreatorCard
                  creator={item.creator}
                  active={active.includes(item.creator.orgId)}
                  onActive={(on) => setActive(on ? [item.creator.orgId] : [])}
                  actions={<Actions item={item} onOffer={() => setOfferTo(item)} />}
                >
                  <PackageLine item={item} />
                </CreatorCard>
              </li>
            ))}
          </ul>
        )}
        <MoreButton query={query} className="mt-4" />
      </div>
      <aside aria-label={t('map.label')} className="min-w-0 lg:sticky lg:top-6">
        {rows.length === 0 ? null : (
          <LazyPointMap
            label={t('map.label')}
            countries={countries}
            points={points}
            active={active}
            onActive={setActive}
            onPick={(ids) => {
              const picked = rows.find(({ creator }) => ids.includes(creator.orgId));
              const card = picked && document.getElementById(`creator-${picked.creator.handle}`);
              card?.scrollIntoView({ block: 'center' });
              card?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
            }}
            radius={place ? { lat: place.lat, lon: place.lon, km: place.km, label: place.name } : null}
            limits={RADIUS_LIMITS}
            onRadius={(km) =>
              void navigate({ search: (before) => ({ ...before, km }), replace: true, resetScroll: false })
            }
            note={t('map.note')}
          />
        )}
      </aside>
      {offerTo ? (
        <Suspense fallback={null}>
          <QuickOffer creator={offerTo.creator} onClose={() => setOfferTo(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Actions({ item, onOffer }: { item: MicroCreator; onOffer: () => void }) {
  const { t } = useTranslation('micro-market');
  const can = usePermitted('offer.negotiate');
  return (
    <>
      <RefusableButton can={can} reasonShown size="small" onClick={onOffer}>
        {t('quick.open')}
      </RefusableButton>
      <Button asChild size="small">
        <Link
          to="/messages"
          search={{ with: item.creator.orgId }}
          aria-label={`${t('card.contact')}: ${item.creator.name}`}
        >
          {t('card.contact')}
        </Link>
      </Button>
      <SaveCreator orgId={item.creator.orgId} name={item.creator.name} size="small" />
    </>
  );
}

function PackageLine({ item }: { item: MicroCreator }) {
  const { t } = useTranslation('micro-market');
  return (
    <p className="text-sm text-muted-foreground">
      {item.availableNow ? `${t('card.now')} · ` : null}
      {item.packages > 0 ? (
        <>
          {t('card.packages', { n: item.packages })} <MoneyText money={item.priceFrom} />
        </>
      ) : (
        t('card.noPackages')
      )}
    </p>
  );
}
