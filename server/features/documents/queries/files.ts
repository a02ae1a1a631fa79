import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Currency } from '../../../core/money.ts';
import type { TaxStatus } from '../../tax-profiles/rules.ts';
import type { DocumentDto } from '../schema.ts';

/** Notes the hash of a file of a document, so that anyone who has it can verify it. */
export async function insertFile(
  db: Db,
  file: { sha256: string; documentId: string; locale: Locale; at: Date },
): Promise<void> {
  await db
    .insertInto('document_files')
    .values({ sha256: file.sha256, document_id: file.documentId, locale: file.locale, created_at: file.at })
    .onConflict((c) => c.column('sha256').doNothing())
    .execute();
}

/** The document of which a file with this hash was drawn; nothing of it that the file does not say. */
export async function knownDocument(db: Db, sha256: string) {
  const { rows } = await sql<{
    kind: DocumentDto['kind'];
    year: number;
    number: number;
    series: string | null;
    issuer: string | null;
    amount: number;
    currency: Currency;
    issued_at: Date;
  }>`
    select kind, year, number, series, issuer, amount, currency, issued_at from known_document(${sha256})`.execute(db);
  return rows[0];
}

interface EarningsRow {
  kind: DocumentDto['kind'];
  year: number;
  number: number;
  issuer_org: string | null;
  series: string | null;
  amount: number;
  /** As the payee's tax profile said when it was issued. */
  tax: { sellerTaxStatus?: TaxStatus; sellerTaxBps?: number; sellerTax?: number };
}

/** What was issued to a payee for its earnings of a milestone, or of one part of it; the newest first. */
export async function documentsOfEarnings(
  db: Db,
  input: { milestoneId: string; payeeOrg: string; part: number | null },
): Promise<EarningsRow[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['kind', 'year', 'number', 'issuer_org', 'series', 'amount', 'data'])
    .where('milestone_id', '=', input.milestoneId)
    .where('org_id', '=', input.payeeOrg)
    .where('kind', 'in', ['self_billed_invoice', 'earnings_statement', 'commission_note'])
    .$if(input.part !== null, (q) =>
      q.where(sql<boolean>`coalesce((data->>'part')::int, ${input.part}) = ${input.part}`),
    )
    .orderBy('issued_at', 'desc')
    .execute();
  return rows.map(({ data, ...row }) => ({ ...row, tax: data as EarningsRow['tax'] }));
}

/** What was invoiced in a payee's name for a milestone at a rate of tax. */
export async function invoicedAt(
  db: Db,
  input: { milestoneId: string; issuerOrg: string; taxBps: number },
): Promise<number> {
  const row = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('amount'))
    .where('milestone_id', '=', input.milestoneId)
    .where('issuer_org', '=', input.issuerOrg)
    .where('kind', '=', 'self_billed_invoice')
    .where(sql<boolean>`(data->>'sellerTaxBps')::int = ${input.taxBps}`)
    .executeTakeFirstOrThrow();
  return Number(row.amount);
}

/** What documents of correction have taken back of the documents with these numbers. */
export async function correctedOf(
  db: Db,
  input: { milestoneId: string; payeeOrg: string; corrects: string },
): Promise<number> {
  const row = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('amount'))
    .where('milestone_id', '=', input.milestoneId)
    .where('org_id', '=', input.payeeOrg)
    .where('kind', '=', 'credit_note')
    .where(sql<string>`data->>'reason'`, '=', 'transfer_reversed')
    .where(sql<string>`data->>'corrects'`, '=', input.corrects)
    .executeTakeFirstOrThrow();
  return Number(row.amount);
}
