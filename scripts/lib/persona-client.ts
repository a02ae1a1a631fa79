import { createTRPCClient, httpLink } from '@trpc/client';
import { newId } from '../../server/core/ids.ts';
import { wire } from '../../server/core/wire.ts';
import { DEFAULT_PUBLIC_KEY, PUBLIC_KEY_HEADER } from '../../server/core/public-key.ts';
import { slugFrom } from '../../server/features/accounts/rules.ts';
import type { UserType } from '../../server/features/accounts/schema.ts';
import type { AppRouter } from '../../server/router.ts';

const PASSWORD = 'harbour-lantern-27';

/** A client like a browser: with cookies, an Origin and access to a mailbox for codes. */
export interface PersonaClient {
  name: string;
  email: string;
  api: ReturnType<typeof createApi>;
  /** The same session for another org of the person; only its `api` acts for that org. */
  of(orgId: string): PersonaClient;
  signUp(userType: UserType): Promise<void>;
  signIn(password?: string): Promise<void>;
  /** Proves the password again: acts that require a fresh proof are allowed for ten minutes. */
  prove(): Promise<void>;
  /** Uploads bytes into a submission and returns the file's id. */
  upload(submissionId: string, name: string, mime: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** What a browser would send as Cookie. */
  cookieHeader(): string;
}

export interface PersonaOptions {
  /** Origin of the running app, e.g. http://127.0.0.1:3000. */
  url: string;
  /** Origin of the mailbox, e.g. http://127.0.0.1:8025. */
  mailboxUrl: string;
  name: string;
  email?: string;
}

function createApi(url: string, cookies: () => string, orgId?: string) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/api/trpc`,
        transformer: wire,
        // A request key per call; a browser creates one per opened dialog.
        headers: ({ op }) => ({
          cookie: cookies(),
          origin: url,
          ...(orgId ? { 'x-org': orgId } : {}),
          'x-request-key': typeof op.context['requestKey'] === 'string' ? op.context['requestKey'] : newId(),
        }),
      }),
    ],
  });
}

/** Polls `probe` every 100 ms until it returns a value; throws with `what` after `timeoutMs`. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false>,
  timeoutMs = 30_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let last: unknown = null;
  for (;;) {
    try {
      const found = await probe();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${timeoutMs / 1000} s in vain for: ${what}`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface MailSummary {
  ID: string;
  Subject: string;
  Created: string;
}

/** Six digits of the newest code mail to `address` that is younger than `since`. */
export async function readCode(mailboxUrl: string, address: string, since: Date): Promise<string> {
  return eventually(`a code mailed to ${address}, in the mailbox at ${mailboxUrl}`, async () => {
    const list = (await (
      await fetch(`${mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:${address}`)}`)
    ).json()) as { messages: MailSummary[] };
    for (const mail of list.messages.filter((m) => new Date(m.Created) >= since)) {
      const full = (await (await fetch(`${mailboxUrl}/api/v1/message/${mail.ID}`)).json()) as { Text: string };
      const code = /(?<!\d)\d{6}(?!\d)/.exec(full.Text)?.[0];
      if (code) return code;
    }
    return null;
  });
}

export function createPersona(options: PersonaOptions): PersonaClient {
  const { url, mailboxUrl, name } = options;
  const email = options.email ?? `${slugFrom(name)}.${newId().slice(-8)}@walkthrough.example`;
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([k, v]) => `${k}=${v}`).join('; ');
  const api = createApi(url, cookies);

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookies());
    headers.set('origin', url);
    const answer = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
  async function post(path: string, body: unknown): Promise<void> {
    const answer = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [PUBLIC_KEY_HEADER]: DEFAULT_PUBLIC_KEY },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }

  return {
    name,
    email,
    api,
    of(orgId) {
      return { ...this, api: createApi(url, cookies, orgId) };
    },
    fetch: send,
    cookieHeader: cookies,
    async signUp(userType) {
      const since = new Date(Date.now() - 1000);
      await post('/api/auth/sign-up/email', { name, email, password: PASSWORD, userType });
      await api.accounts.completeSignUp.mutate({ displayName: name, userType, locale: 'en', timeZone: 'Europe/Paris' });
      await post('/api/verify-account', { email, code: await readCode(mailboxUrl, email, since) });
    },
    async signIn(password = PASSWORD) {
      await post('/api/auth/sign-in/email', { email, password });
    },
    async prove() {
      await api.security.prove.mutate({ method: 'password', password: PASSWORD });
    },
    async upload(submissionId, fileName, mime, bytes) {
      const form = new FormData();
      form.append('file', new File([bytes], fileName, { type: mime }));
      const answer = await send(`/api/files?submission=${submissionId}`, { method: 'POST', body: form });
      const body = (await answer.json()) as { id?: string; error?: string };
      if (!answer.ok || !body.id) throw new Error(`upload refused: ${answer.status} ${body.error ?? ''}`);
      return body.id;
    },
  };
}
