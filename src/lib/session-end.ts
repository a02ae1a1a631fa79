import { useSyncExternalStore } from 'react';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppErrorShape } from '../../server/core/errors.ts';
import type { AppRouter } from '../../server/router.ts';
import { announcer } from '@/lib/announcer.ts';
import { memory } from '@/lib/typed.ts';

let told = false;
const { announce, subscribe } = announcer();

function tell(now: boolean): void {
  told = now;
  announce();
}

/** True from the call that was refused because nobody is signed in any more until somebody closes what says so. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => told, () => false);
export const closeSessionEnd = (): void => tell(false);

/** Somebody is signed in again, here or in another tab. */
export function sessionResumed(): void {
  memory.sessionEnded = false;
  tell(false);
}

/** One place for all calls: whichever is refused first says that the session has ended. What is followed live has its own way. */
export function sessionEndLink(refusalOf: (error: unknown) => AppErrorShape | null): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (op.type !== 'subscription' && refusalOf(error)?.code === 'auth.sign_in_required') {
              memory.sessionEnded = true;
              tell(true);
            }
            observer.error(error);
          },
        }),
      );
}
