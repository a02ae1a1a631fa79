import { useNavigate } from '@tanstack/react-router';
import { LayoutGrid, List, ListFilter, Map as MapIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { SimilarCreators } from '@/components/matching/SimilarCreators.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { FilterBar } from '@/components/table/FilterBar.tsx';
import { BulkBar } from '@/features/discovery/BulkBar.tsx';
import { comparedOf, filtersOf, MAX_COMPARED, partsOf, searchOf } from '@/features/discovery/discovery-filters.ts';
import type { DiscoverySearch, ShownSort } from '@/features/discovery/discovery-search.ts';
import { FilterChips } from '@/features/discovery/FilterChips.tsx';
import { FilterPanel } from '@/features/discovery/FilterPanel.tsx';
import { SavedSearchActions } from '@/features/discovery/SavedSearchActions.tsx';
import { Results } from '@/features/discovery/Results.tsx';
import { SearchActions } from '@/features/discovery/SearchActions.tsx';
import { useCountText } from '@/features/discovery/use-count-text.ts';
import { useSearch } from '@/features/discovery/use-search.ts';
import { useSelectedCreators } from '@/features/discovery/use-selected-creators.ts';
import { usePhone, useWide } from '@/features/discovery/use-wide.ts';
import { cn } from '@/lib/cn.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { Sheet } from '@/ui/sheet.tsx';

const MapPanel = lazyNamed(() => import('@/features/discovery/MapPanel.tsx'), 'MapPanel');
const CompareDialog = lazyNamed(() => import('@/features/discovery/CompareDialog.tsx'), 'CompareDialog');

/** All creators by exact filters: facets, list and map. The address holds the whole state. */
export function DiscoveryPage({ search }: { search: DiscoverySearch }) {
  const { t } = useTranslation('discovery');
  const { t: common } = useTranslation();
  const navigate = useNavigate({ from: '/discovery/' });
  const countText = useCountText();
  const wide = useWide();
  const phone = usePhone();
  const filters = filtersOf(search);
  const found = useSearch(filters);
  const [active, setActive] = useState<readonly string[]>([]);
  const { selected, chosen, select, remove, clear: clearSelected } = useSelectedCreators();
  const [sheet, setSheet] = useState(false);
  const compared = comparedOf(search);
  const wanted = search.view ?? (wide ? 'map' : 'list');
  // A phone has no room for columns.
  const view = phone && wanted === 'list' ? 'cards' : wanted;
  const mapShown = view === 'map';

  const go = (change: DiscoverySearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const setFilters = (next: Filters) =>
    void navigate({
      search: { ...searchOf(next), view: search.view, compare: search.compare },
      replace: true,
      resetScroll: false,
    });
  const compare = (handles: readonly string[]) => go({ compare: handles.slice(0, MAX_COMPARED).join() || undefined });
  const { first } = found;
  const panel = <FilterPanel filters={filters} facets={first?.facets ?? null} onChange={setFilters} />;
  const clear = () => setFilters(filters.sort ? { sort: filters.sort } : {});
  return (
    <>
      <PageHeader
        title={t('title')}
        status={t('status')}
        actions={
          <>
            <SearchActions />
            <SavedSearchActions filters={filters} />
          </>
        }
      />
      <div className="mt-4 grid gap-2.5">
        <FilterBar
          query={filters.text ?? ''}
          onQuery={(text) => go({ text: text || undefined })}
          result={first?.total ? countText(first.total) : undefined}
          end={
            <>
              <SortSelect filters={filters} onSort={(sort) => go({ sort })} />
              <Segmented
                label={t('view.label')}
                value={view}
                onValueChange={(view) => go({ view })}
                options={[
                  { value: 'map', label: t('view.map'), icon: MapIcon },
                  ...(phone ? [] : [{ value: 'list' as const, label: t('view.list'), icon: List }]),
                  { value: 'cards', label: t('view.cards'), icon: LayoutGrid },
                ]}
              />
              <Button
                className={cn(mapShown ? 'lg:max-xl:hidden wide:hidden' : 'lg:hidden')}
                onClick={() => setSheet(true)}
              >
                <ListFilter aria-hidden />
                {common('label.filters')}
              </Button>
            </>
          }
        />
        <FilterChips filters={filters} onChange={setFilters} />
      </div>
      <div
        className={cn(
          'mt-4 grid grid-cols-1 items-start gap-x-6 gap-y-8 lg:grid-cols-[13.5rem_minmax(0,1fr)]',
          mapShown && 'xl:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-[12.5rem_minmax(0,1fr)_21rem]',
        )}
      >
        <aside
          aria-label={common('label.filters')}
          className={cn('max-lg:hidden', mapShown && 'lg:row-span-2 xl:max-wide:hidden wide:row-span-1')}
        >
          {panel}
        </aside>
        {mapShown ? (
          <aside aria-label={t('map.label')} className="min-w-0 xl:sticky xl:top-6 xl:order-last">
            <Suspense fallback={<PendingSkeleton as="panel" rows={6} />}>
              <MapPanel
                filters={filters}
                rows={found.rows}
                selected={selected}
                active={active}
                onActive={setActive}
                onPlaces={(places) => setFilters({ ...filters, places })}
              />
            </Suspense>
          </aside>
        ) : null}
        <section aria-label={t('results')} className="min-w-0">
          {filters.like?.length ? (
            <div className="mb-6">
              <SimilarCreators handles={filters.like} />
            </div>
          ) : null}
          <Results
            table={view === 'cards' || phone ? false : mapShown || !wide ? 'narrow' : true}
            search={found}
            filters={filters}
            onFilters={setFilters}
            selected={selected}
            onSelect={select}
            active={active}
            onActive={setActive}
            onCompare={(creator) => compare([...new Set([...compared, creator.handle])])}
          />
          <BulkBar
            selected={chosen}
            onRemove={remove}
            onClear={clearSelected}
            onCompare={() => compare(chosen.map(({ handle }) => handle))}
          />
        </section>
      </div>
      <Sheet
        open={sheet}
        onOpenChange={setSheet}
        title={common('label.filters')}
        closeLabel={common('action.close')}
        footer={
          <>
            {partsOf(filters).length > 0 ? <Button onClick={clear}>{common('table.clearFilters')}</Button> : null}
            <Button variant="ink" onClick={() => setSheet(false)}>
              {common('table.showResults')}
            </Button>
          </>
        }
      >
        {panel}
      </Sheet>
      {compared.length > 0 ? (
        <Suspense fallback={null}>
          <CompareDialog handles={compared} onHandles={compare} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Only orders that the search has: by words with words, by distance from a place. */
function SortSelect({ filters, onSort }: { filters: Filters; onSort: (sort: ShownSort | undefined) => void }) {
  const { t } = useTranslation('discovery');
  const first: ShownSort = filters.text ? 'relevance' : 'recent';
  const sorts: ShownSort[] = [
    first,
    ...(filters.text ? (['recent'] as const) : []),
    'followers',
    'engagement',
    'price',
    ...(filters.places?.length ? (['distance'] as const) : []),
  ];
  return (
    <Select
      aria-label={t('sort.label')}
      value={filters.sort && filters.sort !== 'quality' && sorts.includes(filters.sort) ? filters.sort : first}
      onValueChange={(sort) => onSort(sort === first ? undefined : (sort as ShownSort))}
      options={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      className="w-48 max-md:w-40"
    />
  );
}
