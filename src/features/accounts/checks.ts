/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD, USER_TYPES } from '../../../server/features/accounts/rules.ts';
import { sixDigits } from '@/components/form/six-digits.ts';

export const account = z.object({
  displayName: z.string().trim().min(1).max(80),
  email: z.email(),
  password: z.string().min(MIN_PASSWORD.signUp).max(MAX_PASSWORD),
  userType: z.enum(USER_TYPES),
  agent: z.boolean(),
});

export const profile = z.object({ displayName: z.string().trim().min(1).max(80), userType: z.enum(USER_TYPES) });

export const passwordReset = z.object({
  email: z.email(),
  code: sixDigits,
  newPassword: z.string().min(MIN_PASSWORD.reset).max(MAX_PASSWORD),
});

export const credentials = z.object({ email: z.string().trim().min(1), password: z.string().min(1) });

export const verification = z.object({
  email: z.email(),
  code: sixDigits,
  password: z.string().max(MAX_PASSWORD),
});

export type Account = z.output<typeof account>;

export type Profile = z.output<typeof profile>;

export type PasswordReset = z.output<typeof passwordReset>;

export type Credentials = z.output<typeof credentials>;

export type Verification = z.output<typeof verification>;
