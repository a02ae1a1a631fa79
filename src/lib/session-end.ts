import { useSyncExternalStore } from 'react';
import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../../server/router.ts';
import { announcer } from '@/lib/announcer.ts';
import { refusalLink, type RefusalOf } from '@/lib/refusal-link.ts';
import { memory } from '@/lib/typed.ts';

let told = false;
const { announce, subscribe } = announcer();

function tell(now: boolean): void {
  told = now;
  announce();
}

/** True from the call that was refused because nobody is signed in any more until somebody closes what says so. */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => told,
    () => false,
  );
export const closeSessionEnd = (): void => tell(false);

/** Somebody is signed in again, here or in another tab. */
export function sessionResumed(): void {
  memory.sessionEnded = false;
  tell(false);
}

/** One place for all calls: whichever is refused first says that the session has ended. What is followed live has its own way. */
export const sessionEndLink = (refusalOf: RefusalOf): TRPCLink<AppRouter> =>
  refusalLink(refusalOf, ({ code }, { type }) => {
    if (type === 'subscription' || code !== 'auth.sign_in_required') return;
    memory.sessionEnded = true;
    tell(true);
  });
