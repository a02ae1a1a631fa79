import { withTx, type Actor, type OrgContext, type SystemContext } from '../../context.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { intlTag, type Locale } from '../../core/locale.ts';
import type { Operator } from '../../core/operator.ts';
import { formatMoney } from '../../core/money.ts';
import { nameOfCode, percentWords } from '../clauses/rules.ts';
import { requireRight } from '../../guards.ts';
import { isolated } from '../../pdf/bidi.ts';
import { addressLines, footerOf, issuedBy, PRODUCT, type Issuer } from '../../pdf/issuer.ts';
import { Pages } from '../../pdf/page.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import type { LegalEntity } from '../contracts/schema.ts';
import { documentOf, type DocumentFile } from './queries/documents.ts';
import { insertFile } from './queries/files.ts';
import { documentNumber } from './rules.ts';
import type { DocumentDto, ReceiptLine, StatementItem } from './schema.ts';

interface Drawing {
  pages: Pages;
  t: (key: string, values?: Record<string, string>) => string;
  /** A frozen fact of the document as text; empty when it was not known. */
  fact: (name: string) => string;
  /** A frozen amount; null when it was not known. */
  amount: (name: string) => number | null;
  money: (amount: number) => string;
  /** `feeBps` of 500 as "5 %". */
  percent: (name: string) => string;
  country: (name: string) => string;
  row: DocumentFile;
  issuer: Issuer;
  /** Read by the other side of a creator's invoice. */
  forBuyer: boolean;
}

/** The document in that language as `readerOrg` may read it, from what was frozen when it was issued. Equal input gives equal bytes. */
async function render(row: DocumentFile, locale: Locale, readerOrg: string, operator: Operator): Promise<Buffer> {
  const kind = row.kind;
  const number = documentNumber(kind, row.year, row.number, row.series);
  const data = row.data as Record<string, string | number | null | undefined>;
  const texts = textsOf('documents', locale);
  const t: Drawing['t'] = (key, values = {}) => fill(texts.get(key) ?? '', values);
  const title = t(`kind.${kind}`);
  const fact: Drawing['fact'] = (name) => String(data[name] ?? '');
  const issuer: Issuer = fact('issuer')
    ? {
        name: fact('issuer'),
        address: fact('issuerAddress'),
        register: fact('issuerRegister'),
        vat: fact('issuerVat'),
      }
    : operator;
  const pages = new Pages(locale, { title: `${title} ${number}`, author: issuer.name, at: row.issued_at });
  const drawing: Drawing = {
    pages,
    t,
    fact,
    row,
    issuer,
    forBuyer: row.org_id !== readerOrg,
    amount: (name) => (typeof data[name] === 'number' ? data[name] : null),
    money: (amount) => formatMoney({ amount, currency: row.currency }, intlTag(locale)),
    percent: (name) => (typeof data[name] === 'number' ? percentWords(data[name], locale) : ''),
    country: (name) => (fact(name) ? nameOfCode('region', fact(name), locale) : ''),
  };

  pages.text(title, { size: 20, bold: true, after: 2 });
  pages.text(number, { size: 12, technical: true, after: 10 });
  pages.field(
    t('issuedOn'),
    new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(row.issued_at),
  );
  PARTIES[kind](drawing);
  pages.rule();
  if (fact('deal') && linesOf(row).length === 0) {
    pages.field(t('deal'), isolated(fact('deal')));
    pages.field(t('milestone'), isolated(fact('milestone')));
    if (kind !== 'self_billed_invoice' && kind !== 'earnings_statement' && fact('seller'))
      pages.field(t('creator'), isolated(fact('seller')));
    pages.rule();
  }
  LINES[kind](drawing);
  pages.rule();
  pages.text(
    t(`note.${noteOf(kind, fact)}`, {
      platform: PRODUCT,
      issuer: issuer.name,
      seller:
        kind === 'self_billed_invoice' ? sellerOf(drawing).name : fact('seller') || (row.creator_name ?? row.org_name),
    }),
    { size: 9, quiet: true, after: 4 },
  );
  return pages.end((n, of) => footerOf(issuer, number, t('page', { n: String(n), of: String(of) })));
}

/** Of earnings that were taken back: nothing went to a brand. */
const isCorrection = (fact: Drawing['fact']): boolean => fact('reason') === 'transfer_reversed';

/** A late payment differs: nothing was held, and no fee was earned. So does the payment of a debt. */
const noteOf = (kind: DocumentDto['kind'], fact: Drawing['fact']): string =>
  isCorrection(fact)
    ? 'correction'
    : fact('reason').startsWith('debt')
      ? `${kind}_debt`
      : fact('reason') === 'late_payment' && (kind === 'receipt' || kind === 'credit_note')
        ? `${kind}_late`
        : kind;

/** The recipient: the billing profile at that time, else the name the contract was signed under. */
function buyer({ pages, t, fact, country, row }: Drawing, label: string): void {
  pages.field(t(label), isolated(fact('buyer') || (row.brand_name ?? row.org_name)));
  const address = addressLines(`${fact('buyerAddress')}\n${country('buyerCountry')}`);
  if (address.length > 0) pages.field(t('address'), address);
  if (fact('buyerTaxId')) pages.field(t('taxNumber'), fact('buyerTaxId'), { technical: true });
  if (fact('buyerPo')) pages.field(t('purchaseOrder'), fact('buyerPo'), { technical: true });
}

function fromPlatform(drawing: Drawing): void {
  issuedBy(drawing.pages, drawing.issuer, drawing.t);
  buyer(drawing, 'billedTo');
}

/** The creator as its billing details were when the contract was made. */
const sellerOf = ({ fact, row }: Drawing): LegalEntity =>
  row.creator_legal ?? { name: fact('seller') || (row.creator_name ?? row.org_name), address: '', taxId: null };

const PARTIES: Record<DocumentDto['kind'], (drawing: Drawing) => void> = {
  receipt: fromPlatform,
  fee_invoice: fromPlatform,
  // A correction of a creator's invoice is of the creator's series.
  credit_note: (drawing) => (drawing.row.issuer_org ? fromCreator(drawing) : fromPlatform(drawing)),
  self_billed_invoice: fromCreator,
  earnings_statement: toPayee,
  commission_note: toPayee,
  payout_statement: toPayee,
};

/** A creator's invoice, and what corrects it. */
function fromCreator(drawing: Drawing): void {
  const { pages, t } = drawing;
  const seller = sellerOf(drawing);
  pages.field(t('seller'), [isolated(seller.name), ...addressLines(seller.address)]);
  if (seller.taxId) pages.field(t('taxNumber'), seller.taxId, { technical: true });
  buyer(drawing, 'buyer');
  issuedBy(pages, drawing.issuer, t);
}

function toPayee({ pages, t, fact, row, issuer }: Drawing): void {
  issuedBy(pages, issuer, t);
  pages.field(t('payee'), isolated(fact('payee') || row.org_name));
}

function feeLines({ pages, t, amount, money, percent, country }: Drawing): void {
  const [fee, tax] = [amount('fee'), amount('tax')];
  const [fixed, minimum, maximum] = [amount('feeFixed'), amount('feeMinimum'), amount('feeMaximum')];
  let rate = percent('feeBps');
  if (fixed !== null) rate = `${rate} + ${money(fixed)}`;
  if (minimum !== null) rate = t('line.feeAtLeast', { fee: rate, amount: money(minimum) });
  if (maximum !== null) rate = t('line.feeAtMost', { fee: rate, amount: money(maximum) });
  // Without one rate, the fees are those of contracts with different ones.
  const label = amount('feeBps') === null ? t('line.fees') : t('line.fee', { percent: rate });
  if (fee !== null && fee > 0) pages.line(label, money(fee));
  if (tax !== null && tax > 0)
    pages.line(t('line.tax', { percent: percent('taxBps'), country: country('taxCountry') }), money(tax));
}

function priceLine({ pages, t, fact, amount, money }: Drawing): void {
  const price = amount('price');
  if (price !== null && price > 0)
    pages.line(
      fact('reason') === 'kill_fee'
        ? t('line.killFee')
        : fact('part')
          ? t('line.part', { n: fact('part') })
          : t('line.price'),
      money(price),
    );
}

/** The milestones of a joint payment; none of a payment of one. */
const linesOf = (row: DocumentFile): readonly ReceiptLine[] =>
  (row.data as { lines?: readonly ReceiptLine[] }).lines ?? [];

const total = ({ pages, t, money, row }: Drawing, key: string): void =>
  pages.line(t(`total.${key}`), money(row.amount), { bold: true, after: 6 });

/** The total of a creator's document with the tax that it contains, as the creator's tax profile said. */
function sellerTotal(drawing: Drawing, key: string): void {
  const { pages, t, fact, money, percent, row } = drawing;
  const tax = drawing.amount('sellerTax');
  if (tax !== null) {
    pages.line(t('line.net'), money(row.amount - tax));
    pages.line(t('line.taxContained', { percent: percent('sellerTaxBps') }), money(tax));
  }
  total(drawing, key);
  if (fact('sellerTaxStatus') === 'exempt') pages.text(t('exempt'), { size: 9, quiet: true, after: 4 });
}

const LINES: Record<DocumentDto['kind'], (drawing: Drawing) => void> = {
  receipt(drawing) {
    const { pages, money, row } = drawing;
    const lines = linesOf(row);
    for (const line of lines)
      pages.line(`${isolated(line.deal)} · ${isolated(line.milestone)} (${isolated(line.seller)})`, money(line.price));
    if (lines.length === 0) priceLine(drawing);
    feeLines(drawing);
    total(drawing, 'receipt');
    if (drawing.fact('card')) drawing.pages.field(drawing.t('card'), `*${drawing.fact('card')}`, { technical: true });
  },
  fee_invoice(drawing) {
    feeLines(drawing);
    total(drawing, 'fee_invoice');
  },
  credit_note(drawing) {
    const { pages, t, fact } = drawing;
    pages.field(t('reason.label'), t(`reason.${fact('reason')}`));
    if (fact('corrects')) pages.field(t('corrects'), fact('corrects'), { technical: true });
    priceLine(drawing);
    if (isCorrection(fact)) return sellerTotal(drawing, 'correction');
    feeLines(drawing);
    return total(drawing, 'credit_note');
  },
  self_billed_invoice(drawing) {
    const { pages, t, amount, money, forBuyer } = drawing;
    priceLine(drawing);
    sellerTotal(drawing, 'self_billed_invoice');
    // The shares of the creator and its agency are not shown to the buyer.
    const commission = forBuyer ? null : amount('commission');
    if (commission) pages.line(t('line.commission'), money(commission));
  },
  earnings_statement(drawing) {
    const { pages, t, amount, money } = drawing;
    if (drawing.fact('buyer')) pages.field(t('brand'), isolated(drawing.fact('buyer')));
    priceLine(drawing);
    total(drawing, 'earnings_statement');
    const commission = amount('commission');
    if (commission) pages.line(t('line.commission'), money(commission));
  },
  commission_note(drawing) {
    const { pages, t, money, percent, row } = drawing;
    if (drawing.fact('buyer')) pages.field(t('brand'), isolated(drawing.fact('buyer')));
    priceLine(drawing);
    pages.line(t('total.commission_note', { percent: percent('commissionBps') }), money(row.amount), {
      bold: true,
      after: 6,
    });
  },
  payout_statement(drawing) {
    const { pages, t, fact, money, row } = drawing;
    const items = (row.data as { items?: readonly StatementItem[] }).items ?? [];
    for (const item of items)
      pages.line(`${isolated(item.deal)} · ${isolated(item.milestone)} (${isolated(item.brand)})`, money(item.amount));
    // Below the smallest step of a currency, or earned before payouts named their earnings.
    const rest = row.amount - items.reduce((sum, item) => sum + item.amount, 0);
    if (items.length > 0 && rest !== 0) pages.line(t('line.otherBalance'), money(rest));
    total(drawing, 'payout_statement');
    if (fact('bankLast4')) pages.field(t('bank'), `*${fact('bankLast4')}`, { technical: true });
    pages.field(t('reference'), fact('providerId'), { technical: true });
  },
};

/** Anyone who has the file can verify that it is ours, by its hash. */
async function noteFile(
  ctx: OrgContext | SystemContext,
  { documentId, locale, bytes }: { documentId: string; locale: Locale; bytes: Buffer },
): Promise<void> {
  const sha256 = await sha256Hex(new Uint8Array(bytes));
  await withTx<Actor, void>(ctx, (tx) => insertFile(tx.db, { sha256, documentId, locale, at: tx.clock.now() }));
}

/** A document for the platform itself, as that org may read it: its data, and how it is drawn. Throws not_found. */
export async function drawableFor(
  ctx: SystemContext,
  input: { documentId: string; readerOrg: string; locale: Locale },
): Promise<{ draw: () => Promise<Buffer> }> {
  const row = await withTx(ctx, (tx) => documentOf(tx.db, { documentId: input.documentId, orgId: input.readerOrg }));
  if (!row) throw new AppError('not_found');
  return {
    draw: async () => {
      const bytes = await render(row, input.locale, input.readerOrg, ctx.integrations.settings.operator);
      await noteFile(ctx, { documentId: row.id, locale: input.locale, bytes });
      return bytes;
    },
  };
}

/** A document that the actor's org may read as a file in that language. Throws auth.not_allowed, not_found. */
export async function documentPdf(
  ctx: OrgContext,
  input: { documentId: string; locale: Locale },
): Promise<{ bytes: Buffer; name: string }> {
  requireRight(ctx, 'money.view');
  const row = await withTx(ctx, (tx) => documentOf(tx.db, { documentId: input.documentId, orgId: ctx.actor.orgId }));
  if (!row) throw new AppError('not_found');
  const bytes = await render(row, input.locale, ctx.actor.orgId, ctx.integrations.settings.operator);
  await noteFile(ctx, { documentId: row.id, locale: input.locale, bytes });
  return {
    bytes,
    name: `${documentNumber(row.kind, row.year, row.number, row.series)}-${input.locale}.pdf`,
  };
}
