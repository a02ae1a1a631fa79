import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * A first read that is invalidated while it is under way may be older than what invalidated it, and TanStack Query cancels
 * only repeated reads: it is read once more.
 */
export function repeatOutdatedFirstReads(client: QueryClient): void {
  const outdated = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'invalidate' && query.state.data === undefined && query.state.fetchStatus !== 'idle')
      outdated.add(query);
    else if (action.type === 'success' && outdated.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
