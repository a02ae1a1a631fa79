import { useSyncExternalStore } from 'react';

function mediaQuery(media: string): () => boolean {
  const subscribe = (announce: () => void) => {
    const query = window.matchMedia(media);
    query.addEventListener('change', announce);
    return () => query.removeEventListener('change', announce);
  };
  return () =>
    useSyncExternalStore(
      subscribe,
      () => window.matchMedia(media).matches,
      () => false,
    );
}

/** As `wide:` of the styles: room for filters, list and map beside each other. */
export const useWide = mediaQuery('(min-width: 88rem)');
/** As `max-md:` of the styles. */
export const usePhone = mediaQuery('(max-width: 51.24rem)');
