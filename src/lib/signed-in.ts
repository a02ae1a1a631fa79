import { useSyncExternalStore } from 'react';
import type { Locale } from '../../server/core/locale.ts';
import { clearDrafts } from '@/lib/form-drafts/draft-store.ts';

let signedIn = false;
/** The question under way, or the last one. */
let question: Promise<void> | null = null;
let saving: Promise<unknown> = Promise.resolve();
const listeners = new Set<() => void>();

/** Asks who is here, and again whenever another tab signs in or out (`auth.ts` says so on this channel). */
export function followSignedIn(): () => void {
  question = askSignedIn();
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel('sponsio.session');
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') clearDrafts();
    question = askSignedIn();
  });
  return () => channel.close();
}

/**
 * Asks who is here without the API client, which public pages do not load. A failed question leaves the answer as it
 * was: the portals themselves know better.
 */
async function askSignedIn(): Promise<void> {
  const answer = await fetch('/api/trpc/accounts.session', { credentials: 'same-origin' })
    .then((response) => (response.ok ? (response.json() as Promise<unknown>) : null))
    .catch(() => null);
  if (answer === null) return;
  const { result } = answer as { result?: { data?: { json?: unknown } } };
  signedIn = Boolean(result?.data?.json);
  for (const listener of listeners) listener();
}

/**
 * A language chosen on a public page is also the account's, whose mails follow it. One after the other, so that the last
 * one chosen stays; what fails here leaves the account's language as it was.
 */
export function keepLanguage(locale: Locale): void {
  saving = saving
    .then(() => (question ??= askSignedIn()))
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

/** Whether somebody is signed in, as far as is known; false until `askSignedIn` was answered. */
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
