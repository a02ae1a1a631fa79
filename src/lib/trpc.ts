import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { MAX_BATCH } from '../../server/core/api-limits.ts';
import { wire } from '../../server/core/wire.ts';
import type { AppRouter } from '../../server/router.ts';
import { appError } from '@/lib/app-error.ts';
import { onSessionForgotten } from '@/lib/auth-calls.ts';
import { watched } from '@/lib/connection.ts';
import { repeatOutdatedFirstReads } from '@/lib/first-reads.ts';
import { requestKeyHeader, requestKeyLink } from '@/lib/request-key.ts';
import { inOrg, orgHeaders } from '@/lib/org-choice.ts';
import { orgChoiceLink } from '@/lib/org-choice-link.ts';
import { learnServerTime } from '@/lib/server-clock.ts';
import { sessionEndLink } from '@/lib/session-end.ts';
import { stepUpLink } from '@/lib/step-up.ts';
import { acceptanceLink } from '@/lib/terms-acceptance.ts';

/** Exported here for the callers of the client. */
export { appError } from '@/lib/app-error.ts';
export { withRequestKey } from '@/lib/request-key.ts';

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

const API = '/api/trpc';
const MINUTE = 60_000;

/** Hooks for mutations and subscriptions: `trpc.offers.accept.useMutation()`. Reads go through {@link api}. */
export const trpc = createTRPCReact<AppRouter>();

const links = [
  sessionEndLink(appError),
  orgChoiceLink(appError),
  splitLink({
    condition: (operation) => operation.type === 'subscription',
    true: httpSubscriptionLink({ url: () => inOrg(API), transformer: wire }),
    false: splitLink({
      // A mutation is not batched: its key belongs to it alone, and a slow one must not delay queries.
      condition: (operation) => operation.type === 'mutation',
      true: [
        requestKeyLink(appError),
        acceptanceLink(appError),
        stepUpLink(appError),
        httpLink({
          url: API,
          transformer: wire,
          fetch: fetchWithClock,
          headers: ({ op }) => ({ ...orgHeaders(), ...requestKeyHeader(op.context) }),
        }),
      ],
      false: httpBatchLink({
        url: API,
        transformer: wire,
        maxItems: MAX_BATCH,
        maxURLLength: 2000,
        fetch: fetchWithClock,
        headers: orgHeaders,
      }),
    }),
  }),
];

export const trpcClient = trpc.createClient({ links });

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 10 * MINUTE,
      // A refusal is an answer; only a call without an answer is retried.
      retry: (failures, error) => failures < 2 && appError(error) === null,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

repeatOutdatedFirstReads(queryClient);
onSessionForgotten(() => queryClient.clear());

/**
 * Query options for loaders, `useQuery` and tables, and invalidation:
 * `queryClient.ensureQueryData(api.offers.list.queryOptions(input))`, `api.offers.invalidate()`.
 */
export const api = createTRPCQueryUtils<AppRouter>({ queryClient, client: createTRPCClient<AppRouter>({ links }) });

async function fetchWithClock(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  const response = await watched(fetch(input, { ...init, credentials: 'same-origin' }), init?.signal);
  learnServerTime(response.headers.get('date'), sentAt, Date.now());
  return response;
}
