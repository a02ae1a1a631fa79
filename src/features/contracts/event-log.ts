import { canonicalJson, sha256Hex } from '../../../server/core/canonical.ts';
import {
  hashedFields,
  LOG_FORMAT,
  ZERO_HASH,
  type HashedEvent,
} from '../../../server/features/escrow/timeline/rules.ts';

export type LogVerdict =
  | { kind: 'valid'; events: number; head: string; signedAt: Date }
  /** The first line that is wrong, from 1. */
  | { kind: 'wrong'; line: number }
  /** The chain holds; this browser has no Ed25519. */
  | { kind: 'unsigned'; events: number; head: string };

type Line = Record<string, unknown>;
const HEAD = `"format":"${LOG_FORMAT}"`;

/** Whether a text claims to be an event log: its first line names the format. */
export const isEventLog = (text: string): boolean => text.slice(0, 1000).split('\n', 1)[0]?.includes(HEAD) ?? false;

/** The line as an object; null when it is not written in the one canonical form. */
export function parse(text: string | undefined): Line | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && canonicalJson(value) === text ? (value as Line) : null;
  } catch {
    return null;
  }
}

export const hasOnly = (line: Line, names: readonly string[]): boolean =>
  Object.keys(line).toSorted().join() === names.toSorted().join();

/** Verifies the file that `eventLog` wrote, as `scripts/verify-log.mjs` does without a browser. */
export async function verifyEventLog(text: string): Promise<LogVerdict> {
  const lines = text.split('\n');
  const first = parse(lines[0]);
  const events = Number(first?.['events']);
  if (!first || !hasOnly(first, ['format', 'contractId', 'currency', 'events']) || !Number.isSafeInteger(events))
    return { kind: 'wrong', line: 1 };
  let head = ZERO_HASH;
  for (let n = 1; n <= events; n += 1) {
    const event = parse(lines[n]);
    if (!event || event['seq'] !== n || event['contractId'] !== first['contractId'] || event['prevHash'] !== head)
      return { kind: 'wrong', line: n + 1 };
    const { prevHash, hash, ...rest } = event;
    const fields = hashedFields(rest as unknown as HashedEvent);
    if (!hasOnly(rest, Object.keys(fields)) || (await sha256Hex(String(prevHash) + canonicalJson(fields))) !== hash)
      return { kind: 'wrong', line: n + 1 };
    head = hash;
  }
  const line = events + 2;
  const last = parse(lines[line - 1]);
  if (!last || !hasOnly(last, ['head', 'signedAt', 'key', 'signature']) || last['head'] !== head)
    return { kind: 'wrong', line };
  if (lines.length !== line + 1 || lines[line] !== '') return { kind: 'wrong', line: line + 1 };
  const { signature, ...signed } = last;
  const genuine = await isSigned(canonicalJson({ ...first, ...signed }), String(signature), last['key']);
  if (genuine === null) return { kind: 'unsigned', events, head };
  return genuine
    ? { kind: 'valid', events, head, signedAt: new Date(String(last['signedAt'])) }
    : { kind: 'wrong', line };
}

/** By one of our published keys; null where the browser cannot check it. */
export async function isSigned(text: string, signature: string, key: unknown): Promise<boolean | null> {
  const answer = await fetch('/.well-known/jwks.json');
  if (!answer.ok) throw new Error(`the public keys could not be fetched: ${answer.status}`);
  const { keys } = (await answer.json()) as { keys: JsonWebKey[] };
  const own = keys.find((one) => canonicalJson(one) === canonicalJson(key));
  if (!own) return false;
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey('jwk', own, 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
  return crypto.subtle.verify('Ed25519', imported, bytesOf(signature), new TextEncoder().encode(text));
}

/** Of base64url; an empty signature, which matches nothing, for a text that is none. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
