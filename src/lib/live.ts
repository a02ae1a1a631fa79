import { useEffect, useRef } from 'react';
import { MAX_TOPICS } from '../../server/features/live/rules.ts';
import { refetchSession } from '@/lib/auth.ts';
import { createLiveStream } from '@/lib/live-stream.ts';
import { api, appError, queryClient, trpcClient } from '@/lib/trpc.ts';

export interface LiveOptions {
  /** The queries to refetch; by default all on the screen. */
  refresh?: () => unknown;
}

/**
 * Follows `contract:<id>`, `offer:<id>`, `campaign:<id>`, `org:<id>` or `user:<id>`: when the other side acts, the queries on
 * the screen are refetched, whatever their age. Null follows nothing. A tab that is not in view follows nothing, and leaves its
 * connection to others; in view again, it refetches.
 */
export function useLive(topics: readonly string[] | null, { refresh = refreshScreen }: LiveOptions = {}): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  const wanted = topics?.join(' ') ?? '';
  useEffect(() => {
    if (wanted === '') return undefined;
    document.addEventListener('visibilitychange', stream.settle);
    return stream.follow({ topics: wanted.split(' '), latest });
  }, [wanted]);
}

const stream = createLiveStream({
  maxTopics: MAX_TOPICS,
  isInView: () => document.visibilityState === 'visible',
  open(topics, on) {
    const { unsubscribe } = trpcClient.live.events.subscribe(
      { topics: [...topics] },
      {
        onData: (event) => on.event(event.topics),
        onComplete: on.end,
        onError: (error) => {
          on.end();
          if (ENDED.has(appError(error)?.code ?? ''))
            void refetchSession().then(
              (still) => still && stream.settle(),
              () => {},
            );
        },
      },
    );
    return unsubscribe;
  },
});

/** The server ends a stream when the session is over or the user's membership in the org has changed. */
const ENDED: ReadonlySet<string> = new Set(['auth.sign_in_required', 'state.changed', 'org.unknown', 'acting.ended']);

/** Marks every query but the session as stale; those on the screen are refetched at once. */
export async function refreshScreen(): Promise<void> {
  const sessionKey = JSON.stringify(api.accounts.session.queryOptions().queryKey);
  await queryClient.invalidateQueries({ predicate: (query) => JSON.stringify(query.queryKey) !== sessionKey });
}
