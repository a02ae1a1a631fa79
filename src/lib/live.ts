import { askSessionAgain } from '@/lib/auth.ts';
import { api, appError, queryClient, trpc } from '@/lib/trpc.ts';

export interface LiveOptions {
  /** What to ask for again; by default everything on the screen. */
  refresh?: () => unknown;
}

/**
 * Follows `contract:<id>`, `offer:<id>`, `campaign:<id>`, `org:<id>` or `user:<id>`: when the other side acts, what is on
 * the screen is asked for again, whatever its age in the cache. Null follows nothing.
 */
export function useLive(topics: readonly string[] | null, { refresh = refreshScreen }: LiveOptions = {}): void {
  const following = trpc.live.events.useSubscription(
    { topics: [...(topics ?? [])] },
    {
      enabled: topics !== null && topics.length > 0,
      // The first event says that the following has begun: what happened since the page was read is then not missed.
      onData: () => void refresh(),
      onError: (error) => {
        if (ENDED.has(appError(error)?.code ?? ''))
          void askSessionAgain().then(
            (still) => still && following.reset(),
            () => {},
          );
      },
    },
  );
}

/** How the server ends what is followed: the session is over, or somebody's standing in the org is another. */
const ENDED: ReadonlySet<string> = new Set(['auth.sign_in_required', 'state.changed']);

/** Marks every read but the session as old; those on the screen are asked for at once. */
export async function refreshScreen(): Promise<void> {
  const sessionKey = JSON.stringify(api.accounts.session.queryOptions().queryKey);
  await queryClient.invalidateQueries({ predicate: (query) => JSON.stringify(query.queryKey) !== sessionKey });
}
