/**
 * Format of inputs and answers: JSON, with the paths of the dates in it. It is the subset of superjson's format that
 * marks dates, so that a page loaded before an update still reads the answers. Nothing else is restored: a sender could
 * make each further kind of annotation expensive for the receiver.
 */
export interface Wire {
  json?: unknown;
  meta?: { values: Record<string, [Annotation]> | [Annotation]; v?: 1 };
}
type Annotation = 'Date' | 'undefined';

/** Dates in one request; a form has a handful. */
export const MAX_REQUEST_DATES = 100;
const MAX_PATH = 200;
const MAX_DATE_TEXT = 40;

/** A message in another form. Not an `AppError`: browsers load this file on every page, without the list of refusals. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}
const refused = (problem: 'form' | 'annotation'): never => {
  throw new MalformedMessage(problem);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const escaped = (key: string): string => key.replaceAll('\\', '\\\\').replaceAll('.', '\\.');

/** Keys of a path: "a.b\.c" is ["a", "b.c"]. */
function keysOf(path: string): string[] {
  const keys: string[] = [];
  let key = '';
  for (let at = 0; at < path.length; at += 1) {
    const letter = path[at]!;
    if (letter === '\\') key += path[(at += 1)] ?? '';
    else if (letter === '.') {
      keys.push(key);
      key = '';
    } else key += letter;
  }
  return [...keys, key];
}

/** The path of a key; `null` is the whole value, which is not the value under the key "". */
const below = (path: string | null, key: string): string => (path === null ? key : `${path}.${key}`);

/** Paths of the dates below a value. Throws TypeError at a value that JSON cannot represent and would drop silently. */
function datesIn(value: unknown, path: string | null, found: Record<string, ['Date']>): void {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`a ${typeof value} cannot be sent: ${path ?? ''}`);
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Date) {
    found[path ?? ''] = ['Date'];
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) datesIn(value[at], below(path, String(at)), found);
  } else {
    if (value instanceof Map || value instanceof Set)
      throw new TypeError(`a ${value.constructor.name} cannot be sent: ${path ?? ''}`);
    for (const key in value)
      if (Object.hasOwn(value, key)) datesIn((value as Record<string, unknown>)[key], below(path, escaped(key)), found);
  }
}

/** The object that `JSON.stringify` turns into the body. An absent value has no `json`. */
export function serialize(value: unknown): Wire {
  if (value === undefined) return {};
  if (value instanceof Date) return { json: value, meta: { values: ['Date'], v: 1 } };
  const found: Record<string, ['Date']> = {};
  datesIn(value, null, found);
  return Object.keys(found).length === 0 ? { json: value } : { json: value, meta: { values: found, v: 1 } };
}

/** The annotations of a message by the keys that lead to each. Does not read the annotated values. */
function annotationsOf(message: unknown, most: number): [keys: string[], Annotation][] {
  if (!isRecord(message)) return refused('form');
  for (const key in message) if (key !== 'json' && key !== 'meta') refused('form');
  const { meta } = message;
  if (meta === undefined) return [];
  if (!isRecord(meta)) return refused('annotation');
  for (const key in meta) if (key !== 'values' && key !== 'v') refused('annotation');
  const { values } = meta;
  if (values === undefined) return [];
  const checked = (one: unknown): Annotation =>
    Array.isArray(one) && one.length === 1 && (one[0] === 'Date' || one[0] === 'undefined')
      ? one[0]
      : refused('annotation');
  if (Array.isArray(values)) return [[[], checked(values)]];
  if (!isRecord(values)) return refused('annotation');
  const found: [string[], Annotation][] = [];
  for (const path in values) {
    if (found.length === most || path.length > MAX_PATH) refused('annotation');
    found.push([keysOf(path), checked(values[path])]);
  }
  return found;
}

const restored = (value: unknown, annotation: Annotation): unknown => {
  if (annotation === 'undefined') return undefined;
  return typeof value === 'string' && value.length <= MAX_DATE_TEXT ? new Date(value) : refused('annotation');
};

function read(message: unknown, most: number): unknown {
  const annotations = annotationsOf(message, most);
  let { json } = message as Wire;
  for (const [keys, annotation] of annotations) {
    const last = keys.at(-1);
    if (last === undefined) {
      json = restored(json, annotation);
      continue;
    }
    let holder = json;
    for (const key of keys.slice(0, -1)) holder = isHolder(holder, key) ? holder[key] : refused('annotation');
    if (!isHolder(holder, last)) return refused('annotation');
    holder[last] = restored(holder[last], annotation);
  }
  return json;
}
const isHolder = (value: unknown, key: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key);

/**
 * An untrusted input: the annotations are checked first. One of another kind, one too many or one without a value
 * refuses it (`MalformedMessage`) before anything is restored.
 */
export const readRequest = (message: unknown): unknown => read(message, MAX_REQUEST_DATES);
/** An answer of our own server, or what `serialize` made here. */
export const readAnswer = <T = unknown>(message: unknown): T => read(message, Infinity) as T;

/** For both ends of the API (`transformer`). */
export const wire = {
  input: { serialize, deserialize: readRequest },
  output: { serialize, deserialize: readAnswer },
};
