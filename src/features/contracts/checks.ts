/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { declineContractInput, signInput } from '../../../server/features/contracts/schema.ts';

export const typedName = z.object({ typedName: signInput.shape.typedName });
export const declining = z.object({ reason: declineContractInput.shape.reason });
