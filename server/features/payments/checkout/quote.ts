import type * as z from 'zod';
import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { requireRight } from '../../../guards.ts';
import { chargeFor, feeRateOf, feeSums, MAX_CHARGE, type Charge } from '../../ledger/charges/rules.ts';
import { feeTax } from '../../policies/service.ts';
import { oneRate, sumOf } from '../lines/rules.ts';
import type { Milestone } from '../lines/lines.ts';
import { insertQuotes, quotesOf, type QuoteRow } from '../queries/quotes.ts';
import { QUOTE_FRESH_MS, QUOTE_MS } from '../rules.ts';
import type { quoteInput, QuoteDto } from '../schema.ts';
import { assertPayable, fundable, refuseWhileDisputed } from './fundable.ts';
import { quoteFile, signQuote } from './signed-quote.ts';

/** What one milestone costs now. */
export interface Pricing extends Charge {
  milestone: Milestone;
  taxCountry: string;
  taxBps: number;
}

/**
 * What milestones cost that are paid together, each by the fee its contract carries and the tax in force now. Throws
 * billing.incomplete, payment.joint_currency, payment.joint_too_large, and terms.charge_too_large for one alone.
 */
export async function priceNow(tx: OrgContext, rows: readonly Milestone[]): Promise<Pricing[]> {
  const tax = await feeTax(tx, tx.actor.orgId);
  if (!tax) throw new AppError('billing.incomplete');
  if (rows.some((row) => row.currency !== rows[0]!.currency)) throw new AppError('payment.joint_currency');
  const prices = rows.map((milestone) => ({
    milestone,
    ...chargeFor(milestone.amount, feeRateOf(milestone), tax.bps, milestone.currency),
    taxCountry: tax.country,
    taxBps: tax.bps,
  }));
  if (sumOf(prices).total > MAX_CHARGE)
    throw new AppError(rows.length > 1 ? 'payment.joint_too_large' : 'terms.charge_too_large');
  return prices;
}

/** A quote says what these prices say. */
export const isAgreed = (quote: readonly QuoteRow[], prices: readonly Pricing[]): boolean =>
  quote.length === prices.length &&
  prices.every((price) =>
    quote.some(
      (line) =>
        line.milestone_id === price.milestone.id &&
        line.total === price.total &&
        line.fee === price.fee &&
        line.tax_country === price.taxCountry &&
        line.tax_bps === price.taxBps,
    ),
  );

function toQuote(tx: OrgContext, lines: readonly QuoteRow[], prices: readonly Pricing[]): QuoteDto {
  const lead = lines[0]!;
  const { price, fee, tax, total } = sumOf(lines);
  const rate = oneRate(prices.map(({ milestone }) => milestone));
  return {
    id: lead.id,
    milestoneId: lead.milestone_id,
    currency: lead.currency,
    price,
    fee,
    feeBps: rate?.fee_bps ?? null,
    feeTerms: rate && feeSums(feeRateOf(rate)),
    tax,
    taxBps: lead.tax_bps,
    taxCountry: lead.tax_country,
    total,
    expiresAt: lead.expires_at,
    file: quoteFile(tx, lines),
    lines: prices.map(({ milestone, ...line }) => ({
      milestoneId: milestone.id,
      contractId: milestone.contract_id,
      dealTitle: milestone.contract_title,
      milestoneTitle: milestone.title,
      creatorName: milestone.creator_name,
      price: line.price,
      fee: line.fee,
      tax: line.tax,
      total: line.total,
    })),
  };
}

/**
 * What funding costs, milestone by milestone; exactly this is charged. Good for half an hour. Throws billing.incomplete,
 * payment.joint_currency, payment.joint_too_large, terms.charge_too_large, payment.card_dispute_open, and payment.line_refused when one of several
 * cannot be paid now.
 */
export async function quote(ctx: OrgContext, input: z.input<typeof quoteInput>): Promise<QuoteDto> {
  requireRight(ctx, 'escrow.fund');
  return withTx(ctx, async (tx) => {
    const rows = await fundable(tx, input);
    const now = tx.clock.now();
    if (rows.length > 1) await assertPayable(tx, rows);
    await refuseWhileDisputed(tx);
    const prices = await priceNow(tx, rows);
    const known = await quotesOf(tx.db, {
      milestoneId: rows[0]!.id,
      brandOrg: tx.actor.orgId,
      goodAt: new Date(now.getTime() + QUOTE_FRESH_MS),
    });
    const same = known.find((one) => isAgreed(one, prices));
    if (same) return toQuote(tx, same, prices);
    const leadId = newId();
    const fresh = prices.map(({ milestone, taxCountry, taxBps, ...charge }, i): QuoteRow => ({
      id: i === 0 ? leadId : newId(),
      lead_id: i === 0 ? null : leadId,
      milestone_id: milestone.id,
      currency: milestone.currency,
      ...charge,
      tax_country: taxCountry,
      tax_bps: taxBps,
      expires_at: new Date(now.getTime() + QUOTE_MS),
      signature: null,
      signed_by: null,
    }));
    Object.assign(fresh[0]!, signQuote(tx, fresh));
    await insertQuotes(tx.db, fresh, { brandOrg: tx.actor.orgId, createdBy: tx.actor.userId, createdAt: now });
    return toQuote(tx, fresh, prices);
  });
}
