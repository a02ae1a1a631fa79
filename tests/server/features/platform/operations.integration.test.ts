import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffActor } from '../../../../server/context.ts';
import { steppedClock, type Clock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { account, bank, deal, search } from '../../../../server/features/operators/service.ts';
import { overview, repairNow, workflows } from '../../../../server/features/platform/service.ts';
import { deadLetters, retryDeadLetter } from '../../../../server/features/outbox/dead-letters.ts';
import { openOperations, resolveOperation } from '../../../../server/features/operations/service.ts';
import { suspendOrg } from '../../../../server/features/suspensions/service.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { allPages } from '../../../support/pages.ts';
import { createOrg, createStaff, createTestWorld, type TestWorld } from '../../../support/people.ts';
import { insertPayout } from '../../../support/payouts.ts';
import { eventually, startTestWorker } from '../../../support/worker.ts';

let world: TestWorld;
let staff: StaffActor;

beforeAll(async () => {
  world = await createTestWorld('operators', { temporalNamespace: 'default' });
  staff = await createStaff(world);
});
afterAll(() => world.close());

async function deadCommand(): Promise<number> {
  const { id } = await world.owner
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: `start:escrow/${newId()}`,
      kind: 'start',
      workflow_id: `escrow/${newId()}`,
      workflow_type: 'escrowLifecycle',
      task_queue: 'money',
      payload: '{}',
      attempts: 20,
      last_error: 'no',
      dead_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const audits = (action: string) =>
  world.owner.selectFrom('audit_log').select(['actor_user', 'target']).where('action', '=', action).execute();

describe('dead letters', () => {
  test('are listed with their workflow and go back into the queue when an operator requests it', async () => {
    const id = await deadCommand();
    const [letter] = (await deadLetters(world.as(staff), { limit: 25 })).items;
    expect(letter).toMatchObject({ id, attempts: 20, lastError: 'no' });
    expect(letter?.workflowUrl).toMatch(/^http:\/\/localhost:8233\/namespaces\/default\/workflows\/escrow%2F/);
    expect(await retryDeadLetter(world.as(staff), { id })).toMatchObject({ id, attempts: 0, deadAt: null });
    expect((await deadLetters(world.as(staff), { limit: 25 })).items).toEqual([]);
    expect(await audits('outbox.retried')).toMatchObject([{ actor_user: staff.userId }]);
    await expect(retryDeadLetter(world.as(staff), { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('support staff look and do not touch', async () => {
    const support = await createStaff(world, 'support');
    const id = await deadCommand();
    expect((await deadLetters(world.as(support), { limit: 25 })).items).toHaveLength(1);
    await expect(retryDeadLetter(world.as(support), { id })).rejects.toMatchObject({ code: 'auth.not_allowed' });
  });
});

describe('operations', () => {
  test('of unknown outcome are shown and looked up again by their workflow', async () => {
    const [brand, creator] = [await createOrg(world, 'brand', 'Brand'), await createOrg(world, 'creator', 'Creator')];
    const { milestoneId, contractId } = await insertDealRows(world, brand, creator);
    const opId = `xfer:${milestoneId}:creator:a1`;
    await world.owner
      .insertInto('operations')
      .values({
        op_id: opId,
        kind: 'transfer',
        milestone_id: milestoneId,
        contract_id: contractId,
        amount: 40_000,
        currency: 'EUR',
        idempotency_key: opId,
        state: 'unknown',
        error: 'timeout',
        claimed_at: new Date(),
      })
      .execute();
    expect((await openOperations(world.as(staff), { limit: 25 })).items).toMatchObject([
      { opId, state: 'unknown', amount: 40_000, milestoneId },
    ]);
    await sql`insert into operations(op_id, kind, milestone_id, contract_id, org_id, amount, currency, idempotency_key, state, claimed_at)
      select op_id || ':' || n, kind, milestone_id, contract_id, org_id, amount, currency, op_id || ':' || n, state, claimed_at - make_interval(secs => n / 3)
        from operations, generate_series(1, 120) n where op_id = ${opId}`.execute(world.owner);
    const every: string[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = await openOperations(world.as(staff), { limit: 50, ...(after ? { after } : {}) });
      every.push(...page.items.map((o) => o.opId));
      after = page.next ?? undefined;
    }
    expect([every.length, new Set(every).size], 'page by page to the last').toEqual([121, 121]);
    await sql`delete from operations where op_id like ${`${opId}:%`}`.execute(world.owner);
    await resolveOperation(world.as(staff), { opId });
    const signals = await world.owner
      .selectFrom('workflow_outbox')
      .select('name')
      .where('workflow_id', '=', `escrow/${milestoneId}`)
      .where('kind', '=', 'signal')
      .execute();
    expect(signals).toHaveLength(1);
    expect(await audits('operation.rechecked')).toMatchObject([{ target: opId }]);
    expect((await workflows(world.as(staff), { limit: 25 })).items[0]).toMatchObject({ milestoneId, state: 'funded' });
    const figures = await overview(world.as(staff));
    expect(figures.operations).toEqual({ claimed: 0, unknown: 1, failed: 0, oldestSeconds: expect.any(Number) });
    expect(figures.counts).toEqual({ brands: 1, creators: 1, liveCampaigns: 0, activeDeals: 1 });
    expect(figures.outbox.dead).toBe(1);
  });
});

test('a requested repair is done by the worker at once', async () => {
  // Without its dispatcher: it could start the very workflow that this test needs missing.
  const runtime = await startTestWorker(world, {
    parts: { repair: true, workers: false, dispatcher: false, mails: false },
  });
  try {
    const [brand, creator] = [await createOrg(world, 'brand', 'Brand'), await createOrg(world, 'creator', 'Creator')];
    const { offerId } = await insertDealRows(world, brand, creator);
    await world.owner
      .updateTable('workflow_outbox')
      .set({ dispatched_at: new Date() })
      .where('workflow_id', '=', `offer/${offerId}`)
      .execute();
    await world.owner
      .updateTable('offers')
      .set({ state: 'sent', updated_at: new Date(Date.now() - 600_000) })
      .where('id', '=', offerId)
      .execute();
    expect((await repairNow(world.as(staff))).rows).toBeGreaterThan(0);
    await eventually('the second start', async () => {
      // Requested again: the worker may have subscribed only now. Without a request it polls in five minutes.
      await repairNow(world.as(staff));
      const rows = await world.owner
        .selectFrom('workflow_outbox')
        .select('generation')
        .where('workflow_id', '=', `offer/${offerId}`)
        .where('kind', '=', 'start')
        .execute();
      return rows.some((r) => r.generation === 2);
    });
  } finally {
    await runtime.stop();
  }
});

describe('staff who answer for a deal', () => {
  async function refusedRefund() {
    const [brand, creator] = [
      await createOrg(world, 'brand', 'Panificio Rosa'),
      await createOrg(world, 'creator', 'Kim Bakes'),
    ];
    const rows = await insertDealRows(world, brand, creator);
    const opId = `refund:${rows.milestoneId}:1`;
    await world.owner
      .insertInto('operations')
      .values({
        op_id: opId,
        kind: 'refund',
        milestone_id: rows.milestoneId,
        contract_id: rows.contractId,
        org_id: brand.orgId,
        amount: 33_013,
        currency: 'EUR',
        idempotency_key: opId,
        state: 'failed',
        error: 'lost_or_stolen_card',
        claimed_at: new Date(),
      })
      .execute();
    const atProvider = `po_${newId().slice(-8)}`;
    const payoutId = await insertPayout(world, {
      org_id: creator.orgId,
      amount: 12_345,
      state: 'returned',
      failure_code: 'account_closed',
      provider_id: atProvider,
    });
    const number = (Number.parseInt(payoutId.slice(-6), 16) % 900_000) + 1;
    await world.owner
      .insertInto('documents')
      .values({
        id: newId(),
        org_id: creator.orgId,
        kind: 'payout_statement',
        year: 2026,
        number,
        currency: 'EUR',
        amount: 12_345,
        payout_id: payoutId,
        data: '{}',
        issued_at: new Date(),
      })
      .execute();
    return { brand, creator, ...rows, opId, payoutId, atProvider, number };
  }
  const kinds = async (q: string) => (await search(world.as(staff), { q })).found.map((one) => one.kind);

  test('read of a stuck call whose money it is, of which deal, and whom to write to', async () => {
    const { brand, contractId, opId } = await refusedRefund();
    const row = (await openOperations(world.as(staff), { limit: 100 })).items.find((one) => one.opId === opId);
    expect(row).toMatchObject({
      brandName: 'Panificio Rosa',
      creatorName: 'Kim Bakes',
      dealTitle: 'Autumn menu',
      milestoneTitle: 'Reel',
      contractId,
      amount: 33_013,
      orgName: 'Panificio Rosa',
      contact: { name: 'Panificio Rosa', email: brand.email },
    });
  });

  test('read a deal whole, change nothing by it, and their reading is written down', async () => {
    const { brand, creator, contractId, milestoneId } = await refusedRefund();
    const before = await world.owner
      .selectFrom('milestones')
      .selectAll()
      .where('id', '=', milestoneId)
      .executeTakeFirstOrThrow();
    const read = await deal(world.as(staff), { contractId });
    expect(read).toMatchObject({
      title: 'Autumn menu',
      state: 'active',
      parties: [
        { side: 'brand', name: 'Panificio Rosa', contact: { email: brand.email } },
        { side: 'creator', contact: { email: creator.email } },
      ],
      milestones: [{ id: milestoneId, state: 'funded' }],
      thread: { messages: 0 },
    });
    await deal(world.as(staff), { contractId });
    expect(
      await world.owner
        .selectFrom('audit_log')
        .select(['actor_user', 'actor_kind'])
        .where('target', '=', `contract:${contractId}`)
        .where('action', '=', 'staff.read_deal')
        .execute(),
    ).toEqual([{ actor_user: staff.userId, actor_kind: 'staff' }]);
    expect(
      await world.owner.selectFrom('milestones').selectAll().where('id', '=', milestoneId).executeTakeFirstOrThrow(),
    ).toEqual(before);
    await expect(deal(world.as(staff), { contractId: newId() })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('read an account: its people, deals, payouts, limits and what was done to it', async () => {
    const { creator, contractId, payoutId } = await refusedRefund();
    const boss = await createStaff(world, 'super');
    await suspendOrg(world.as(boss), { orgId: creator.orgId, reason: 'reported' });
    const read = await account(world.as(staff), { orgId: creator.orgId });
    expect(read).toMatchObject({
      name: 'Kim Bakes',
      kind: 'creator',
      people: [{ email: creator.email, role: 'owner', verified: true }],
      deals: { items: [{ contractId, otherName: 'Panificio Rosa' }], next: null },
      payouts: { items: [{ id: payoutId, state: 'returned' }], next: null },
    });
    expect(read.suspendedAt).toBeInstanceOf(Date);
    expect(read.contacts.find((one) => one.kind === 'application')).toMatchObject({ sent: 0, limit: 2_000 });
    expect(read.audit.items.map((one) => one.action)).toContain('org.suspended');
    expect(await audits('staff.read_account')).toContainEqual({
      actor_user: staff.userId,
      target: `org:${creator.orgId}`,
    });
  });

  test('find accounts, deals, documents, payments and payouts by mail address, name, number, sum, title and id', async () => {
    const { creator, contractId, milestoneId, payoutId, atProvider, number, opId } = await refusedRefund();
    expect((await search(world.as(staff), { q: creator.email.toUpperCase() })).found).toMatchObject([
      { kind: 'account', orgId: creator.orgId, note: creator.email },
    ]);
    expect(await kinds('Kim Bakes')).toContain('account');
    expect((await search(world.as(staff), { q: `P-2026-${String(number).padStart(6, '0')}` })).found).toMatchObject([
      { kind: 'document', orgId: creator.orgId, title: `P-2026-${String(number).padStart(6, '0')}` },
    ]);
    expect(await kinds('123,45 €')).toEqual(expect.arrayContaining(['document', 'payout']));
    expect(await kinds('autumn')).toContain('deal');
    expect((await search(world.as(staff), { q: contractId })).found).toMatchObject([{ kind: 'deal', contractId }]);
    expect((await search(world.as(staff), { q: opId })).found).toMatchObject([{ kind: 'deal', contractId }]);
    expect((await search(world.as(staff), { q: milestoneId })).found[0]).toMatchObject({ contractId });
    expect((await search(world.as(staff), { q: atProvider })).found).toMatchObject([
      { kind: 'payout', id: payoutId, orgId: creator.orgId },
    ]);
    expect(await kinds('100%_nothing')).toEqual([]);
    const written = await world.owner
      .selectFrom('audit_log')
      .select('data')
      .where('action', '=', 'staff.searched')
      .execute();
    expect(written.length).toBeGreaterThan(5);
    expect(JSON.stringify(written), 'what was searched for may name a person and is not kept').not.toContain(
      creator.email,
    );
  });

  test('are shown payouts that came back until a later one arrives, and a bank debit that takes too long', async () => {
    const { brand, creator, contractId, milestoneId, payoutId } = await refusedRefund();
    const quoteId = newId();
    await world.owner
      .insertInto('quotes')
      .values({
        id: quoteId,
        milestone_id: milestoneId,
        brand_org: brand.orgId,
        currency: 'EUR',
        price: 40_000,
        fee: 2_000,
        tax: 400,
        total: 42_400,
        tax_country: 'FR',
        tax_bps: 2_000,
        expires_at: new Date(),
        created_by: brand.userId,
        created_at: new Date(),
      })
      .execute();
    const paymentId = newId();
    await world.owner
      .insertInto('operations')
      .values({
        op_id: `fund:${milestoneId}:1`,
        kind: 'checkout',
        milestone_id: milestoneId,
        idempotency_key: newId(),
        state: 'done',
        claimed_at: new Date(),
      })
      .execute();
    await world.owner
      .insertInto('payments')
      .values({
        id: paymentId,
        milestone_id: milestoneId,
        contract_id: contractId,
        brand_org: brand.orgId,
        creator_org: creator.orgId,
        quote_id: quoteId,
        op_id: `fund:${milestoneId}:1`,
        attempt: 1,
        request_key: newId(),
        state: 'processing',
        currency: 'EUR',
        price: 40_000,
        fee: 2_000,
        tax: 400,
        total: 42_400,
        expires_at: new Date(),
        created_by: brand.userId,
        created_at: new Date(),
      })
      .execute();
    const matters = (clock?: Clock) =>
      allPages((after) => bank(world.as(staff, clock ? { clock } : {}), { limit: 1, after })).then((rows) =>
        rows.filter((row) => [payoutId, paymentId].includes(row.id)),
      );
    expect(await matters()).toMatchObject([
      {
        id: payoutId,
        kind: 'payout',
        state: 'returned',
        failureCode: 'account_closed',
        orgName: 'Kim Bakes',
        contact: { email: creator.email },
      },
    ]);
    const inSixDays = steppedClock(new Date(Date.now() + 6 * 24 * 3_600_000));
    expect((await bank(world.as(staff, { clock: inSixDays }), { limit: 1 })).count).toBeGreaterThanOrEqual(2);
    expect(await matters(inSixDays)).toMatchObject([
      { id: payoutId },
      { id: paymentId, kind: 'debit', state: 'slow', dealTitle: 'Autumn menu', orgName: 'Panificio Rosa' },
    ]);
    await insertPayout(world, {
      org_id: creator.orgId,
      amount: 12_345,
      state: 'paid',
      created_at: new Date(Date.now() + 1_000),
    });
    expect(await matters()).toEqual([]);
  });
});
