import { codeOfAnswer } from '@/lib/auth-answer.ts';
import { sessionResumed } from '@/lib/session-end.ts';
import { setAccountTimeZone } from '@/lib/time-zone.ts';
import { api, queryClient, type RouterOutputs } from '@/lib/trpc.ts';
import { clearDrafts, draftMemory } from '@/lib/form-drafts/draft-store.ts';

export type Session = NonNullable<RouterOutputs['accounts']['session']>;

// Not in Node, where pages are rendered beforehand: an open channel would keep its process alive.
const channel =
  typeof window === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? null
    : new BroadcastChannel('sponsio.session');

/** Who is signed in; null when nobody is. Cached like every read, and cleared by signing in and out. */
export async function currentSession(): Promise<Session | null> {
  // The server has seen that the browser sent no session with the page: that answer needs no call.
  if (typeof document !== 'undefined' && document.documentElement.dataset['session'] === 'none') {
    delete document.documentElement.dataset['session'];
    queryClient.setQueryData(api.accounts.session.queryOptions().queryKey, null);
  }
  return queryClient.fetchQuery(api.accounts.session.queryOptions());
}

/** A refused sign-in or sign-up: the server's code when it has one of ours, else its own words. */
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
 * Staff come in by their own portal; everybody else is answered there like a wrong password, and the other way round. With a
 * second factor the right password opens nothing yet.
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

/** Makes the account and opens a session; the profile follows by its own call, which may fail by itself. */
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

/** Everything cached belonged to whoever was signed in before. */
export async function sessionChanged(): Promise<void> {
  sessionResumed();
  queryClient.clear();
  channel?.postMessage('changed');
}

/** Somebody has just signed in: the cookie choice this browser holds becomes the account's. */
export async function sessionOpened(): Promise<void> {
  await sessionChanged();
  // Loaded by the banner already, if there is a choice; the portals do not wait for it.
  void import('@/lib/consent.ts').then(({ linkConsent }) => linkConsent());
}

const here = new Set<() => void>();
let asking: Promise<boolean> | null = null;

/**
 * Asks who is signed in after the server ended what this page followed: signed out elsewhere, put on hold, or only a new
 * session in the place of the old. The guards decide anew. Resolves with whether somebody still is.
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

/** Calls back when another tab signs out or changes the account, or the server did. */
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
