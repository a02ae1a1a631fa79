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

/** Registered at once, because the browser sends the event once; the code that uses it is loaded later. */
export function keepInstallOffer(): void {
  const keep = (event: Event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    announce();
  };
  window.addEventListener('beforeinstallprompt', keep);
  // The start page loads the program sooner than the browser sends its event (`server/http/client.ts`).
  if (window.earlyInstallOffer) keep(window.earlyInstallOffer);
}

export const installOffer = (): InstallOffer | null => offer;
