import { useSyncExternalStore } from 'react';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppErrorShape } from '../../server/core/errors.ts';
import type { AppRouter } from '../../server/router.ts';
import { announcer } from '@/lib/announcer.ts';

/** The action for which the server requires a proof, such as `payout_account`. */
export interface RequestedProof {
  reason: string;
  answer: (proved: boolean) => void;
}

let asked: (RequestedProof & { answered: Promise<boolean> }) | null = null;
const { announce, subscribe } = announcer();

/** Opens the one dialog that proves the user's identity; callers that request it while it is open share its result. */
export function requestProof(reason: string): Promise<boolean> {
  if (asked) return asked.answered;
  let answer: (proved: boolean) => void = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = (proved) => {
      asked = null;
      announce();
      resolve(proved);
    };
  });
  asked = { reason, answer, answered };
  announce();
  return answered;
}

export function useRequestedProof(): RequestedProof | null {
  return useSyncExternalStore(subscribe, () => asked);
}

/**
 * A call refused for a missing proof opens the dialog and is sent again unchanged, with the same request key; for the
 * caller it only takes longer.
 */
export function stepUpLink(refusalOf: (error: unknown) => AppErrorShape | null): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        let running: { unsubscribe(): void } | null = null;
        const send = (last: boolean) => {
          running = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => {
              const refusal = last ? null : refusalOf(error);
              if (refusal?.code !== 'auth.step_up_required') return observer.error(error);
              void requestProof(String(refusal.data['reason'] ?? '')).then((proved) =>
                proved ? send(true) : observer.error(error),
              );
            },
          });
        };
        send(false);
        return () => running?.unsubscribe();
      });
}
