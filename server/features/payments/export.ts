import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { OrgContext } from '../../context.ts';
import { plain, type CsvCell } from '../../core/csv.ts';
import { csvStream } from '../../csv.ts';
import type { Locale } from '../../core/locale.ts';
import { toDecimal } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { textsOf } from '../../pdf/texts.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { listPayments } from './overview.ts';
import { LISTED_STATES } from './rules.ts';
import type { listPaymentsInput, PaymentRow } from './schema.ts';

const BATCH = 100;
type Filter = Pick<z.output<typeof listPaymentsInput>, 'state' | 'q'>;

const GROUPS = ['to_approve', 'awaiting', 'held', 'released', 'refunded'] as const;
/** The tab of the page that lists the state; on the page the state itself has its own word. */
const groupOf = (state: MilestoneState) => GROUPS.find((group) => LISTED_STATES[group].includes(state)) ?? 'held';

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
  const common = textsOf('documents', locale);
  const forBrand = ctx.actor.orgKind === 'brand';
  const word = (key: string): string => words.get(key) ?? key;
  const column = (name: string): string => common.get(`csv.${name}`) ?? name;
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
      word(`filter.${groupOf(row.state)}`),
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
