import { useSyncExternalStore } from 'react';
import { currentConsent } from '@/lib/consent.ts';
import { installOffer, onInstallOffer } from '@/lib/install-offer.ts';

const STORAGE_KEY = 'sponsio.install';
const AGAIN_AFTER_MS = 90 * 24 * 3_600_000;
/** A page opened this long after the cookie choice counts as another visit; a visit counter would need consent. */
const VISIT_MS = 30 * 60_000;

/** `prompt`: the browser shows its own dialog when it is called. `ios`: Safari has only its own menu, which the card explains. */
export type InstallWay = 'prompt' | 'ios';

const listeners = new Set<() => void>();
let isAnswered = false;

/** Read when the page was opened: the choice itself does not make this a later visit. */
const consentAtStart = currentConsent();
const isLaterVisit = consentAtStart !== null && Date.now() - Date.parse(consentAtStart.at) > VISIT_MS;
window.addEventListener('appinstalled', answerInstall);

export const useInstallWay = (): InstallWay | null => useSyncExternalStore(subscribe, installWay, () => null);

/** Opens the browser's own prompt. */
export function install(): void {
  void installOffer()
    ?.prompt()
    .catch(() => {});
  answerInstall();
}

/** After yes or no, the offer is not made again for 90 days. */
export function answerInstall(): void {
  isAnswered = true;
  try {
    window.localStorage.setItem(STORAGE_KEY, new Date().toISOString());
  } catch {
    // Where storage is forbidden the answer holds for this visit.
  }
  announce();
}

function installWay(): InstallWay | null {
  if (!isLaterVisit || isAnswered || isInstalled() || wasAnswered()) return null;
  if (installOffer()) return 'prompt';
  return isIosSafari() ? 'ios' : null;
}

function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

function wasAnswered(): boolean {
  try {
    const at = Date.parse(window.localStorage.getItem(STORAGE_KEY) ?? '');
    return Date.now() - at < AGAIN_AFTER_MS;
  } catch {
    return false;
  }
}

/**
 * iPads report themselves as Macs but have a touch screen; other browsers on iOS have their own name and lack the menu
 * entry.
 */
function isIosSafari(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const apple = /iPhone|iPad|iPod/u.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return apple && userAgent.includes('Safari') && !/CriOS|FxiOS|EdgiOS/u.test(userAgent);
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const forget = onInstallOffer(listener);
  return () => {
    listeners.delete(listener);
    forget();
  };
}
