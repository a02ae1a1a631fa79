import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type OrgActor, type StaffActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import {
  close,
  closeCase,
  counts,
  eraseFromCases,
  list,
  noteCase,
  one,
  openCase,
} from '../../../../server/features/cases/service.ts';
import type { CaseDto, NewCase } from '../../../../server/features/cases/schema.ts';
import { insertDealRows, type DealRows } from '../../../support/deal-rows.ts';
import { createOrg, createStaff, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let staff: StaffActor;
let brand: OrgActor;
let creator: OrgActor;
let deal: DealRows;

beforeAll(async () => {
  world = await createTestWorld('cases');
  staff = await createStaff(world, 'finance');
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Maya Laurent');
  deal = await insertDealRows(world, brand, creator);
});
afterAll(() => world.close());

const bySystem = (one: NewCase) => withTx(world.system(), (tx) => openCase(tx, one));
const read = (caseId: string): Promise<CaseDto> => one(world.as(staff), { caseId });

describe('a case', () => {
  test('opened twice is one case, also from two places at once', async () => {
    const matter: NewCase = {
      kind: 'card_dispute',
      key: 'dp_1',
      contractId: deal.contractId,
      milestoneId: deal.milestoneId,
      amount: 42_400,
      currency: 'EUR',
      dueAt: new Date('2027-01-04T10:00:00Z'),
    };
    const opened = await Promise.all([bySystem(matter), bySystem(matter), bySystem(matter)]);
    expect(opened.filter((o) => o.opened)).toHaveLength(1);
    expect(new Set(opened.map((o) => o.id)).size).toBe(1);
    expect(await read(opened[0]!.id)).toMatchObject({
      kind: 'card_dispute',
      state: 'open',
      brandName: 'Café Lumen',
      creatorName: 'Maya Laurent',
      dealTitle: 'Autumn menu',
      milestoneTitle: 'Reel',
      milestoneState: 'funded',
      amount: 42_400,
      currency: 'EUR',
    });
  });

  test('is opened by an org about itself alone, and an org reads none but its requests for help', async () => {
    const other = await createOrg(world, 'brand', 'Other');
    const { id, opened } = await withTx(world.as(brand), (tx) =>
      openCase(tx, {
        kind: 'help',
        key: deal.contractId,
        orgId: other.orgId,
        contractId: deal.contractId,
        message: 'Please look at this',
      }),
    );
    expect(opened).toBe(true);
    expect(await read(id)).toMatchObject({ orgName: 'Café Lumen', message: 'Please look at this' });
    await withTx(world.as(brand), (tx) => openCase(tx, { kind: 'fee_cap', key: brand.orgId }));
    const seen = (who: OrgActor) => withTx(world.as(who), (tx) => tx.db.selectFrom('cases').select('kind').execute());
    expect(await seen(brand)).toEqual([{ kind: 'help' }]);
    expect(await seen(creator)).toEqual([]);
    await expect(
      withTx(world.as(brand), (tx) =>
        tx.db
          .updateTable('cases')
          .set({ state: 'closed', closed_at: new Date(), note: 'x' })
          .where('id', '=', id)
          .returning('id')
          .execute(),
      ),
    ).resolves.toEqual([]);
  });

  test('that is open takes new facts, one that is closed keeps those it had', async () => {
    const key = `dp_${newId()}`;
    const { id } = await bySystem({
      kind: 'card_dispute',
      key,
      amount: 1_000,
      currency: 'EUR',
      details: { reason: 'fraudulent' },
    });
    const dueAt = new Date('2027-02-01T00:00:00Z');
    const note = (tx: Parameters<typeof noteCase>[0]) =>
      noteCase(tx, { kind: 'card_dispute', key }, { dueAt, details: { status: 'under_review' } });
    expect(await withTx(world.system(), note)).toBe(true);
    expect(await read(id)).toMatchObject({
      dueAt,
      details: { reason: 'fraudulent', status: 'under_review' },
      amount: 1_000,
    });
    const end = (tx: Parameters<typeof noteCase>[0]) =>
      closeCase(tx, { kind: 'card_dispute', key }, { outcome: 'won' });
    expect(await withTx(world.system(), end)).toBe(true);
    expect(await withTx(world.system(), end)).toBe(false);
    expect(await withTx(world.system(), note)).toBe(false);
    expect(await read(id)).toMatchObject({ state: 'closed', outcome: 'won', closedByName: null });
    expect((await bySystem({ kind: 'card_dispute', key })).opened).toBe(false);
  });

  test('is closed by operators with a note, once; support closes requests for help alone', async () => {
    const { id } = await bySystem({ kind: 'fraud_warning', key: newId() });
    const support = await createStaff(world, 'support');
    await expect(close(world.as(support), { caseId: id, note: 'seen' })).rejects.toMatchObject({
      code: 'auth.not_allowed',
    });
    expect(await close(world.as(staff), { caseId: id, note: 'the card holder confirmed' })).toMatchObject({
      state: 'closed',
      closedByName: 'Sam',
      note: 'the card holder confirmed',
    });
    await expect(close(world.as(staff), { caseId: id, note: 'again' })).rejects.toMatchObject({
      code: 'state.already_decided',
    });
    await expect(close(world.as(staff), { caseId: newId(), note: 'nothing' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const help = await withTx(world.as(creator), (tx) =>
      openCase(tx, { kind: 'help', key: newId(), message: 'Where is my money?' }),
    );
    expect(await close(world.as(support), { caseId: help.id, note: 'answered by mail' })).toMatchObject({
      state: 'closed',
    });
  });

  test('an erasure deletes what the person wrote', async () => {
    const { id } = await withTx(world.as(creator), (tx) =>
      openCase(tx, { kind: 'help', key: newId(), message: 'My address is …' }),
    );
    await withTx(world.system(), (tx) => eraseFromCases(tx, creator.userId));
    expect(await read(id)).toMatchObject({ message: null, orgName: 'Maya Laurent' });
  });
});

test('the list pages through every open case once, by due date, those without one last', async () => {
  for (let i = 0; i < 9; i += 1)
    await bySystem({
      kind: 'unknown_money_event',
      key: `evt_${i}`,
      dueAt: i < 6 ? new Date(Date.UTC(2027, 5, 1 + (i % 3))) : null,
    });
  const seen: CaseDto[] = [];
  for (let after: string | undefined; ;) {
    const page = await list(world.as(staff), {
      state: 'open',
      kind: 'unknown_money_event',
      limit: 2,
      ...(after ? { after } : {}),
    });
    seen.push(...page.items);
    if (!page.next) break;
    after = page.next;
  }
  expect(seen).toHaveLength(9);
  expect(new Set(seen.map((c) => c.id)).size).toBe(9);
  const due = seen.map((c) => c.dueAt?.getTime() ?? Number.POSITIVE_INFINITY);
  expect(due).toEqual([...due].sort((a, b) => a - b));
  expect(await counts(world.as(staff))).toMatchObject({ unknown_money_event: 9 });
  const closed = await list(world.as(staff), { state: 'closed', limit: 1 });
  expect(closed.items).toHaveLength(1);
  expect((await list(world.as(staff), { state: 'closed', limit: 1, after: closed.next! })).items[0]?.id).not.toBe(
    closed.items[0]?.id,
  );
  await expect(list(world.as(staff), { state: 'open', limit: 2, after: "x' or 1=1~1" })).rejects.toMatchObject({
    code: 'input.invalid',
  });
});
