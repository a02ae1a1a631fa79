import { z } from 'zod';
import { uuid, type Side } from '../contracts/schema.ts';

/** A thread belongs to a deal or, before it, to an offer. Exactly one of the two. */
export const threadInput = z.union([z.strictObject({ contractId: uuid }), z.strictObject({ offerId: uuid })]);
export const sendMessageInput = z.strictObject({
  thread: threadInput,
  body: z.string().trim().min(1).max(4000),
});
export interface MessageDto {
  id: string;
  body: string;
  authorName: string;
  /** Null where there is none. */
  avatarUrl: string | null;
  authorSide: Side | 'agency';
  mine: boolean;
  at: Date;
}
