import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { AppError, isAppError } from '../../../../server/core/errors.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import {
  cancelDocumentExport,
  collectDocuments,
  expireDocuments,
  newestDocumentExport,
  openDocumentExport,
  startDocumentExport,
} from '../../../../server/features/documents/export.ts';
import { issueDocument, type NewDocument } from '../../../../server/features/documents/issue.ts';
import {
  accountingCsv,
  listDocuments,
  documentMonths,
  documentsCsv,
} from '../../../../server/features/documents/service.ts';
import {
  DOCUMENT_EXPORT_LIFE_MS,
  DOCUMENT_EXPORT_LIMIT,
  DOCUMENT_EXPORT_TRIES,
} from '../../../../server/features/documents/rules.ts';
import { paymentsCsv } from '../../../../server/features/payments/export.ts';
import { listPayments } from '../../../../server/features/payments/overview.ts';
import { earningsCsv, payoutsCsv } from '../../../../server/features/payouts/export.ts';
import { liveCampaign, signedDeal } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let contractId: string;
const TITLE = '=Autumn, "menu"';

const issue = (at: string, doc: Omit<NewDocument, 'currency' | 'contractId'>) =>
  withTx(world.system(steppedClock(new Date(at))), (tx) =>
    issueDocument(tx, {
      currency: 'EUR',
      contractId,
      ...doc,
      data: { deal: TITLE, milestone: 'Reel', seller: creator.name, buyer: brand.name, ...doc.data },
    }),
  );

beforeAll(async () => {
  world = await createTestWorld('documents', { clockPolicy: 'standard' });
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Maya Laurent');
  ({ contractId } = await signedDeal(
    world,
    brand,
    creator,
    await liveCampaign(world, brand, { title: 'Autumn menu films' }),
  ));
  await issue('2026-10-31T23:59:59.999Z', {
    kind: 'receipt',
    orgId: brand.orgId,
    amount: 42_400,
    data: { price: 40_000, fee: 2_000, tax: 400 },
  });
  await issue('2026-11-01T00:00:00.000Z', {
    kind: 'fee_invoice',
    orgId: brand.orgId,
    amount: 2_400,
    data: { fee: 2_000, tax: 400 },
  });
  await issue('2026-11-10T09:00:00.000Z', {
    kind: 'credit_note',
    orgId: brand.orgId,
    amount: 42_400,
    data: { price: 40_000, fee: 2_000, tax: 400, reason: 'overdue' },
  });
  await issue('2026-11-12T09:00:00.000Z', {
    kind: 'self_billed_invoice',
    orgId: creator.orgId,
    amount: 40_000,
    data: { price: 40_000, commission: 0 },
  });
});
afterAll(() => world?.close());

const codeOf = async (act: () => Promise<unknown>): Promise<string> =>
  act().then(
    () => 'done',
    (e: unknown) => (isAppError(e) ? e.code : String(e)),
  );
async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}

describe('the list', () => {
  test('holds every document that the org may read, page by page, and of one month by universal time', async () => {
    const all = await listDocuments(world.as(brand), { limit: 25 });
    expect(all.items.map((p) => [p.number, p.net, p.tax, p.amount, p.party, p.dealTitle])).toEqual([
      ['S-2026-000001', 40_000, 0, 40_000, creator.name, TITLE],
      ['C-2026-000001', 42_000, 400, 42_400, null, TITLE],
      ['F-2026-000001', 2_000, 400, 2_400, null, TITLE],
      ['R-2026-000001', 42_000, 400, 42_400, null, TITLE],
    ]);
    const pages: string[] = [];
    for (let after: string | undefined, n = 0; n < 9; n += 1) {
      const page = await listDocuments(world.as(brand), { limit: 1, ...(after ? { after } : {}) });
      pages.push(...page.items.map((p) => p.number));
      if (!page.next) break;
      after = page.next;
    }
    expect(pages).toEqual(all.items.map((p) => p.number));
    expect((await listDocuments(world.as(brand), { limit: 25, month: '2026-11' })).items).toHaveLength(3);
    expect(await documentMonths(world.as(brand))).toEqual([
      { month: '2026-11', count: 3 },
      { month: '2026-10', count: 1 },
    ]);
    expect(
      (await listDocuments(world.as(creator), { limit: 25 })).items.map((p) => [p.number, p.party, p.asBuyer]),
    ).toEqual([['S-2026-000001', brand.name, false]]);
    const stranger = await createOrg(world, 'brand', 'Stranger');
    expect([await listDocuments(world.as(stranger), { limit: 25 }), await documentMonths(world.as(stranger))]).toEqual([
      { items: [], next: null },
      [],
    ]);
  });

  test('is a CSV of one line per document, whose columns can be summed and whose text no program runs', async () => {
    const { stream, name } = documentsCsv(world.as(brand), { month: '2026-11', locale: 'en' });
    expect(name).toBe('sponsio-documents-2026-11.csv');
    expect((await textOf(stream)).split('\r\n')).toEqual([
      '\uFEFFDate,Number,Type,Other party,Net,VAT,Gross,Currency,Deal',
      `2026-11-12,S-2026-000001,Self-billed invoice,${creator.name},400.00,0.00,400.00,EUR,"'=Autumn, ""menu"""`,
      `2026-11-10,C-2026-000001,Credit note,Sponsio Demo SAS (fictitious),-420.00,-4.00,-424.00,EUR,"'=Autumn, ""menu"""`,
      `2026-11-01,F-2026-000001,Invoice for the service fee,Sponsio Demo SAS (fictitious),20.00,4.00,24.00,EUR,"'=Autumn, ""menu"""`,
      '',
    ]);
  });

  test('of payments has a CSV as well, with the filters of the page and sums per milestone; payees have theirs', async () => {
    const lines = async (file: { stream: AsyncIterable<unknown> }) => (await textOf(file.stream)).split('\r\n');
    const { items } = await listPayments(world.as(brand), { state: 'awaiting', limit: 25 });
    const [first] = items;
    const own = await lines(paymentsCsv(world.as(brand), { state: 'awaiting', locale: 'en' }));
    expect(own[0]).toBe(
      '\uFEFFDate,Deal,Milestone,Other party,State,Price,Service fee,Tax on the fee,Total,In escrow,Released,Refunded,Disputed,Currency',
    );
    expect(own.slice(1, -1)).toHaveLength(items.length);
    const sums = [first!.amount, first!.fee, first!.tax, first!.amount + first!.fee + first!.tax, 0, 0, 0, 0];
    expect(parse(own[1]!)).toEqual([
      [
        first!.updatedAt.toISOString().slice(0, 10),
        first!.dealTitle,
        first!.milestoneTitle,
        creator.name,
        'Awaiting funding',
        ...sums.map((sum) => (sum / 100).toFixed(2)),
        'EUR',
      ],
    ]);
    expect(await lines(paymentsCsv(world.as(brand), { state: 'refunded', locale: 'en' }))).toHaveLength(2);
    expect((await lines(paymentsCsv(world.as(creator), { state: 'all', locale: 'en' })))[0]).toBe(
      '\uFEFFDate,Deal,Milestone,Other party,State,Your share,Currency',
    );
    expect((await lines(payoutsCsv(world.as(creator), { locale: 'en' })))[0]).toBe(
      '\uFEFFRequested,State,In the bank,Bank,Statement,Amount,Currency',
    );
    expect((await lines(earningsCsv(world.as(creator), { locale: 'en' })))[0]).toBe(
      '\uFEFFDate,Deal,Milestone,Other party,State,Amount,Currency',
    );
  });

  test('names each creator’s series by a code that no other issuer has, whatever the ids end in, and keeps it', async () => {
    const [first, second] = await Promise.all(
      ['019aa001', '019aa002'].map(async (begin) => {
        const orgId = `${begin}-0000-7000-8000-0000007f3a2c`;
        await world.owner
          .insertInto('orgs')
          .values({ id: orgId, kind: 'creator', name: begin, slug: begin, created_by: creator.userId })
          .execute();
        return orgId;
      }),
    );
    const invoice = async (issuerOrg: string) =>
      withTx(world.system(steppedClock(new Date('2027-02-01T09:00:00Z'))), (tx) =>
        issueDocument(tx, {
          kind: 'self_billed_invoice',
          orgId: issuerOrg,
          issuerOrg,
          currency: 'EUR',
          amount: 100,
          data: { seller: 'Maya', buyer: 'Lumen' },
        }),
      );
    const numbers = [await invoice(first!), await invoice(second!), await invoice(second!), await invoice(first!)];
    expect(numbers.map(({ number }) => number)).toEqual([
      'S-7F3A2C-2027-000001',
      'S-07F3A2C-2027-000001',
      'S-07F3A2C-2027-000002',
      'S-7F3A2C-2027-000002',
    ]);
    await expect(
      world.owner.insertInto('document_series').values({ org_id: brand.orgId, code: '7F3A2C' }).execute(),
      'the database keeps it so',
    ).rejects.toThrow('document_series_code_key');
  });

  test('is for members who see money', async () => {
    const reviewer = await member(world, brand, 'reviewer', 'Inès');
    expect(await codeOf(() => listDocuments(world.as(reviewer), { limit: 25 }))).toBe('auth.not_allowed');
    expect(await codeOf(() => startDocumentExport(world.as(reviewer), { locale: 'en' }))).toBe('auth.not_allowed');
    const files = [
      () => payoutsCsv(world.as(reviewer), { locale: 'en' }),
      () => earningsCsv(world.as(reviewer), { locale: 'en' }),
      () => paymentsCsv(world.as(reviewer), { state: 'all', locale: 'en' }),
      () => documentsCsv(world.as(reviewer), { month: null, locale: 'en' }),
      () => accountingCsv(world.as(reviewer), { month: null, format: 'xero', list: 'payments' }),
    ];
    for (const file of files) expect(await codeOf(async () => file()), String(file)).toBe('auth.not_allowed');
  });

  test('of payments and of earnings has files for accounting, in which money stands once and no text is run', async () => {
    const linesOf = async (who: OrgActor, format: 'datev' | 'xero', list: 'payments' | 'earnings') => {
      const { stream } = accountingCsv(world.as(who), { month: null, format, list });
      return (await textOf(stream)).replace('\uFEFF', '').split('\r\n').slice(1, -1);
    };
    expect(await linesOf(brand, 'xero', 'payments')).toEqual([
      `2026-11-10,424.00,Sponsio Demo SAS (fictitious),"'=Autumn, ""menu""",C-2026-000001,EUR`,
      `2026-10-31,-424.00,Sponsio Demo SAS (fictitious),"'=Autumn, ""menu""",R-2026-000001,EUR`,
    ]);
    expect(await linesOf(creator, 'xero', 'payments'), 'nothing is moved by what a creator is to get').toEqual([]);
    expect(await linesOf(creator, 'datev', 'earnings')).toHaveLength(1);
  });
});

describe('the zip', () => {
  test('is made in the background, one at a time per org, begun again after a crash, and given to the user who requested it for a day', async () => {
    const order = await startDocumentExport(world.as(brand), { locale: 'fr' });
    expect(order).toMatchObject({ state: 'queued', done: 0, total: 4 });
    const colleague = await member(world, brand, 'finance', 'Théo');
    expect(await codeOf(() => startDocumentExport(world.as(colleague), { locale: 'en' }))).toBe(
      'documents.export_running',
    );
    expect((await newestDocumentExport(world.as(colleague)))?.id, 'a colleague sees that one is being made').toBe(
      order.id,
    );
    expect(await codeOf(() => openDocumentExport(world.as(brand), order))).toBe('not_found');
    const started = await world.owner
      .selectFrom('workflow_outbox')
      .select('workflow_id')
      .where('workflow_type', '=', 'documentExport')
      .execute();
    expect(started).toEqual([{ workflow_id: `document-export/${order.id}` }]);

    // As a worker left it that was killed in the middle.
    await world.owner
      .updateTable('document_exports')
      .set({ state: 'collecting', done: 2 })
      .where('id', '=', order.id)
      .execute();
    expect(await collectDocuments(world.system(), order)).toEqual({ state: 'ready' });
    expect(await collectDocuments(world.system(), order), 'once is enough').toEqual({ state: 'kept' });
    expect(await newestDocumentExport(world.as(brand))).toMatchObject({ state: 'ready', done: 4, total: 4 });
    const { stream, size, name } = await openDocumentExport(world.as(brand), order);
    const zip = await textOf(stream);
    expect([name, zip.startsWith('PK')]).toEqual(['sponsio-documents.zip', true]);
    expect(size).toBeGreaterThan(1_000);
    for (const file of ['2026-10/R-2026-000001.pdf', '2026-11/S-2026-000001.pdf']) expect(zip).toContain(file);
    expect(await codeOf(() => openDocumentExport(world.as(colleague), order)), 'the link is its owner’s').toBe(
      'not_found',
    );
    expect(await codeOf(() => openDocumentExport(world.as(creator), order))).toBe('not_found');
    const later = steppedClock(new Date(Date.now() + DOCUMENT_EXPORT_LIFE_MS + 1_000));
    expect(await codeOf(() => openDocumentExport(world.as(brand, { clock: later }), order))).toBe('not_found');
    await expireDocuments(world.system(), order);
    expect(await codeOf(() => openDocumentExport(world.as(brand), order))).toBe('not_found');
    expect(await newestDocumentExport(world.as(brand))).toMatchObject({ state: 'expired' });
  });

  test('can be cancelled and requested again; a cancelled one is not offered', async () => {
    const order = await startDocumentExport(world.as(brand), { locale: 'en', month: '2026-11' });
    expect(order.total).toBe(3);
    expect(await codeOf(() => cancelDocumentExport(world.as(creator), order))).toBe('not_found');
    expect(await cancelDocumentExport(world.as(brand), order)).toMatchObject({ state: 'cancelled' });
    expect(await cancelDocumentExport(world.as(brand), order), 'twice is once').toMatchObject({ state: 'cancelled' });
    expect(await collectDocuments(world.system(), order)).toEqual({ state: 'kept' });
    const again = await startDocumentExport(world.as(brand), { locale: 'en' });
    // Cancelled while it is being made.
    const { storage } = world.integrations;
    const put = storage.put.bind(storage);
    const stopping = Object.assign(Object.create(Object.getPrototypeOf(storage) as object) as typeof storage, storage, {
      put: async (...args: Parameters<typeof put>) => {
        const stored = await put(...args);
        await cancelDocumentExport(world.as(brand), again);
        return stored;
      },
    });
    const ctx = world.system();
    expect(await collectDocuments({ ...ctx, integrations: { ...ctx.integrations, storage: stopping } }, again)).toEqual(
      { state: 'stopped' },
    );
    expect(await codeOf(() => openDocumentExport(world.as(brand), again))).toBe('not_found');
  });

  test('leaves out a document that cannot be drawn and names it; where none can, or after several tries, it has failed and can be requested anew', async () => {
    const org = await createOrg(world, 'creator', 'Broken documents');
    // The newest comes first: at two moments, as ids of one millisecond have no order.
    const draw = (at: string, items: unknown) =>
      withTx(world.system(steppedClock(new Date(at))), (tx) =>
        issueDocument(tx, {
          currency: 'EUR',
          kind: 'payout_statement',
          orgId: org.orgId,
          amount: 100,
          data: { items } as never,
        }),
      );
    await draw('2026-11-13T09:00:00.000Z', [{ deal: 'Deal', milestone: 'Reel', brand: 'Brand', amount: 100 }]);
    await draw('2026-11-14T09:00:00.000Z', [null]);
    const { items: documents } = await listDocuments(world.as(org), { limit: 25 });
    const [bad, good] = documents.map((p) => p.number);
    const order = await startDocumentExport(world.as(org), { locale: 'en' });
    expect(await collectDocuments(world.system(), order)).toEqual({ state: 'ready' });
    expect(await newestDocumentExport(world.as(org))).toMatchObject({
      state: 'ready',
      done: 2,
      total: 2,
      missing: [bad],
      problem: null,
    });
    const zip = await textOf((await openDocumentExport(world.as(org), order)).stream);
    expect([zip.includes(`${good}.pdf`), zip.includes(`${bad}.pdf`)]).toEqual([true, false]);

    await world.owner
      .updateTable('documents')
      .set({ data: JSON.stringify({ items: [null] }) })
      .where('org_id', '=', org.orgId)
      .execute();
    const empty = await startDocumentExport(world.as(org), { locale: 'en' });
    expect(await collectDocuments(world.system(), empty)).toEqual({ state: 'failed' });
    expect(await newestDocumentExport(world.as(org))).toMatchObject({ state: 'failed', problem: 'nothing_drawn' });
    expect(await codeOf(() => openDocumentExport(world.as(org), empty))).toBe('not_found');

    const ctx = world.system();
    const failing = (code: () => Error) => ({
      ...ctx,
      integrations: {
        ...ctx.integrations,
        storage: {
          ...ctx.integrations.storage,
          remove: async () => {},
          put: async () => {
            throw code();
          },
        },
      },
    });
    const again = await startDocumentExport(world.as(brand), { locale: 'en' });
    for (let n = 1; n < DOCUMENT_EXPORT_TRIES; n += 1)
      await expect(
        collectDocuments(
          failing(() => new Error('away')),
          again,
        ),
        'tried again by its workflow',
      ).rejects.toThrow('away');
    expect(
      await collectDocuments(
        failing(() => new Error('away')),
        again,
      ),
    ).toEqual({ state: 'failed' });
    expect(await newestDocumentExport(world.as(brand))).toMatchObject({ state: 'failed', problem: 'gave_up' });
    const full = await startDocumentExport(world.as(brand), { locale: 'en' });
    expect(
      await collectDocuments(
        failing(() => new AppError('file.no_room')),
        full,
      ),
      'at once',
    ).toEqual({ state: 'failed' });
    expect(await newestDocumentExport(world.as(brand))).toMatchObject({ state: 'failed', problem: 'no_room' });
  });

  test('is refused with a code when there is nothing to pack and when there is too much', async () => {
    expect(await codeOf(() => startDocumentExport(world.as(brand), { locale: 'en', month: '2025-01' }))).toBe(
      'documents.none',
    );
    const many = await createOrg(world, 'brand', 'Many');
    await world.owner
      .insertInto('documents')
      .values(
        Array.from({ length: DOCUMENT_EXPORT_LIMIT + 1 }, (_, i) => ({
          id: crypto.randomUUID(),
          org_id: many.orgId,
          kind: 'receipt',
          year: 2025,
          number: i + 1,
          currency: 'EUR',
          amount: 100,
          data: '{}',
          issued_at: new Date('2025-06-01T00:00:00Z'),
        })),
      )
      .execute();
    expect(await codeOf(() => startDocumentExport(world.as(many), { locale: 'en' }))).toBe('documents.limit');
  });
});
