import type { SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { TaxStatus } from '../tax-profiles/rules.ts';
import { creditedOfDebts, isDebtCredited, receiptsOfDebts, type DebtReturned } from './queries/debts.ts';
import { billingOf, documentsOfPayment, insertDocument, insertSeries, seriesOf } from './queries/documents.ts';
import { correctedOf, documentsOfEarnings, invoicedAt } from './queries/files.ts';
import { documentNumber, seriesCodes, taxOfCorrection, taxOfPart } from './rules.ts';
import type { DocumentDto, DocumentRef, ReceiptLine, StatementItem } from './schema.ts';

export interface NewDocument {
  kind: DocumentDto['kind'];
  orgId: string;
  currency: Currency;
  amount: number;
  contractId?: string;
  milestoneId?: string;
  payoutId?: string;
  /** In whose name and series it is issued; left out: the platform's. */
  issuerOrg?: string;
  /** Lines, rates and parties; frozen with the document. */
  data: Record<string, string | number | null>;
  /** The earnings in a payout; frozen with the document. */
  items?: readonly StatementItem[];
  /** The milestones of a joint payment; frozen with its receipt. */
  lines?: readonly ReceiptLine[];
}

/** The buyer's details as its billing profile has them now, to be frozen with a document. */
export async function buyerOf(tx: SystemContext, orgId: string, name: string): Promise<NewDocument['data']> {
  const row = await billingOf(tx.db, orgId);
  return {
    buyer: row?.legal_name || name,
    buyerAddress: row?.address || null,
    buyerCountry: row?.country ?? null,
    buyerTaxId: row?.tax_id || null,
    buyerPo: row?.po_number || null,
  };
}

/** The operator as it is now, to be frozen with a document. */
function issuerOf(tx: SystemContext): NewDocument['data'] {
  const { name, address, register, vat } = tx.integrations.settings.operator;
  return { issuer: name, issuerAddress: address, issuerRegister: register, issuerVat: vat };
}

/** Numbers of the documents that a refund of this payment corrects, in the order in which they were issued. */
export async function numbersOfPayment(
  tx: SystemContext,
  input: { milestoneId: string; paymentId: string },
): Promise<string[]> {
  const rows = await documentsOfPayment(tx.db, input);
  return rows.map((r) => documentNumber(r.kind, r.year, r.number));
}

/** The code in the numbers of an issuer, its own for good: given with its first document. */
async function seriesFor(tx: SystemContext, issuerOrg: string): Promise<string> {
  for (const code of seriesCodes(issuerOrg)) {
    const given = await seriesOf(tx.db, issuerOrg);
    if (given) return given;
    await insertSeries(tx.db, { issuerOrg, code });
  }
  const last = await seriesOf(tx.db, issuerOrg);
  if (!last) throw new Error(`no series for ${issuerOrg}`);
  return last;
}

/**
 * Issues a numbered document in the caller's transaction. Numbers of an issuer, kind and year have no gap, so its counter stays
 * locked until commit: issue late. Returns its id and its number, e.g. R-2026-000042. Role sponsio_worker only.
 */
export async function issueDocument(tx: SystemContext, doc: NewDocument): Promise<DocumentRef> {
  const id = newId();
  const at = tx.clock.now();
  const series = doc.issuerOrg ? await seriesFor(tx, doc.issuerOrg) : null;
  const number = await insertDocument(tx.db, {
    id,
    orgId: doc.orgId,
    kind: doc.kind,
    currency: doc.currency,
    amount: doc.amount,
    contractId: doc.contractId ?? null,
    milestoneId: doc.milestoneId ?? null,
    payoutId: doc.payoutId ?? null,
    issuerOrg: doc.issuerOrg ?? null,
    series,
    data: JSON.stringify({
      ...issuerOf(tx),
      ...doc.data,
      ...(doc.items ? { items: doc.items } : {}),
      ...(doc.lines ? { lines: doc.lines } : {}),
    }),
    at,
  });
  return { id, number: documentNumber(doc.kind, at.getUTCFullYear(), number, series) };
}

/** Money that a brand had paid of its debts and that went back to it. */
interface ReturnedDebt {
  brand: { orgId: string; name: string };
  reason: 'debt_repaid' | 'debt_overpaid';
  of: DebtReturned;
  /** Names this return: it has one credit note. */
  key: string;
  currency: Currency;
  amount: number;
  /** The work that the debt was about, where it is one. */
  deal?: { contractId: string; milestoneId: string; data: NewDocument['data'] };
}

/**
 * A credit note that corrects the receipts of what a brand had paid of its debts: the newest ones that hold the amount. What
 * was settled otherwise than by a payment has no receipt to correct. False when nothing is credited, or it was before.
 */
export async function creditDebt(tx: SystemContext, back: ReturnedDebt): Promise<boolean> {
  const { brand, reason, of, key, currency, deal } = back;
  if (await isDebtCredited(tx.db, { orgId: brand.orgId, key })) return false;
  const receipts = await receiptsOfDebts(tx.db, { orgId: brand.orgId, ...of });
  const credited = 'milestoneId' in of ? await creditedOfDebts(tx.db, { orgId: brand.orgId, ...of }) : 0;
  const paid = receipts.reduce((sum, receipt) => sum + receipt.amount, 0);
  const amount = Math.min(back.amount, paid - credited);
  if (amount <= 0) return false;
  const corrects: string[] = [];
  let left = amount;
  for (const receipt of receipts) {
    if (left <= 0) break;
    left -= receipt.amount;
    corrects.unshift(documentNumber('receipt', receipt.year, receipt.number));
  }
  await issueDocument(tx, {
    kind: 'credit_note',
    orgId: brand.orgId,
    currency,
    amount,
    ...(deal ? { contractId: deal.contractId, milestoneId: deal.milestoneId } : {}),
    data: {
      ...deal?.data,
      reason,
      returnOf: key,
      corrects: corrects.join(' · ') || null,
      price: 0,
      fee: 0,
      tax: 0,
      ...(await buyerOf(tx, brand.orgId, brand.name)),
    },
  });
  return true;
}

/**
 * The tax that is contained in what is invoiced next in a payee's name for a milestone: invoices of its parts hold the tax of
 * the whole at their rate.
 */
export async function taxOfInvoice(
  tx: SystemContext,
  { price, ...of }: { milestoneId: string; issuerOrg: string; taxBps: number; price: number },
): Promise<number> {
  return taxOfPart({ before: await invoicedAt(tx.db, of), part: price }, of.taxBps);
}

export interface CorrectedEarnings {
  /** Numbers of what is corrected. */
  corrects: string;
  issuerOrg: string | null;
  /** The tax that the corrected part contains, for the data of a document. */
  tax: { sellerTaxStatus?: TaxStatus; sellerTaxBps?: number; sellerTax?: number };
}

/**
 * What was issued to a payee for its earnings of a milestone, of which an amount is corrected; null where nothing was issued.
 * The tax is what the documents name, at the rate of the newest.
 */
export async function correctedEarnings(
  tx: SystemContext,
  input: { milestoneId: string; payeeOrg: string; part: number | null; amount: number },
): Promise<CorrectedEarnings | null> {
  const rows = await documentsOfEarnings(tx.db, input);
  const [newest] = rows;
  if (!newest) return null;
  const corrects = rows.map((row) => documentNumber(row.kind, row.year, row.number, row.series)).join(' · ');
  const { sellerTaxStatus, sellerTaxBps } = newest.tax;
  const before = await correctedOf(tx.db, { ...input, corrects });
  const whole = {
    amount: rows.reduce((sum, row) => sum + row.amount, 0),
    tax: rows.reduce((sum, row) => sum + (row.tax.sellerTax ?? 0), 0),
  };
  return {
    corrects,
    issuerOrg: newest.issuer_org,
    tax: {
      ...(sellerTaxStatus === undefined ? {} : { sellerTaxStatus }),
      ...(sellerTaxBps === undefined
        ? {}
        : { sellerTaxBps, sellerTax: taxOfCorrection(whole, { before, part: input.amount }) }),
    },
  };
}
