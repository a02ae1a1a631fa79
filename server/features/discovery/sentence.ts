import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { countUserCall } from '../accounts/address-limit.ts';
import { countryOf } from '../orgs/service.ts';
import { parseQuery } from './grammar/parse.ts';
import { MAX_SENTENCE_LENGTH, type parseInput } from './grammar/schema.ts';
import type { ParsedQuery } from './grammar/types.ts';
import { wordsOf } from './rules.ts';

/** Sentences of one user in an hour. */
const HOURLY_LIMIT = 60;

/** Before a sentence counts towards the limit. */
export function requireSentence(text: string): void {
  if (text.length > MAX_SENTENCE_LENGTH)
    throw new AppError('discovery.too_long', { limit: MAX_SENTENCE_LENGTH, field: 'text' });
  if (wordsOf(text).length === 0) throw new AppError('discovery.no_words', { field: 'text' });
}

/** The filters that a sentence states. Throws discovery.too_long, discovery.no_words, discovery.hourly_limit. */
export async function readSentence(ctx: OrgContext, input: z.output<typeof parseInput>): Promise<ParsedQuery> {
  const { userId, orgId } = ctx.actor;
  requireSentence(input.text);
  if (!(await countUserCall(ctx, 'sentence', userId, HOURLY_LIMIT)))
    throw new AppError('discovery.hourly_limit', { limit: HOURLY_LIMIT });
  const { text, language, previous } = input;
  const country = await withTx(ctx, (tx) => countryOf(tx, orgId));
  return parseQuery(text, { language, country, ...(previous ? { previous } : {}) });
}
