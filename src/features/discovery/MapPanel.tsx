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
  /** Ids of selected rows. */
  selected: ReadonlyMap<string, unknown>;
  /** Ids of highlighted rows. */
  active: readonly string[];
  onActive: (ids: readonly string[]) => void;
  onPlaces: (places: NonNullable<Filters['places']>) => void;
}

const idOf = (cell: FoundCell, index: number): string => cell.orgId ?? `cell ${index}`;

type Numbered = FoundCreator & { number: number };

/** Rows of the list that stand in a cell. */
const rowsIn = ({ orgId, extent }: FoundCell, rows: readonly Numbered[]): Numbered[] =>
  rows.filter((row) =>
    orgId === null
      ? row.lat !== null &&
        row.lon !== null &&
        row.lat >= extent.south &&
        row.lat <= extent.north &&
        row.lon >= extent.west &&
        row.lon <= extent.east
      : row.orgId === orgId,
  );

/** "1–4, 7" */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Countries of the cells, those with the most creators first. */
function countriesOf(cells: readonly FoundCell[]): string[] {
  const counts = new Map<string, number>();
  for (const { place, count } of cells) if (place) counts.set(place.country, (counts.get(place.country) ?? 0) + count);
  return [...counts.entries()].toSorted((a, b) => b[1] - a[1]).map(([country]) => country);
}

/** All results by place. A mark of one creator leads to it, a mark of several narrows the search to their place. */
export function MapPanel({ filters, rows, selected, active, onActive, onPlaces }: MapPanelProps) {
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
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('map.couldNotLoad')} onRetry={() => void query.refetch()} />;
  const { cells } = box && part.data ? part.data : query.data;
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }));
  const marks = cells.map((cell, index) => ({ id: idOf(cell, index), cell, rows: rowsIn(cell, numbered) }));
  const points = marks.map(({ id, cell, rows: own }) => {
    const [only] = own;
    const place = cell.place?.name ?? t('map.unnamed');
    return {
      id,
      lat: cell.lat,
      lon: cell.lon,
      label: !only
        ? place
        : cell.orgId
          ? `${only.number}. ${only.name}`
          : t('map.numbers', { place, numbers: rangesOf(own.map(({ number }) => number)) }),
      count: cell.count,
      number: only?.number,
      chosen: own.some(({ orgId }) => selected.has(orgId)),
    };
  });
  const [first, ...others] = filters.places ?? [];
  const center = first && named.get(first.id);
  const countries = [...new Set([...(center ? [center.country] : []), ...countriesOf(cells)])];
  const pick = (ids: readonly string[]) => {
    const picked = cells.filter((cell, index) => ids.includes(idOf(cell, index)));
    const [only] = picked;
    if (picked.length === 1 && only?.handle) {
      const row = document.getElementById(`creator-${only.handle}`);
      if (!row) return void navigate({ to: '/creator/$handle', params: { handle: only.handle } });
      row.scrollIntoView({ block: 'center' });
      (row.querySelector<HTMLElement>('a') ?? row).focus({ preventScroll: true });
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
      active={marks.filter(({ rows: own }) => own.some(({ orgId }) => active.includes(orgId))).map(({ id }) => id)}
      onActive={(ids) =>
        onActive(marks.filter(({ id }) => ids.includes(id)).flatMap(({ rows: own }) => own.map(({ orgId }) => orgId)))
      }
      onPick={pick}
      radius={first && center ? { lat: center.lat, lon: center.lon, km: first.radiusKm, label: center.name } : null}
      limits={RADIUS_LIMITS}
      onRadius={(km) => first && onPlaces([{ ...first, radiusKm: km }, ...others])}
      note={t('map.note')}
    />
  );
}
