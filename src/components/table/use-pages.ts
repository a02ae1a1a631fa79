import {
  type FetchQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import type { Page } from '../../../server/core/pagination.ts';
import { readPage } from '@/lib/read-page.ts';

/** The result of `api.x.y.queryOptions(input)` of a paged query. */
export type PageQuery<Row> = Pick<
  FetchQueryOptions<Page<Row>, Error, Page<Row>, ReturnType<typeof getQueryKey>>,
  'queryKey' | 'queryFn'
>;

/**
 * The pages of a cursor-paged query as one list. Each page is also cached under its own key, so that a loader's
 * prefetch is used, and invalidating the procedure refreshes them all. A filter by text can give a page without rows
 * before the end of the list: the next one is then loaded at once.
 */
export function usePages<Row>(page: (after: string | undefined) => PageQuery<Row>) {
  const queryClient = useQueryClient();
  const [path, given] = page(undefined).queryKey;
  const query = useInfiniteQuery({
    queryKey: [path, { ...given, type: 'infinite' }],
    initialPageParam: '',
    queryFn: ({ pageParam }) => readPage(queryClient, page(pageParam || undefined)),
    getNextPageParam: (last: Page<Row>) => last.next ?? undefined,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const goOn = query.data?.pages.at(-1)?.items.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goOn) void fetchNextPage();
  }, [goOn, fetchNextPage]);
  return { query, rows: query.data?.pages.flatMap((loaded) => loaded.items) ?? [] };
}

/** Whether the list of these pages, which is read elsewhere, has rows; of the former filter while another one is read. */
export function useHasRows<Row>(page: (after: string | undefined) => PageQuery<Row>): boolean {
  const { data } = useQuery({ ...page(undefined), enabled: false, placeholderData: keepPreviousData });
  return data !== undefined && (data.items.length > 0 || data.next !== null);
}
