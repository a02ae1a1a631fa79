import { useSyncExternalStore } from 'react';

/** As `xl:` of the styles: filters, list and map stand beside each other. */
const WIDE = '(min-width: 80rem)';

function subscribe(announce: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', announce);
  return () => query.removeEventListener('change', announce);
}

export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
