import { useSyncExternalStore } from 'react';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppErrorShape, ErrorCode } from '../../server/core/errors.ts';
import type { AppRouter } from '../../server/router.ts';
import { announcer } from '@/lib/announcer.ts';
import type { RefusalOf } from '@/lib/refusal-link.ts';

/** What the open dialog is to confirm. */
export interface Confirmation<Subject> {
  subject: Subject;
  answer: (confirmed: boolean) => void;
}

/** The state of one dialog. Callers that request it while it is open share its result. */
export function createConfirmation<Subject>() {
  let open: (Confirmation<Subject> & { answered: Promise<boolean> }) | null = null;
  const { announce, subscribe } = announcer();
  const request = (subject: Subject): Promise<boolean> => {
    if (open) return open.answered;
    let answer: (confirmed: boolean) => void = () => {};
    const answered = new Promise<boolean>((resolve) => {
      answer = (confirmed) => {
        open = null;
        announce();
        resolve(confirmed);
      };
    });
    open = { subject, answer, answered };
    announce();
    return answered;
  };
  const current = (): Confirmation<Subject> | null => open;
  const useOpen = (): Confirmation<Subject> | null => useSyncExternalStore(subscribe, current);
  return { request, current, useOpen };
}

/**
 * A call refused with `code` opens the dialog and, once confirmed, is sent again unchanged, with the same request key;
 * for the caller it only takes longer. Without the confirmation the call fails with the refusal, and its form stays as
 * it was typed. A call is sent again once.
 */
export function confirmationLink(
  refusalOf: RefusalOf,
  code: ErrorCode,
  confirm: (data: AppErrorShape['data']) => Promise<boolean>,
): TRPCLink<AppRouter> {
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
              if (refusal?.code !== code) return observer.error(error);
              void confirm(refusal.data).then((confirmed) => (confirmed ? send(true) : observer.error(error)));
            },
          });
        };
        send(false);
        return () => running?.unsubscribe();
      });
}
