import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { NamedPlace } from '../../../server/features/places/schema.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';

const NONE: ReadonlyMap<number, NamedPlace> = new Map();

/** The places that the filters name, by id. */
export function useFilterPlaces({ places = [], notPlaces = [] }: Filters): ReadonlyMap<number, NamedPlace> {
  const ids = [...new Set([...places.map(({ id }) => id), ...notPlaces])].toSorted((a, b) => a - b).slice(0, 30);
  const { data } = useQuery({
    ...api.places.named.queryOptions({ ids: ids.length > 0 ? ids : [1], language: currentLocale() }),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    select: (named) => new Map(named.map((place) => [place.id, place])),
  });
  return ids.length > 0 ? (data ?? NONE) : NONE;
}
