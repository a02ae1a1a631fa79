import { useSyncExternalStore } from 'react';
import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../../server/router.ts';
import { announcer } from '@/lib/announcer.ts';
import { onSessionResumed } from '@/lib/auth-calls.ts';
import { refusalLink, type RefusalOf } from '@/lib/refusal-link.ts';
import { draftMemory } from '@/lib/form-drafts/draft-store.ts';

let ended = false;
const { announce, subscribe } = announcer();

function setEnded(now: boolean): void {
  ended = now;
  announce();
}

/** True from the first call refused for a missing session until the user closes the dialog that reports it. */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => ended,
    () => false,
  );
export const closeSessionEnd = (): void => setEnded(false);

onSessionResumed(() => {
  draftMemory.sessionEnded = false;
  setEnded(false);
});

/** Marks the session as ended at the first refused call. Subscriptions handle it themselves (`live.ts`). */
export const sessionEndLink = (refusalOf: RefusalOf): TRPCLink<AppRouter> =>
  refusalLink(refusalOf, ({ code }, { type }) => {
    if (type === 'subscription' || code !== 'auth.sign_in_required') return;
    draftMemory.sessionEnded = true;
    setEnded(true);
  });
