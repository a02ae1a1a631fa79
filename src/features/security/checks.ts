/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import i18next from 'i18next';
import { MAX_PASSWORD } from '../../../server/features/accounts/rules.ts';
import { sixDigits } from '@/components/form/six-digits.ts';

export const password = z.object({
  password: z.string().min(1, { error: () => i18next.t('security:prove.passwordMissing') }),
});

export const passkeyName = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => i18next.t('security:passkeys.nameMissing') })
    .max(60),
});

export const code = z.object({ code: sixDigits });

export const newPassword = (min: number) =>
  z.object({
    current: z.string().min(1, { error: () => i18next.t('security:prove.passwordMissing') }),
    password: z
      .string()
      .min(min, { error: () => i18next.t('security:password.short', { min }) })
      .max(MAX_PASSWORD),
  });
