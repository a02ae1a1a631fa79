import { useSyncExternalStore } from 'react';
import { type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppErrorShape } from '../../server/core/errors.ts';
import type { AppRouter } from '../../server/router.ts';
import { announcer } from '@/lib/announcer.ts';

/** What the server says it asks a proof for, `payout_account` and its like. */
export interface AskedProof {
  reason: string;
  answer: (proved: boolean) => void;
}

let asked: (AskedProof & { answered: Promise<boolean> }) | null = null;
const { announce, subscribe } = announcer();

/** Opens the one dialog that proves who is signed in; whoever asks while it is open shares its answer. */
export function askForProof(reason: string): Promise<boolean> {
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

export function useAskedProof(): AskedProof | null {
  return useSyncExternalStore(subscribe, () => asked);
}

/**
 * A call that is refused for want of a fresh proof asks for it and is sent again as it was, under its own request key; whoever
 * made it only sees it take longer.
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
              void askForProof(String(refusal.data['reason'] ?? '')).then((proved) =>
                proved ? send(true) : observer.error(error),
              );
            },
          });
        };
        send(false);
        return () => running?.unsubscribe();
      });
}
