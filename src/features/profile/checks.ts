/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { sixDigits } from '@/components/form/six-digits.ts';

const EMAIL = z.email().max(200);

export const requestAccountDeletion = z.object({ email: EMAIL, code: z.string() });

export const proveDeletion = z.object({ email: EMAIL, code: sixDigits });
