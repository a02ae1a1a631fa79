import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../../server/router.ts';
import { randomId } from '@/lib/random-id.ts';
import { refusalLink, type RefusalOf } from '@/lib/refusal-link.ts';

/**
 * Options for a mutation whose intent has a key: `useMutation(withRequestKey(key))`. The key is created when the dialog
 * opens, so that a double click or a retry has one effect.
 */
export function withRequestKey(requestKey: string): { trpc: { context: { requestKey: string } } } {
  return { trpc: { context: { requestKey } } };
}

/** Keys that the server has stored with other content, and the key that the next try uses. */
const renewed = new Map<string, string>();

export function requestKeyHeader(context: Record<string, unknown>): Record<string, string> {
  const key = context['requestKey'];
  return typeof key === 'string' ? { 'x-request-key': renewed.get(key) ?? key } : {};
}

/**
 * A key that an earlier try used with other content is refused once, so that the user sees it; the next submit uses a
 * new key.
 */
export const requestKeyLink = (refusalOf: RefusalOf): TRPCLink<AppRouter> =>
  refusalLink(refusalOf, ({ code }, { context }) => {
    const key = context['requestKey'];
    if (typeof key === 'string' && code === 'request.key_reused') renewed.set(key, randomId());
  });
