import { DEFAULT_PUBLIC_KEY, PUBLIC_KEY_HEADER } from '../../server/core/public-key.ts';
import { currentLocale } from '@/lib/i18n.ts';

interface Calls {
  'request-reset': { input: { email: string }; answer: { ok: true } };
  'confirm-reset': { input: { email: string; code: string; new_password: string }; answer: { ok: true } };
  'verify-account': {
    input: { email: string; code: string; password?: string };
    answer: { user_type: 'influencer' | 'business' | 'influencer_agent' | null };
  };
  'resend-verification': { input: { email: string }; answer: { ok: true } };
}

/** A refused public call, with the server's message in the language of the page. */
export class PublicCallRefusal extends Error {
  readonly status: number;
  /** One of `ERROR_CODES`; empty if no answer of our server arrived. */
  readonly code: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
  override readonly name = 'PublicCallRefusal';

  constructor(status: number, words: string, code: string, data: PublicCallRefusal['data']) {
    super(words);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/**
 * The server writes its key into the page. The key of the build is used in development, where another server sends the
 * page.
 */
function publicKey(): string {
  const given = document.querySelector('meta[name="x-public-key"]')?.getAttribute('content') ?? '';
  return given === '' || given.startsWith('__') ? DEFAULT_PUBLIC_KEY : given;
}

/**
 * One of the four account calls that need no session. Throws a `PublicCallRefusal`; without a connection its message is
 * empty.
 */
export async function publicCall<Name extends keyof Calls>(
  name: Name,
  input: Calls[Name]['input'],
): Promise<Calls[Name]['answer']> {
  const response = await fetch(`/api/${name}?lang=${currentLocale()}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', [PUBLIC_KEY_HEADER]: publicKey() },
    body: JSON.stringify(input),
  }).catch(() => null);
  const body = (await response?.json().catch(() => null)) as
    | { error?: string; code?: string; data?: PublicCallRefusal['data'] }
    | null
    | undefined;
  if (response?.ok && body) return body as Calls[Name]['answer'];
  throw new PublicCallRefusal(response?.status ?? 0, body?.error ?? '', body?.code ?? '', body?.data ?? {});
}
