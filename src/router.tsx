import { createRouter } from '@tanstack/react-router';
import { LazyNotFoundInFrame, LazyPending, RouteError } from '@/components/states/LazyRouteStates.tsx';
import type { ScreenPath } from '@/lib/screens.ts';
import { type FileRouteTypes, routeTree } from '@/route-tree.gen.ts';

/** Every route has all its states by default. */
export const router = createRouter({
  routeTree,
  // The server and the registry of screens compare addresses case-sensitively: `/AUTH` is unknown.
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  // A form takes its values once: a cached loader answer of an earlier visit would stay in it.
  defaultStaleReloadMode: 'blocking',
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LazyPending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: LazyNotFoundInFrame,
  scrollRestoration: true,
  // Another record is another page: typed text and answers of one never appear on the next.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

type RoutePath = FileRouteTypes['to'];
/** Records are beneath their screen; `/$` catches all other addresses. */
type Registered = ScreenPath | `${Exclude<ScreenPath, '/'>}/${string}` | '/$';
type Unregistered = Exclude<RoutePath, Registered>;

/** Does not compile if a route is missing in `src/lib/screens.ts`; the error names it. */
export const everyRouteIsRegistered: [Unregistered] extends [never] ? true : Unregistered = true;
