import { getSystemErrorName } from 'node:util';

/** Enhanced status code of RFC 3463, such as 5.1.1. */
const ENHANCED = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;
export const enhancedCode = (response: string): string | null => ENHANCED.exec(response)?.[1] ?? null;
/** Names that programs give to failures and to steps of SMTP: `EENVELOPE`, `RCPT TO`. */
const NAME = /^[A-Z][A-Z ]{1,30}$/;

function systemName(errno: unknown): string | null {
  try {
    return typeof errno === 'number' && errno < 0 ? getSystemErrorName(errno) : null;
  } catch {
    return null;
  }
}

/**
 * Why a mail was not taken, from codes alone: `550 5.1.1 EENVELOPE RCPT TO`. The text of the mail server is left out,
 * since it often repeats the address, and this text is logged, stored and shown.
 */
export function mailFault(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { responseCode, response, code, command, errno, name } = error as Record<string, unknown>;
  const known = [
    typeof responseCode === 'number' ? String(responseCode) : null,
    typeof response === 'string' ? enhancedCode(response) : null,
    ...[code, command].map((text) => (typeof text === 'string' && NAME.test(text) ? text : null)),
    systemName(errno),
  ].filter((fact) => fact !== null);
  return known.length > 0 ? [...new Set(known)].join(' ') : typeof name === 'string' ? name : 'unknown';
}
