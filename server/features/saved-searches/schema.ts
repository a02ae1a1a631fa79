import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';
import { filters, type Filters } from '../discovery/filters/schema.ts';
import type { FoundCreator } from '../discovery/schema.ts';
import { MAX_SEARCH_NAME } from './rules.ts';

const name = z.string().trim().min(1).max(MAX_SEARCH_NAME);
export const searchIdInput = z.strictObject({ searchId: uuid });
export const saveSearchInput = z.strictObject({ name, filters, alert: z.boolean().default(false) });
export const renameSearchInput = searchIdInput.extend({ name });
export const alertInput = searchIdInput.extend({ alert: z.boolean() });
export const newResultsInput = pageInput.extend({ searchId: uuid });

export interface SavedSearch {
  id: string;
  name: string;
  filters: Filters;
  alert: boolean;
  /** Creators whom its digests named and who may be shown now. */
  found: number;
  createdAt: Date;
  nextDigestAt: Date | null;
  lastDigestAt: Date | null;
}
/** A creator whom a digest named. */
export interface NewResult {
  creator: FoundCreator;
  at: Date;
}
