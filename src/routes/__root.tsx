import { createRootRoute } from '@tanstack/react-router';
import { RootFrame } from '@/components/page/RootFrame.tsx';
import { LazyNotFoundPage, RouteError } from '@/components/states/LazyRouteStates.tsx';

export const Route = createRootRoute({
  component: RootFrame,
  notFoundComponent: LazyNotFoundPage,
  errorComponent: RouteError,
});
