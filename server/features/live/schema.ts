import * as z from 'zod';
import { MAX_TOPICS } from './rules.ts';

/** `contract:<id>`, `offer:<id>`, `campaign:<id>`, `org:<id>` or `user:<id>`. */
export const topic = z
  .string()
  .max(60)
  .regex(/^(contract|offer|campaign|org|user):[\w-]+$/);
export const liveInput = z.strictObject({ topics: z.array(topic).min(1).max(MAX_TOPICS) });

/** Rows of a topic have changed; the client refetches what is on the screen. */
export interface LiveEvent {
  topics: string[];
  table: string;
}
