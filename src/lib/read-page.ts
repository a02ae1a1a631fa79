import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * One page for a query over several, which finds it in the cache under its own key. A repeated read that is under way when the
 * page is invalidated may be older than what invalidated it, and `fetchQuery` would give its answer: it is replaced.
 */
export async function readPage<Data, Key extends QueryKey>(
  client: QueryClient,
  options: Pick<FetchQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>,
): Promise<Data> {
  const { queryKey } = options;
  const known = client.getQueryState(queryKey);
  if (!known?.isInvalidated || known.data === undefined || known.fetchStatus === 'idle')
    return client.fetchQuery(options);
  await client.cancelQueries({ queryKey, exact: true });
  return client.fetchQuery({ ...options, staleTime: 0 });
}
