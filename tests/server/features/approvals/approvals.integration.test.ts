import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type StaffActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { approve, pending, propose, refuse, withdraw } from '../../../../server/features/approvals/service.ts';
import { allPages } from '../../../support/pages.ts';
import { createStaff, createTestWorld, prove, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let first: StaffActor;
let second: StaffActor;
let support: StaffActor;

beforeAll(async () => {
  world = await createTestWorld('approvals');
  first = await createStaff(world, 'finance');
  second = await createStaff(world, 'super');
  support = await createStaff(world, 'support');
  for (const who of [first, second, support]) await prove(world, who);
});
afterAll(() => world.close());

const proposal = (subject = newId()) => ({
  kind: 'suspense' as const,
  subject,
  payload: { decision: 'return', amount: 100 },
  note: 'the brand paid twice',
});
const confirm = (who: StaffActor, id: string) => withTx(world.as(who), (tx) => approve(tx, { id, kind: 'suspense' }));
const openFor = async (who: StaffActor) => (await pending(world.as(who), { limit: 100 })).items;
const clockAfter = (hours: number) => ({ now: () => new Date(Date.now() + hours * 3_600_000) });

describe('a decision of two staff members', () => {
  test('is not confirmed by the one who proposed it', async () => {
    const { id } = await propose(world.as(first), proposal());
    await expect(confirm(first, id)).rejects.toMatchObject({ code: 'approval.same_person' });
    await expect(refuse(world.as(first), { proposalId: id, note: 'not so' })).rejects.toMatchObject({
      code: 'approval.same_person',
    });
    // Nor by a statement that goes round the service.
    await expect(
      withTx(world.as(first), (tx) =>
        sql`update staff_approvals set state = 'approved', decided_by = ${first.userId}, decided_at = now() where id = ${id}`.execute(
          tx.db,
        ),
      ),
    ).rejects.toThrow(/check constraint/);
    expect(await confirm(second, id)).toEqual({
      subject: expect.any(String),
      proposedBy: first.userId,
      payload: { decision: 'return', amount: 100 },
    });
  });

  test('is confirmed once, however many confirm at the same time', async () => {
    const third = await createStaff(world, 'finance');
    await prove(world, third);
    const { id } = await propose(world.as(first), proposal());
    const results = await Promise.allSettled([confirm(second, id), confirm(third, id), confirm(second, id)]);
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    for (const r of results)
      if (r.status === 'rejected') expect(r.reason).toMatchObject({ code: 'state.already_decided' });
  });

  test('is undone with the act that it belongs to', async () => {
    const { id } = await propose(world.as(first), proposal());
    await expect(
      withTx(world.as(second), async (tx) => {
        await approve(tx, { id, kind: 'suspense' });
        throw new Error('the act failed');
      }),
    ).rejects.toThrow('the act failed');
    expect(await confirm(second, id)).toMatchObject({ payload: { decision: 'return' } });
  });

  test('has one open proposal for a subject', async () => {
    const one = proposal();
    const { id } = await propose(world.as(first), one);
    await expect(propose(world.as(second), one)).rejects.toMatchObject({ code: 'approval.open' });
    await expect(withdraw(world.as(second), { proposalId: id })).rejects.toMatchObject({ code: 'auth.not_allowed' });
    await withdraw(world.as(first), { proposalId: id });
    await expect(confirm(second, id)).rejects.toMatchObject({ code: 'state.already_decided' });
    const again = await propose(world.as(second), one);
    await refuse(world.as(first), { proposalId: again.id, note: 'not so' });
    expect((await openFor(first)).map((p) => p.id)).not.toContain(again.id);
  });

  test('requires the role and a fresh proof of both', async () => {
    await expect(propose(world.as(support), proposal())).rejects.toMatchObject({ code: 'auth.not_allowed' });
    const { id } = await propose(world.as(first), proposal());
    await expect(confirm(support, id)).rejects.toMatchObject({ code: 'auth.not_allowed' });
    const unproven = await createStaff(world, 'super');
    await expect(propose(world.as(unproven), proposal())).rejects.toMatchObject({ code: 'auth.step_up_required' });
    await expect(confirm(unproven, id)).rejects.toMatchObject({ code: 'auth.step_up_required' });
    await expect(withTx(world.as(second), (tx) => approve(tx, { id, kind: 'lift_freeze' }))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await openFor(second)).toContainEqual(
      expect.objectContaining({ id, mine: false, mayDecide: true, proposedByName: 'Sam' }),
    );
    expect(await openFor(first)).toContainEqual(expect.objectContaining({ id, mine: true, mayDecide: false }));
  });

  test('is one of any number, which are read page by page and counted for the reader', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await propose(world.as(first), proposal())).id);
    const before = await pending(world.as(second), { limit: 2 });
    const seen = await allPages((after) => pending(world.as(second), { limit: 2, after }));
    expect(seen.map((p) => p.id)).toEqual(expect.arrayContaining(ids));
    expect(new Set(seen.map((p) => p.id)).size).toBe(seen.length);
    expect(before.toDecide).toBe(seen.filter((p) => p.mayDecide).length);
    expect((await pending(world.as(support), { limit: 2 })).toDecide).toBe(0);
    await expect(pending(world.as(second), { limit: 2, after: 'elsewhere' })).rejects.toMatchObject({
      code: 'input.invalid',
    });
  });

  test('that was not confirmed within 48 hours is proposed again', async () => {
    const one = proposal();
    const { id } = await propose(world.as(first), one);
    const later = clockAfter(48);
    await prove(world, second, later);
    await expect(
      withTx(world.as(second, { clock: later }), (tx) => approve(tx, { id, kind: 'suspense' })),
    ).rejects.toMatchObject({ code: 'approval.expired' });
    await prove(world, first, later);
    expect((await propose(world.as(first, { clock: later }), one)).id).not.toBe(id);
  });
});
