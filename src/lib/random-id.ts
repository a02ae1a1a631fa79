/** Random text of `bytes` bytes; works on plain http too, where `crypto.randomUUID` is missing. */
export function randomId(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
