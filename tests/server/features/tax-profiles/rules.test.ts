import { describe, expect, test } from 'vitest';
import type { CsvCell } from '../../../../server/core/csv.ts';
import { csvText } from '../../../../server/csv.ts';
import {
  ACCOUNTING_CSV,
  accountingHeader,
  accountingLines,
  bookingOf,
  type AccountingFormat,
  type BookedDocument,
} from '../../../../server/features/documents/accounting/rules.ts';
import {
  documentNumber,
  seriesCodes,
  taxContained,
  taxOfCorrection,
  taxOfPart,
} from '../../../../server/features/documents/rules.ts';
import { reportLines } from '../../../../server/features/tax-profiles/report.ts';
import {
  missingFacts,
  nextReminder,
  payoutsWaitFrom,
  type ReportedFacts,
} from '../../../../server/features/tax-profiles/rules.ts';

const DAY = 24 * 3_600_000;
const T0 = new Date('2026-11-26T08:00:00Z');
const facts: ReportedFacts = {
  businessType: 'individual',
  legalName: 'Maya Laurent',
  address: '1 rue du Port',
  country: 'FR',
  taxId: 'FR12345678901',
  bornOn: '1994-05-17',
  registerNumber: null,
};

test('a person’s birth date and a company’s number are required, each of its own kind alone', () => {
  expect(missingFacts(facts)).toEqual([]);
  expect(missingFacts({ ...facts, bornOn: null, taxId: null })).toEqual(['taxId', 'bornOn']);
  expect(missingFacts({ ...facts, businessType: 'company' })).toEqual(['registerNumber']);
});

describe('missing details', () => {
  const request = (reminders: number) => ({
    complete: false,
    requestedAt: T0,
    reminders,
    remindedAt: new Date(T0.getTime() + 45 * DAY),
  });
  test('are reminded of twice', () => {
    const at = (days: number) => new Date(T0.getTime() + days * DAY);
    expect(nextReminder({ ...request(0), remindedAt: null })).toEqual(at(14));
    expect(nextReminder({ ...request(1), remindedAt: at(14) })).toEqual(at(45));
    expect(nextReminder({ ...request(1), remindedAt: at(200) }), 'of what is missing anew, not twice at once').toEqual(
      at(207),
    );
    expect(nextReminder(request(2))).toBeNull();
    expect(nextReminder({ ...request(0), complete: true })).toBeNull();
  });
  test('make payouts wait after two reminders and 60 days, never before both', () => {
    expect(payoutsWaitFrom(request(1))).toBeNull();
    expect(payoutsWaitFrom(request(2))?.getTime()).toBe(T0.getTime() + 60 * DAY);
    expect(
      payoutsWaitFrom({ ...request(2), remindedAt: new Date(T0.getTime() + 80 * DAY) })?.getTime(),
      'a week after a reminder that was late',
    ).toBe(T0.getTime() + 87 * DAY);
    expect(payoutsWaitFrom({ ...request(2), complete: true })).toBeNull();
    expect(payoutsWaitFrom({ ...request(2), requestedAt: null })).toBeNull();
  });
});

test('the tax that a price contains and the rest are the price, for every price and rate', () => {
  expect(taxContained(12_000, 2_000)).toEqual({ net: 10_000, tax: 2_000 });
  for (const bps of [500, 550, 1_900, 2_000, 2_100])
    for (let price = 1; price < 400; price += 7) {
      const { net, tax } = taxContained(price, bps);
      expect(net + tax).toBe(price);
      expect(Math.abs(tax - (price * bps) / (10_000 + bps))).toBeLessThanOrEqual(0.5);
    }
});

test('parts of a price hold the whole of its tax, and corrections the whole of what a document names, to the minor unit', () => {
  expect(taxOfPart({ before: 0, part: 12_000 }, 2_000)).toBe(2_000);
  // An invoice of a part may name a unit more or less than its price contains.
  for (const tax of [4_789, 4_790, 4_791]) {
    const parts = [1, 14_998, 15_000].map((part, n, all) => ({
      part,
      before: all.slice(0, n).reduce((a, b) => a + b, 0),
    }));
    const corrected = parts.map((part) => taxOfCorrection({ amount: 29_999, tax }, part));
    expect(corrected.reduce((a, b) => a + b, 0)).toBe(tax);
    expect(Math.min(...corrected)).toBeGreaterThanOrEqual(0);
  }
  for (const bps of [550, 1_900, 2_100])
    for (const parts of [
      [1, 1, 1, 97],
      [333, 333, 334],
      [5_000, 2_500, 13_501],
    ]) {
      let before = 0;
      let tax = 0;
      for (const part of parts) {
        tax += taxOfPart({ before, part }, bps);
        before += part;
      }
      expect(tax).toBe(taxContained(before, bps).tax);
    }
});

test('a creator’s series has numbers of its own', () => {
  expect(documentNumber('receipt', 2026, 42)).toBe('R-2026-000042');
  expect(documentNumber('self_billed_invoice', 2026, 1, '7F3A2C')).toBe('S-7F3A2C-2026-000001');
});

test('the codes of a series go from six digits to the whole id, so that any two issuers differ in one', () => {
  const [one, two] = ['019aa000-0000-7000-8000-0000007f3a2c', '019aa000-0000-7000-8000-0000017f3a2c'].map(seriesCodes);
  expect(one).toHaveLength(27);
  expect(one![0]).toBe('7F3A2C');
  expect(two![0]).toBe('7F3A2C');
  expect(one!.at(-1)).toBe('019AA000000070008000' + '0000007F3A2C');
  expect(one![2]).not.toBe(two![2]);
});

/** The one line of a file, as it stands in it. */
const written = (row: readonly CsvCell[], options: object = {}): string =>
  csvText([row], options)
    .replace(/^\uFEFF/u, '')
    .replace(/\r\n$/u, '');

describe('accounting formats', () => {
  const lineOf = (document: BookedDocument, format: AccountingFormat): string =>
    written(accountingLines(document, format)[0] ?? [], ACCOUNTING_CSV[format]);
  const invoice: BookedDocument = {
    kind: 'fee_invoice',
    number: 'F-2026-000001',
    issuedAt: T0,
    currency: 'EUR',
    amount: 6_000,
    tax: 1_000,
    fee: 5_000,
    commission: 0,
    party: 'Sponsio SAS',
    deal: 'Autumn menu',
    asBuyer: false,
    ofEarnings: false,
    ofLatePayment: false,
  };
  test('book each cost and each income once', () => {
    expect(bookingOf(invoice)).toEqual({ side: 'cost', net: 5_000, tax: 1_000 });
    expect(bookingOf({ ...invoice, kind: 'receipt' })).toBeNull();
    expect(bookingOf({ ...invoice, kind: 'payout_statement' })).toBeNull();
    expect(bookingOf({ ...invoice, kind: 'self_billed_invoice', asBuyer: true })?.side).toBe('cost');
    expect(bookingOf({ ...invoice, kind: 'self_billed_invoice' })?.side).toBe('income');
    expect(bookingOf({ ...invoice, kind: 'credit_note', amount: 106_000 }), 'the price was never invoiced').toEqual({
      side: 'cost',
      net: -5_000,
      tax: -1_000,
    });
    const late: BookedDocument = { ...invoice, kind: 'credit_note', amount: 106_000, ofLatePayment: true };
    expect(bookingOf(late), 'neither was the fee of a payment that came too late').toBeNull();
    const correction: BookedDocument = { ...invoice, kind: 'credit_note', fee: 0, ofEarnings: true };
    expect(bookingOf(correction), 'less income').toEqual({ side: 'income', net: -5_000, tax: -1_000 });
    expect(lineOf(correction, 'datev')).toMatch(/^60,00;"S";"EUR";8400;10000;/);
    expect(bookingOf({ ...correction, asBuyer: true }), 'the buyer got nothing back').toBeNull();
  });
  test('are lines of as many columns as their heading, with decimals of the currency', () => {
    expect(lineOf(invoice, 'datev')).toBe('60,00;"S";"EUR";4610;70000;;2611;"F-2026-000001";"Sponsio SAS Autumn menu"');
    expect(lineOf(invoice, 'xero')).toBe(
      'Sponsio SAS,F-2026-000001,2026-11-26,2026-11-26,Autumn menu,1,50.00,400,Tax on Purchases,10.00,EUR',
    );
    expect(accountingLines(invoice, 'datev')[0]).toHaveLength(accountingHeader('datev').length);
    expect(accountingLines(invoice, 'xero')[0]).toHaveLength(accountingHeader('xero').length);
    expect(written(accountingHeader('datev'), ACCOUNTING_CSV.datev)).toMatch(/^"Umsatz [^;]+";"Soll/);
    expect(lineOf({ ...invoice, currency: 'JPY' }, 'xero')).toContain(',1,5000,');
  });
  test('run no formula that a name contains', () => {
    for (const evil of ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1']) {
      expect(lineOf({ ...invoice, party: evil }, 'xero').replace(/^"/, '')).toMatch(/^'/);
      expect(lineOf({ ...invoice, party: evil }, 'datev')).toContain(`;"'`);
    }
  });
});

test('the yearly file has one line for each payee and currency, with its quarters', () => {
  const row = {
    org_id: 'o1',
    org_kind: 'creator',
    business_type: null,
    legal_name: '=Maya',
    address: '1 rue\nParis',
    country: 'FR',
    tax_id: 'FR1',
    born_on: '1994-05-17',
    register_number: null,
    name: 'Maya',
    provider_account_id: 'acct_1',
    currency: 'EUR' as const,
    activities: 2,
    amount: 45_000,
  };
  const lines = reportLines([
    { ...row, quarter: 1 },
    { ...row, quarter: 4, amount: 1_050, activities: 1 },
    { ...row, quarter: 4, currency: 'JPY' as const, amount: 900 },
  ]);
  expect(lines).toHaveLength(2);
  expect(written(lines[0]!)).toBe(
    `o1,individual,'=Maya,Maya,"1 rue, Paris",FR,FR1,1994-05-17,,acct_1,EUR,450.00,2,0.00,0,0.00,0,10.50,1,0.00`,
  );
});
