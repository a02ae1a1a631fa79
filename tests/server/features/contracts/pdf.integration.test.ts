import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../../../server/core/locale.ts';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { keepWordings } from '../../../../server/features/contracts/wordings/keep.ts';
import { contractPdf } from '../../../../server/features/contracts/pdf.ts';
import { getContract, verifyFile } from '../../../../server/features/contracts/service.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { FICTITIOUS_OPERATOR } from '../../../../server/core/operator-settings.ts';
import { fill, textsOf } from '../../../../server/pdf/texts.ts';
import { pdfLines } from '../../../support/pdf-lines.ts';
import { agreed, liveCampaign, signedDeal } from '../../../support/negotiation.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let contractId: string;

beforeAll(async () => {
  world = await createTestWorld('pdf', { clockPolicy: 'standard' });
  brand = await createOrg(world, 'brand', 'Café Lumen & Søns 光明 نور');
  creator = await createOrg(world, 'creator', 'Майя Łorenć 😀');
  const campaignId = await liveCampaign(world, brand, {
    title: 'Autumn menu (осень) قائمة الخريف',
    deliverables: [
      {
        id: 'reel',
        platform: 'instagram',
        format: 'reel',
        count: 1,
        notes: 'x'.repeat(300),
        brief: ['Show “all three” drinks', 'أظهر المشروبات الثلاثة (3) في أول 5 ثوانٍ', '前五秒展示三款饮品。'],
      },
    ],
    milestones: [
      { title: 'Reel', amount: 40_000, dueAt: new Date(Date.now() + 12 * 86_400_000), deliverableIds: ['reel'] },
    ],
  });
  ({ contractId } = await signedDeal(world, brand, creator, campaignId));
});
afterAll(() => world.close());

const fileIn = async (locale: Locale, actor = brand): Promise<Buffer> =>
  buffer((await contractPdf(world.as(actor), { contractId, locale })).stream);
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

it.each(LOCALES)('is a file in %s that anyone can verify by its hash', async (locale) => {
  const bytes = await fileIn(locale);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-6).toString()).toContain('%%EOF');
  if (process.env.KEEP_PDF)
    await (await import('node:fs/promises')).writeFile(`${process.env.KEEP_PDF}/${locale}.pdf`, bytes);
  await expect(verifyFile(world.as({ kind: 'anonymous' }), { sha256: sha(bytes) })).resolves.toMatchObject({
    known: true,
    brandName: brand.name,
    creatorName: creator.name,
  });
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1]! ^= 1;
  await expect(verifyFile(world.as({ kind: 'anonymous' }), { sha256: sha(changed) })).resolves.toEqual({
    known: false,
  });
});

it.each(LOCALES)(
  'has a certificate in %s that names the operator as it was when the contract was made',
  async (locale) => {
    const { name, address, register } = FICTITIOUS_OPERATOR;
    const label = fill(textsOf('clauses', locale).get('document.platform')!, { platform: 'Sponsio' }).replace(
      /[\u2066-\u2069]/gu,
      '',
    );
    const forget = () => world.owner.deleteFrom('contract_files').where('locale', '=', locale).execute();
    const { operator } = world.integrations.settings;
    await forget();
    try {
      world.integrations.settings.operator = { ...operator, name: 'Successor Ltd' };
      const lines = await pdfLines(() => fileIn(locale));
      for (const line of [name, address, register]) expect(lines).toContain(`${label}: ${line}`);
      expect(lines.join('\n')).not.toContain('Successor Ltd');
    } finally {
      world.integrations.settings.operator = operator;
      await forget();
    }
  },
);

it('has the same bytes for every reader, also at the same time, repeated, and when the stored file is lost', async () => {
  await world.owner.deleteFrom('contract_files').where('locale', '=', 'en').execute();
  const hashes = (await Promise.all([fileIn('en'), fileIn('en', creator), fileIn('en')])).map(sha);
  expect(new Set(hashes).size).toBe(1);
  await world.owner
    .updateTable('contract_files')
    .set({ storage_key: 'contracts/lost.pdf' })
    .where('locale', '=', 'en')
    .execute();
  expect(sha(await fileIn('en'))).toBe(hashes[0]);
  expect(sha(await fileIn('en'))).toBe(hashes[0]);
  const rows = await world.owner.selectFrom('contract_files').select('sha256').where('locale', '=', 'en').execute();
  expect(rows).toEqual([{ sha256: hashes[0] }]);
});

it('shows the words that were signed, whatever the texts say today, and marks any other language as a translation', async () => {
  const { document } = await getContract(world.as(brand), { contractId });
  const words = 'The creator makes what both sides signed.';
  const changed = structuredClone(document);
  changed.wordings![0]!.clauses[1]!.body = words;
  const write = (value: typeof document) =>
    world.owner.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx
        .updateTable('contracts')
        .set({ document: JSON.stringify(value) })
        .where('id', '=', contractId)
        .execute();
      await tx.deleteFrom('contract_files').execute();
    });
  const linesIn = (locale: Locale) => pdfLines(() => fileIn(locale));
  try {
    await write(changed);
    const note = textsOf('clauses', 'fr').get('document.translation')!.replace('{{languages}}', 'anglais');
    const english = await linesIn('en');
    expect(english).toContain(words);
    expect(english.filter((line) => line.startsWith('Translation'))).toEqual([]);
    expect(await linesIn('fr')).toContain(note);
  } finally {
    await write(document);
  }
});

it('of a contract signed before words were stored keeps its text, hash and deadlines; its words are stored beside it once, and marked', async () => {
  const contract = () =>
    world.owner.selectFrom('contracts').selectAll().where('id', '=', contractId).executeTakeFirstOrThrow();
  const { document } = await getContract(world.as(brand), { contractId });
  const { wordings: _, version: __, ...old } = document;
  const write = (value: object) =>
    world.owner.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx
        .updateTable('contracts')
        .set({ document: JSON.stringify(value) })
        .where('id', '=', contractId)
        .execute();
      await tx.deleteFrom('contract_files').execute();
    });
  const words = () => world.owner.selectFrom('contract_wordings').selectAll().orderBy('language').execute();
  try {
    await write(old);
    const before = await contract();
    expect((await getContract(world.as(brand), { contractId })).storedWording).toBe(null);
    expect(await keepWordings(world.system())).toBe(1);
    expect(await keepWordings(world.system()), 'once').toBe(0);
    expect(await contract()).toEqual(before);
    const stored = await words();
    expect(stored.map(({ language }) => language)).toContain(document.language);

    // A text of the product changes: page and file show the stored words.
    const sentence = 'The creator makes what both sides signed.';
    const changed = structuredClone(stored[0]!.wording) as { clauses: { body: string }[] };
    changed.clauses[1]!.body = sentence;
    await world.owner
      .updateTable('contract_wordings')
      .set({ wording: JSON.stringify(changed) })
      .where('language', '=', stored[0]!.language)
      .execute();
    const detail = await getContract(world.as(creator), { contractId });
    expect([detail.document.wordings, detail.documentHash]).toEqual([undefined, before.document_hash]);
    expect(detail.storedWording?.wordings[0]?.clauses[1]?.body).toBe(sentence);
    const lines = (await pdfLines(() => fileIn(stored[0]!.language as Locale))).join(' ');
    expect(lines).toContain(sentence);
    const [mark] = textsOf('clauses', stored[0]!.language as Locale)
      .get('document.storedLater')!
      .split('{{at}}');
    expect(lines).toContain(mark!.trim().slice(0, 60));
    // The worker alone writes them.
    await expect(withTx(world.as(brand), ({ db }) => db.deleteFrom('contract_wordings').execute())).rejects.toThrow(
      'permission denied',
    );
  } finally {
    await world.owner.deleteFrom('contract_wordings').execute();
    await write(document);
  }
});

it('does not contain the network address and device of a signer', async () => {
  await world.owner.deleteFrom('contract_files').where('locale', '=', 'fr').execute();
  const before = sha(await fileIn('fr'));
  await world.owner.transaction().execute(async (tx) => {
    // Signatures are append-only.
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx
      .updateTable('signatures')
      .set({ ip: '203.0.113.77', user_agent: 'Mozilla/5.0 (another device)' })
      .where('contract_id', '=', contractId)
      .execute();
  });
  await world.owner.deleteFrom('contract_files').where('locale', '=', 'fr').execute();
  expect(sha(await fileIn('fr', creator))).toBe(before);
});

it('that was made before its drawing changed is drawn again, and a copy of it can still be verified', async () => {
  const now = sha(await fileIn('es'));
  await world.owner
    .updateTable('contract_files')
    .set({ sha256: 'a'.repeat(64), storage_key: 'contracts/replaced/old.pdf', created_at: new Date(0) })
    .where('locale', '=', 'es')
    .execute();
  for (let n = 0; n < 2; n += 1) expect(sha(await fileIn('es'))).toBe(now);
  for (const sha256 of [now, 'a'.repeat(64)])
    expect(await verifyFile(world.as({ kind: 'anonymous' }), { sha256 })).toMatchObject({ known: true });
});

it('is for the parties, and only once both have signed', async () => {
  const stranger = await createOrg(world, 'creator', 'Stranger');
  await expect(contractPdf(world.as(stranger), { contractId, locale: 'en' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const open = await agreed(world, brand, await createOrg(world, 'creator', 'Unsigned'));
  await expect(contractPdf(world.as(brand), { contractId: open.contractId, locale: 'en' })).rejects.toMatchObject({
    code: 'state.wrong',
  });
});
