import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { ListPlace } from '../../../db/keyset.ts';
import type { RecordSearch } from '../../../db/text-search.ts';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { plain, type CsvCell } from '../../core/csv.ts';
import { csvStream } from '../../csv.ts';
import type { FoundRecord } from '../../core/finds.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import type { Locale } from '../../core/locale.ts';
import { toDecimal } from '../../core/money.ts';
import { placeCursor, requirePlace, toPage, type Page } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { textsOf } from '../../pdf/texts.ts';
import {
  documentMonthsOf,
  documentsNumbered,
  documentsOf,
  documentsPage,
  receiptOfPayment,
  type DocumentFilter,
  type ListedRow,
} from './queries/documents.ts';
import { knownDocument } from './queries/files.ts';
import {
  ACCOUNTING_CSV,
  accountingHeader,
  accountingLines,
  listHeader,
  listLines,
  type AccountingFormat,
  type AccountingList,
} from './accounting/rules.ts';
import { documentNumber } from './rules.ts';
import type {
  DealDocument,
  DocumentRef,
  DocumentMonth,
  documentsOfDealInput,
  ListedDocument,
  listDocumentsInput,
  VerifiedDocument,
} from './schema.ts';

const BATCH = 500;

/** A month such as 2026-11 in universal time, as documents are numbered. */
export function rangeOf(month: string | null | undefined): Pick<DocumentFilter, 'from' | 'to'> {
  if (!month) return { from: null, to: null };
  const [year = 0, index = 1] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, index - 1, 1)), to: new Date(Date.UTC(year, index, 1)) };
}

function toItem(listed: ListedRow): ListedDocument {
  const {
    year,
    number,
    series,
    issuer: _,
    fee: __,
    commission: ___,
    ofEarnings: ____,
    ofLatePayment: _____,
    ...row
  } = listed;
  return { ...row, number: documentNumber(row.kind, year, number, series), net: row.amount - row.tax };
}

/** Every invoice, receipt, credit note and statement that the actor's org may read, newest first; of one month (UTC) when it is named. */
export async function listDocuments(
  ctx: OrgContext,
  input: z.output<typeof listDocumentsInput>,
): Promise<Page<ListedDocument>> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const rows = await documentsPage(tx.db, {
      orgId: tx.actor.orgId,
      ...rangeOf(input.month),
      after: requirePlace(input.after),
      noStatements: input.statements === false,
      limit: input.limit + 1,
    });
    return toPage(rows, input.limit, placeCursor, toItem);
  });
}

/** Documents of the actor's org by what their number holds, newest first; call inside an open transaction. */
export async function findDocuments(tx: OrgContext, query: RecordSearch): Promise<FoundRecord[]> {
  const rows = await documentsNumbered(tx.db, query);
  return rows.map(({ id, kind, year, number, series }) => ({
    id,
    title: documentNumber(kind, year, number, series),
    detail: null,
    path: `/files/documents/${id}.pdf`,
  }));
}

/** Months with documents, newest first. */
export async function documentMonths(ctx: OrgContext): Promise<DocumentMonth[]> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, (tx) => documentMonthsOf(tx.db, { orgId: tx.actor.orgId, cap: COUNT_CAP }));
}

/** All of them in batches, each read in a transaction of its own. */
export async function* allDocuments(
  ctx: ServiceContext,
  input: { orgId: string; month: string | null },
): AsyncGenerator<ListedRow> {
  for (let after: ListPlace | null = null; ;) {
    const rows: (ListedRow & ListPlace)[] = await withTx(ctx, (tx) =>
      documentsPage(tx.db, { orgId: input.orgId, ...rangeOf(input.month), after, limit: BATCH }),
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}

const COLUMNS = ['date', 'number', 'kind', 'party', 'net', 'tax', 'gross', 'currency', 'deal'] as const;

/** One line per document; what a credit note takes back is negative, so that columns can be summed. */
function lineOf(row: ListedRow, texts: ReadonlyMap<string, string>, operator: string): CsvCell[] {
  const sign = row.kind === 'credit_note' ? -1 : 1;
  const money = (amount: number) => plain(toDecimal({ amount: sign * amount, currency: row.currency }));
  return [
    row.issuedAt.toISOString().slice(0, 10),
    documentNumber(row.kind, row.year, row.number, row.series),
    texts.get(`kind.${row.kind}`) ?? row.kind,
    row.party ?? row.issuer ?? operator,
    money(row.amount - row.tax),
    money(row.tax),
    money(row.amount),
    row.currency,
    row.dealTitle ?? '',
  ];
}

/**
 * The documents of a month as bookings or invoices that a program for accounting imports, streamed as they are read. Of a
 * list of money: what of it moved or was earned, by its documents.
 */
export function accountingCsv(
  ctx: OrgContext,
  input: { month: string | null; format: AccountingFormat; list?: AccountingList },
): { stream: Readable; name: string } {
  requireRight(ctx, 'money.view');
  const { format, month, list } = input;
  async function* lines() {
    for await (const row of allDocuments(ctx, { orgId: ctx.actor.orgId, month })) {
      const document = {
        ...row,
        number: documentNumber(row.kind, row.year, row.number, row.series),
        party: row.party ?? row.issuer ?? ctx.integrations.settings.operator.name,
        deal: row.dealTitle,
      };
      yield* list ? listLines(document, list, format) : accountingLines(document, format);
    }
  }
  return {
    stream: csvStream(list ? listHeader(list, format) : accountingHeader(format), lines(), ACCOUNTING_CSV[format]),
    name: `sponsio-${list ? `${list}-` : ''}${format}${month ? `-${month}` : ''}.csv`,
  };
}

/** The same list for a spreadsheet, streamed as it is read. */
export function documentsCsv(
  ctx: OrgContext,
  input: { month: string | null; locale: Locale },
): { stream: Readable; name: string } {
  requireRight(ctx, 'money.view');
  const texts = textsOf('documents', input.locale);
  async function* lines() {
    for await (const row of allDocuments(ctx, { orgId: ctx.actor.orgId, month: input.month }))
      yield lineOf(row, texts, ctx.integrations.settings.operator.name);
  }
  return {
    stream: csvStream(
      COLUMNS.map((c) => texts.get(`csv.${c}`) ?? c),
      lines(),
    ),
    name: `sponsio-documents${input.month ? `-${input.month}` : ''}.csv`,
  };
}

/** Receipts, credit notes, invoices and statements for the actor's org, and creators' invoices to it, newest first, of one deal. */
export async function documentsOfDeal(
  ctx: OrgContext,
  input: z.output<typeof documentsOfDealInput>,
): Promise<DealDocument[]> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) =>
    (await documentsOf(tx.db, { orgId: tx.actor.orgId, contractId: input.contractId })).map(
      ({ year, number, series, ...doc }) => ({
        ...doc,
        number: documentNumber(doc.kind, year, number, series),
      }),
    ),
  );
}

/** The actor's receipt of a payment, null before it is issued; call inside an open transaction. */
export async function receiptOf(
  tx: OrgContext,
  input: { milestoneId: string; paymentId: string },
): Promise<DocumentRef | null> {
  const row = await receiptOfPayment(tx.db, { ...input, orgId: tx.actor.orgId });
  return row && { id: row.id, number: documentNumber('receipt', row.year, row.number) };
}

/** What a file is a copy of, by its hash; null: of no document of ours. Call inside an open transaction. */
export async function verifiedDocument(tx: ServiceContext, sha256: string): Promise<VerifiedDocument | null> {
  const row = await knownDocument(tx.db, sha256);
  return row
    ? {
        kind: row.kind,
        number: documentNumber(row.kind, row.year, row.number, row.series),
        issuer: row.issuer,
        amount: row.amount,
        currency: row.currency,
        issuedAt: row.issued_at,
      }
    : null;
}
