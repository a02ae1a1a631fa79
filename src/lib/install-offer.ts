/** Chromium's own event; other browsers never send it. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    earlyInstallOffer?: Event;
  }
}

const listeners = new Set<() => void>();
let offer: InstallOffer | null = null;

/** From the first moment of a page, because the browser's offer comes once; what is made of it is loaded later. */
export function keepInstallOffer(): void {
  const keep = (event: Event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    for (const listener of listeners) listener();
  };
  window.addEventListener('beforeinstallprompt', keep);
  // The start page waits for the program less than the browser does for its offer (`server/http/client.ts`).
  if (window.earlyInstallOffer) keep(window.earlyInstallOffer);
}

export const installOffer = (): InstallOffer | null => offer;

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
