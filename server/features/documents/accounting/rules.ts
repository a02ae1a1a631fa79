import { plain, type CsvCell } from '../../../core/csv.ts';
import { toDecimal, type Currency } from '../../../core/money.ts';
import type { DocumentKind } from '../schema.ts';

/** Formats that programs for accounting import: bookings as DATEV reads them, invoices as Xero and QuickBooks do. */
export const ACCOUNTING_FORMATS = ['datev', 'xero'] as const;
export type AccountingFormat = (typeof ACCOUNTING_FORMATS)[number];

/** A document that the books of its reader need. Minor units. */
export interface BookedDocument {
  kind: DocumentKind;
  number: string;
  issuedAt: Date;
  currency: Currency;
  amount: number;
  tax: number;
  /** Service fee of a credit note, without tax. */
  fee: number;
  /** Of the price that was earned, what went to the creator’s agency instead. */
  commission: number;
  /** The other side's name. */
  party: string;
  deal: string | null;
  asBuyer: boolean;
  /** A credit note that corrects what was issued for earnings. */
  ofEarnings: boolean;
  /** A credit note of a payment that came too late. */
  ofLatePayment: boolean;
}

export interface Booking {
  /**
   * `cost`: the reader owes it, `income`: the reader earned it, `commission`: a cost that was kept back from an income. Negative
   * sums take back a cost.
   */
  side: 'cost' | 'income' | 'commission';
  net: number;
  tax: number;
}

/**
 * What of a document is booked: a cost or an income, once. A receipt says that money was paid and a payout statement that it
 * arrived, which the bank's statement books. Of a credit note only the fee is taken back: its price was never invoiced, and of
 * a payment that came too late neither was its fee. One that corrects earnings lowers the payee's income; its buyer has paid
 * the whole and got nothing back.
 */
export function bookingOf(document: BookedDocument): Booking | null {
  const { kind, amount, tax, fee } = document;
  const net = amount - tax;
  switch (kind) {
    case 'fee_invoice':
      return { side: 'cost', net, tax };
    case 'credit_note':
      if (document.ofEarnings) return document.asBuyer ? null : { side: 'income', net: -net, tax: -tax };
      return fee + tax === 0 || document.ofLatePayment ? null : { side: 'cost', net: -fee, tax: -tax };
    case 'self_billed_invoice':
      return { side: document.asBuyer ? 'cost' : 'income', net, tax };
    case 'earnings_statement':
    case 'commission_note':
      return { side: 'income', net, tax };
    case 'receipt':
    case 'payout_statement':
      return null;
  }
}

/**
 * The same with what was kept back from it: a creator’s invoice is over the whole price, and its agency’s commission is a cost,
 * so that both together are what was paid out to the creator.
 */
export function bookingsOf(document: BookedDocument): Booking[] {
  const booking = bookingOf(document);
  if (!booking) return [];
  const { kind, commission } = document;
  const earned = booking.side === 'income' && (kind === 'self_billed_invoice' || kind === 'earnings_statement');
  return earned && commission > 0 ? [booking, { side: 'commission', net: commission, tax: 0 }] : [booking];
}

/** Accounts of the German standard chart SKR 03 that a bookkeeper may change at the import. */
const ACCOUNTS = {
  cost: { account: '4610', contra: '70000' },
  income: { account: '8400', contra: '10000' },
  // Settled with what the buyer owes, since it never came in.
  commission: { account: '4760', contra: '10000' },
} as const;

const DATEV_COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Buchungstext',
] as const;
const XERO_COLUMNS = [
  '*ContactName',
  '*InvoiceNumber',
  '*InvoiceDate',
  '*DueDate',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  'Currency',
] as const;

/** How a program for accounting requires its file. */
export const ACCOUNTING_CSV = {
  // Texts stand between quotes, amounts and accounts do not.
  datev: { delimiter: ';', quoted_string: true },
  xero: {},
} as const satisfies Record<AccountingFormat, object>;

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

function datevLine(document: BookedDocument, { side, net, tax }: Booking): CsvCell[] {
  const gross = net + tax;
  const { account, contra } = ACCOUNTS[side];
  const text = [side === 'commission' ? 'Provision' : null, document.party, document.deal];
  const [day = '', month = ''] = document.issuedAt.toISOString().slice(5, 10).split('-').toReversed();
  return [
    plain(toDecimal({ amount: Math.abs(gross), currency: document.currency }).replace('.', ',')),
    (side !== 'income') === gross >= 0 ? 'S' : 'H',
    document.currency,
    plain(account),
    plain(contra),
    null,
    plain(`${day}${month}`),
    oneLine(document.number),
    oneLine(text.filter(Boolean).join(' ').slice(0, 60)),
  ];
}

/** Of the chart that Xero begins with. */
const XERO_ACCOUNTS = { cost: '400', income: '200', commission: '429' } as const;

function xeroLine(document: BookedDocument, { side, net, tax }: Booking): CsvCell[] {
  const { currency } = document;
  const date = document.issuedAt.toISOString().slice(0, 10);
  const about = document.deal ?? document.number;
  // A line of the same invoice that lowers it.
  const keptBack = side === 'commission';
  return [
    document.party,
    document.number,
    date,
    date,
    keptBack ? `${about} · Agency commission` : about,
    1,
    plain(toDecimal({ amount: keptBack ? -net : net, currency })),
    XERO_ACCOUNTS[side],
    tax === 0 ? 'Tax Exempt' : side === 'cost' ? 'Tax on Purchases' : 'Tax on Sales',
    plain(toDecimal({ amount: tax, currency })),
    currency,
  ];
}

export const accountingHeader = (format: AccountingFormat): readonly string[] =>
  format === 'datev' ? DATEV_COLUMNS : XERO_COLUMNS;

/** What a list of money holds of the documents: money that moved, or what was earned. */
export type AccountingList = 'payments' | 'payouts' | 'earnings';

const MOVES: Partial<Record<DocumentKind, { of: AccountingList; sign: 1 | -1 }>> = {
  receipt: { of: 'payments', sign: -1 },
  credit_note: { of: 'payments', sign: 1 },
  payout_statement: { of: 'payouts', sign: 1 },
};

/** The sum that came in with a document, negative: went out; null where none moved, or of another list. */
function movementOf(document: BookedDocument, list: AccountingList): number | null {
  const moves = MOVES[document.kind];
  // What a ruling keeps of earnings moved nothing of its reader's.
  return moves?.of === list && !document.ofEarnings ? moves.sign * document.amount : null;
}

/** Money that moved is booked on an account in transit, which the bank's statement clears. */
const IN_TRANSIT = '1360';

const XERO_STATEMENT = ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Currency'] as const;

function datevMovement(document: BookedDocument, moved: number): CsvCell[] {
  // Against the collective account of suppliers or of customers, which the documents are booked on.
  const { contra } = ACCOUNTS[document.kind === 'payout_statement' ? 'income' : 'cost'];
  const line = datevLine(document, { side: 'cost', net: -moved, tax: 0 });
  return line.with(3, plain(contra)).with(4, plain(IN_TRANSIT));
}

function xeroMovement(document: BookedDocument, moved: number): CsvCell[] {
  const { currency } = document;
  return [
    document.issuedAt.toISOString().slice(0, 10),
    plain(toDecimal({ amount: moved, currency })),
    document.party,
    document.deal ?? document.number,
    document.number,
    currency,
  ];
}

/** The lines of a document in the accounting file of a list of money; none when it is not in it. */
export function listLines(document: BookedDocument, list: AccountingList, format: AccountingFormat): CsvCell[][] {
  if (list === 'earnings') return bookingOf(document)?.side === 'income' ? accountingLines(document, format) : [];
  const moved = movementOf(document, list);
  if (moved === null) return [];
  return [format === 'datev' ? datevMovement(document, moved) : xeroMovement(document, moved)];
}

/** Money that moved is a line of a bank statement for Xero and QuickBooks; what was earned is an invoice. */
export const listHeader = (list: AccountingList, format: AccountingFormat): readonly string[] =>
  format === 'xero' && list !== 'earnings' ? XERO_STATEMENT : accountingHeader(format);

/** The lines of a document in a format; none when it is not booked. */
export function accountingLines(document: BookedDocument, format: AccountingFormat): CsvCell[][] {
  const lineOf = format === 'datev' ? datevLine : xeroLine;
  return bookingsOf(document).map((booking) => lineOf(document, booking));
}
