import { useSyncExternalStore } from 'react';
import { LOCK_AFTER } from '../../server/features/accounts/rules.ts';

/** The browser's own count of refused sign-ins. The server keeps the true one; the form shows the smaller rest. */
const STORAGE_KEY = 'loginAttempts';
const listeners = new Set<() => void>();
/** Keeps the count for this visit where storage is forbidden. */
let unsaved = 0;

export function readLoginAttempts(): number {
  try {
    const saved = Number(window.localStorage.getItem(STORAGE_KEY) ?? unsaved);
    return Number.isSafeInteger(saved) && saved > 0 ? Math.min(saved, LOCK_AFTER) : 0;
  } catch {
    return unsaved;
  }
}

/** One refused sign-in more; answers how many tries this browser has left. */
export function countFailedLogin(): number {
  save(Math.min(readLoginAttempts() + 1, LOCK_AFTER));
  return LOCK_AFTER - readLoginAttempts();
}

/** After a sign-in, or when a password reset was asked for. */
export function clearLoginAttempts(): void {
  save(0);
}

/** The count, also when another tab changes it. */
export function useLoginAttempts(): number {
  return useSyncExternalStore(subscribe, readLoginAttempts, () => 0);
}

function save(count: number): void {
  unsaved = count;
  try {
    if (count === 0) window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, String(count));
  } catch {
    // Storage may be forbidden; the server counts all the same.
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
