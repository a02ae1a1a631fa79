import { ERROR_CODES, type ErrorCode } from '../../../server/core/errors.ts';
import { codeText } from '@/lib/error-text.ts';

/** The text of a message of the form library: codes are translated, texts stay. */
export function fieldText(message: string | undefined): string | undefined {
  if (!message) return undefined;
  return isCode(message) ? codeText(message) : message;
}

export function isCode(message: string | undefined): message is ErrorCode {
  return message !== undefined && Object.hasOwn(ERROR_CODES, message);
}
