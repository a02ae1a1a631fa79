import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../server/core/pagination.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import type { PageQuery } from '@/components/table/use-pages.ts';
import { readPage } from '@/lib/read-page.ts';
import { Button } from '@/ui/button.tsx';

/**
 * A list whose first page is part of the screen's own query: the rows so far, and below them a button for the next page.
 * `more` is null if the list is complete.
 */
export function useShowMore<Row>(
  first: readonly Row[],
  next: string | null,
  page: (after: string) => PageQuery<Row>,
): { rows: readonly Row[]; more: ReactNode } {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { queryKey } = page(next ?? '');
  const query = useInfiniteQuery({
    queryKey: [queryKey[0], { ...(queryKey[1] as Record<string, unknown> | undefined), type: 'infinite' }],
    enabled: false,
    initialPageParam: next ?? '',
    queryFn: ({ pageParam }) => readPage(queryClient, page(pageParam)),
    getNextPageParam: (last: Page<Row>) => last.next ?? undefined,
  });
  const rows = [...first, ...(query.data?.pages.flatMap(({ items }) => items) ?? [])];
  if (next === null) return { rows: first, more: null };
  const load = () => void (query.data ? query.fetchNextPage() : query.refetch());
  const whole = query.data !== undefined && !query.hasNextPage;
  return {
    rows,
    more: whole ? null : query.isError ? (
      <ErrorState error={query.error} title={t('table.moreFailed')} onRetry={load} />
    ) : (
      <div className="pt-4">
        <Button pending={query.isFetching} onClick={load}>
          {t('label.viewMore')}
        </Button>
      </div>
    ),
  };
}
