import type { ErrorCode } from '../../../server/core/errors.ts';
import { codeText, isErrorCode } from '@/lib/error-text.ts';

/** The text of a message of the form library: codes are translated, texts stay. */
export function fieldText(message: string | undefined): string | undefined {
  if (!message) return undefined;
  return isCode(message) ? codeText(message) : message;
}

export const isCode = (message: string | undefined): message is ErrorCode =>
  message !== undefined && isErrorCode(message);
