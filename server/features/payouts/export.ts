import type { Readable } from 'node:stream';
import type { OrgContext } from '../../context.ts';
import { plain, type CsvCell } from '../../core/csv.ts';
import { csvStream } from '../../csv.ts';
import type { Locale } from '../../core/locale.ts';
import { toDecimal } from '../../core/money.ts';
import type { Page } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { textsOf } from '../../pdf/texts.ts';
import { shownState } from './rules.ts';
import type { EarningItem, PayoutItem } from './schema.ts';
import { listEarnings, listPayouts } from './service.ts';

const BATCH = 100;
const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? '';

/** All rows of a list, page by page. */
async function* every<Row>(page: (after: string | undefined) => Promise<Page<Row>>): AsyncGenerator<Row> {
  for (let after: string | undefined; ;) {
    const { items, next } = await page(after);
    yield* items;
    if (next === null) return;
    after = next;
  }
}

const pageFrom = (after: string | undefined) => ({ limit: BATCH, ...(after ? { after } : {}) });

function wordsIn(locale: Locale) {
  const texts = textsOf('payouts', locale);
  const common = textsOf('documents', locale);
  return {
    word: (key: string): string => texts.get(key) ?? key,
    column: (name: string): string => common.get(`csv.${name}`) ?? name,
  };
}

/** The payouts of the actor's org for a spreadsheet, streamed as they are read. */
export function payoutsCsv(ctx: OrgContext, { locale }: { locale: Locale }): { stream: Readable; name: string } {
  requireRight(ctx, 'money.view');
  const { word, column } = wordsIn(locale);
  const header = [
    word('payouts.requested'),
    word('payouts.state'),
    word('payouts.arrival'),
    word('payouts.bank'),
    word('payouts.statement'),
    word('payouts.amount'),
    column('currency'),
  ];
  const lineOf = (payout: PayoutItem): CsvCell[] => [
    day(payout.createdAt),
    word(`payoutState.${shownState(payout)}`),
    day(payout.paidAt),
    payout.bankLast4 ?? '',
    payout.statement?.number ?? '',
    plain(toDecimal(payout)),
    payout.currency,
  ];
  async function* lines(): AsyncGenerator<CsvCell[]> {
    for await (const payout of every((after) => listPayouts(ctx, pageFrom(after)))) yield lineOf(payout);
  }
  return { stream: csvStream(header, lines()), name: 'sponsio-payouts.csv' };
}

/** The same of its earnings: each part with where it is. */
export function earningsCsv(ctx: OrgContext, { locale }: { locale: Locale }): { stream: Readable; name: string } {
  requireRight(ctx, 'money.view');
  const { word, column } = wordsIn(locale);
  const header = [
    column('date'),
    column('deal'),
    textsOf('payments', locale).get('column.deal') ?? 'column.deal',
    column('party'),
    word('payouts.state'),
    word('payouts.amount'),
    column('currency'),
  ];
  const lineOf = (earning: EarningItem): CsvCell[] => [
    day(earning.at),
    earning.dealTitle,
    earning.milestoneTitle,
    earning.brandName,
    word(`bucket.${earning.bucket}`),
    plain(toDecimal(earning)),
    earning.currency,
  ];
  async function* lines(): AsyncGenerator<CsvCell[]> {
    for await (const earning of every((after) => listEarnings(ctx, pageFrom(after)))) yield lineOf(earning);
  }
  return { stream: csvStream(header, lines()), name: 'sponsio-earnings.csv' };
}
