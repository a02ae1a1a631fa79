import { announceSession, isKnownSignedOut } from '@/lib/auth-calls.ts';
import { draftMemory } from '@/lib/form-drafts/draft-store.ts';
import { api, queryClient, type RouterOutputs } from '@/lib/trpc.ts';

export type Session = NonNullable<RouterOutputs['accounts']['session']>;

/** The signed-in session; null without one. Cached like every query, and cleared at sign-in and sign-out. */
export async function currentSession(): Promise<Session | null> {
  return isKnownSignedOut() ? null : queryClient.fetchQuery(api.accounts.session.queryOptions());
}

let pending: Promise<boolean> | null = null;

/**
 * Reads the session again after the server ended a subscription: signed out elsewhere, put on hold, or a new session
 * instead of the old one. The route guards run again. Resolves with whether there is still a session.
 */
export function refetchSession(): Promise<boolean> {
  const before = queryClient.getQueryData(api.accounts.session.queryOptions().queryKey);
  return (pending ??= queryClient
    .fetchQuery({ ...api.accounts.session.queryOptions(), staleTime: 0 })
    .then((session) => {
      if (!session) {
        // The pages that are left now store typed text for its author.
        draftMemory.sessionEnded ||= Boolean(before);
        queryClient.clear();
      }
      announceSession();
      return session !== null;
    })
    .finally(() => (pending = null)));
}
