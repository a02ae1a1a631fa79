import { notifyManager, type Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '@/lib/trpc.ts';

/**
 * What a query shows on the screen is from before its last refetch, which failed. A further page that failed makes nothing
 * old; its list says so itself.
 */
export const isOutdated = (query: Query): boolean =>
  query.state.status === 'error' &&
  query.state.data !== undefined &&
  !query.state.fetchMeta?.fetchMore &&
  query.isActive();

const cache = queryClient.getQueryCache();
const subscribe = (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed));

/** Whether anything on the screen may be out of date. */
export const useOutdated = (): boolean => useSyncExternalStore(subscribe, () => cache.getAll().some(isOutdated));

export const readOutdatedAgain = (): Promise<void> => queryClient.refetchQueries({ predicate: isOutdated });
