/** A decoded form value: text, or a map whose keys are names or, for lists, "0", "1", … */
export type RawValue = string | RawObject;
export interface RawObject {
  [key: string]: RawValue;
}

const MAX_PARTS = 8;

/**
 * Decodes `a=1&b[c]=2&d[0][e]=3&f[]=4` as Stripe's API reads request bodies and query strings.
 * Throws RangeError on a shape that contradicts itself (`a=1&a[b]=2`) or nests too deep.
 */
export function decodeForm(text: string): RawObject {
  const root = emptyObject();
  if (text === '') return root;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodePart(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decodePart(pair.slice(at + 1));
    assign(root, splitName(name), value);
  }
  return root;
}

const emptyObject = (): RawObject => Object.create(null) as RawObject;

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new RangeError('Invalid percent-encoding in the request');
  }
}

function splitName(name: string): string[] {
  const open = name.indexOf('[');
  if (open < 0) return [name];
  const parts = [name.slice(0, open)];
  for (const match of name.slice(open).matchAll(/\[([^[\]]*)\]/g)) parts.push(match[1]!);
  if (parts.length > MAX_PARTS) throw new RangeError('Request parameters nest too deep');
  return parts;
}

function assign(root: RawObject, path: string[], value: string): void {
  let node = root;
  path.forEach((part, index) => {
    const key = part === '' ? String(Object.keys(node).length) : part;
    if (index === path.length - 1) {
      if (typeof node[key] === 'object') throw new RangeError(`Contradictory parameter: ${path.join('.')}`);
      node[key] = value;
      return;
    }
    const next = node[key] ?? (node[key] = emptyObject());
    if (typeof next === 'string') throw new RangeError(`Contradictory parameter: ${path.join('.')}`);
    node = next;
  });
}
