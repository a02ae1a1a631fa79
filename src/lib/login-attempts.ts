import { useSyncExternalStore } from 'react';
import { LOCK_AFTER } from '../../server/features/accounts/rules.ts';

/** The browser's own count of refused sign-ins. The server's count decides; the form shows the smaller remainder. */
const STORAGE_KEY = 'loginAttempts';
const listeners = new Set<() => void>();
/** The count of this visit where storage is forbidden. */
let unsaved = 0;

export function readLoginAttempts(): number {
  try {
    const saved = Number(window.localStorage.getItem(STORAGE_KEY) ?? unsaved);
    return Number.isSafeInteger(saved) && saved > 0 ? Math.min(saved, LOCK_AFTER) : 0;
  } catch {
    return unsaved;
  }
}

/** Counts one refused sign-in; returns how many tries this browser has left. */
export function countFailedLogin(): number {
  save(Math.min(readLoginAttempts() + 1, LOCK_AFTER));
  return LOCK_AFTER - readLoginAttempts();
}

/** After a sign-in or a requested password reset. */
export function clearLoginAttempts(): void {
  save(0);
}

/** The count, updated when another tab changes it. */
export function useLoginAttempts(): number {
  return useSyncExternalStore(subscribe, readLoginAttempts, () => 0);
}

function save(count: number): void {
  unsaved = count;
  try {
    if (count === 0) window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, String(count));
  } catch {
    // Storage may be forbidden; the server counts anyway.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}
