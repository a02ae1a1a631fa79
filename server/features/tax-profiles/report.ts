import { Readable } from 'node:stream';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { plain, type CsvCell } from '../../core/csv.ts';
import { toDecimal } from '../../core/money.ts';
import { BOOKKEEPERS } from '../../core/staff-roles.ts';
import { staffContext } from '../../core/staff.ts';
import { audit } from '../audit/audit.ts';
import { csvText } from '../../csv.ts';
import { paidByQuarter, type ReportRow } from './queries.ts';

const COLUMNS = [
  'Payee id',
  'Type',
  'Legal name',
  'Name on the platform',
  'Address',
  'Country',
  'Tax number',
  'Birth date',
  'Register number',
  'Payment account',
  'Currency',
  'Q1 paid',
  'Q1 activities',
  'Q2 paid',
  'Q2 activities',
  'Q3 paid',
  'Q3 activities',
  'Q4 paid',
  'Q4 activities',
  'Fees withheld',
] as const;

/** As what a payee is reported; one who was not asked yet, by its kind. */
export const reportedAs = (row: Pick<ReportRow, 'business_type' | 'org_kind'>): 'individual' | 'company' =>
  row.business_type ?? (row.org_kind === 'agency' ? 'company' : 'individual');

/** One line for each payee and currency of a year. */
export function reportLines(rows: readonly ReportRow[]): CsvCell[][] {
  const groups = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const key = `${row.org_id} ${row.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((of) => {
    const [first] = of;
    if (!first) return [];
    const quarters = [1, 2, 3, 4].flatMap((quarter) => {
      const row = of.find((one) => one.quarter === quarter);
      return [plain(toDecimal({ amount: row?.amount ?? 0, currency: first.currency })), row?.activities ?? 0];
    });
    return [
      first.org_id,
      reportedAs(first),
      first.legal_name ?? '',
      first.name,
      (first.address ?? '').replaceAll('\n', ', '),
      first.country ?? '',
      first.tax_id ?? '',
      first.born_on ?? '',
      first.register_number ?? '',
      first.provider_account_id ?? '',
      first.currency,
      ...quarters,
      plain(toDecimal({ amount: 0, currency: first.currency })),
    ];
  });
}

/** What payees were paid in a year with their tax details, as the authorities require it of platforms by 31 January. */
export async function taxReport(
  ctx: StaffContext,
  { year }: { year: number },
): Promise<{ stream: Readable; name: string }> {
  if (!BOOKKEEPERS.includes(ctx.actor.role))
    throw new AppError('auth.not_allowed', { action: 'taxProfiles.report', context: staffContext(BOOKKEEPERS) });
  const rows = await withTx(ctx, async (tx) => {
    await audit(tx, 'tax_report.read', `year:${year}`);
    return paidByQuarter(tx.db, { year });
  });
  return { stream: Readable.from([csvText([COLUMNS, ...reportLines(rows)])]), name: `sponsio-dac7-${year}.csv` };
}
