import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { plain } from '../../core/csv.ts';
import { csvText } from '../../csv.ts';
import { AppError } from '../../core/errors.ts';
import { intlTag, type Locale } from '../../core/locale.ts';
import { formatMoney, toDecimal } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { isolated } from '../../pdf/bidi.ts';
import { footerOf, issuedBy, PRODUCT } from '../../pdf/issuer.ts';
import { Pages } from '../../pdf/page.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import { percentWords } from '../clauses/rules.ts';
import { documentNumber } from '../documents/rules.ts';
import { rangeOf } from '../documents/service.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { commissionMonths, commissionsIn, type CommissionRow } from './queries.ts';
import type { StatementMonth, statementsInput } from './schema.ts';

/*
 * What an agency earned in a month, deal by deal, from the transfers that carried it. Made on request from the books: a
 * month that is over gives the same transfers each time; what is taken back of one later is deducted in its month.
 */

interface Line extends CommissionRow {
  creator: string;
  brand: string;
  note: string | null;
}

/** Months (UTC) in which commission was transferred, the newest first. Throws auth.not_allowed. */
export async function statementMonths(
  ctx: OrgContext,
  input: z.output<typeof statementsInput>,
): Promise<StatementMonth[]> {
  if (ctx.actor.orgKind !== 'agency') throw new AppError('auth.wrong_account_type');
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const rows = await commissionMonths(tx.db, { agencyOrg: tx.actor.orgId, limit: input.limit });
    const months = new Map<string, StatementMonth>();
    for (const { month, currency, amount, count } of rows) {
      const found = months.get(month) ?? { month, count: 0, amounts: [] };
      found.count += count;
      found.amounts.push({ amount, currency });
      months.set(month, found);
    }
    return [...months.values()];
  });
}

/** The lines of one month, oldest first. Throws not_found for a month without any. */
async function linesOf(ctx: OrgContext, month: string): Promise<{ agency: string; lines: Line[] }> {
  if (ctx.actor.orgKind !== 'agency') throw new AppError('auth.wrong_account_type');
  requireRight(ctx, 'money.view');
  const { from, to } = rangeOf(month);
  if (!from || !to) throw new AppError('not_found');
  const { orgId } = ctx.actor;
  return withTx(ctx, async (tx) => {
    const rows = await commissionsIn(tx.db, { agencyOrg: orgId, from, to });
    if (rows.length === 0) throw new AppError('not_found');
    const parties = await partiesOf(tx, [orgId, ...rows.flatMap((row) => [row.creator_org, row.brand_org])]);
    return {
      agency: partyIn(parties, orgId).name,
      lines: rows.map((row) => ({
        ...row,
        creator: partyIn(parties, row.creator_org).name,
        brand: partyIn(parties, row.brand_org).name,
        note: row.year && row.number ? documentNumber('commission_note', row.year, row.number) : null,
      })),
    };
  });
}

const COLUMNS = ['date', 'creator', 'brand', 'deal', 'milestone', 'number', 'price', 'share', 'amount', 'currency'];

/** One line for each transfer, safe against formulas; amounts are plain numbers. */
export async function statementCsv(
  ctx: OrgContext,
  { month, locale }: { month: string; locale: Locale },
): Promise<{ body: string; name: string }> {
  const { lines } = await linesOf(ctx, month);
  const texts = textsOf('documents', locale);
  const rows = lines.map((line) => [
    line.sent_at.toISOString().slice(0, 10),
    line.creator,
    line.brand,
    line.deal,
    line.milestone,
    line.note ?? '',
    line.price === null ? '' : plain(toDecimal({ amount: line.price, currency: line.currency })),
    line.bps === null ? '' : String(line.bps / 100),
    plain(toDecimal({ amount: line.amount - line.reversed, currency: line.currency })),
    line.currency,
  ]);
  return {
    body: csvText([COLUMNS.map((column) => texts.get(`commission.${column}`) ?? column), ...rows]),
    name: `sponsio-commission-${month}.csv`,
  };
}

/** The same as a PDF, by currency and creator, in the requested language. */
export async function statementPdf(
  ctx: OrgContext,
  { month, locale }: { month: string; locale: Locale },
): Promise<{ bytes: Buffer; name: string }> {
  const { agency, lines } = await linesOf(ctx, month);
  const texts = textsOf('documents', locale);
  const t = (key: string, values: Record<string, string> = {}): string => fill(texts.get(key) ?? '', values);
  const tag = intlTag(locale);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const named = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const title = t('commission.title', { month: named.format(rangeOf(month).from ?? undefined) });
  const { operator } = ctx.integrations.settings;
  const last = lines.at(-1)!.sent_at;
  const pages = new Pages(locale, { title, author: operator.name, at: last });
  pages.text(title, { size: 20, bold: true, after: 10 });
  issuedBy(pages, operator, t);
  pages.field(t('payee'), isolated(agency));
  pages.field(t('year.until'), day.format(last));
  for (const currency of [...new Set(lines.map((line) => line.currency))].toSorted()) {
    const money = (amount: number) => formatMoney({ amount, currency }, tag);
    const ofCurrency = lines.filter((line) => line.currency === currency);
    const total = (some: readonly Line[]) => money(some.reduce((sum, line) => sum + line.amount - line.reversed, 0));
    pages.rule();
    pages.heading(currency);
    for (const creator of [...new Set(ofCurrency.map((line) => line.creator_org))]) {
      const own = ofCurrency.filter((line) => line.creator_org === creator);
      pages.text(isolated(own[0]?.creator ?? ''), { size: 11, bold: true, after: 2 });
      for (const line of own) {
        const share = line.bps === null ? null : percentWords(line.bps, locale);
        const part =
          line.price !== null && share ? t('commission.of', { percent: share, price: money(line.price) }) : share;
        pages.line(
          [day.format(line.sent_at), line.note, isolated(`${line.brand} · ${line.deal} · ${line.milestone}`), part]
            .filter(Boolean)
            .join(' · '),
          money(line.amount),
        );
        if (line.reversed > 0) pages.line(t('year.takenBack'), money(-line.reversed));
      }
      pages.line(t('commission.perCreator'), total(own), { after: 4 });
    }
    pages.line(t('commission.total'), total(ofCurrency), { bold: true, after: 6 });
  }
  pages.rule();
  pages.text(t('commission.note', { platform: PRODUCT }), { size: 9, quiet: true, after: 4 });
  return {
    bytes: await pages.end((n, of) => footerOf(operator, month, t('page', { n: String(n), of: String(of) }))),
    name: `sponsio-commission-${month}-${locale}.pdf`,
  };
}
