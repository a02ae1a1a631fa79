/** A number from 0 to 1 that depends on the keys alone. */
export function chance(...keys: readonly (number | string)[]): number {
  let hash = 0x811c9dc5;
  for (const character of keys.join('\u0000')) {
    hash ^= character.codePointAt(0)!;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 2 ** 32;
}

export const between = (low: number, high: number, ...keys: readonly (number | string)[]): number =>
  low + (high - low) * chance(...keys);

export function oneOf<T>(values: readonly T[], ...keys: readonly (number | string)[]): T {
  return values[Math.floor(chance(...keys) * values.length)]!;
}
