import * as z from 'zod';
import { MAX_MORE_DAYS } from '../../policies/rules.ts';
import { decideInput } from '../schema.ts';

/** `days`: of 24 hours each, added to the end of the grace period. */
export const extendWorkInput = decideInput.extend({ days: z.number().int().min(1).max(MAX_MORE_DAYS) });
