import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { LOCALES } from '../../../../server/core/locale.ts';
import { fill, textsOf } from '../../../../server/pdf/texts.ts';
import { documentPdf } from '../../../../server/features/documents/pdf.ts';
import { buyerOf, issueDocument, type NewDocument } from '../../../../server/features/documents/issue.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import type { DocumentDto } from '../../../../server/features/documents/schema.ts';
import { FICTITIOUS_OPERATOR } from '../../../../server/core/operator-settings.ts';
import { liveCampaign, signedDeal } from '../../../support/negotiation.ts';
import { startTestApp, type TestApp } from '../../../support/http.ts';
import { pdfLines } from '../../../support/pdf-lines.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let web: TestApp;
let brand: OrgActor;
let creator: OrgActor;
let contractId: string;
const ids = new Map<DocumentDto['kind'], string>();

async function billing(legal_name: string, address: string): Promise<void> {
  const values = { legal_name, address, country: 'FR', tax_id: 'FR40303265045', po_number: 'PO-7' };
  await world.owner
    .insertInto('billing_profiles')
    .values({ org_id: brand.orgId, ...values })
    .onConflict((c) => c.column('org_id').doUpdateSet(values))
    .execute();
}
const issue = async (doc: Omit<NewDocument, 'currency'>) =>
  ids.set(doc.kind, (await withTx(world.system(), (tx) => issueDocument(tx, { currency: 'EUR', ...doc }))).id);

beforeAll(async () => {
  world = await createTestWorld('document_pdf', { clockPolicy: 'standard' });
  web = await startTestApp(world.database);
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Майя Łorenć');
  const title = 'Autumn menu (осень) قائمة الخريف';
  ({ contractId } = await signedDeal(world, brand, creator, await liveCampaign(world, brand, { title })));
  await billing('Lumen & Søns SARL نور', '12 rue de la République, 69001 Lyon');
  const facts = {
    deal: title,
    milestone: 'Reel',
    seller: creator.name,
    price: 40_000,
    feeBps: 500,
    taxBps: 2000,
    taxCountry: 'FR',
  };
  const buyer = await buyerOf(world.system(), brand.orgId, brand.name);
  const charged = { ...facts, ...buyer, fee: 2_000, tax: 400, card: '4242' };
  await issue({ kind: 'receipt', orgId: brand.orgId, contractId, amount: 42_400, data: charged });
  await issue({ kind: 'fee_invoice', orgId: brand.orgId, contractId, amount: 2_400, data: charged });
  await issue({
    kind: 'credit_note',
    orgId: brand.orgId,
    contractId,
    amount: 42_400,
    data: { ...charged, reason: 'cancelled_by_creator', paymentId: 'p', corrects: 'R-2026-000001 · F-2026-000001' },
  });
  await issue({
    kind: 'self_billed_invoice',
    orgId: creator.orgId,
    contractId,
    amount: 40_000,
    data: { ...facts, ...buyer, commission: 6_000 },
  });
  await issue({
    kind: 'commission_note',
    orgId: creator.orgId,
    contractId,
    amount: 6_000,
    data: { ...facts, ...buyer, payee: 'Vidal Talent', commission: 6_000, commissionBps: 1_500 },
  });
  await issue({
    kind: 'payout_statement',
    orgId: creator.orgId,
    amount: 34_000,
    data: { payee: creator.name, bankLast4: '3201', providerId: 'po_1' },
  });
});
afterAll(async () => {
  await web?.close();
  await world?.close();
});

const owner = (kind: DocumentDto['kind']) =>
  kind === 'self_billed_invoice' || kind === 'commission_note' || kind === 'payout_statement' ? creator : brand;
const file = async (kind: DocumentDto['kind'], locale: (typeof LOCALES)[number]) =>
  (await documentPdf(world.as(owner(kind)), { documentId: ids.get(kind)!, locale })).bytes;

test.each(LOCALES)('every kind of document is a file in %s, with equal bytes each time', async (locale) => {
  for (const kind of ids.keys()) {
    const bytes = await file(kind, locale);
    expect(bytes.subarray(0, 5).toString(), kind).toBe('%PDF-');
    expect(bytes.subarray(-6).toString(), kind).toContain('%%EOF');
    expect((await file(kind, locale)).equals(bytes), kind).toBe(true);
    if (process.env.KEEP_PDF)
      await (await import('node:fs/promises')).writeFile(`${process.env.KEEP_PDF}/${kind}-${locale}.pdf`, bytes);
  }
});

test.each(LOCALES)(
  'every document in %s names the operator’s legal name, address, register and VAT number',
  async (locale) => {
    const { name, address, register, vat } = FICTITIOUS_OPERATOR;
    const texts = textsOf('documents', locale);
    for (const kind of ids.keys()) {
      const lines = await pdfLines(() => file(kind, locale));
      for (const line of [
        `${texts.get('issuer')}: ${name}`,
        `${texts.get('issuer')}: ${address}`,
        `${texts.get('register')}: ${register}`,
        `${texts.get('vatNumber')}: ${vat}`,
      ])
        expect(lines, `${kind} ${locale}`).toContain(line);
      expect(lines.at(-1), kind).toContain(`Sponsio · ${name} · `);
    }
    const note = fill(texts.get('note.self_billed_invoice')!, {
      issuer: name,
      platform: 'Sponsio',
      seller: creator.name,
    });
    expect(await pdfLines(() => file('self_billed_invoice', locale))).toContain(note.replace(/[\u2066-\u2069]/gu, ''));
  },
);

test('a document keeps the data of its issue, also after its buyer changed the billing details', async () => {
  const before = await file('receipt', 'en');
  await billing('Another Name', 'Elsewhere');
  expect((await file('receipt', 'en')).equals(before)).toBe(true);
});

test('a document keeps the operator of its issue; one that froze none names the present operator', async () => {
  const before = await pdfLines(() => file('receipt', 'en'));
  const { operator } = world.integrations.settings;
  try {
    world.integrations.settings.operator = { ...operator, name: 'Successor Ltd', address: '9 New Street' };
    expect(await pdfLines(() => file('receipt', 'en'))).toEqual(before);
    await issue({ kind: 'fee_invoice', orgId: brand.orgId, contractId, amount: 2_400, data: { issuer: null } });
    expect(await pdfLines(() => file('fee_invoice', 'en'))).toContain('Issued by: Successor Ltd');
  } finally {
    world.integrations.settings.operator = operator;
  }
});

test('a document whose buyer was not frozen names the brand as it signed', async () => {
  await issue({
    kind: 'receipt',
    orgId: brand.orgId,
    contractId,
    amount: 42_400,
    data: { deal: 'Autumn', milestone: 'Reel', price: 40_000, fee: 2_000, tax: 400 },
  });
  const bytes = await file('receipt', 'en');
  await world.owner.updateTable('orgs').set({ name: 'Renamed' }).where('id', '=', brand.orgId).execute();
  expect((await file('receipt', 'en')).equals(bytes)).toBe(true);
});

test('a document is for the org it was issued to alone, a creator’s invoice for its buyer too: others, strangers and people without a sign-in get nothing', async () => {
  const documentId = ids.get('fee_invoice')!;
  for (const actor of [creator, await createOrg(world, 'brand', 'Stranger')])
    await expect(documentPdf(world.as(actor), { documentId, locale: 'en' })).rejects.toMatchObject({
      code: 'not_found',
    });
  expect((await web.app.inject({ url: `/files/documents/${documentId}.pdf` })).statusCode).toBe(401);
  expect((await web.app.inject({ url: '/files/earnings/2026.pdf' })).statusCode).toBe(401);
  expect((await documentsOfDeal(world.as(brand), { contractId })).map((d) => d.kind).toSorted()).toEqual([
    'credit_note',
    'fee_invoice',
    'fee_invoice',
    'receipt',
    'receipt',
    'self_billed_invoice',
  ]);
  expect((await documentsOfDeal(world.as(creator), { contractId })).map((d) => d.kind).toSorted()).toEqual([
    'commission_note',
    'self_billed_invoice',
  ]);
});

test('a document is for members who see money: a reviewer and a viewer of the org neither list nor open it', async () => {
  for (const role of ['reviewer', 'viewer'] as const) {
    const ctx = world.as(await member(world, brand, role, role));
    const documentId = ids.get('fee_invoice')!;
    await expect(documentPdf(ctx, { documentId, locale: 'en' })).rejects.toMatchObject({ code: 'auth.not_allowed' });
    await expect(documentsOfDeal(ctx, { contractId })).rejects.toMatchObject({ code: 'auth.not_allowed' });
  }
});

test('the buyer lists and downloads the creator’s invoice, by row security and without what the creator shares with an agency', async () => {
  const documentId = ids.get('self_billed_invoice')!;
  const [listed] = (await documentsOfDeal(world.as(brand), { contractId })).filter(
    (d) => d.kind === 'self_billed_invoice',
  );
  expect(listed).toMatchObject({ id: documentId, number: 'S-2026-000001', party: creator.name, asBuyer: true });
  expect((await documentsOfDeal(world.as(creator), { contractId })).find((d) => d.id === documentId)).toMatchObject({
    party: 'Lumen & Søns SARL نور',
    asBuyer: false,
  });
  const [forBuyer, forSeller] = await Promise.all(
    [brand, creator].map((who) => documentPdf(world.as(who), { documentId, locale: 'en' })),
  );
  expect(forBuyer!.name).toBe('S-2026-000001-en.pdf');
  expect(forBuyer!.bytes.length).toBeLessThan(forSeller!.bytes.length);
  const seenBy = (who: OrgActor) =>
    withTx(world.as(who), (tx) =>
      tx.db.selectFrom('documents').select('id').where('kind', '=', 'self_billed_invoice').execute(),
    );
  expect(await seenBy(brand)).toHaveLength(1);
  expect(await seenBy(await createOrg(world, 'brand', 'Another buyer'))).toHaveLength(0);
  await expect(
    documentPdf(world.as(await createOrg(world, 'brand', 'Stranger 2')), { documentId, locale: 'en' }),
  ).rejects.toMatchObject({ code: 'not_found' });
});
