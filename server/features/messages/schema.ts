import { z } from 'zod';
import { uuid, type Side } from '../contracts/schema.ts';

/** A thread belongs to a deal or, before it, to an offer. Exactly one of the two. */
export const threadInput = z.union([z.strictObject({ contractId: uuid }), z.strictObject({ offerId: uuid })]);
export const sendMessageInput = z.strictObject({
  thread: threadInput,
  body: z.string().trim().min(1).max(4000),
});
/** `upTo`: the newest message that was on the screen. */
export const readThreadInput = z.strictObject({ thread: threadInput, upTo: uuid });
export interface MessageDto {
  id: string;
  body: string;
  authorName: string;
  /** Null where there is none. */
  avatarUrl: string | null;
  authorSide: Side | 'agency';
  mine: boolean;
  /** Of another org, and not yet seen by the reader. */
  unread: boolean;
  /** It names a phone number or a way to pay outside; both are warned. */
  outside: boolean;
  at: Date;
}
