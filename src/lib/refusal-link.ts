import type { Operation, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppErrorShape } from '../../server/core/errors.ts';
import type { AppRouter } from '../../server/router.ts';

export type RefusalOf = (error: unknown) => AppErrorShape | null;

/** Passes every call on unchanged and sees coded refusals before the caller does. */
export function refusalLink(
  refusalOf: RefusalOf,
  onRefusal: (refusal: AppErrorShape, op: Operation) => void,
): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const refusal = refusalOf(error);
            if (refusal) onRefusal(refusal, op);
            observer.error(error);
          },
        }),
      );
}
