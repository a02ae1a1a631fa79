import { useNavigate } from '@tanstack/react-router';
import { List, Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdItem, AdPage } from '../../../server/features/ads/schema.ts';
import { LazyPointMap } from '@/components/map/lazy-map.tsx';
import type { MapPoint } from '@/components/map/map-math.ts';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { type AdSearch, adQuery, FIRST_KM, KM_LIMITS } from '@/features/ads/ad-search.ts';
import { AdFilters } from '@/features/ads/AdFilters.tsx';
import { AdAlerts } from '@/features/ads/AdAlerts.tsx';
import { AdRow } from '@/features/ads/AdRow.tsx';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import type { Persona } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';

/** The ads board: those of the other side, the nearest first, in a list and on a map. */
export function BrowseAdsPage({ search, persona }: { search: AdSearch; persona: Persona }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const navigate = useNavigate({ from: '/browse-ads/' });
  const { query, rows } = usePages((after) =>
    api.ads.browse.queryOptions({ ...adQuery(search), ...(after ? { after } : {}) }),
  );
  const center = (query.data?.pages[0] as AdPage | undefined)?.center ?? null;
  const [active, setActive] = useState<readonly string[]>([]);
  const set = (part: AdSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });
  const km = search.km ?? FIRST_KM;
  // Without an answer there is nothing to show on a map.
  const failed = query.isError && rows.length === 0;
  const onMap = search.view === 'map' && !failed;
  const unknownPlace = query.isSuccess && !center && search.city !== undefined;
  return (
    <ListPage
      title={t('browse.title')}
      status={t(persona === 'brand' ? 'browse.lead.brand' : 'browse.lead.creator')}
      actions={<AdAlerts search={search} center={center} />}
      filters={
        <AdFilters
          ofBrands={persona !== 'brand'}
          search={search}
          center={center}
          onChange={set}
          result={
            query.isSuccess
              ? query.hasNextPage
                ? t('browse.more', { count: rows.length })
                : t('browse.count', { count: rows.length })
              : undefined
          }
        />
      }
    >
      <Segmented
        label={t('browse.view')}
        className="mb-3 lg:hidden"
        value={onMap ? 'map' : 'list'}
        onValueChange={(view) => set({ view: view === 'map' ? 'map' : undefined })}
        options={[
          { value: 'list', label: t('browse.list'), icon: List },
          { value: 'map', label: t('browse.map'), icon: MapIcon },
        ]}
      />
      {unknownPlace ? (
        <Alert tone="note" className="mb-3">
          {t('browse.unknownPlace', { city: search.city })}
        </Alert>
      ) : null}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)]">
        <div className={cn('min-w-0', onMap && 'max-lg:hidden')}>
          {query.isPending ? (
            <PendingSkeleton rows={6} />
          ) : failed ? (
            <ErrorState error={query.error} title={t('browse.couldNotLoad')} onRetry={() => void query.refetch()} />
          ) : rows.length === 0 ? (
            <NoAds search={search} km={center ? km : 0} place={center?.name ?? null} onChange={set} />
          ) : (
            <ul className="border-t border-border">
              {rows.map((ad) => (
                <AdRow
                  key={ad.id}
                  ad={ad}
                  active={active.includes(ad.id)}
                  onActive={(on) => setActive(on ? [ad.id] : [])}
                />
              ))}
            </ul>
          )}
          <MoreButton query={query} className="mt-4" />
        </div>
        <div className={cn('min-w-0', !onMap && 'max-lg:hidden', failed && 'hidden')}>
          <LazyPointMap
            label={t('browse.mapLabel')}
            countries={countriesOf(rows, center?.country)}
            points={pointsOf(rows)}
            active={active}
            onActive={setActive}
            groupText={(count, names) => format.labeled(t('browse.count', { count }), names)}
            onPick={(ids) => {
              setActive(ids);
              const [first] = ids;
              if (!first) return;
              if (onMap) set({ view: undefined });
              requestAnimationFrame(() =>
                document.querySelector(`#ad-${CSS.escape(first)}`)?.scrollIntoView({ block: 'center' }),
              );
            }}
            radius={center && km > 0 ? { lat: center.lat, lon: center.lon, km, label: center.name } : null}
            limits={KM_LIMITS}
            onRadius={(next) => set({ km: next === FIRST_KM ? undefined : next })}
            note={rows.some((ad) => ad.lat === null) ? t('browse.offMap') : undefined}
          />
        </div>
      </div>
    </ListPage>
  );
}

const pointsOf = (ads: readonly AdItem[]): MapPoint[] =>
  ads.flatMap(({ id, title, lat, lon }) => (lat === null || lon === null ? [] : [{ id, label: title, lat, lon }]));

const countriesOf = (ads: readonly AdItem[], center: string | undefined): string[] => [
  ...new Set([
    ...(center ? [center] : []),
    ...ads.flatMap((ad) => (ad.country && ad.lat !== null ? [ad.country] : [])),
  ]),
];

function NoAds({
  search,
  km,
  place,
  onChange,
}: {
  search: AdSearch;
  km: number;
  place: string | null;
  onChange: (part: AdSearch) => void;
}) {
  const { t } = useTranslation('ads');
  const wider = km > 0 && km < 200 ? km * 2 : 0;
  if (search.saved) return <EmptyState title={t('browse.noneSaved')} />;
  return (
    <EmptyState
      title={km > 0 && place ? t('browse.noneNear', { km, city: place }) : t('browse.none')}
      action={
        km > 0 ? (
          <Button onClick={() => onChange({ km: wider })}>
            {wider > 0 ? t('browse.try', { km: wider }) : t('browse.everywhere')}
          </Button>
        ) : undefined
      }
    >
      {t('browse.noneText')}
    </EmptyState>
  );
}
