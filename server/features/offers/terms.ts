import type { ServiceContext } from '../../context.ts';
import { canonicalJson, sha256Hex } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { termsProblems } from '../terms/rules.ts';
import { dealTerms, type DealTerms } from '../terms/schema.ts';
import type { FeeTax } from '../policies/schema.ts';
import { brandFee, clockRanges, liveClockRanges } from '../policies/service.ts';

export const asTerms = (json: unknown): DealTerms => dealTerms.parse(json);

export const hashOf = (terms: DealTerms): Promise<string> => sha256Hex(canonicalJson(terms));

/** `tax`: of the brand on the service fee, which it pays beside the price; null while its country is unknown. */
export async function assertTerms(
  tx: ServiceContext,
  terms: DealTerms,
  tax: Pick<FeeTax, 'country' | 'bps'> | null,
): Promise<void> {
  const fee = await brandFee(tx, { country: tax?.country ?? null, currency: terms.currency });
  const [first] = termsProblems(terms, {
    now: tx.clock.now(),
    ranges: await clockRanges(tx),
    charge: { feeBps: fee, taxBps: tax?.bps ?? 0 },
    ...(terms.releaseTrigger === 'on_approval' ? {} : { live: await liveClockRanges(tx) }),
  });
  if (first) throw new AppError(first.code, { ...first.data, field: `terms.${first.field}` });
}
