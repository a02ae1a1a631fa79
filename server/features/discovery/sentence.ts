import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { countUserCall } from '../accounts/address-limit.ts';
import { countryOf } from '../orgs/service.ts';
import { parseQuery } from './grammar/parse.ts';
import type { parseInput } from './grammar/schema.ts';
import type { ParsedQuery } from './grammar/types.ts';

/** Sentences of one user in an hour. */
const HOURLY_LIMIT = 60;

/** The filters that a sentence states. Throws discovery.hourly_limit. */
export async function readSentence(ctx: OrgContext, input: z.output<typeof parseInput>): Promise<ParsedQuery> {
  const { userId, orgId } = ctx.actor;
  if (!(await countUserCall(ctx, 'sentence', userId, HOURLY_LIMIT)))
    throw new AppError('discovery.hourly_limit', { limit: HOURLY_LIMIT });
  const { text, language, previous } = input;
  const country = await withTx(ctx, (tx) => countryOf(tx, orgId));
  return parseQuery(text, { language, country, ...(previous ? { previous } : {}) });
}
