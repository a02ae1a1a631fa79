import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ERROR_CODES, type ErrorCode } from '../../../server/core/errors.ts';
import { AuthRefusal } from '@/lib/auth.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';

const MIN_PASSWORD = 6;

/** What the account service refused, in the reader's language; its own words where it knows better. */
export function useRefusalText(): (error: unknown) => string {
  useTranslation('accounts');
  const explain = useErrorText();
  return (error) => (error instanceof AuthRefusal ? refusalText(error) : explain(error));
}

function refusalText({ code, status, message, attemptsRemaining }: AuthRefusal): string {
  if (code !== null && Object.hasOwn(ERROR_CODES, code)) return codeText(code as ErrorCode);
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_EMAIL') {
    return attemptsRemaining === null ? codeText('auth.invalid_credentials') : i18next.t('accounts:signIn.remaining', { count: attemptsRemaining });
  }
  if (code?.startsWith('USER_ALREADY_EXISTS')) return codeText('auth.duplicate_account');
  if (code === 'PASSWORD_TOO_SHORT') return i18next.t('accounts:signUp.passwordShort', { min: MIN_PASSWORD });
  if (status === 429) return codeText('rate.limited');
  return message || i18next.t('common:error.unexpected');
}
