const STORAGE_KEY = 'sponsio.reload';
/** A second missing file this soon after a reload is not caused by an old build: another reload would not help. */
const AGAIN_AFTER_MS = 60_000;

let lost = false;
let typedAt: string | null = null;

/**
 * A new build replaces the files of the old one. A page of the old build reloads once if nothing was typed on it;
 * offline or with typed text it stays, and the load is retried (`lost-files.ts`). The error does not reach the
 * importer, because the router would answer it with a reload of its own.
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

/** Whether a file of the program could not be fetched. It stays missing until a reload. */
export const isChunkLost = (): boolean => lost;

/** Whether the server has a newer build, without this page's script; false if the server cannot be reached. */
export async function newerBuild(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const { status } = await fetch(entry, { method: 'HEAD', cache: 'no-store' });
    return status === 404;
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
    // Without storage the page could reload in a loop.
    return false;
  }
}
