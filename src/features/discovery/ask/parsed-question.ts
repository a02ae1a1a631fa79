import type { RouterOutputs } from '@/lib/trpc.ts';

/** What a sentence was read as. */
export type ParsedQuestion = RouterOutputs['discovery']['parse'];
/** A stretch of the sentence. */
export type Span = ParsedQuestion['unread'][number];
