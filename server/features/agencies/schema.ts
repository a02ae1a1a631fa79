import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';

export const requestInput = z.strictObject({ requestId: uuid });
/** A signature needs the creator's own name. */
export const confirmInput = requestInput.extend({ typedName: z.string().trim().min(2).max(80).optional() });

export interface Confirmed {
  contractId: string | null;
}
