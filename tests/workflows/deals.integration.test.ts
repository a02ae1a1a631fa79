import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { acceptOffer, extendOffer } from '../../server/features/offers/answer.ts';
import { sendOffer } from '../../server/features/offers/send.ts';
import { getContract } from '../../server/features/contracts/service.ts';
import { signContract } from '../../server/features/contracts/sign.ts';
import { createDraft, saveDraft } from '../../server/features/campaigns/drafts.ts';
import { publishCampaign } from '../../server/features/campaigns/service.ts';
import type { OfferDetail } from '../../server/features/offers/schema.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { briefOf } from '../support/brief.ts';
import { dealTermsOf } from '../support/deal-terms.ts';
import { endSoon } from '../support/deadlines.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, resultOf, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;
let creator: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('wf_deals');
  runtime = await startTestWorker(world);
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Leo Martin');
});
afterAll(async () => {
  await runtime.stop();
  await world.close();
});

const offerState = async (id: string) =>
  (await world.owner.selectFrom('offers').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const closedAs = (workflowId: string) => async () => {
  const described = await runtime.client.workflow
    .getHandle(workflowId)
    .describe()
    .catch(() => null);
  return described && described.status.name !== 'RUNNING' ? described : null;
};
/** Of a protobuf timestamp or duration. */
const toMs = (value: { seconds?: unknown; nanos?: number | null } | null | undefined): number =>
  Number(value?.seconds ?? 0) * 1_000 + (value?.nanos ?? 0) / 1_000_000;
/** When each timer of a workflow is to fire: the time of the task that started it plus its duration. */
async function timersOf(workflowId: string): Promise<number[]> {
  const events = (await runtime.client.workflow.getHandle(workflowId).fetchHistory()).events ?? [];
  return events.flatMap(({ timerStartedEventAttributes: timer }) => {
    if (!timer) return [];
    const task = events.find((e) =>
      e.eventId?.eq(timer.workflowTaskCompletedEventId!),
    )!.workflowTaskCompletedEventAttributes!;
    const begun = events.find((e) => e.eventId?.eq(task.startedEventId!))!.eventTime;
    return [toMs(begun) + toMs(timer.startToFireTimeout)];
  });
}
const canceledTimersOf = async (workflowId: string): Promise<number> => {
  const { events } = await runtime.client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).filter((e) => e.timerCanceledEventAttributes).length;
};
/** None when its time was over by then. */
const firstTimerOf = async (workflowId: string): Promise<number | null> => (await timersOf(workflowId))[0] ?? null;
const send = (answerWithin: string, signature = 'P7D'): Promise<OfferDetail> =>
  sendOffer(world.as(brand), {
    creatorOrg: creator.orgId,
    title: 'Autumn menu',
    terms: { ...dealTermsOf(40_000), clocks: { ...dealTermsOf(40_000).clocks, signature } },
    note: '',
    answerWithin,
  });
async function accepted(signature: string): Promise<string> {
  // A pair has one open offer; those of the tests before are still open.
  creator = await createOrg(world, 'creator', 'Maya Laurent');
  const offer = await send('PT1H', signature);
  const newest = offer.versions.at(-1)!;
  const detail = await acceptOffer(world.as(creator), { offerId: offer.id, n: newest.n, termsHash: newest.termsHash });
  return detail.contractId!;
}
async function sign(who: OrgActor, contractId: string): Promise<void> {
  const { documentHash } = await getContract(world.as(who), { contractId });
  await signContract(world.as(who), { contractId, documentHash, typedName: who.name }, { ip: null, userAgent: null });
}

describe('an offer', () => {
  test('expires at its deadline, not before, and both sides are notified', async () => {
    const { id, deadlineAt } = await send('PT2S');
    await eventually('the offer to expire', async () => (await offerState(id)) === 'expired');
    expect(Date.now()).toBeGreaterThanOrEqual(deadlineAt.getTime());
    const timer = await firstTimerOf(`offer/${id}`);
    if (timer !== null)
      expect(Math.abs(timer - deadlineAt.getTime()), 'the timer is set to the deadline').toBeLessThan(100);
    const described = await eventually('the workflow to end', closedAs(`offer/${id}`));
    expect(described.status.name).toBe('COMPLETED');
    await recordHistory(runtime.client, `offer/${id}`, 'offer-expired');
    await eventually(
      'notices of both',
      async () =>
        (
          await world.owner
            .selectFrom('notifications')
            .select('user_id')
            .where('kind', '=', 'offer_expired')
            .where('link', 'like', `%${id}%`)
            .execute()
        ).length === 2,
    );
  });

  test('that is extended continues; answered, its workflow ends with the result', async () => {
    const { id } = await send('PT1H');
    const before = await eventually('the timer of the first deadline', () =>
      firstTimerOf(`offer/${id}`).catch(() => null),
    );
    const { deadlineAt } = await extendOffer(world.as(brand), { offerId: id });
    // No timer of the first deadline is left to end the offer.
    const timers = await eventually('the timer of the new deadline', async () => {
      const all = await timersOf(`offer/${id}`);
      return all.at(-1)! > before + 60_000 ? all : null;
    });
    // A reminder comes first.
    expect(timers.at(-1)!).toBeLessThan(deadlineAt.getTime() + 5_000);
    expect(await canceledTimersOf(`offer/${id}`)).toBe(timers.length - 1);
    expect(await offerState(id)).toBe('sent');
    const offer = await world.owner
      .selectFrom('offer_versions')
      .select(['n', 'terms_hash'])
      .where('offer_id', '=', id)
      .executeTakeFirstOrThrow();
    await acceptOffer(world.as(creator), { offerId: id, n: offer.n, termsHash: offer.terms_hash });
    const described = await eventually('the workflow to end', closedAs(`offer/${id}`));
    expect(await described.staticSummary()).toContain(`offer/${id}`);
    const handle = runtime.client.workflow.getHandle(`offer/${id}`);
    expect(await handle.result()).toBe('accepted');
    const details = (await handle.fetchHistory()).events ?? [];
    expect(details.length).toBeLessThan(40);
    expect(described.typedSearchAttributes.getAll().find((p) => p.key.name === 'SponsioState')?.value).toBe('accepted');
    await recordHistory(runtime.client, `offer/${id}`, 'offer-extended-accepted');
  });

  test('reminds the side that acts next, once per reminder', async () => {
    const { id } = await send('P2D');
    const deadline = new Date(Date.now() + 4 * 3_600_000 + 1_500);
    await world.owner.updateTable('offers').set({ deadline_at: deadline }).where('id', '=', id).execute();
    await world.owner
      .insertInto('workflow_outbox')
      .values({
        dedupe_key: `signal:offer/${id}:moved:${randomUUID()}`,
        kind: 'signal',
        workflow_id: `offer/${id}`,
        name: 'rowMoved',
        payload: JSON.stringify({ key: randomUUID(), event: 'moved' }),
      })
      .execute();
    const reminders = () =>
      world.owner
        .selectFrom('notifications')
        .select(['user_id', 'data'])
        .where('kind', '=', 'offer_expiring')
        .where('link', 'like', `%${id}%`)
        .execute();
    const [one] = await eventually('the reminder', async () => ((await reminders()).length > 0 ? reminders() : null));
    expect(one).toMatchObject({ user_id: creator.userId, data: { hours: 4 } });
    const handle = runtime.client.workflow.getHandle(`offer/${id}`);
    await eventually('the workflow to sleep until the deadline', async () => {
      const events = (await handle.fetchHistory()).events ?? [];
      const reminded = events.findLastIndex((e) => e.activityTaskCompletedEventAttributes);
      return events.slice(reminded + 1).some((e) => e.timerStartedEventAttributes);
    });
    expect(await reminders()).toHaveLength(1);
  });
});

describe('a contract', () => {
  test('signed by both is activated and its milestones wait for funding, each with its own workflow', async () => {
    const contractId = await accepted('P7D');
    await Promise.all([sign(brand, contractId), sign(creator, contractId)].map((p) => p.catch(() => null)));
    for (const who of [brand, creator]) await sign(who, contractId).catch(() => null);
    const milestone = await eventually('the milestone to open', async () => {
      const row = await world.owner
        .selectFrom('milestones')
        .select(['id', 'state', 'deadline_at'])
        .where('contract_id', '=', contractId)
        .executeTakeFirst();
      return row?.state === 'awaiting_funding' ? row : null;
    });
    expect(milestone.deadline_at).not.toBeNull();
    expect(
      (await world.owner.selectFrom('contracts').select('state').where('id', '=', contractId).executeTakeFirstOrThrow())
        .state,
    ).toBe('active');
    await eventually('the signing workflow to end', closedAs(`contract/${contractId}`));
    expect(await resultOf(runtime, `contract/${contractId}`)).toBe('active');
    await recordHistory(runtime.client, `contract/${contractId}`, 'contract-signed');
    expect(await eventually('the escrow workflow', () => statusOf(runtime, `escrow/${milestone.id}`))).toBe('RUNNING');
  });

  test('signed by one side only expires and nothing is owed', async () => {
    const contractId = await accepted('PT1H');
    await sign(brand, contractId);
    await endSoon.contract(world, contractId);
    await eventually(
      'expiry',
      async () =>
        (
          await world.owner
            .selectFrom('contracts')
            .select('state')
            .where('id', '=', contractId)
            .executeTakeFirstOrThrow()
        ).state === 'expired',
    );
    const milestones = await world.owner
      .selectFrom('milestones')
      .select('state')
      .where('contract_id', '=', contractId)
      .execute();
    expect(milestones.map((m) => m.state)).toEqual(['void']);
    await expect(sign(creator, contractId)).rejects.toMatchObject({ code: 'contract.expired' });
    await eventually('the workflow to end', closedAs(`contract/${contractId}`));
    await recordHistory(runtime.client, `contract/${contractId}`, 'contract-expired');
  });
});

describe('a campaign', () => {
  test('is published at its moment and closed to applications at its deadline', async () => {
    const draft = await createDraft(world.as(brand));
    const saved = await saveDraft(world.as(brand), {
      campaignId: draft.id,
      step: 6,
      version: draft.version,
      patch: briefOf(40_000),
    });
    await publishCampaign(world.as(brand), {
      campaignId: draft.id,
      version: saved.version,
      publishAt: new Date(Date.now() + 1_500),
    });
    const state = async () =>
      (await world.owner.selectFrom('campaigns').select('state').where('id', '=', draft.id).executeTakeFirstOrThrow())
        .state;
    expect(await state()).toBe('scheduled');
    await eventually('publication', async () => (await state()) === 'live');
    await world.owner
      .updateTable('campaigns')
      .set({ application_deadline: new Date(Date.now() + 1_000) })
      .where('id', '=', draft.id)
      .execute();
    await world.owner
      .insertInto('workflow_outbox')
      .values({
        dedupe_key: `signal:campaign/${draft.id}:edited:${randomUUID()}`,
        kind: 'signal',
        workflow_id: `campaign/${draft.id}`,
        name: 'rowMoved',
        payload: JSON.stringify({ key: randomUUID(), event: 'edited' }),
      })
      .execute();
    await eventually('closing', async () => (await state()) === 'closed');
    await eventually('the workflow to end', closedAs(`campaign/${draft.id}`));
    await recordHistory(runtime.client, `campaign/${draft.id}`, 'campaign-scheduled-closed');
  });
});
