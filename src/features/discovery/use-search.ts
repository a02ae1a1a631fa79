import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { FoundPage } from '../../../server/features/discovery/schema.ts';
import { readPage } from '@/lib/read-page.ts';
import { api } from '@/lib/trpc.ts';

/** The results of a search page by page; the first page also has the counts. */
export function useSearch(filters: Filters, { enabled = true }: { enabled?: boolean } = {}) {
  const queryClient = useQueryClient();
  const page = (after: string) => api.discovery.search.queryOptions({ filters, ...(after ? { after } : {}) });
  const [path, given] = page('').queryKey;
  const query = useInfiniteQuery({
    queryKey: [path, { ...given, type: 'infinite' }],
    enabled,
    initialPageParam: '',
    queryFn: ({ pageParam }) => readPage(queryClient, page(pageParam)),
    getNextPageParam: (last: FoundPage) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? [];
  return { query, first: pages[0], rows: pages.flatMap(({ items }) => items) };
}
