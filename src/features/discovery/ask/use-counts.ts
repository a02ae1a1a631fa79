import { useQuery } from '@tanstack/react-query';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import type { ResultCount } from '../../../../server/features/discovery/schema.ts';
import { api } from '@/lib/trpc.ts';

const MAX_SEARCHES = 30;

/** How many results each of the searches would have; nothing until they are known. */
export function useCounts(searches: readonly Filters[]): readonly (ResultCount | undefined)[] {
  const asked = searches.slice(0, MAX_SEARCHES);
  const { data } = useQuery({
    ...api.discovery.counts.queryOptions({ searches: asked.length > 0 ? [...asked] : [{}] }),
    enabled: asked.length > 0,
  });
  return asked.length > 0 ? (data ?? []) : [];
}
