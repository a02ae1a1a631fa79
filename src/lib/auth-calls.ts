import { announcer } from '@/lib/announcer.ts';
import { codeOfAnswer } from '@/lib/auth-answer.ts';
import { clearDrafts } from '@/lib/form-drafts/draft-store.ts';
import { forgetOrgChoice } from '@/lib/org-choice.ts';
import { setAccountTimeZone } from '@/lib/time-zone.ts';

/*
 * Calls of the account service, and what they mean for the session. Without the API client: account pages load it when
 * a form is sent. It subscribes here to forget what it holds.
 */

// Not in Node, where pages are prerendered: an open channel would keep the process alive.
const channel =
  typeof window === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? null
    : new BroadcastChannel('sponsio.session');

const forgotten = announcer();
const resumed = announcer();
const here = announcer();
/** All answers held so far belonged to another user. */
export const onSessionForgotten = forgotten.subscribe;
/** The user has signed in again, here or in another tab. */
export const onSessionResumed = resumed.subscribe;
/** The session was read again in this tab and may have ended. */
export const announceSession = here.announce;

const KNOWN_MS = 5 * 60_000;

/** Whether the server wrote into the page, a short time ago, that the request carried no session: no call is needed. */
export function isKnownSignedOut(): boolean {
  return (
    typeof document !== 'undefined' &&
    document.documentElement.dataset['session'] === 'none' &&
    performance.now() < KNOWN_MS
  );
}

function forget(): void {
  if (typeof document !== 'undefined') delete document.documentElement.dataset['session'];
  forgotten.announce();
}

/** A refused sign-in or sign-up: our error code if the server sent one, else the server's message. */
export class AuthRefusal extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly attemptsRemaining: number | null;
  override readonly name = 'AuthRefusal';

  constructor(status: number, message: string, code: string | null, attemptsRemaining: number | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.attemptsRemaining = attemptsRemaining;
  }
}

export type SignInPortal = 'members' | 'admin';

/**
 * Staff sign in at their own portal. A wrong portal is answered like a wrong password. With a second factor, the right
 * password alone does not sign in.
 */
export async function signIn(
  credentials: { email: string; password: string },
  portal: SignInPortal = 'members',
): Promise<'signed-in' | 'second-factor'> {
  const answer = await callAuth<{ twoFactorRedirect?: boolean }>('/sign-in/email', credentials, portal);
  if (answer.twoFactorRedirect) return 'second-factor';
  await sessionOpened();
  return 'signed-in';
}

/** Creates the account and opens a session. The profile is created by a separate call, which can fail on its own. */
export async function signUp(account: {
  name: string;
  email: string;
  password: string;
  userType: 'influencer' | 'business' | 'influencer_agent';
}): Promise<void> {
  await callAuth('/sign-up/email', account);
  await sessionOpened();
}

/** Ends the session and reports it to the other tabs, which leave their pages too. Deletes typed text that was not sent. */
export async function signOut(): Promise<void> {
  await callAuth('/sign-out', {});
  clearDrafts();
  forgetOrgChoice();
  setAccountTimeZone(null);
  forget();
  channel?.postMessage('signed-out');
}

/** All cached data belonged to the previous user. */
export async function sessionChanged(): Promise<void> {
  resumed.announce();
  forget();
  channel?.postMessage('changed');
}

/** After a sign-in: links the cookie choice of this browser to the account. */
export async function sessionOpened(): Promise<void> {
  await sessionChanged();
  // Not awaited: the portals do not depend on it.
  void import('@/lib/consent.ts').then(({ linkConsent }) => linkConsent());
}

/** Calls back when another tab signs out or changes the account, or when the server ended the session. */
export function onSessionChange(callback: () => void): () => void {
  const listen = ({ data }: { data: unknown }) => {
    if (data === 'signed-out') {
      clearDrafts();
      forgetOrgChoice();
    } else resumed.announce();
    forget();
    callback();
  };
  channel?.addEventListener('message', listen);
  const unsubscribe = here.subscribe(callback);
  return () => {
    channel?.removeEventListener('message', listen);
    unsubscribe();
  };
}

/** One call of the account service. Throws {@link AuthRefusal}. */
export async function callAuth<T = unknown>(path: string, body: object, portal: SignInPortal = 'members'): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(portal === 'admin' ? { 'x-sponsio-portal': 'admin' } : {}),
  };
  return answerOf<T>(
    await fetch(`/api/auth${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers,
      body: JSON.stringify(body),
    }),
  );
}

export async function getAuth<T>(path: string): Promise<T> {
  return answerOf<T>(await fetch(`/api/auth${path}`, { credentials: 'same-origin' }));
}

async function answerOf<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const { message, code, attemptsRemaining } = codeOfAnswer(body);
  throw new AuthRefusal(response.status, message, code, attemptsRemaining);
}
