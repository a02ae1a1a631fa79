import { useSyncExternalStore } from 'react';
import { refetchSession } from '@/lib/auth.ts';
import { api, appError, queryClient, trpc } from '@/lib/trpc.ts';

export interface LiveOptions {
  /** The queries to refetch; by default all on the screen. */
  refresh?: () => unknown;
}

/**
 * Subscribes to `contract:<id>`, `offer:<id>`, `campaign:<id>`, `org:<id>` or `user:<id>`: when the other side acts,
 * the queries on the screen are refetched, whatever their age. Null subscribes to nothing. A tab that is not in view is not
 * subscribed: a browser opens six connections to a host over HTTP/1.1, and those of three deals would leave none to load a
 * page. In view again, its first event refetches.
 */
export function useLive(topics: readonly string[] | null, { refresh = refreshScreen }: LiveOptions = {}): void {
  const inView = useSyncExternalStore(onVisibilityChange, isInView, () => true);
  const following = trpc.live.events.useSubscription(
    { topics: [...(topics ?? [])] },
    {
      enabled: inView && topics !== null && topics.length > 0,
      // The first event reports that the subscription is active: refetching then covers what happened since the page
      // was read.
      onData: () => void refresh(),
      onError: (error) => {
        if (ENDED.has(appError(error)?.code ?? ''))
          void refetchSession().then(
            (still) => still && following.reset(),
            () => {},
          );
      },
    },
  );
}

const isInView = (): boolean => document.visibilityState === 'visible';

function onVisibilityChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** The server ends a subscription when the session is over or the user's membership in the org has changed. */
const ENDED: ReadonlySet<string> = new Set(['auth.sign_in_required', 'state.changed', 'org.unknown', 'acting.ended']);

/** Marks every query but the session as stale; those on the screen are refetched at once. */
export async function refreshScreen(): Promise<void> {
  const sessionKey = JSON.stringify(api.accounts.session.queryOptions().queryKey);
  await queryClient.invalidateQueries({ predicate: (query) => JSON.stringify(query.queryKey) !== sessionKey });
}
