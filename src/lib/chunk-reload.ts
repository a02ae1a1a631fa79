const STORAGE_KEY = 'sponsio.reload';
/** A second loss so soon after a reload is not an old build any more: reloading again would only repeat it. */
const AGAIN_AFTER_MS = 60_000;

/** A new build replaces the files of the old one: the page that still names them starts afresh, once. */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    if (mayReload()) window.location.reload();
  });
}

/** Whether an error is a part of the program that could not be fetched; browsers say it in their own words. */
export function isLostChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|Unable to preload|error loading/iu.test(error.message);
}

function mayReload(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(STORAGE_KEY) ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return false;
    window.sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
    return true;
  } catch {
    // Without a memory a reload could go on for ever.
    return false;
  }
}
