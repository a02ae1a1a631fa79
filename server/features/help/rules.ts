import { durationMs } from '../../core/clock.ts';
import { COMPLAINT_ANSWER } from '../policies/rules.ts';
import type { HelpMessage } from './schema.ts';

/**
 * When the terms require an answer to an open case: their time from the first message that no answer follows; null when
 * the last word is the operators'. `messages`: oldest first.
 */
export function answerBy(messages: readonly Pick<HelpMessage, 'fromStaff' | 'at'>[]): Date | null {
  const unanswered = messages.slice(messages.findLastIndex((message) => message.fromStaff) + 1)[0];
  return unanswered ? new Date(unanswered.at.getTime() + durationMs(COMPLAINT_ANSWER)) : null;
}
