import * as z from 'zod';
import type { FindSpec, FoundRecord } from '../../core/finds.ts';
import type { FINDS } from '../finds.gen.ts';
import { MIN_FIND_LENGTH, MAX_FIND_LENGTH } from './rules.ts';

export const findInput = z.strictObject({ text: z.string().trim().min(MIN_FIND_LENGTH).max(MAX_FIND_LENGTH) });

export type FoundKind = keyof typeof FINDS;

export interface FoundGroup {
  kind: FoundKind;
  icon: FindSpec['icon'];
  /** Newest first. */
  records: FoundRecord[];
  /** Page of the whole list when there are more than are named here. */
  more: string | null;
}
