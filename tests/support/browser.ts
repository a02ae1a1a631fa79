import { readAnswer, serialize } from '../../server/core/wire.ts';
import type { TestApp } from './http.ts';

export interface Answer<T = unknown> {
  status: number;
  body: T;
}

export interface Browser {
  cookies: Map<string, string>;
  post<T = Record<string, unknown>>(path: string, body: object, headers?: Record<string, string>): Promise<Answer<T>>;
  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>>;
  /** A procedure's data, or its refusal's code under `refused`. */
  call<T>(procedure: string, kind: 'query' | 'mutation', input?: unknown): Promise<{ data?: T; refused?: string }>;
  signUp(email: string, password: string): Promise<void>;
}

/** A browser of its own: cookies kept over its calls to an app that is called in process. */
export function createBrowser(
  { app, origin }: Pick<TestApp, 'app' | 'origin'>,
  {
    userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
    ip = '127.0.0.1',
  }: { userAgent?: string; ip?: string } = {},
): Browser {
  const cookies = new Map<string, string>();
  async function send<T>(
    method: 'GET' | 'POST',
    url: string,
    payload?: string,
    more: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: ip,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        origin,
        'user-agent': userAgent,
        cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; '),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/;\s*Max-Age=0/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { status: answer.statusCode, body: (answer.body ? JSON.parse(answer.body) : null) as T };
  }
  const self: Browser = {
    cookies,
    post: (path, body, headers) => send('POST', path, JSON.stringify(body), headers),
    get: (path) => send('GET', path),
    async call(procedure, kind, input) {
      type Reply = { result?: { data: unknown }; error?: { json: { message: string } } };
      const text = JSON.stringify(serialize(input));
      const { body } =
        kind === 'query'
          ? await send<Reply>('GET', `/api/trpc/${procedure}?input=${encodeURIComponent(text)}`)
          : await send<Reply>('POST', `/api/trpc/${procedure}`, text);
      return body.result
        ? { data: readAnswer(body.result.data) }
        : { refused: body.error?.json.message ?? 'no answer' };
    },
    async signUp(email, password) {
      const answer = await self.post('/api/auth/sign-up/email', { email, password, name: 'Person' });
      if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      const { refused } = await self.call('accounts.completeSignUp', 'mutation', {
        displayName: 'Person',
        userType: 'influencer',
      });
      if (refused) throw new Error(`sign-up could not be finished: ${refused}`);
    },
  };
  return self;
}
