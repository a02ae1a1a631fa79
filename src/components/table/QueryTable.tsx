import { type FetchQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { getQueryKey } from '@trpc/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../server/core/pagination.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DataTable, type DataTableProps } from '@/components/table/DataTable.tsx';
import { Button } from '@/ui/button.tsx';

/** The result of `api.x.y.queryOptions(input)` of a paged query. */
export type PageQuery<Row> = Pick<
  FetchQueryOptions<Page<Row>, Error, Page<Row>, ReturnType<typeof getQueryKey>>,
  'queryKey' | 'queryFn'
>;

export interface QueryTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'footer'> {
  /** The page after a cursor; the first without one: `(after) => api.offers.list.queryOptions({ ...filters, after })`. */
  page: (after: string | undefined) => PageQuery<Row>;
  /** Shown instead of an empty table: what is missing, why, and one action. */
  emptyState: ReactNode;
  /** "We could not load your payouts". */
  errorTitle?: ReactNode;
  /** On screens about money. */
  moneySafe?: boolean;
  /** Rows of the skeleton. */
  skeletonRows?: number;
  /** Above the table if there are rows; receives the rows loaded so far. */
  summary?: (rows: readonly Row[]) => ReactNode;
}

/**
 * A table over a paged query: skeleton, error in place, empty state, "View More". The URL of the screen holds filters
 * and sort.
 */
export function QueryTable<Row>({
  page,
  emptyState,
  errorTitle,
  moneySafe,
  skeletonRows = 5,
  summary,
  ...table
}: QueryTableProps<Row>) {
  const { rows, query } = usePages<Row>(page);
  const { t } = useTranslation();
  if (query.isPending || (rows.length === 0 && query.hasNextPage && !query.isError))
    return <PendingSkeleton rows={skeletonRows} />;
  if (query.isError && rows.length === 0)
    return (
      <ErrorState
        error={query.error}
        title={errorTitle}
        moneySafe={moneySafe}
        onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
      />
    );
  if (rows.length === 0) return <>{emptyState}</>;
  return (
    <>
      {summary?.(rows)}
      <DataTable
        {...table}
        rows={rows}
        footer={
          <>
            {query.isError ? (
              <ErrorState
                error={query.error}
                title={t('table.moreFailed')}
                onRetry={() => void query.fetchNextPage()}
              />
            ) : null}
            {query.hasNextPage && !query.isError ? (
              <div className="pt-4">
                <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('label.viewMore')}
                </Button>
              </div>
            ) : null}
          </>
        }
      />
    </>
  );
}

/**
 * The pages of a cursor-paged query as one list. Each page is also cached under its own key, so that a loader's
 * prefetch is used, and invalidating the procedure refreshes them all. A filter by text can give a page without rows
 * before the end of the list: the next one is then loaded at once.
 */
export function usePages<Row>(page: QueryTableProps<Row>['page']) {
  const queryClient = useQueryClient();
  const [path, given] = page(undefined).queryKey;
  const query = useInfiniteQuery({
    queryKey: [path, { ...given, type: 'infinite' }],
    initialPageParam: '',
    queryFn: ({ pageParam }) => queryClient.fetchQuery(page(pageParam || undefined)),
    getNextPageParam: (last: Page<Row>) => last.next ?? undefined,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const goOn = query.data?.pages.at(-1)?.items.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goOn) void fetchNextPage();
  }, [goOn, fetchNextPage]);
  return { query, rows: query.data?.pages.flatMap((loaded) => loaded.items) ?? [] };
}
