import { announcer } from '@/lib/announcer.ts';

/** Chromium's own event; other browsers never send it. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    earlyInstallOffer?: Event;
  }
}

const { announce, subscribe } = announcer();
export { subscribe as onInstallOffer };
let offer: InstallOffer | null = null;

/** From the first moment of a page, because the browser's offer comes once; what is made of it is loaded later. */
export function keepInstallOffer(): void {
  const keep = (event: Event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    announce();
  };
  window.addEventListener('beforeinstallprompt', keep);
  // The start page waits for the program less than the browser does for its offer (`server/http/client.ts`).
  if (window.earlyInstallOffer) keep(window.earlyInstallOffer);
}

export const installOffer = (): InstallOffer | null => offer;
