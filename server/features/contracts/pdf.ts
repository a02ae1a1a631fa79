import { ADDRESSES } from '../../core/addresses.ts';
import { Readable } from 'node:stream';
import { withTx, type OrgContext } from '../../context.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Locale } from '../../core/locale.ts';
import { dateTimeText, signedLanguages, signedWording } from '../clauses/rules.ts';
import { wordingIn } from '../clauses/wording.ts';
import { isolated } from '../../pdf/bidi.ts';
import { addressLines, PRODUCT } from '../../pdf/issuer.ts';
import { Pages } from '../../pdf/page.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import {
  contractFor,
  fileOf,
  saveFile,
  signaturesOf,
  signingEvents,
  type ContractRow,
  type SignatureRow,
} from './queries.ts';
import { signedFor } from './rules.ts';
import { storedWordingOf } from './service.ts';
import type { ContractDocument, StoredWording } from './schema.ts';

interface SignedContract {
  row: ContractRow;
  signatures: SignatureRow[];
  /** Hash of the event that the second signature wrote. */
  eventHash: string;
  signedAt: Date;
  /** Of an older contract. */
  stored: StoredWording | null;
}

/** The signed contract in that language: plain words, clauses, signatures, certificate. Equal input gives equal bytes. */
async function renderPages(
  { row, signatures, eventHash, signedAt, stored }: SignedContract,
  locale: Locale,
  appUrl: string,
): Promise<Buffer> {
  const document = row.document as unknown as ContractDocument;
  const texts = textsOf('clauses', locale);
  const t = (key: string, values: Record<string, string> = {}): string => fill(texts.get(key) ?? '', values);
  const words = stored ?? document;
  const signed = signedWording(words, locale);
  const { clauses } = signed ?? wordingIn(document, locale);
  const pages = new Pages(locale, { title: document.title, author: PRODUCT, at: signedAt });

  pages.text(t('document.heading'), { size: 10, quiet: true, after: 4 });
  pages.text(document.title, { size: 20, bold: true, after: 10 });
  for (const side of ['brand', 'creator'] as const) {
    pages.field(t(`document.${side}`), document[side].name);
    const { legal } = document[side];
    if (!legal) continue;
    pages.field(
      t('document.entity'),
      [legal.name, legal.address.replace(/\s*\n\s*/gu, ', ')].filter(Boolean).join(', '),
    );
    if (legal.taxId) pages.field(t('document.taxId'), legal.taxId, { technical: true });
  }
  if (document.agency) pages.field(t('document.agency'), document.agency.name);
  pages.field(t('document.number'), row.id, { technical: true });
  if (stored)
    pages.text(t('document.storedLater', { at: dateTimeText(stored.storedAt, locale) }), {
      size: 9,
      quiet: true,
      after: 6,
    });
  if (words.wordings && !signed)
    pages.text(t('document.translation', { languages: signedLanguages(words, locale) }), {
      size: 9,
      quiet: true,
      after: 6,
    });
  pages.rule();

  pages.heading(t('document.summary'), 13);
  pages.text(t('document.summaryNote'), { size: 9, quiet: true, after: 6 });
  for (const { plain } of clauses) pages.bullet(plain);

  pages.page();
  pages.heading(t('document.clauses'), 13);
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
    const entity = signedFor(s.typed_name, document[s.side as 'brand' | 'creator']);
    if (entity) pages.text(t('document.signedFor', { entity }), { size: 9, after: 1 });
    pages.text(t('document.signedOn', { at: dateTimeText(s.signed_at, locale) }), { size: 9, quiet: true, after: 8 });
  }

  pages.page();
  pages.text(t('document.certificate'), { size: 16, bold: true, after: 4 });
  pages.text(t('document.certificateNote'), { size: 9, quiet: true, after: 8 });
  pages.rule();
  if (document.platform)
    pages.field(t('document.platform', { platform: PRODUCT }), [
      isolated(document.platform.name),
      ...addressLines(document.platform.address),
      isolated(document.platform.register),
    ]);
  for (const s of signatures) {
    pages.text(t(`document.side.${s.side}`), { bold: true, after: 4 });
    pages.field(t('document.typedName'), s.typed_name);
    pages.field(t('document.moment'), dateTimeText(s.signed_at, locale));
    pages.rule();
  }
  pages.field(t('document.documentHash'), row.document_hash, { technical: true });
  pages.field(t('document.termsHash'), row.terms_hash, { technical: true });
  pages.field(t('document.eventHash'), eventHash, { technical: true });
  pages.rule();
  pages.heading(t('document.verifyTitle'), 11);
  pages.text(t('document.verify', { address: `${appUrl}${ADDRESSES.verifyFile}` }));
  return pages.end(
    (n, of) => `${PRODUCT} · ${isolated(document.title)} · ${t('document.page', { n: String(n), of: String(of) })}`,
  );
}

async function signedContract(tx: OrgContext, contractId: string): Promise<SignedContract> {
  const row = await contractFor(tx.db, { contractId, orgId: tx.actor.orgId });
  if (!row) throw new AppError('not_found');
  if (!row.signed_at) throw new AppError('state.wrong', { state: row.state });
  const eventHash = (await signingEvents(tx.db, row.id)).at(-1)?.hash ?? '';
  return {
    row,
    signatures: await signaturesOf(tx.db, row.id),
    eventHash,
    signedAt: row.signed_at,
    stored: await storedWordingOf(tx, row),
  };
}

/** Renders the signed contract in that language, stores the file and records its SHA-256, so that anyone can verify it. */
async function renderContractPdf(
  ctx: OrgContext,
  contractId: string,
  locale: Locale,
): Promise<{ key: string; sha256: string }> {
  const contract = await withTx(ctx, (tx) => signedContract(tx, contractId));
  const bytes = await renderPages(contract, locale, ctx.integrations.settings.appUrl);
  const sha256 = await sha256Hex(new Uint8Array(bytes));
  // A key of its own: two concurrent first requests must not write into one file.
  const key = `contracts/${contractId}/${locale}-${newId()}.pdf`;
  await ctx.integrations.storage.put(key, Readable.from([bytes]), 'application/pdf');
  const { row } = contract;
  await withTx(ctx, (tx) =>
    saveFile(tx.db, { sha256, contract: row, locale, key, size: bytes.length, at: tx.clock.now() }),
  );
  return { key, sha256 };
}

/** The signed contract as a file in that language, made on first request. Throws not_found, and state.wrong before both signed. */
export async function contractPdf(
  ctx: OrgContext,
  input: { contractId: string; locale: Locale },
): Promise<{ stream: Readable; name: string }> {
  const { storage } = ctx.integrations;
  const name = `contract-${input.contractId.slice(0, 8)}-${input.locale}.pdf`;
  const stored = await withTx(ctx, async (tx) => {
    await signedContract(tx, input.contractId);
    return fileOf(tx.db, input.contractId, input.locale);
  });
  if (stored) {
    const stream = await storage.get(stored.storage_key).catch(() => null);
    if (stream) return { stream, name };
  }
  const { key } = await renderContractPdf(ctx, input.contractId, input.locale);
  return { stream: await storage.get(key), name };
}
