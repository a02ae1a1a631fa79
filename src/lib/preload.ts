const PRELOAD_DELAY_MS = 1500;

/** Loads code that is not part of the first load a little after it, so that its first use does not wait. Returns the cancellation. */
export function preloadLater(load: () => unknown): () => void {
  const timer = setTimeout(load, PRELOAD_DELAY_MS);
  return () => clearTimeout(timer);
}
