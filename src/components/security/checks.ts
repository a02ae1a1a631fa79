/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import i18next from 'i18next';
import { sixDigits } from '@/components/form/six-digits.ts';

export const totpCode = z.object({ code: sixDigits });

export const recoveryCode = z.object({
  code: z
    .string()
    .trim()
    .min(8, { error: () => i18next.t('security:step.recoveryShort') }),
});

const password = z.object({
  secret: z.string().min(1, { error: () => i18next.t('security:prove.passwordMissing') }),
});

const totp = z.object({ secret: sixDigits });

const recovery = z.object({
  secret: z
    .string()
    .trim()
    .min(8, { error: () => i18next.t('security:step.recoveryShort') }),
});

export const PROOFS = { password, totp, recovery_code: recovery } as const;
