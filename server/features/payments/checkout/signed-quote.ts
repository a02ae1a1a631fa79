import type { ServiceContext } from '../../../context.ts';
import { canonicalJson } from '../../../core/canonical.ts';
import { AppError } from '../../../core/errors.ts';
import { sumOf } from '../lines/rules.ts';
import type { QuoteRow } from '../queries/quotes.ts';
import { QUOTE_FORMAT } from '../rules.ts';

/** What a quote says, in the one form that is signed; its lines in the order in which they are stored. */
function statement(lines: readonly QuoteRow[]): Record<string, unknown> {
  const [lead] = lines;
  if (!lead) throw new Error('a quote has a line at least');
  return {
    format: QUOTE_FORMAT,
    quoteId: lead.id,
    currency: lead.currency,
    ...sumOf(lines),
    taxCountry: lead.tax_country,
    taxBps: lead.tax_bps,
    expiresAt: lead.expires_at.toISOString(),
    lines: lines
      .map(({ milestone_id: milestoneId, price, fee, tax, total }) => ({ milestoneId, price, fee, tax, total }))
      .toSorted((a, b) => (a.milestoneId < b.milestoneId ? -1 : 1)),
  };
}

/** The signature over a new quote, for its first line; nothing where this instance has no keys. */
export function signQuote(
  { integrations: { signer } }: Pick<ServiceContext, 'integrations'>,
  lines: readonly QuoteRow[],
): Pick<QuoteRow, 'signature' | 'signed_by'> {
  if (!signer) return { signature: null, signed_by: null };
  return {
    signature: signer.sign(canonicalJson({ ...statement(lines), key: signer.key })),
    signed_by: signer.key.kid,
  };
}

/**
 * Refuses a quote that is not what was signed: the sum on the screen is then not the one that is charged. Throws
 * payment.quote_changed.
 */
export function assertSigned(
  { integrations: { signer } }: Pick<ServiceContext, 'integrations'>,
  lines: readonly QuoteRow[],
): void {
  const [lead] = lines;
  if (!signer || !lead || lead.signature === null) return;
  const key = signer.keys.find(({ kid }) => kid === lead.signed_by);
  if (!key || !signer.verify(canonicalJson({ ...statement(lines), key }), lead.signature, key))
    throw new AppError('payment.quote_changed', { total: sumOf(lines).total, currency: lead.currency });
}

/** The signed quote as a file that anyone can verify; null for one without a signature. */
export function quoteFile(
  { integrations: { signer } }: Pick<ServiceContext, 'integrations'>,
  lines: readonly QuoteRow[],
): string | null {
  const [lead] = lines;
  const key = signer?.keys.find(({ kid }) => kid === lead?.signed_by);
  if (!lead?.signature || !key) return null;
  return `${canonicalJson({ ...statement(lines), key, signature: lead.signature })}\n`;
}
