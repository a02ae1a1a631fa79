/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { billingInput } from '../../../server/features/orgs/schema.ts';

export const billingForm = billingInput.extend({
  taxId: z.string().trim().max(30),
  invoiceEmail: z.union([z.literal(''), z.email().max(200)]),
  poNumber: z.string().trim().max(40),
});
