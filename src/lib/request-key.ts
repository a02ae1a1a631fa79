import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../../server/router.ts';
import { randomId } from '@/lib/random-id.ts';
import { refusalLink, type RefusalOf } from '@/lib/refusal-link.ts';

/**
 * Options for a mutation whose intent has a key: `useMutation(withRequestKey(key))`. The key is made when the dialog
 * opens, so that a double click or a retry has one effect.
 */
export function withRequestKey(requestKey: string): { trpc: { context: { requestKey: string } } } {
  return { trpc: { context: { requestKey } } };
}

/** Keys of intents that arrived once with other content, and the key under which the next try goes. */
const renewed = new Map<string, string>();

export function requestKeyHeader(context: Record<string, unknown>): Record<string, string> {
  const key = context['requestKey'];
  return typeof key === 'string' ? { 'x-request-key': renewed.get(key) ?? key } : {};
}

/**
 * An intent whose key was taken by an earlier try with other content is refused once, so that the person learns of it; what
 * is sent after that is an intent of its own.
 */
export const requestKeyLink = (refusalOf: RefusalOf): TRPCLink<AppRouter> =>
  refusalLink(refusalOf, ({ code }, { context }) => {
    const key = context['requestKey'];
    if (typeof key === 'string' && code === 'request.key_reused') renewed.set(key, randomId());
  });
