import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD } from '../../../server/features/accounts/rules.ts';
import { AuthRefusal } from '@/lib/auth-calls.ts';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';

const INVALID_CREDENTIALS = ['auth.invalid_credentials', 'INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL'];

/** A refusal of the account service in the user's language; the service's own text where it is more specific. */
export function useRefusalText(): (error: unknown) => string {
  useTranslation('accounts');
  const explain = useErrorText();
  return (error) => (error instanceof AuthRefusal ? refusalText(error) : explain(error));
}

/** A wrong email or password: the only refusal that counts towards the lock. The last one reports the lock. */
export function isInvalidCredentials(error: unknown): error is AuthRefusal {
  if (!(error instanceof AuthRefusal) || error.code === null) return false;
  return INVALID_CREDENTIALS.includes(error.code) || (error.code === 'auth.locked' && error.status === 401);
}

/** Refused without a check of the password: the account was already locked. */
export function isLocked(error: unknown): error is AuthRefusal {
  return error instanceof AuthRefusal && error.code === 'auth.locked';
}

export function isDuplicate(error: unknown): boolean {
  return (
    error instanceof AuthRefusal &&
    (error.code === 'auth.duplicate_account' || error.code?.startsWith('USER_ALREADY_EXISTS') === true)
  );
}

function refusalText(error: AuthRefusal): string {
  const { code, status, message } = error;
  if (isInvalidCredentials(error)) return codeText('auth.invalid_credentials');
  if (isDuplicate(error)) return codeText('auth.duplicate_account');
  if (code !== null && isErrorCode(code)) return codeText(code);
  if (code === 'PASSWORD_TOO_SHORT') return i18next.t('accounts:signUp.passwordShort', { min: MIN_PASSWORD.signUp });
  if (status === 429) return codeText('rate.limited');
  // The messages of server errors are not for users.
  return status < 500 && message ? message : i18next.t('common:error.unexpected');
}
