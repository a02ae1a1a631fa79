import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * A ref for the `h1` of a page: it is focused after a navigation, not on the first load, and not if the user has done
 * something since.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    if (firstPath === null) {
      firstPath = pathname;
      watchActs(router);
    } else if (navigated || firstPath !== pathname) {
      navigated = true;
      if (actedAt <= leftAt) heading.current?.focus({ preventScroll: true });
    }
  }, [pathname, router]);
  return heading;
}

/** The address of the first load: there the browser's own focus stays. */
let firstPath: string | null = null;
let navigated = false;
/** Times of the last navigation and of the last user input, on the browser's clock. */
let leftAt = 0;
let actedAt = 0;

function watchActs(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', () => (leftAt = performance.now()));
  for (const act of ['pointerdown', 'keydown'])
    addEventListener(act, ({ timeStamp }) => (actedAt = timeStamp), { capture: true, passive: true });
}
