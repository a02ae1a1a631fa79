import { sha256Hex } from './canonical.ts';

/** UUID version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random bits; sorts by creation time. */
export function newId(nowMs: number = Date.now()): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  // A random UUID uses entropy that the runtime caches; formatting 16 fresh bytes takes six times as long.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${globalThis.crypto.randomUUID().slice(15)}`;
}

/**
 * The same id for the same text: UUID version 8 (RFC 9562 §5.8) from its SHA-256. Rows written once per request key use
 * it, so that a repeated request finds its own row.
 */
export async function derivedId(text: string): Promise<string> {
  const hex = await sha256Hex(text);
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
