const STORAGE_KEY = 'sponsio.reload';
/** A second loss so soon after a reload is not an old build any more: reloading again would only repeat it. */
const AGAIN_AFTER_MS = 60_000;

let lost = false;

/**
 * A new build replaces the files of the old one: the page that still names them starts afresh, once. The failure itself is
 * taken from whoever asked for the file, because the router would answer it with a reload of its own.
 */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    lost = true;
    if (mayReload()) window.location.reload();
  });
}

/** Whether a part of the program could not be fetched; it stays missing until the page is loaded anew. */
export const isChunkLost = (): boolean => lost;

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
