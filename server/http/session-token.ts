import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Auth } from '../auth.ts';

type Reader = (cookies: string) => string | null;
const readers = new WeakMap<Auth, Promise<Reader>>();

/** Value of the cookie that starts with `start` (`name=`), percent-decoded; null when there is none or it cannot be decoded. */
function valueOf(cookies: string, start: string): string | null {
  const part = cookies.split(';').find((one) => one.trimStart().startsWith(start));
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part.trim().slice(start.length));
  } catch {
    return null;
  }
}

async function readerOf(auth: Auth): Promise<Reader> {
  const { authCookies, secret } = await auth.$context;
  const start = `${authCookies.sessionToken.name}=`;
  return (cookies) => {
    const value = valueOf(cookies, start);
    const dot = value?.lastIndexOf('.') ?? -1;
    if (value === null || dot < 1) return null;
    const token = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1), 'base64');
    const ours = createHmac('sha256', secret).update(token).digest();
    return given.length === ours.length && timingSafeEqual(given, ours) ? token : null;
  };
}

/**
 * The session's token from a request's cookies; null when there is none or the signature is not ours. The cookie is
 * better-auth's: `token.signature`, percent-encoded, HMAC-SHA256 in base64. Read here because every request needs it, and
 * the library's own way costs several times the rest of a small read.
 */
export async function readSessionToken(auth: Auth, cookies: string): Promise<string | null> {
  let reader = readers.get(auth);
  if (!reader) readers.set(auth, (reader = readerOf(auth)));
  return (await reader)(cookies);
}
