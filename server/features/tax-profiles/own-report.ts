import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { intlTag, type Locale } from '../../core/locale.ts';
import { formatMoney } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { isolated } from '../../pdf/bidi.ts';
import { addressLines, footerOf, issuedBy, PRODUCT } from '../../pdf/issuer.ts';
import { Pages } from '../../pdf/page.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import { paidByQuarter } from './queries.ts';
import { reportedAs } from './report.ts';

/**
 * What the yearly report to tax authorities says about the actor's org, as a PDF: the same rows, from the books as they are
 * now. For members who may read its tax details. Throws not_found for a year in which it was paid nothing.
 */
export async function ownReportPdf(
  ctx: OrgContext,
  { year, locale }: { year: number; locale: Locale },
): Promise<{ bytes: Buffer; name: string }> {
  requireRight(ctx, 'payout.manage');
  const rows = await withTx(ctx, (tx) => paidByQuarter(tx.db, { year, orgId: tx.actor.orgId }));
  const [payee] = rows;
  if (!payee) throw new AppError('not_found');

  const texts = textsOf('documents', locale);
  const t = (key: string, values: Record<string, string> = {}): string => fill(texts.get(key) ?? '', values);
  const { operator } = ctx.integrations.settings;
  const pages = new Pages(locale, {
    title: t('reported.title', { year: String(year) }),
    author: operator.name,
    at: ctx.clock.now(),
  });
  const missing = t('reported.missing');
  const country =
    payee.country && (new Intl.DisplayNames(intlTag(locale), { type: 'region' }).of(payee.country) ?? payee.country);
  const day = new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'long', timeZone: 'UTC' });
  pages.text(t('reported.title', { year: String(year) }), { size: 20, bold: true, after: 10 });
  issuedBy(pages, operator, t);
  pages.rule();
  pages.field(t('payee'), isolated(payee.name));
  pages.field(t('reported.type'), t(`reported.types.${reportedAs(payee)}`));
  pages.field(t('reported.legalName'), payee.legal_name ? isolated(payee.legal_name) : missing);
  pages.field(t('address'), payee.address ? addressLines(payee.address) : missing);
  pages.field(t('reported.country'), country || missing);
  pages.field(t('taxNumber'), payee.tax_id || missing, { technical: Boolean(payee.tax_id) });
  if (reportedAs(payee) === 'company')
    pages.field(t('register'), payee.register_number || missing, { technical: Boolean(payee.register_number) });
  else pages.field(t('reported.bornOn'), payee.born_on ? day.format(new Date(`${payee.born_on}T00:00:00Z`)) : missing);
  pages.field(t('reported.account'), payee.provider_account_id ?? missing, {
    technical: payee.provider_account_id !== null,
  });
  for (const currency of [...new Set(rows.map((row) => row.currency))]) {
    const money = (amount: number) => formatMoney({ amount, currency }, intlTag(locale));
    pages.rule();
    pages.heading(currency);
    for (const quarter of [1, 2, 3, 4]) {
      const paid = rows.find((row) => row.currency === currency && row.quarter === quarter);
      const values = { n: String(quarter), count: String(paid?.activities ?? 0) };
      pages.line(t('reported.quarter', values), money(paid?.amount ?? 0));
    }
    pages.line(t('reported.fees'), money(0), { after: 6 });
  }
  pages.rule();
  pages.text(t('reported.note', { platform: PRODUCT }), { size: 9, quiet: true, after: 4 });
  return {
    bytes: await pages.end((n, of) => footerOf(operator, String(year), t('page', { n: String(n), of: String(of) }))),
    name: `sponsio-dac7-${year}-${locale}.pdf`,
  };
}
