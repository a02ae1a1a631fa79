import * as z from 'zod';
import { MIN_FIND_LENGTH, MAX_FIND_LENGTH } from './rules.ts';

export const findInput = z.strictObject({ text: z.string().trim().min(MIN_FIND_LENGTH).max(MAX_FIND_LENGTH) });

/** Kinds of records, in the order in which they are shown. */
export const FOUND_KINDS = ['deal', 'campaign', 'offer', 'person', 'document'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export interface FoundRecord {
  id: string;
  /** A title, a name or a document's number. */
  title: string;
  /** The other side, where there is one. */
  detail: string | null;
  /** Address of its page; of a document, of its file. */
  path: string;
}
export interface FoundGroup {
  kind: FoundKind;
  /** Newest first. */
  records: FoundRecord[];
  /** Page of the whole list when there are more than are named here. */
  more: string | null;
}
