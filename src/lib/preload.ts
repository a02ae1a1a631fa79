const PRELOAD_DELAY_MS = 1500;

/**
 * Loads code that is not part of the first load shortly after it, so that the first use does not wait. Returns a
 * function that cancels it.
 */
export function preloadLater(load: () => unknown): () => void {
  const timer = setTimeout(load, PRELOAD_DELAY_MS);
  return () => clearTimeout(timer);
}
