import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { FoundCell, FoundCreator } from '../../../server/features/discovery/schema.ts';
import { LazyPointMap } from '@/components/map/lazy-map.tsx';
import type { Box } from '@/components/map/use-map-view.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DEFAULT_RADIUS_KM, RADIUS_LIMITS } from '@/features/discovery/discovery-filters.ts';
import { useFilterPlaces } from '@/features/discovery/use-places.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';

export interface MapPanelProps {
  filters: Filters;
  /** Of the list beside the map. */
  rows: readonly FoundCreator[];
  active: readonly string[];
  onActive: (ids: readonly string[]) => void;
  onPlaces: (places: NonNullable<Filters['places']>) => void;
}

const idOf = (cell: FoundCell, index: number): string => cell.orgId ?? `cell ${index}`;

/** Countries of the cells, those with the most creators first. */
function countriesOf(cells: readonly FoundCell[]): string[] {
  const counts = new Map<string, number>();
  for (const { place, count } of cells) if (place) counts.set(place.country, (counts.get(place.country) ?? 0) + count);
  return [...counts.entries()].toSorted((a, b) => b[1] - a[1]).map(([country]) => country);
}

/** All results by place. A mark of one creator leads to it, a mark of several narrows the search to their place. */
export function MapPanel({ filters, rows, active, onActive, onPlaces }: MapPanelProps) {
  const { t } = useTranslation('discovery');
  const navigate = useNavigate();
  const named = useFilterPlaces(filters);
  const query = useQuery({
    ...api.discovery.map.queryOptions({ filters, language: currentLocale() }),
    placeholderData: keepPreviousData,
  });
  // Moved or zoomed, the map reads the groups of what it shows, which are finer.
  const [box, setBox] = useState<Box | null>(null);
  const part = useQuery({
    ...api.discovery.map.queryOptions({ filters, language: currentLocale(), ...(box ? { box } : {}) }),
    enabled: box !== null,
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <PendingSkeleton as="panel" rows={6} />;
  if (query.isError)
    return <ErrorState error={query.error} title={t('map.couldNotLoad')} onRetry={() => void query.refetch()} />;
  const { cells } = box && part.data ? part.data : query.data;
  const byOrg = new Map(rows.map((row) => [row.orgId, row]));
  const points = cells.map((cell, index) => ({
    id: idOf(cell, index),
    lat: cell.lat,
    lon: cell.lon,
    label: (cell.orgId ? byOrg.get(cell.orgId)?.name : undefined) ?? cell.place?.name ?? t('map.unnamed'),
    count: cell.count,
  }));
  const [first, ...others] = filters.places ?? [];
  const center = first && named.get(first.id);
  const countries = [...new Set([...(center ? [center.country] : []), ...countriesOf(cells)])];
  const pick = (ids: readonly string[]) => {
    const picked = cells.filter((cell, index) => ids.includes(idOf(cell, index)));
    const [only] = picked;
    if (picked.length === 1 && only?.handle) {
      const card = document.getElementById(`creator-${only.handle}`);
      if (!card) return void navigate({ to: '/creator/$handle', params: { handle: only.handle } });
      card.scrollIntoView({ block: 'center' });
      card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
      return;
    }
    const place = picked.toSorted((a, b) => b.count - a.count).find((cell) => cell.place)?.place;
    if (place) onPlaces([{ id: place.id, radiusKm: DEFAULT_RADIUS_KM }]);
  };
  return (
    <LazyPointMap
      label={t('map.label')}
      countries={countries}
      points={points}
      fit={query.data.cells}
      onBox={setBox}
      active={active}
      onActive={onActive}
      onPick={pick}
      radius={first && center ? { lat: center.lat, lon: center.lon, km: first.radiusKm, label: center.name } : null}
      limits={RADIUS_LIMITS}
      onRadius={(km) => first && onPlaces([{ ...first, radiusKm: km }, ...others])}
      note={t('map.note')}
    />
  );
}
