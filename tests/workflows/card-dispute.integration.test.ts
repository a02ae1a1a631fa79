import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type StaffActor } from '../../server/context.ts';
import { steppedClock } from '../../server/core/clock.ts';
import { sha256Hex } from '../../server/core/canonical.ts';
import { newId } from '../../server/core/ids.ts';
import { list as listCases } from '../../server/features/cases/service.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { settleDispute } from '../../server/features/payments/card-disputes/card-disputes.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import {
  correctEvidence,
  evidencePack,
  evidenceSnapshot,
  remindOfEvidence,
  submitEvidence,
  submitEvidenceNow,
} from '../../server/features/payments/evidence/evidence.ts';
import { workflowId } from '../../workflows/contracts.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import {
  createMoneyWorld,
  deliver,
  openDeal,
  payAtProvider,
  type MoneyWorld,
} from '../server/features/escrow/deal-kit.ts';
import { recordHistory } from '../support/histories.ts';
import { createStaff, prove } from '../support/people.ts';
import { insertPostRows } from '../support/post-rows.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: MoneyWorld;
let staff: StaffActor;
let runtime: WorkerRuntime;

beforeAll(async () => {
  world = await createMoneyWorld('evidence');
  staff = await createStaff(world, 'finance');
  await prove(world, staff);
  runtime = await startTestWorker(world);
}, 120_000);
afterAll(async () => {
  await runtime.stop();
  await world.close();
});

const HOUR = 3_600_000;

/** A delivered milestone whose payment is disputed; returns the provider's id of the dispute and the pack's. */
async function disputed(more: { inquiry?: true } = {}) {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  await deliver(world, deal);
  const payment = await world.owner
    .selectFrom('payments')
    .select(['id', 'milestone_id', 'charge_id'])
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  const { id } = await world.command<{ id: string }>('disputes', { charge: payment.charge_id, ...more });
  const settle = async () =>
    settleDispute(world.system(), payment, await world.integrations.payments.retrieveDispute(id));
  await settle();
  const pack = await world.owner
    .selectFrom('evidence_packs')
    .select('id')
    .where('dispute_id', '=', id)
    .executeTakeFirstOrThrow();
  return { disputeId: id, packId: pack.id, settle };
}
/** A post of the milestone that stayed up to its last look. */
async function post({ packId }: { packId: string }) {
  const digest = 'd1'.repeat(32);
  const { milestone_id } = await world.owner
    .selectFrom('evidence_packs')
    .select('milestone_id')
    .where('id', '=', packId)
    .executeTakeFirstOrThrow();
  const url = 'https://www.instagram.com/p/Cproof0001/';
  await insertPostRows(world, milestone_id, {
    url,
    state: 'kept',
    outcome: 'live',
    passed_at: new Date(),
    digest,
    created_by: 'maya',
  });
  return { url, digest };
}
const signalsOf = async (packId: string, event: string): Promise<number> =>
  (
    await world.owner
      .selectFrom('workflow_outbox')
      .select('payload')
      .where('workflow_id', '=', workflowId('cardDispute', packId))
      .where('kind', '=', 'signal')
      .execute()
  ).filter(({ payload }) => JSON.stringify(payload).includes(`"${event}"`)).length;
const stateOf = async (packId: string) =>
  (await world.owner.selectFrom('evidence_packs').selectAll().where('id', '=', packId).executeTakeFirstOrThrow()).state;

test('the evidence of a dispute is submitted once: by itself six hours before it is due, or when staff say so, also after the provider failed', async () => {
  const { disputeId, packId, settle } = await disputed();
  const due = (await world.integrations.payments.retrieveDispute(disputeId)).evidenceDueBy!;
  const { steps } = await evidenceSnapshot(world.system(), { id: packId });
  const hoursBefore = (hours: number) => new Date(due.getTime() - hours * HOUR).toISOString();
  expect(steps).toMatchObject([
    { act: 'remind', at: hoursBefore(72), hours: 72 },
    { act: 'remind', at: hoursBefore(24), hours: 24 },
    { act: 'submit', at: hoursBefore(6) },
  ]);
  const { url, digest } = await post({ packId });
  const before = (await evidencePack(world.as(staff), { disputeId }))!;
  expect(before).toMatchObject({ state: 'waiting', hash: null });
  const { text } = before.texts.find(({ field }) => field === 'uncategorized_text')!;
  expect(text).toContain('Version 1, delivered');
  expect(text).toContain(`${url} by maya, link given`);
  expect(text).toContain(`SHA-256 of its text ${digest}`);
  expect(text).toMatch(/Looked at \S+: live, SHA-256/u);

  await world.command('faults', { match: { method: 'POST', path: '/v1/disputes/*' }, kind: '500_before', times: 2 });
  await submitEvidenceNow(world.as(staff), { disputeId });
  await expect(submitEvidenceNow(world.as(staff), { disputeId })).rejects.toMatchObject({
    code: 'state.already_decided',
  });
  await eventually('the evidence is submitted', async () => (await stateOf(packId)) === 'submitted');
  expect(await world.integrations.payments.retrieveDispute(disputeId)).toMatchObject({
    submissions: 1,
    status: 'under_review',
  });
  const pack = await world.owner
    .selectFrom('evidence_packs')
    .select(['evidence', 'evidence_hash', 'attempt'])
    .where('id', '=', packId)
    .executeTakeFirstOrThrow();
  expect(pack).toMatchObject({ evidence: null, evidence_hash: expect.stringMatching(/^[0-9a-f]{64}$/u) });
  await settle();
  expect(await submitEvidence(world.system(), { id: packId })).toBe('submitted');
  expect((await world.integrations.payments.retrieveDispute(disputeId)).submissions).toBe(1);
  await eventually(
    'the end of its workflow',
    async () => (await statusOf(runtime, `card-dispute/${packId}`)) === 'COMPLETED',
  );
  await recordHistory(runtime.client, `card-dispute/${packId}`, 'card-dispute-submitted');
});

test('staff are reminded of evidence 72 and 24 hours before it is due, once each, and not once it was submitted', async () => {
  const { disputeId, packId } = await disputed();
  const due = (await world.integrations.payments.retrieveDispute(disputeId)).evidenceDueBy!;
  const at = (hours: number, seconds: number) => new Date(due.getTime() - hours * HOUR + seconds * 1_000);
  const next = async (now: Date) =>
    (await evidenceSnapshot(world.system(steppedClock(now)), { id: packId })).steps.map(
      ({ act, hours }) => hours ?? act,
    );
  expect(await next(at(72, -1))).toEqual([72, 24, 'submit']);
  expect(await next(at(72, 0))).toEqual([24, 'submit']);
  expect(await next(at(24, 1))).toEqual(['submit']);
  const reminded = () =>
    world.owner
      .selectFrom('mails')
      .select(['user_id', 'data'])
      .where('template', '=', 'evidence_due')
      .where('op_id', 'like', `evidence_due:${packId}:%`)
      .execute();
  for (const hours of [72, 72, 24]) await remindOfEvidence(world.system(), { id: packId, hours });
  expect((await reminded()).map(({ user_id }) => user_id)).toEqual([staff.userId, staff.userId]);
  expect((await reminded())[0]!.data).toMatchObject({ dueAt: due.toISOString(), submitAt: at(6, 0).toISOString() });
  await submitEvidenceNow(world.as(staff), { disputeId });
  await eventually('the evidence is submitted', async () => (await stateOf(packId)) === 'submitted');
  await remindOfEvidence(world.system(), { id: packId, hours: 2 });
  expect(await reminded()).toHaveLength(2);
});

test('a lost answer is looked up and not submitted again, and a dispute that ended before is not answered', async () => {
  const lost = await disputed();
  await world.command('faults', { match: { method: 'POST', path: '/v1/disputes/*' }, kind: 'reset_after', times: 2 });
  await submitEvidenceNow(world.as(staff), { disputeId: lost.disputeId });
  await eventually('the lost answer is found', async () => (await stateOf(lost.packId)) === 'submitted');
  expect((await world.integrations.payments.retrieveDispute(lost.disputeId)).submissions).toBe(1);

  const ended = await disputed();
  await world.command(`disputes/${ended.disputeId}`, { outcome: 'won' });
  await ended.settle();
  expect(await stateOf(ended.packId)).toBe('closed');
  expect((await world.integrations.payments.retrieveDispute(ended.disputeId)).submissions).toBe(0);
});

test('evidence that is due while the provider is away is submitted by itself once it answers, as it was written then; after a verdict it is not', async () => {
  const away = async () => {
    for (const method of ['GET', 'POST'])
      await world.command('faults', { match: { method, path: '/v1/disputes/*' }, kind: '500_before', times: 1_000 });
  };
  const back = () =>
    fetch(`${world.sandbox.url}/_sandbox/faults`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    });
  /** Six hours before its end; no staff member requests it. */
  const due = async (packId: string) => {
    await world.owner
      .updateTable('evidence_packs')
      .set({ submit_at: new Date(Date.now() - 1_000) })
      .where('id', '=', packId)
      .execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'cardDispute', packId, 'due_date_moved', newId()));
    await eventually('it is written', async () => (await stateOf(packId)) === 'claimed');
  };
  const rowOf = (packId: string) =>
    world.owner
      .selectFrom('evidence_packs')
      .select(['evidence_hash', 'requested_at', 'evidence'])
      .where('id', '=', packId)
      .executeTakeFirstOrThrow();

  const late = await disputed();
  await away();
  await due(late.packId);
  const written = await rowOf(late.packId);
  expect(written).toMatchObject({ requested_at: null, evidence_hash: expect.stringMatching(/^[0-9a-f]{64}$/u) });
  // What happens to the deal meanwhile is not read any more.
  await post(late);
  await expect(submitEvidence(world.system(), { id: late.packId })).rejects.toThrow();
  expect(await rowOf(late.packId)).toEqual(written);
  await back();
  await eventually('the evidence is submitted', async () => (await stateOf(late.packId)) === 'submitted');
  expect(await rowOf(late.packId)).toEqual({ ...written, evidence: null });
  expect((await world.integrations.payments.retrieveDispute(late.disputeId)).submissions).toBe(1);

  const lost = await disputed();
  await away();
  await due(lost.packId);
  // The bank decides without it.
  await world.command(`disputes/${lost.disputeId}`, { outcome: 'lost' });
  await back();
  await eventually('the pack is closed', async () => (await stateOf(lost.packId)) === 'closed');
  expect((await world.integrations.payments.retrieveDispute(lost.disputeId)).submissions).toBe(0);
  await eventually(
    'the end of its workflow',
    async () => (await statusOf(runtime, `card-dispute/${lost.packId}`)) === 'COMPLETED',
  );
});

test('evidence that the provider refuses is tried again; its code is on the case until it is taken, and staff are mailed once', async () => {
  const { disputeId, packId } = await disputed();
  const due = (await world.integrations.payments.retrieveDispute(disputeId)).evidenceDueBy!;
  const refusal = async () => {
    const { items } = await listCases(world.as(staff), { state: 'open', kind: 'card_dispute', limit: 100 });
    const noted = items.find(({ details }) => details['dispute'] === disputeId)!.details['evidenceRefused'] ?? null;
    expect((await evidencePack(world.as(staff), { disputeId }))!.refused, 'what the case shows').toBe(noted);
    return noted;
  };
  const mails = () =>
    world.owner
      .selectFrom('mails')
      .select(['user_id', 'data'])
      .where('template', '=', 'evidence_refused')
      .where('op_id', 'like', `evidence_refused:${packId}:%`)
      .execute();
  // The workflow waits for the time to submit: each call here is one of its tries.
  const submitOnce = () => submitEvidence(world.system(), { id: packId });
  const refuse = (kind: string, more: object = {}) =>
    world.command('faults', { match: { method: 'POST', path: `/v1/disputes/${disputeId}` }, kind, times: 2, ...more });
  await refuse('reset_before');
  await expect(submitOnce()).rejects.toMatchObject({ kind: 'unknown_outcome' });
  expect([await refusal(), await mails()], 'an outage').toEqual([null, []]);

  const code = 'parameter_invalid_string_blank';
  await refuse('error', { status: 400, error: { type: 'invalid_request_error', code, message: 'Refused.' }, times: 1 });
  for (const time of ['refused', 'refused again, as its key is']) {
    await expect(submitOnce(), time).rejects.toMatchObject({ kind: 'invalid' });
    expect(await refusal(), time).toBe(code);
    expect(await mails(), time).toEqual([
      { user_id: staff.userId, data: expect.objectContaining({ code, dueAt: due.toISOString() }) },
    ]);
  }
  // Staff have answered in the provider's dashboard.
  await world.integrations.payments.submitEvidence({
    disputeId,
    idempotencyKey: newId(),
    evidence: { uncategorized_text: 'By hand' },
  });
  expect([await submitOnce(), await refusal(), (await mails()).length]).toEqual(['submitted', null, 1]);
});

test('staff send other words than those that the provider refused, until they are due: these are submitted once, under a key of their own', async () => {
  const { disputeId, packId } = await disputed();
  const due = (await world.integrations.payments.retrieveDispute(disputeId)).evidenceDueBy!;
  const words = {
    customer_name: 'Café Lumen',
    product_description: 'A reel that was delivered',
    service_date: '2026-11-20',
    access_activity_log: 'Signed by both sides',
    uncategorized_text: 'Delivered, approved and live',
  };
  const correct = (at = new Date()) =>
    correctEvidence(world.as(staff, { clock: steppedClock(at) }), { disputeId, ...words });
  const wrong = { code: 'state.already_decided' };
  await expect(correct(), 'it is not refused').rejects.toMatchObject(wrong);
  await world.command('faults', {
    match: { method: 'POST', path: `/v1/disputes/${disputeId}` },
    kind: 'error',
    status: 400,
    error: { type: 'invalid_request_error', code: 'parameter_invalid', message: 'Refused.' },
    times: 1,
  });
  // The workflow waits for the time to submit: each call here is one of its tries.
  const submitOnce = () => submitEvidence(world.system(), { id: packId });
  await expect(submitOnce()).rejects.toMatchObject({ kind: 'invalid' });
  expect(await evidencePack(world.as(staff), { disputeId })).toMatchObject({
    refused: 'parameter_invalid',
    correctable: true,
  });
  await expect(correct(due), 'it is due').rejects.toMatchObject(wrong);
  await expect(
    correctEvidence(world.as(await createStaff(world, 'support')), { disputeId, ...words }),
  ).rejects.toMatchObject({ code: 'auth.not_allowed' });
  await correct();
  await expect(correct(), 'once').rejects.toMatchObject(wrong);
  const pack = (await evidencePack(world.as(staff), { disputeId }))!;
  expect(pack).toMatchObject({ state: 'claimed', refused: null, correctable: false });
  expect(Object.fromEntries(pack.texts.map(({ field, text }) => [field, text]))).toEqual(words);
  expect(await submitOnce()).toBe('submitted');
  expect((await world.integrations.payments.retrieveDispute(disputeId)).submissions).toBe(1);
  const row = await world.owner
    .selectFrom('evidence_packs')
    .select(['evidence', 'correction', 'evidence_hash'])
    .where('id', '=', packId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ evidence: null, correction: null, evidence_hash: await sha256Hex(JSON.stringify(words)) });
  const { items } = await listCases(world.as(staff), { state: 'open', kind: 'card_dispute', limit: 100 });
  expect(items.find(({ details }) => details['dispute'] === disputeId)!.details['evidenceRefused']).toBeNull();
});

test('an inquiry that was answered and becomes a dispute is answered anew, by the date of the dispute', async () => {
  const { disputeId, packId, settle } = await disputed({ inquiry: true });
  const atProvider = () => world.integrations.payments.retrieveDispute(disputeId);
  await submitEvidenceNow(world.as(staff), { disputeId });
  await eventually('the inquiry is answered', async () => (await stateOf(packId)) === 'submitted');
  await settle();
  await world.command('clock', { advance_seconds: 3_600 });
  await world.command(`disputes/${disputeId}`, { outcome: 'escalated' });
  for (const time of ['read', 'read again']) {
    await settle();
    expect(await stateOf(packId), time).toBe('waiting');
  }
  const submitAt = new Date((await atProvider()).evidenceDueBy!.getTime() - 6 * HOUR).toISOString();
  const { steps } = await evidenceSnapshot(world.system(), { id: packId });
  expect(steps.at(-1)).toMatchObject({ act: 'submit', at: submitAt });
  await submitEvidenceNow(world.as(staff), { disputeId });
  expect(await signalsOf(packId, 'requested'), 'each request reaches the workflow').toBe(2);
  await eventually('the dispute is answered', async () => (await stateOf(packId)) === 'submitted');
  expect(await atProvider()).toMatchObject({ submissions: 2, status: 'under_review' });
  await settle();
  expect(await stateOf(packId)).toBe('submitted');
});
