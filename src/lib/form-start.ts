import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryClient } from '@/lib/trpc.ts';

type Answer<Selected, Failure> = UseQueryResult<Selected, Failure>;

/**
 * What a form reads of its query: it waits for an answer that is fresh, and has begun with it. From then on a fetch in the
 * background that fails is no error of the form: its page would show the error in place of what is typed.
 */
export function startOfForm<Selected, Failure>(
  query: Answer<Selected, Failure>,
  hasBegun: boolean,
): Answer<Selected, Failure> {
  if (query.isSuccess && !hasBegun)
    return { ...query, isPending: true, isSuccess: false, status: 'pending', data: undefined } as unknown as Answer<
      Selected,
      Failure
    >;
  if (query.isError && hasBegun && query.data !== undefined)
    return { ...query, isError: false, isSuccess: true, status: 'success', error: null } as unknown as Answer<
      Selected,
      Failure
    >;
  return query;
}

/**
 * The first values of a form. A form takes its values once, when it opens, so a cached answer of an earlier visit would
 * stay in it: the form waits (`isPending`) for a fresh one. Later answers never replace typed text.
 */
export function useFormStart<Data, Failure, Selected = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Failure, Selected, Key>,
): Answer<Selected, Failure> {
  const query = useQuery({ ...options, staleTime: 0, refetchOnWindowFocus: false });
  const begun = useRef(false);
  if (query.isSuccess && (!query.isFetching || query.isFetchedAfterMount)) begun.current = true;
  return startOfForm(query, begun.current);
}

/**
 * Caches the answer of a save. A query that began before the save could arrive after it and overwrite it, so it is
 * canceled.
 */
export function keepAnswer<Data>(key: QueryKey, data: Data): void {
  void queryClient.cancelQueries({ queryKey: key, exact: true });
  queryClient.setQueryData(key, data);
}
