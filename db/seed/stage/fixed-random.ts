/** A reproducible stream of 32-bit numbers (sfc32), so that two loads of a scenario draw the same. */
export function fixedRandom(seed: number): () => number {
  let [a, b, c, d] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1];
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 15; i += 1) next();
  return next;
}

/**
 * Makes ids repeat: `newId` takes a random UUID from Web Crypto, which draws it from the fixed stream until the returned
 * function puts the real one back. Everything else, such as the nonces of database sign-ins, stays random. Only for the
 * process of a scenario that runs its steps one after the other.
 */
export function useFixedIds(seed: number): () => void {
  const next = fixedRandom(seed);
  const crypto = globalThis.crypto;
  const hex = (digits: number): string => next().toString(16).padStart(8, '0').slice(0, digits);
  const fixed: typeof crypto.randomUUID = () =>
    `${hex(8)}-${hex(4)}-4${hex(3)}-${((next() & 0x3) | 0x8).toString(16)}${hex(3)}-${hex(8)}${hex(4)}`;
  Object.defineProperty(crypto, 'randomUUID', { value: fixed, configurable: true, writable: true });
  return () => void Reflect.deleteProperty(crypto, 'randomUUID');
}
