import { useSyncExternalStore } from 'react';

let signedIn = false;
const listeners = new Set<() => void>();

/** Asks who is here, and again whenever another tab signs in or out (`auth.ts` says so on this channel). */
export function followSignedIn(): () => void {
  void askSignedIn();
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel('sponsio.session');
  channel.addEventListener('message', () => void askSignedIn());
  return () => channel.close();
}

/**
 * Asks who is here without the API client, which public pages do not load. A failed question leaves the answer as it
 * was: the doors themselves know better.
 */
async function askSignedIn(): Promise<void> {
  const answer = await fetch('/api/trpc/accounts.session', { credentials: 'same-origin' }).then((response) => (response.ok ? (response.json() as Promise<unknown>) : null)).catch(() => null);
  if (answer === null) return;
  const { result } = answer as { result?: { data?: { json?: unknown } } };
  signedIn = Boolean(result?.data?.json);
  for (const listener of listeners) listener();
}

/** Whether somebody is signed in, as far as is known; false until `askSignedIn` was answered. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => signedIn, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
