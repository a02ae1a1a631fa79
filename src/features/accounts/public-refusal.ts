import { PublicCallRefusal } from '@/lib/public-calls.ts';
import { serverNow } from '@/lib/server-clock.ts';

/** The server's reason; null if it gave none or was not reached. */
export function reasonOf(error: unknown): string | null {
  return (error instanceof PublicCallRefusal && error.message) || null;
}

export function codeOf(error: unknown): string {
  return error instanceof PublicCallRefusal ? error.code : '';
}

/** Whether the server answered at all. */
export function wasAnswered(error: unknown): boolean {
  return error instanceof PublicCallRefusal && error.status > 0;
}

/** Server time in ms from which another code may be requested, if the refusal names it. */
export function waitAfter(error: unknown): number | null {
  const seconds = error instanceof PublicCallRefusal ? error.data['seconds'] : null;
  return typeof seconds === 'number' ? serverNow() + seconds * 1000 : null;
}
