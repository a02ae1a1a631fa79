import { useSyncExternalStore } from 'react';
import type { Locale } from '../../server/core/locale.ts';
import { clearDrafts } from '@/lib/form-drafts/draft-store.ts';

let signedIn = false;
/** The session query in flight, or the last one. */
let question: Promise<void> | null = null;
let saving: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();

/** Queries the session, and again when another tab signs in or out (`auth.ts` posts it to this channel). */
export function followSignedIn(): () => void {
  question = fetchSignedIn();
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel('sponsio.session');
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') clearDrafts();
    question = fetchSignedIn();
  });
  return () => channel.close();
}

/**
 * Queries the session without the API client, which public pages do not load. A failed query leaves the state
 * unchanged; the portals check it themselves.
 */
async function fetchSignedIn(): Promise<void> {
  const answer = await fetch('/api/trpc/accounts.session', { credentials: 'same-origin' })
    .then((response) => (response.ok ? (response.json() as Promise<unknown>) : null))
    .catch(() => null);
  if (answer === null) return;
  const { result } = answer as { result?: { data?: { json?: unknown } } };
  signedIn = Boolean(result?.data?.json);
  for (const listener of listeners) listener();
}

/**
 * Saves a language chosen on a public page for the account too, because its mails use it. One call at a time, so that
 * the last choice stays; a failed call leaves the account's language unchanged.
 */
export function keepLanguage(locale: Locale): void {
  saving = saving
    .then(() => (question ??= fetchSignedIn()))
    .then(() =>
      signedIn
        ? fetch('/api/trpc/accounts.update', {
            method: 'POST',
            credentials: 'same-origin',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ json: { locale } }),
            keepalive: true,
          })
        : null,
    )
    .catch(() => null);
}

/** Whether the user is signed in; false until the query is answered. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => signedIn,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
