import { useSyncExternalStore } from 'react';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppErrorShape } from '../../server/core/errors.ts';
import type { AgreeingAct } from '../../server/features/agreements/schema.ts';
import type { AppRouter } from '../../server/router.ts';
import { announcer } from '@/lib/announcer.ts';

/** The act that needs the terms in force to be accepted. */
export interface AskedAcceptance {
  act: AgreeingAct;
  answer: (accepted: boolean) => void;
}

let asked: (AskedAcceptance & { answered: Promise<boolean> }) | null = null;
const { announce, subscribe } = announcer();

/** Opens the one dialog that accepts the terms; callers that request it while it is open share its result. */
export function requestAcceptance(act: AgreeingAct): Promise<boolean> {
  if (asked) return asked.answered;
  let answer: (accepted: boolean) => void = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = (accepted) => {
      asked = null;
      announce();
      resolve(accepted);
    };
  });
  asked = { act, answer, answered };
  announce();
  return answered;
}

export const askedAcceptance = (): AskedAcceptance | null => asked;

export function useAskedAcceptance(): AskedAcceptance | null {
  return useSyncExternalStore(subscribe, askedAcceptance);
}

/**
 * A call refused because the terms in force were not accepted opens the dialog and is sent again unchanged, with the same
 * request key. A refused acceptance fails the call; its form stays as it was typed.
 */
export function acceptanceLink(refusalOf: (error: unknown) => AppErrorShape | null): TRPCLink<AppRouter> {
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
              if (refusal?.code !== 'agreements.terms_not_accepted') return observer.error(error);
              void requestAcceptance(refusal.data['act'] as AgreeingAct).then((accepted) =>
                accepted ? send(true) : observer.error(error),
              );
            },
          });
        };
        send(false);
        return () => running?.unsubscribe();
      });
}
