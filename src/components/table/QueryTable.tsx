import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DataTable, type DataTableProps } from '@/components/table/DataTable.tsx';
import { type PageQuery, usePages } from '@/components/table/use-pages.ts';
import { Button } from '@/ui/button.tsx';

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
            {query.isFetchNextPageError ? (
              <ErrorState
                error={query.error}
                title={t('table.moreFailed')}
                onRetry={() => void query.fetchNextPage()}
              />
            ) : null}
            {query.hasNextPage && !query.isFetchNextPageError ? (
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
