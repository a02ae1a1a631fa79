/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { VOTE_REASONS } from '../../../server/features/matching/rules.ts';
import { bestSetInput } from '../../../server/features/matching/schema.ts';

export const rejectReason = z.object({ reason: z.enum(VOTE_REASONS) });
export const budget = z.object({ budget: bestSetInput.shape.budget });
