import { readFileSync } from 'node:fs';
import { AppError } from '../../core/errors.ts';
import { isPersonal } from './rules.ts';

let common: Set<string> | null = null;

/** The list is the file beside this one; a repeated character counts as common, too. */
function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  );
  return common.has(password.toLowerCase()) || /^(.)\1*$/su.test(password);
}

/**
 * Throws auth.password_short with the minimum length, auth.password_personal for the own name or address,
 * auth.weak_password for a common one.
 */
export function checkPassword(password: string, rule: { min: number; person?: { email: string; name: string } }): void {
  if ([...password].length < rule.min) throw new AppError('auth.password_short', { min: rule.min });
  if (rule.person && isPersonal(password, rule.person)) throw new AppError('auth.password_personal');
  if (isCommon(password)) throw new AppError('auth.weak_password');
}
