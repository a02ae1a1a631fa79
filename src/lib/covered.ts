import { useEffect, useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

const { announce, subscribe } = announcer();
let open = 0;

/** Marks that an overlay covers the page: the banners at the bottom are hidden meanwhile. */
export function useCovering(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    open += 1;
    announce();
    return () => {
      open -= 1;
      announce();
    };
  }, [active]);
}

/** Whether a dialog, a sheet or the palette is open. */
export const useCovered = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => open > 0,
    () => false,
  );
