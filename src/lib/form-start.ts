import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryClient } from '@/lib/trpc.ts';

/**
 * The first values of a form. A form takes its values once, when it opens, so a cached answer of an earlier visit would
 * stay in it: the form waits (`isPending`) for a fresh one. Later answers never replace typed text.
 */
export function useFormStart<Data, Failure, Selected = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Failure, Selected, Key>,
): UseQueryResult<Selected, Failure> {
  const query = useQuery({ ...options, staleTime: 0, refetchOnWindowFocus: false });
  const begun = useRef(false);
  if (query.isSuccess && (!query.isFetching || query.isFetchedAfterMount)) begun.current = true;
  return query.isSuccess && !begun.current
    ? ({ ...query, isPending: true, isSuccess: false, status: 'pending', data: undefined } as unknown as UseQueryResult<
        Selected,
        Failure
      >)
    : query;
}

/**
 * Caches the answer of a save. A query that began before the save could arrive after it and overwrite it, so it is
 * canceled.
 */
export function keepAnswer<Data>(key: QueryKey, data: Data): void {
  void queryClient.cancelQueries({ queryKey: key, exact: true });
  queryClient.setQueryData(key, data);
}
