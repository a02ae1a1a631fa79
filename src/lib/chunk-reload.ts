const STORAGE_KEY = 'sponsio.reload';
/** A second loss so soon after a reload is not an old build any more: reloading again would only repeat it. */
const AGAIN_AFTER_MS = 60_000;

let lost = false;
let typedAt: string | null = null;

/**
 * A new build replaces the files of the old one: a page that still names them starts afresh, once, if nothing was typed on
 * it. Offline, or with something typed, it stays; what needs the file waits for another try (`lost-files.ts`). The failure
 * itself is taken from the importer, because the router would answer it with a reload of its own.
 */
export function reloadOnLostChunk(): void {
  window.addEventListener('input', () => (typedAt = window.location.pathname), true);
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    lost = true;
    void newerBuild().then((newer) => {
      if (newer && typedAt !== window.location.pathname && mayReload()) window.location.reload();
    });
  });
}

/** Whether a part of the program could not be fetched; it stays missing until the page is loaded anew. */
export const isChunkLost = (): boolean => lost;

/** Whether the server has another build than the one that runs here; false when it cannot be asked. */
export async function newerBuild(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(entry);
  } catch {
    return false;
  }
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
