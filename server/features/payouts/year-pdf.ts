import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { intlTag, type Locale } from '../../core/locale.ts';
import { formatMoney } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { isolated } from '../../pdf/bidi.ts';
import { footerOf, issuedBy, PRODUCT } from '../../pdf/issuer.ts';
import { Pages } from '../../pdf/page.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { documentNumber } from '../documents/rules.ts';
import { earnedInYear, paidInYear, type YearEarningRow } from './queries/earnings.ts';

/**
 * A payee's year as a PDF: each earning that was transferred, what of it went to an agency, and what reached the bank,
 * per currency. Made from the books on request; a past year gives equal bytes each time. Throws not_found for a year
 * without earnings.
 */
export async function yearPdf(
  ctx: OrgContext,
  input: { year: number; locale: Locale },
): Promise<{ bytes: Buffer; name: string }> {
  requireRight(ctx, 'money.view');
  const { year, locale } = input;
  const { orgId, orgKind } = ctx.actor;
  const { payee, earned, paid } = await withTx(ctx, async (tx) => ({
    payee: partyIn(await partiesOf(tx, [orgId]), orgId).name,
    earned: await earnedInYear(tx.db, { orgId, year }),
    paid: new Map((await paidInYear(tx.db, { orgId, year })).map((p) => [p.currency, p.amount])),
  }));
  const last = earned.at(-1);
  if (!last) throw new AppError('not_found');

  const texts = textsOf('documents', locale);
  const t = (key: string, values: Record<string, string> = {}): string => fill(texts.get(key) ?? '', values);
  const day = new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  const title = t('year.title', { year: String(year) });
  const { operator } = ctx.integrations.settings;
  const pages = new Pages(locale, { title, author: operator.name, at: last.sent_at });
  pages.text(title, { size: 20, bold: true, after: 10 });
  issuedBy(pages, operator, t);
  pages.field(t('payee'), isolated(payee));
  pages.field(t('year.until'), day.format(last.sent_at));
  for (const currency of [...new Set(earned.map((e) => e.currency))].sort()) {
    const rows = earned.filter((e) => e.currency === currency);
    const money = (amount: number) => formatMoney({ amount, currency }, intlTag(locale));
    const sum = (of: (row: YearEarningRow) => number) => rows.reduce((all, row) => all + of(row), 0);
    pages.rule();
    pages.heading(currency);
    for (const row of rows) {
      const number =
        row.kind && row.year && row.number ? documentNumber(row.kind, row.year, row.number, row.series) : null;
      pages.line(
        [day.format(row.sent_at), number, isolated(`${row.deal} · ${row.milestone}`)].filter(Boolean).join(' · '),
        money(grossOf(row, orgKind)),
      );
    }
    if (orgKind === 'creator' && sum((row) => grossOf(row, orgKind) - row.amount) > 0) {
      pages.line(t('year.gross'), money(sum((row) => grossOf(row, orgKind))), { bold: true });
      pages.line(t('line.commission'), money(sum((row) => grossOf(row, orgKind) - row.amount)));
    }
    pages.line(t('year.earned'), money(sum((row) => row.amount)), { bold: true });
    const takenBack = sum((row) => row.reversed);
    const byBank = sum((row) => row.reversed_by_bank);
    if (takenBack > 0) pages.line(t('year.takenBack'), money(-takenBack));
    if (byBank > 0) pages.line(t('year.paidByBank'), money(byBank));
    pages.line(t('year.paid'), money(paid.get(currency) ?? 0), { after: 6 });
  }
  pages.rule();
  pages.text(t('year.note', { platform: PRODUCT }), { size: 9, quiet: true, after: 4 });
  return {
    bytes: await pages.end((n, of) => footerOf(operator, String(year), t('page', { n: String(n), of: String(of) }))),
    name: `${year}-${locale}.pdf`,
  };
}

/** Before an agency's commission; an agency earns nothing but that. */
const grossOf = (row: YearEarningRow, orgKind: string): number =>
  orgKind === 'creator' && (row.kind === 'self_billed_invoice' || row.kind === 'earnings_statement')
    ? (row.document_amount ?? row.amount)
    : row.amount;
