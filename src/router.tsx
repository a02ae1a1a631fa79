import { createRouter } from '@tanstack/react-router';
import { LazyNotFoundInFrame, LazyPending, RouteError } from '@/components/states/LazyRouteStates.tsx';
import type { ScreenPath } from '@/lib/screens.ts';
import { type FileRouteTypes, routeTree } from '@/route-tree.gen.ts';

/** A new route has all its states before its author thinks of them. */
export const router = createRouter({
  routeTree,
  // As the server and the registry of screens read addresses: `/AUTH` is none of them.
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  // A form takes its values once: what a loader answered on an earlier visit would stay in it.
  defaultStaleReloadMode: 'blocking',
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LazyPending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: LazyNotFoundInFrame,
  scrollRestoration: true,
  // Another record is another page: what is typed or answered on one never stands on the next.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

type RoutePath = FileRouteTypes['to'];
/** Records stand beneath their screen; `/$` is the net beneath all of them. */
type Registered = ScreenPath | `${Exclude<ScreenPath, '/'>}/${string}` | '/$';
type Unregistered = Exclude<RoutePath, Registered>;

/** Does not compile while a route is missing in `src/lib/screens.ts`; the error names it. */
export const everyRouteIsRegistered: [Unregistered] extends [never] ? true : Unregistered = true;
