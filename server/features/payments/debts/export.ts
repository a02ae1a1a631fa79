import { Readable } from 'node:stream';
import type { OrgContext } from '../../../context.ts';
import { plain, type CsvCell } from '../../../core/csv.ts';
import type { Locale } from '../../../core/locale.ts';
import { toDecimal } from '../../../core/money.ts';
import { csvText } from '../../../csv.ts';
import { requireRight } from '../../../guards.ts';
import { fill, textsOf } from '../../../pdf/texts.ts';
import { brandDebts } from './view.ts';

/** Values of a sentence are isolated for lines that run from right to left; in a cell the marks would only be in the way. */
const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

/** What the acting brand owes, for a spreadsheet: each debt with its reason, what it was about and what is left of it. */
export async function debtsCsv(
  ctx: OrgContext,
  { locale }: { locale: Locale },
): Promise<{ stream: Readable; name: string }> {
  requireRight(ctx, 'money.view');
  const { items } = await brandDebts(ctx);
  const common = textsOf('documents', locale);
  const debts = textsOf('debts', locale);
  const header = [
    common.get('csv.date'),
    common.get('csv.deal'),
    textsOf('payments', locale).get('column.deal'),
    debts.get('staff.why'),
    textsOf('payouts', locale).get('payouts.amount'),
    debts.get('staff.owed'),
    common.get('csv.currency'),
  ].map((name) => name ?? null);
  const lines = items.map(({ openedAt, title, milestone, why, amount, owed, currency }): CsvCell[] => {
    const date = openedAt.toISOString().slice(0, 10);
    return [
      date,
      title,
      milestone,
      withoutIsolates(fill(debts.get(`why.${why}`) ?? why, { date })),
      ...[amount, owed].map((sum) => plain(toDecimal({ amount: sum, currency }))),
      currency,
    ];
  });
  return { stream: Readable.from([csvText([header, ...lines])]), name: 'sponsio-debts.csv' };
}
