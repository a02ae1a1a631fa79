import { codeOfAnswer } from '@/lib/auth-answer.ts';
import { api, queryClient, type RouterOutputs } from '@/lib/trpc.ts';

export type Session = NonNullable<RouterOutputs['accounts']['session']>;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sponsio.session');

/** Who is signed in; null when nobody is. Cached like every read, and cleared by signing in and out. */
export async function currentSession(): Promise<Session | null> {
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

/** Staff come in by their own door; everybody else is answered there like a wrong password, and the other way round. */
export async function signIn(credentials: { email: string; password: string }, door: 'members' | 'admin' = 'members'): Promise<void> {
  await post('/sign-in/email', credentials, door === 'admin' ? { 'x-sponsio-door': 'admin' } : {});
  await sessionChanged();
}

/** Makes the account and opens a session; the profile follows by its own call, which may fail by itself. */
export async function signUp(account: { name: string; email: string; password: string; userType: 'influencer' | 'business' | 'influencer_agent' }): Promise<void> {
  await post('/sign-up/email', account);
  await sessionChanged();
}

/** Ends the session here and tells the other tabs, which leave their pages too. */
export async function signOut(): Promise<void> {
  await post('/sign-out', {});
  queryClient.clear();
  channel?.postMessage('signed-out');
}

/** Everything cached belonged to whoever was signed in before. */
export async function sessionChanged(): Promise<void> {
  queryClient.clear();
  channel?.postMessage('changed');
}

/** Calls back when another tab signs out or changes the account. */
export function onSessionChange(callback: (kind: 'signed-out' | 'changed') => void): () => void {
  const listen = (event: MessageEvent) => {
    queryClient.clear();
    callback(event.data === 'signed-out' ? 'signed-out' : 'changed');
  };
  channel?.addEventListener('message', listen);
  return () => channel?.removeEventListener('message', listen);
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const { message, code, attemptsRemaining } = codeOfAnswer(await response.json().catch(() => null));
  throw new AuthRefusal(response.status, message, code, attemptsRemaining);
}
