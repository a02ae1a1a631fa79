import { codeOfAnswer } from '@/lib/auth-answer.ts';
import { sessionResumed } from '@/lib/session-end.ts';
import { setAccountTimeZone } from '@/lib/time-zone.ts';
import { api, queryClient, type RouterOutputs } from '@/lib/trpc.ts';
import { clearDrafts, draftMemory } from '@/lib/form-drafts/draft-store.ts';

export type Session = NonNullable<RouterOutputs['accounts']['session']>;

// Not in Node, where pages are prerendered: an open channel would keep the process alive.
const channel =
  typeof window === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? null
    : new BroadcastChannel('sponsio.session');

/** The signed-in session; null without one. Cached like every query, and cleared at sign-in and sign-out. */
export async function currentSession(): Promise<Session | null> {
  // The server wrote into the page that the request carried no session: no call is needed.
  if (typeof document !== 'undefined' && document.documentElement.dataset['session'] === 'none') {
    delete document.documentElement.dataset['session'];
    queryClient.setQueryData(api.accounts.session.queryOptions().queryKey, null);
  }
  return queryClient.fetchQuery(api.accounts.session.queryOptions());
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
  setAccountTimeZone(null);
  queryClient.clear();
  channel?.postMessage('signed-out');
}

/** All cached data belonged to the previous user. */
export async function sessionChanged(): Promise<void> {
  sessionResumed();
  queryClient.clear();
  channel?.postMessage('changed');
}

/** After a sign-in: links the cookie choice of this browser to the account. */
export async function sessionOpened(): Promise<void> {
  await sessionChanged();
  // Not awaited: the portals do not depend on it.
  void import('@/lib/consent.ts').then(({ linkConsent }) => linkConsent());
}

const here = new Set<() => void>();
let asking: Promise<boolean> | null = null;

/**
 * Reads the session again after the server ended a subscription: signed out elsewhere, put on hold, or a new session
 * instead of the old one. The route guards run again. Resolves with whether there is still a session.
 */
export function askSessionAgain(): Promise<boolean> {
  const before = queryClient.getQueryData(api.accounts.session.queryOptions().queryKey);
  return (asking ??= queryClient
    .fetchQuery({ ...api.accounts.session.queryOptions(), staleTime: 0 })
    .then((session) => {
      if (!session) {
        // The pages that are left now store typed text for its author.
        draftMemory.sessionEnded ||= Boolean(before);
        queryClient.clear();
      }
      here.forEach((callback) => callback());
      return session !== null;
    })
    .finally(() => (asking = null)));
}

/** Calls back when another tab signs out or changes the account, or when the server ended the session. */
export function onSessionChange(callback: () => void): () => void {
  const listen = ({ data }: { data: unknown }) => {
    if (data === 'signed-out') clearDrafts();
    else sessionResumed();
    queryClient.clear();
    callback();
  };
  channel?.addEventListener('message', listen);
  here.add(callback);
  return () => {
    channel?.removeEventListener('message', listen);
    here.delete(callback);
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
