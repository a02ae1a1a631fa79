import { expect, test } from 'vitest';
import { csvText } from '../../../../server/csv.ts';
import {
  ACCOUNTING_CSV,
  ACCOUNTING_FORMATS,
  accountingLines,
  listHeader,
  listLines,
  type AccountingFormat,
  type AccountingList,
  type BookedDocument,
} from '../../../../server/features/documents/accounting/rules.ts';
import type { DocumentKind } from '../../../../server/features/documents/schema.ts';

const document = (kind: DocumentKind, more: Partial<BookedDocument> = {}): BookedDocument => ({
  kind,
  number: 'R-2026-000042',
  issuedAt: new Date('2026-11-27T10:00:00Z'),
  currency: 'EUR',
  amount: 106_000,
  tax: 1_000,
  fee: 5_000,
  commission: 0,
  party: '=cmd()',
  deal: 'Autumn',
  asBuyer: false,
  ofEarnings: false,
  ofLatePayment: false,
  ...more,
});
const KINDS: readonly DocumentKind[] = [
  'receipt',
  'fee_invoice',
  'credit_note',
  'self_billed_invoice',
  'earnings_statement',
  'commission_note',
  'payout_statement',
];
const linesOf = (list: AccountingList, format: AccountingFormat, documents: readonly BookedDocument[]): string[] =>
  csvText(
    documents.flatMap((one) => listLines(one, list, format)),
    { ...ACCOUNTING_CSV[format], bom: false },
  )
    .split('\r\n')
    .filter(Boolean);

test('each kind of document is in the accounting file of one list of money at most, in both formats', () => {
  for (const format of ACCOUNTING_FORMATS) {
    const listed = (list: AccountingList) => KINDS.filter((kind) => listLines(document(kind), list, format).length > 0);
    expect(listed('payments')).toEqual(['receipt', 'credit_note']);
    expect(listed('payouts')).toEqual(['payout_statement']);
    expect(listed('earnings')).toEqual(['self_billed_invoice', 'earnings_statement', 'commission_note']);
  }
});

test('payments go out, refunds and payouts come in, and no name in a line is run as a formula', () => {
  const moved = [document('receipt'), document('credit_note', { amount: 6_000 })];
  expect(linesOf('payments', 'datev', moved)).toEqual([
    `1060,00;"S";"EUR";70000;1360;;2711;"R-2026-000042";"'=cmd() Autumn"`,
    `60,00;"H";"EUR";70000;1360;;2711;"R-2026-000042";"'=cmd() Autumn"`,
  ]);
  expect(linesOf('payments', 'xero', moved)).toEqual([
    `2026-11-27,-1060.00,'=cmd(),Autumn,R-2026-000042,EUR`,
    `2026-11-27,60.00,'=cmd(),Autumn,R-2026-000042,EUR`,
  ]);
  const paidOut = [document('payout_statement')];
  expect(linesOf('payouts', 'datev', paidOut)).toEqual([
    `1060,00;"H";"EUR";10000;1360;;2711;"R-2026-000042";"'=cmd() Autumn"`,
  ]);
  expect(linesOf('payouts', 'xero', paidOut)).toEqual([`2026-11-27,1060.00,'=cmd(),Autumn,R-2026-000042,EUR`]);
});

test('a correction of earnings moved no money of its reader, and lowers the income of its payee alone', () => {
  const correction = document('credit_note', { ofEarnings: true });
  expect(listLines(correction, 'payments', 'xero')).toEqual([]);
  expect(linesOf('earnings', 'datev', [correction])).toHaveLength(1);
  expect(listLines({ ...correction, asBuyer: true }, 'earnings', 'datev')).toEqual([]);
});

test('what a creator’s agency kept back of its earnings is a cost beside them, so that both are what was paid out; not of the agency and not of the buyer', () => {
  for (const kind of ['self_billed_invoice', 'earnings_statement'] as const) {
    const earned = document(kind, { commission: 15_900, party: 'Lumen' });
    expect(linesOf('earnings', 'datev', [earned])).toEqual([
      `1060,00;"H";"EUR";8400;10000;;2711;"R-2026-000042";"Lumen Autumn"`,
      `159,00;"S";"EUR";4760;10000;;2711;"R-2026-000042";"Provision Lumen Autumn"`,
    ]);
    expect(linesOf('earnings', 'xero', [earned])).toEqual([
      'Lumen,R-2026-000042,2026-11-27,2026-11-27,Autumn,1,1050.00,200,Tax on Sales,10.00,EUR',
      'Lumen,R-2026-000042,2026-11-27,2026-11-27,Autumn · Agency commission,1,-159.00,429,Tax Exempt,0.00,EUR',
    ]);
  }
  const bought = document('self_billed_invoice', { commission: 15_900, asBuyer: true });
  expect(accountingLines(bought, 'datev')).toHaveLength(1);
  expect(accountingLines(document('commission_note', { commission: 15_900 }), 'datev')).toHaveLength(1);
});

test('every line has a cell for each column of its header', () => {
  for (const format of ACCOUNTING_FORMATS)
    for (const list of ['payments', 'payouts', 'earnings'] as const)
      for (const kind of KINDS)
        for (const line of listLines(document(kind, { commission: 100 }), list, format))
          expect(line).toHaveLength(listHeader(list, format).length);
});
