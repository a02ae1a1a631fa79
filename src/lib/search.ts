import { truncated } from '../../server/core/text.ts';

/**
 * Small parsers for `validateSearch`. They are part of the first load of every route: a schema library would cost more
 * bytes than all of them. A value that does not fit is `undefined`. A route answers with each of its keys, also with those
 * that are undefined: the router lays the answer over the typed parameters, and a key that is left out keeps its typed value.
 */
export type RawSearch = Record<string, unknown>;

export function text(value: unknown, maxLength = 200): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? truncated(value, maxLength) : undefined;
}

/** The id of a record. */
export function id(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined;
}

export function oneOf<const Value extends string>(value: unknown, allowed: readonly Value[]): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

export function wholeNumber(
  value: unknown,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max
    ? number
    : undefined;
}

export function flag(value: unknown): true | undefined {
  return value === true || value === 'true' || value === 1 || value === '1' ? true : undefined;
}

/** The address after a sign-in: a path of this app, never another origin ("//evil", "/\evil", "https:…"). */
export function innerPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > 2000) return undefined;
  if (/^[/\\]{2}/.test(value) || /[\u0000-\u001f\\]/.test(value)) return undefined;
  try {
    const { origin, pathname } = new URL(value, 'http://inner.invalid');
    // "/a/..//evil" is another origin once its dots are resolved.
    return origin === 'http://inner.invalid' && !pathname.startsWith('//') ? value : undefined;
  } catch {
    return undefined;
  }
}
