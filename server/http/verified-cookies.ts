import { createHash } from 'node:crypto';
import type { Auth } from '../auth.ts';

const MAX_COOKIES = 10_000;

/**
 * Session tokens behind cookies that the sign-in library has verified in this process. A signature stays valid, so it is
 * checked once; whether the session still lives is read from the database at every call.
 */
export class VerifiedCookies {
  readonly #tokens = new Map<string, string>();

  static readonly #ofAuth = new WeakMap<Auth, VerifiedCookies>();
  static of(auth: Auth): VerifiedCookies {
    const known = this.#ofAuth.get(auth) ?? new VerifiedCookies();
    this.#ofAuth.set(auth, known);
    return known;
  }

  /** Hashed: a process that holds thousands of headers for long would hold other sites' cookies too. */
  static #keyOf(cookie: string): string {
    return createHash('sha256').update(cookie).digest('base64');
  }

  tokenOf(cookie: string): string | undefined {
    return this.#tokens.get(VerifiedCookies.#keyOf(cookie));
  }

  add(cookie: string, token: string): void {
    const [oldest] = this.#tokens.size >= MAX_COOKIES ? this.#tokens.keys() : [];
    if (oldest !== undefined) this.#tokens.delete(oldest);
    this.#tokens.set(VerifiedCookies.#keyOf(cookie), token);
  }

  remove(cookie: string): void {
    this.#tokens.delete(VerifiedCookies.#keyOf(cookie));
  }
}
