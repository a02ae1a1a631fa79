import { Readable } from 'node:stream';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Locale } from '../../core/locale.ts';
import { isolated } from '../../pdf/bidi.ts';
import { PRODUCT } from '../../pdf/issuer.ts';
import { Pages } from '../../pdf/page.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import { dateTimeText, signedLanguages } from '../clauses/rules.ts';
import { signedFor } from '../contracts/rules.ts';
import { signaturesOf, type AddendumRow, type SignatureRow } from './queries/addenda.ts';
import { fileOf, saveFile } from './queries/files.ts';
import { ownAddendum } from './sign.ts';
import { wordingIn } from './text.ts';

interface SignedAddendum {
  row: AddendumRow & { signed_at: Date };
  signatures: SignatureRow[];
}

/** The signed addendum in that language: clauses, signatures, hashes. Equal input gives equal bytes. */
async function renderPages({ row, signatures }: SignedAddendum, locale: Locale, appUrl: string): Promise<Buffer> {
  const { document } = row;
  const texts = textsOf('addenda', locale);
  const contractTexts = textsOf('clauses', locale);
  const own = (key: string, values: Record<string, string> = {}): string => fill(texts.get(key) ?? '', values);
  const t = (key: string, values: Record<string, string> = {}): string => fill(contractTexts.get(key) ?? '', values);
  const signed = document.wordings.find((wording) => wording.language === locale);
  const { clauses } = signed ?? wordingIn(document.clauses, locale);
  const pages = new Pages(locale, { title: document.title, author: PRODUCT, at: row.signed_at });

  pages.text(own('document.heading', { n: String(document.n) }), { size: 10, quiet: true, after: 4 });
  pages.text(document.title, { size: 20, bold: true, after: 10 });
  for (const side of ['brand', 'creator'] as const) {
    const { name, legal } = document[side];
    pages.field(t(`document.${side}`), legal?.name ?? name);
  }
  pages.field(t('document.number'), row.contract_id, { technical: true });
  if (!signed)
    pages.text(t('document.translation', { languages: signedLanguages(asContract(document), locale) }), {
      size: 9,
      quiet: true,
      after: 6,
    });
  pages.rule();
  clauses.forEach(({ title, body, items }, i) => {
    pages.heading(`${i + 1}. ${title}`, 11);
    pages.text(body, { after: 3 });
    for (const item of items) pages.bullet(item);
  });

  pages.heading(t('document.signatures'), 13);
  for (const s of signatures) {
    pages.room(62);
    pages.text(t(`document.side.${s.side}`), { size: 9, quiet: true });
    pages.text(s.typed_name, { size: 15, after: 1 });
    const entity = signedFor(s.typed_name, document[s.side]);
    if (entity) pages.text(t('document.signedFor', { entity }), { size: 9, after: 1 });
    pages.text(t('document.signedOn', { at: dateTimeText(s.signed_at, locale) }), { size: 9, quiet: true, after: 8 });
  }
  pages.rule();
  pages.field(t('document.documentHash'), row.document_hash, { technical: true });
  pages.field(own('document.previousHash'), row.previous_hash, { technical: true });
  pages.field(own('document.contractHash'), document.contractHash, { technical: true });
  pages.rule();
  pages.heading(t('document.verifyTitle'), 11);
  pages.text(t('document.verify', { address: `${appUrl}${ADDRESSES.verifyFile}` }));
  return pages.end(
    (n, of) => `${PRODUCT} · ${isolated(document.title)} · ${t('document.page', { n: String(n), of: String(of) })}`,
  );
}

/** The languages of an addendum are named as those of a contract. */
const asContract = ({ wordings }: AddendumRow['document']) => ({
  wordings: wordings.map(({ language }) => ({ language, clauses: [] })),
});

async function signedAddendum(tx: OrgContext, addendumId: string): Promise<SignedAddendum> {
  const row = await ownAddendum(tx, addendumId);
  if (!row.signed_at) throw new AppError('state.wrong', { state: row.state });
  return { row: { ...row, signed_at: row.signed_at }, signatures: await signaturesOf(tx.db, [row.id]) };
}

/** The signed addendum as a file in that language, made on first request. Throws not_found, and state.wrong before both signed. */
export async function addendumPdf(
  ctx: OrgContext,
  { addendumId, locale }: { addendumId: string; locale: Locale },
): Promise<{ stream: Readable; name: string }> {
  const { storage } = ctx.integrations;
  const addendum = await withTx(ctx, (tx) => signedAddendum(tx, addendumId));
  const name = `addendum-${addendum.row.n}-${addendum.row.contract_id.slice(0, 8)}-${locale}.pdf`;
  const stored = await withTx(ctx, (tx) => fileOf(tx.db, addendumId, locale));
  if (stored) {
    const stream = await storage.get(stored.storage_key).catch(() => null);
    if (stream) return { stream, name };
  }
  const bytes = await renderPages(addendum, locale, ctx.integrations.settings.appUrl);
  const sha256 = await sha256Hex(new Uint8Array(bytes));
  // A key of its own: two concurrent first requests must not write into one file.
  const key = `addenda/${addendumId}/${locale}-${newId()}.pdf`;
  await storage.put(key, Readable.from([bytes]), 'application/pdf');
  await withTx(ctx, (tx) =>
    saveFile(tx.db, { sha256, addendum: addendum.row, locale, key, size: bytes.length, at: tx.clock.now() }),
  );
  return { stream: await storage.get(key), name };
}
