import { isCurrency, stepOf, type Currency } from '../../../../core/money.ts';
import { ApiError, badParam } from './api-error.ts';
import type { RawObject, RawValue } from './form.ts';

/**
 * Reads one parameter or refuses it as Stripe does. A rule is optional unless wrapped in `required`.
 * https://docs.stripe.com/error-codes lists the codes used here.
 */
export interface Rule<T> {
  readonly isRequired: boolean;
  read(raw: RawValue, path: string): T;
}
export type OptionalRule<T> = Rule<T | undefined>;
export type Shape = Record<string, Rule<unknown>>;
export type Read<S extends Shape> = { [K in keyof S]: S[K] extends Rule<infer T> ? T : never };

/** Stripe's largest amount in one charge, in minor units of any currency. */
export const MAX_AMOUNT = 99_999_999;

const rule = <T>(read: (raw: RawValue, path: string) => T): OptionalRule<T> => ({ isRequired: false, read });

export function required<T>(inner: OptionalRule<T>): Rule<T> {
  return { isRequired: true, read: (raw, path) => inner.read(raw, path) as T };
}

const child = (path: string, key: string): string => (path === '' ? key : `${path}[${key}]`);

/** Checks every key against the shape; an unknown one is refused by name. */
export function readParams<S extends Shape>(shape: S, raw: RawObject, path = ''): Read<S> {
  const unknown = Object.keys(raw).filter((key) => !Object.hasOwn(shape, key));
  if (unknown.length > 0) {
    const names = unknown.map((key) => child(path, key));
    throw badParam(
      `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`,
      names[0]!,
      'parameter_unknown',
    );
  }
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(shape)) {
    const value = raw[key];
    if (value !== undefined) out[key] = inner.read(value, child(path, key));
    else if (inner.isRequired) {
      throw badParam(`Missing required param: ${child(path, key)}.`, child(path, key), 'parameter_missing');
    }
  }
  return out as Read<S>;
}

export const object = <S extends Shape>(shape: S): OptionalRule<Read<S>> =>
  rule((raw, path) => {
    if (typeof raw === 'string') throw badParam(`Invalid object`, path);
    return readParams(shape, raw, path);
  });

export const list = <T>(item: OptionalRule<T>, max = 100): OptionalRule<T[]> =>
  rule((raw, path) => {
    if (typeof raw === 'string') throw badParam('Invalid array', path, 'parameter_invalid_empty');
    const keys = Object.keys(raw);
    if (keys.some((key) => !/^\d+$/.test(key))) throw badParam('Invalid array', path);
    if (keys.length > max) throw badParam(`Array too long: at most ${max} entries`, path);
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => item.read(raw[key]!, child(path, key)) as T);
  });

function plainText(raw: RawValue, path: string): string {
  if (typeof raw !== 'string') throw badParam(`Invalid string: ${JSON.stringify(raw)}`, path);
  return raw;
}

export const text = (max = 5000): OptionalRule<string> =>
  rule((raw, path) => {
    const value = plainText(raw, path);
    if (value === '') {
      throw badParam(
        `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
        path,
        'parameter_invalid_empty',
      );
    }
    if (value.length > max) {
      throw badParam(
        `Invalid string: ${value.slice(0, 20)}…; must be at most ${max} characters`,
        path,
        'parameter_invalid_string',
      );
    }
    return value;
  });

/** Text that may be emptied; the empty string means "unset". */
export const clearableText = (max = 5000): OptionalRule<string> =>
  rule((raw, path) => (raw === '' ? '' : (text(max).read(raw, path) ?? '')));

export const integer = (min?: number, max?: number): OptionalRule<number> =>
  rule((raw, path) => {
    const value = plainText(raw, path);
    if (!/^-?\d{1,15}$/.test(value)) throw badParam(`Invalid integer: ${value}`, path, 'parameter_invalid_integer');
    const number = Number(value);
    if (min !== undefined && number < min) {
      const message = min <= 0 ? 'Invalid non-negative integer' : `This value must be greater than or equal to ${min}.`;
      throw badParam(message, path, 'parameter_invalid_integer');
    }
    if (max !== undefined && number > max) {
      throw badParam(`This value must be less than or equal to ${max}.`, path, 'parameter_invalid_integer');
    }
    return number;
  });

export const boolean = (): OptionalRule<boolean> =>
  rule((raw, path) => {
    if (raw === 'true') return true;
    if (raw === 'false') return false;
    throw badParam(`Invalid boolean: ${String(raw)}`, path, 'parameter_invalid_boolean');
  });

export const oneOf = <const T extends string>(values: readonly T[]): OptionalRule<T> =>
  rule((raw, path) => {
    const value = plainText(raw, path);
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw badParam(`Invalid ${path}: must be one of ${values.join(', ')}`, path);
    return found;
  });

export const url = (): OptionalRule<string> =>
  rule((raw, path) => {
    const value = plainText(raw, path);
    // A checkout address may hold {CHECKOUT_SESSION_ID}, which URL accepts.
    if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw badParam('Not a valid URL', path, 'url_invalid');
    return value;
  });

export const email = (): OptionalRule<string> =>
  rule((raw, path) => {
    const value = plainText(raw, path);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
      throw badParam(`Invalid email address: ${value}`, path, 'email_invalid');
    return value;
  });

export const currency = (): OptionalRule<Currency> =>
  rule((raw, path) => {
    const code = plainText(raw, path).toUpperCase();
    if (!isCurrency(code)) {
      throw badParam(
        `Invalid currency: ${String(raw).toLowerCase()}. The sandbox supports eur, gbp, usd, cad, jpy and kwd.`,
        path,
      );
    }
    return code;
  });

const METADATA_KEYS = 50;
const METADATA_KEY_LENGTH = 40;
const METADATA_VALUE_LENGTH = 500;

/** https://docs.stripe.com/metadata; an empty value removes its key, `metadata=""` removes all. */
export const metadata = (): OptionalRule<Record<string, string>> =>
  rule((raw, path) => {
    if (raw === '') return {};
    if (typeof raw === 'string') throw badParam('Invalid object', path);
    const entries = Object.entries(raw);
    if (entries.length > METADATA_KEYS) throw badParam(`Metadata can hold at most ${METADATA_KEYS} keys`, path);
    for (const [key, value] of entries) {
      const at = child(path, key);
      if (typeof value !== 'string') throw badParam('Metadata values must be strings', at);
      if (key.length > METADATA_KEY_LENGTH)
        throw badParam(`Metadata keys have at most ${METADATA_KEY_LENGTH} characters`, at);
      if (value.length > METADATA_VALUE_LENGTH) {
        throw badParam(`Metadata values have at most ${METADATA_VALUE_LENGTH} characters`, at);
      }
    }
    return Object.fromEntries(entries) as Record<string, string>;
  });

export interface Range {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
}

/** `created=1700000000` or `created[gte]=…`. */
export const range = (): OptionalRule<Range> =>
  rule((raw, path) => {
    const bound = integer(0);
    if (typeof raw === 'string') {
      const exact = bound.read(raw, path);
      return { gte: exact, lte: exact };
    }
    return readParams({ gt: bound, gte: bound, lt: bound, lte: bound }, raw, path);
  });

export const inRange = (value: number, limits: Range | undefined): boolean =>
  limits === undefined ||
  ((limits.gt === undefined || value > limits.gt) &&
    (limits.gte === undefined || value >= limits.gte) &&
    (limits.lt === undefined || value < limits.lt) &&
    (limits.lte === undefined || value <= limits.lte));

export const pagination = {
  limit: integer(1, 100),
  starting_after: text(255),
  ending_before: text(255),
};

/**
 * A sum to charge or move: positive, at most 99,999,999, and for three-decimal currencies a multiple of ten.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export function assertAmount(amount: number, code: Currency, param = 'amount'): void {
  if (amount < 1) throw badParam('This value must be greater than or equal to 1.', param, 'parameter_invalid_integer');
  if (amount > MAX_AMOUNT) {
    throw badParam(`Amount must be no more than ${MAX_AMOUNT} in ${code.toLowerCase()}`, param, 'amount_too_large');
  }
  if (amount % stepOf(code) !== 0) {
    throw badParam(
      `Invalid integer: ${amount}. Amounts in ${code.toLowerCase()} must be evenly divisible by ${stepOf(code)}.`,
      param,
      'parameter_invalid_integer',
    );
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message }, { keyed: false });
}
