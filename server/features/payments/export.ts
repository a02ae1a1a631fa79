import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { OrgContext } from '../../context.ts';
import { plain, type CsvCell } from '../../core/csv.ts';
import { csvStream } from '../../csv.ts';
import type { Locale } from '../../core/locale.ts';
import { toDecimal } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { textsOf } from '../../pdf/texts.ts';
import { MILESTONE_MONEY, shownState } from '../escrow/milestone/shown/rules.ts';
import { listPayments } from './overview.ts';
import type { listPaymentsInput, PaymentRow } from './schema.ts';

const BATCH = 100;
type Filter = Pick<z.output<typeof listPaymentsInput>, 'state' | 'q'>;

/** The word of the list on the screen. */
function stateWord(row: PaymentRow, locale: Locale): string {
  const { state, word } = MILESTONE_MONEY[shownState(row)];
  const found = word
    ? textsOf('money', locale).get(`word.${word}`)
    : textsOf('common', locale).get(`moneyState.${state}`);
  return found ?? state;
}

/**
 * What the list of payments shows its reader, with the same filters and the sums of each milestone, for a spreadsheet; streamed
 * as it is read.
 */
export function paymentsCsv(
  ctx: OrgContext,
  { locale, ...filter }: Filter & { locale: Locale },
): { stream: Readable; name: string } {
  requireRight(ctx, 'money.view');
  const words = textsOf('payments', locale);
  const documents = textsOf('documents', locale);
  const forBrand = ctx.actor.orgKind === 'brand';
  const word = (key: string): string => words.get(key) ?? key;
  const column = (name: string): string => documents.get(`csv.${name}`) ?? name;
  const header = [
    column('date'),
    column('deal'),
    word('column.deal'),
    column('party'),
    word('column.state'),
    ...(forBrand
      ? [
          word('column.price'),
          word('result.fee'),
          word('result.tax'),
          word('column.total'),
          word('strip.held'),
          word('strip.released'),
          word('strip.refunded'),
          word('strip.disputed'),
        ]
      : [word('column.amount')]),
    column('currency'),
  ];
  const lineOf = (row: PaymentRow): CsvCell[] => {
    const { held, released, refunded, disputed } = row.balances;
    const sums = forBrand
      ? [row.amount, row.fee, row.tax, row.amount + row.fee + row.tax, held, released, refunded, disputed]
      : [row.amount];
    return [
      row.updatedAt.toISOString().slice(0, 10),
      row.dealTitle,
      row.milestoneTitle,
      row.counterpart.name,
      stateWord(row, locale),
      ...sums.map((sum) => plain(toDecimal({ amount: sum, currency: row.currency }))),
      row.currency,
    ];
  };
  async function* lines(): AsyncGenerator<CsvCell[]> {
    for (let after: string | undefined; ;) {
      const { items, next } = await listPayments(ctx, { ...filter, limit: BATCH, ...(after ? { after } : {}) });
      for (const row of items) yield lineOf(row);
      if (next === null) return;
      after = next;
    }
  }
  return { stream: csvStream(header, lines()), name: 'sponsio-payments.csv' };
}
