import { api, queryClient, trpc } from '@/lib/trpc.ts';

export interface LiveOptions {
  /** What to ask for again; by default everything on the screen. */
  refresh?: () => unknown;
}

/**
 * Follows `contract:<id>`, `offer:<id>`, `campaign:<id>`, `org:<id>` or `user:<id>`: when the other side acts, what is on
 * the screen is asked for again, whatever its age in the cache. Null follows nothing.
 */
export function useLive(topics: readonly string[] | null, { refresh = refreshScreen }: LiveOptions = {}): void {
  trpc.live.events.useSubscription(
    { topics: [...(topics ?? [])] },
    // The first event says that the following has begun: what happened since the page was read is then not missed.
    { enabled: topics !== null && topics.length > 0, onData: () => void refresh() },
  );
}

/** Marks every read but the session as old; those on the screen are asked for at once. */
export async function refreshScreen(): Promise<void> {
  const sessionKey = JSON.stringify(api.accounts.session.queryOptions().queryKey);
  await queryClient.invalidateQueries({ predicate: (query) => JSON.stringify(query.queryKey) !== sessionKey });
}
