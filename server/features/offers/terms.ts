import type { ServiceContext } from '../../context.ts';
import { canonicalJson, sha256Hex } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { termsProblems } from '../terms/rules.ts';
import { dealTerms, type DealTerms } from '../terms/schema.ts';
import { clockRanges, liveClockRanges } from '../policies/service.ts';

export const asTerms = (json: unknown): DealTerms => dealTerms.parse(json);

export const hashOf = (terms: DealTerms): Promise<string> => sha256Hex(canonicalJson(terms));

export async function assertTerms(tx: ServiceContext, terms: DealTerms): Promise<void> {
  const [first] = termsProblems(terms, {
    now: tx.clock.now(),
    ranges: await clockRanges(tx),
    ...(terms.releaseTrigger === 'on_approval' ? {} : { live: await liveClockRanges(tx) }),
  });
  if (first) throw new AppError(first.code, { ...first.data, field: `terms.${first.field}` });
}
