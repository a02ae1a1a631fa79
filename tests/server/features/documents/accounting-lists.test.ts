import { expect, test } from 'vitest';
import { csvText } from '../../../../server/csv.ts';
import {
  ACCOUNTING_CSV,
  ACCOUNTING_FORMATS,
  listHeader,
  listLine,
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
    documents.flatMap((one) => {
      const line = listLine(one, list, format);
      return line ? [line] : [];
    }),
    { ...ACCOUNTING_CSV[format], bom: false },
  )
    .split('\r\n')
    .filter(Boolean);

test('each kind of document is in the accounting file of one list of money at most, in both formats', () => {
  for (const format of ACCOUNTING_FORMATS) {
    const listed = (list: AccountingList) => KINDS.filter((kind) => listLine(document(kind), list, format) !== null);
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
  expect(listLine(correction, 'payments', 'xero')).toBeNull();
  expect(linesOf('earnings', 'datev', [correction])).toHaveLength(1);
  expect(listLine({ ...correction, asBuyer: true }, 'earnings', 'datev')).toBeNull();
});

test('every line has a cell for each column of its header', () => {
  for (const format of ACCOUNTING_FORMATS)
    for (const list of ['payments', 'payouts', 'earnings'] as const)
      for (const kind of KINDS) {
        const line = listLine(document(kind), list, format);
        if (line) expect(line).toHaveLength(listHeader(list, format).length);
      }
});
