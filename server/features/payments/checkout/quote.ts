import type * as z from 'zod';
import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { requireRight } from '../../../guards.ts';
import { lockedMilestone } from '../../escrow/milestone/moves.ts';
import { chargeFor, feeRateOf, feeSums, type Charge, type FeeTerms } from '../../ledger/charges/rules.ts';
import { feeTax } from '../../policies/service.ts';
import { insertQuote, sameQuote, type QuoteRow } from '../queries/quotes.ts';
import { QUOTE_FRESH_MS, QUOTE_MS } from '../rules.ts';
import type { quoteInput, QuoteDto } from '../schema.ts';

type Milestone = Awaited<ReturnType<typeof lockedMilestone>>;

/** The brand's own milestone; any other actor finds none. */
export async function fundable(tx: OrgContext, milestoneId: string): Promise<Milestone> {
  const row = await lockedMilestone(tx, milestoneId, tx.actor.orgId);
  if (row.brand_org !== tx.actor.orgId) throw new AppError('not_found');
  return row;
}

interface Pricing {
  charge: Charge;
  taxCountry: string;
  taxBps: number;
}

/** The charge by the fee the contract carries and the tax in force now. Throws billing.incomplete. */
export async function priceNow(tx: OrgContext, row: Milestone): Promise<Pricing> {
  const tax = await feeTax(tx, tx.actor.orgId);
  if (!tax) throw new AppError('billing.incomplete');
  return {
    charge: chargeFor(row.amount, feeRateOf(row), tax.bps, row.currency),
    taxCountry: tax.country,
    taxBps: tax.bps,
  };
}

const toQuote = (q: QuoteRow, row: { fee_bps: number; fee_terms: FeeTerms | null }): QuoteDto => ({
  id: q.id,
  milestoneId: q.milestone_id,
  currency: q.currency,
  price: q.price,
  fee: q.fee,
  feeBps: row.fee_bps,
  feeTerms: feeSums(feeRateOf(row)),
  tax: q.tax,
  taxBps: q.tax_bps,
  taxCountry: q.tax_country,
  total: q.total,
  expiresAt: q.expires_at,
});

/** What funding a milestone costs, line by line; exactly this is charged. Good for half an hour. Throws billing.incomplete. */
export async function quote(ctx: OrgContext, input: z.output<typeof quoteInput>): Promise<QuoteDto> {
  requireRight(ctx, 'escrow.fund');
  return withTx(ctx, async (tx) => {
    const row = await fundable(tx, input.milestoneId);
    const now = tx.clock.now();
    const { charge, taxCountry, taxBps } = await priceNow(tx, row);
    const known = await sameQuote(tx.db, {
      milestoneId: row.id,
      brandOrg: tx.actor.orgId,
      total: charge.total,
      taxCountry,
      taxBps,
      goodAt: new Date(now.getTime() + QUOTE_FRESH_MS),
    });
    if (known) return toQuote(known, row);
    const fresh: QuoteRow = {
      id: newId(),
      milestone_id: row.id,
      currency: row.currency,
      ...charge,
      tax_country: taxCountry,
      tax_bps: taxBps,
      expires_at: new Date(now.getTime() + QUOTE_MS),
    };
    await insertQuote(tx.db, { ...fresh, brandOrg: tx.actor.orgId, createdBy: tx.actor.userId, createdAt: now });
    return toQuote(fresh, row);
  });
}
