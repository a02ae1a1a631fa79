import { afterAll, beforeAll, expect, test } from 'vitest';
import { offer, send, withdraw } from '../../server/features/disputes/acts.ts';
import { open } from '../../server/features/disputes/opening.ts';
import { newId } from '../../server/core/ids.ts';
import { extendPost } from '../../server/features/escrow/timers/extend.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { savePost } from '../../server/features/publications/link.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { endSoon } from '../support/deadlines.ts';
import { recordHistory } from '../support/histories.ts';
import { withSocial } from '../support/social.ts';
import { openWebhookInbox, type WebhookInbox } from '../support/webhook-inbox.ts';
import { eventually, startTestWorker } from '../support/worker.ts';

const PRICE = 24_000;
let inbox: WebhookInbox;
let world: MoneyWorld;
let runtime: WorkerRuntime;
let box: Awaited<ReturnType<typeof withSocial>>;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('wf_disputes', { webhookTarget: inbox.url });
  inbox.serve(world);
  box = await withSocial(world);
  runtime = await startTestWorker(world, { parts: { webhooks: false, mails: false } });
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
  await inbox?.close();
  await box?.close();
});

const stateOf = async (deal: TestDeal) => (await milestone(world, deal.milestoneId)).state;
const dispute = (id: string) =>
  world.owner.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reaches = (id: string, state: string) =>
  eventually(`the dispute to be ${state}`, async () => {
    const row = await dispute(id);
    return row.state === state && row.announced === state;
  });

async function disputed(): Promise<{ deal: TestDeal; disputeId: string }> {
  const deal = await openDeal(world, { amounts: [PRICE] });
  await payAtProvider(world, deal);
  await eventually('funding', async () => (await stateOf(deal)) === 'funded');
  await deliver(world, deal);
  const { version } = await milestone(world, deal.milestoneId);
  const room = await open(world.as(deal.brand), {
    milestoneId: deal.milestoneId,
    version,
    reason: 'late',
    text: 'Two of the three stories came a day late.',
  });
  const disputeId = room.dispute?.id ?? '';
  await reaches(disputeId, 'talk');
  return { deal, disputeId };
}

test('crossing offers are settled by the workflow, both legs at the provider', async () => {
  const { deal, disputeId } = await disputed();
  await offer(world.as(deal.creator), { disputeId, creatorGets: 14_000 });
  await offer(world.as(deal.brand), { disputeId, creatorGets: 18_000 });
  await eventually('the split', async () => (await stateOf(deal)) === 'settled_split');
  await reaches(disputeId, 'settled');
  await recordHistory(runtime.client, `disputeCase/${disputeId}`, 'dispute-agreed');
  await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-settled-split');
});

test('each phase ends by its timer: evidence, decision, and the clock of the deal when staff are silent', async () => {
  const { deal, disputeId } = await disputed();
  await send(world.as(deal.creator), { disputeId, text: 'The band stopped us.' });
  for (const [ended, next] of [
    ['talk', 'evidence'],
    ['evidence', 'deciding'],
  ] as const) {
    await reaches(disputeId, ended);
    await endSoon.dispute(world, disputeId);
    await reaches(disputeId, next);
  }
  await endSoon.dispute(world, disputeId);
  await reaches(disputeId, 'settled');
  expect([await stateOf(deal), (await dispute(disputeId)).outcome]).toEqual(['released', 'clock']);
  await recordHistory(runtime.client, `disputeCase/${disputeId}`, 'dispute-by-the-clock');
});

test('a withdrawn dispute gives the milestone back to its own clock, and the books are right', async () => {
  const { deal, disputeId } = await disputed();
  await withdraw(world.as(deal.brand), { disputeId, version: (await dispute(disputeId)).version });
  await reaches(disputeId, 'withdrawn');
  await eventually('the review to go on', async () => (await stateOf(deal)) === 'delivered');
  await recordHistory(runtime.client, `disputeCase/${disputeId}`, 'dispute-withdrawn');
  await eventually('every command to be delivered', async () => {
    const open = await world.owner
      .selectFrom('workflow_outbox')
      .select('id')
      .where('dispatched_at', 'is', null)
      .execute();
    return open.length === 0;
  });
  expect(
    await checkMoney(world.worker, {
      booksUrl: `${world.sandbox.url}/_sandbox/books`,
      provider: world.integrations.payments,
    }),
  ).toEqual([]);
});

test('money that waits for a post is released by the looks at it: on approval, live, and after it stayed up', async () => {
  const deal = await openDeal(world, {
    amounts: [PRICE],
    clocks: { posting: 'P7D', retention: 'PT2S' },
    terms: { releaseTrigger: 'split', release: { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 } },
  });
  await payAtProvider(world, deal);
  await eventually('funding', async () => (await stateOf(deal)) === 'funded');
  await deliver(world, deal);
  const { version } = await milestone(world, deal.milestoneId);
  await approve(world.as(deal.brand), { milestoneId: deal.milestoneId, version });
  expect(await stateOf(deal)).toBe('awaiting_live');
  await world.owner
    .insertInto('social_accounts')
    .values({
      id: newId(),
      org_id: deal.creator.orgId,
      platform: 'instagram',
      handle: 'mayalive',
      url: 'https://www.instagram.com/mayalive',
      position: 0,
      followers: 3_000,
      engagement_bps: null,
      as_of: new Date(),
    })
    .execute();
  await box.command('posts', {
    network: 'instagram',
    id: 'Clive00009',
    handle: 'mayalive',
    text: 'Three drinks. Collaboration commerciale',
  });
  await savePost(world.as(deal.creator), {
    milestoneId: deal.milestoneId,
    url: 'https://www.instagram.com/p/Clive00009/',
    version: null,
  });
  await eventually('the release', async () => (await stateOf(deal)) === 'released');
  const shares = await world.owner
    .selectFrom('transfers')
    .select('amount')
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('part')
    .execute();
  expect(shares.map(({ amount }) => amount)).toEqual([12_000, 7_200, 4_800]);
  await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-live-release');
});

test('a post that does not come is overdue at its time, extended by the brand, and its money goes back at the end', async () => {
  const deal = await openDeal(world, {
    amounts: [PRICE],
    clocks: { posting: 'P7D', postGrace: 'PT72H' },
    terms: { releaseTrigger: 'split', release: { approvalBps: 5_000, liveBps: 5_000, holdbackBps: 0 } },
  });
  const { milestoneId } = deal;
  await payAtProvider(world, deal);
  await eventually('funding', async () => (await stateOf(deal)) === 'funded');
  await deliver(world, deal);
  const { version } = await milestone(world, milestoneId);
  await approve(world.as(deal.brand), { milestoneId, version });
  await endSoon.milestone(world, milestoneId);
  await eventually('the post to be overdue', async () => {
    const row = await world.owner
      .selectFrom('milestones')
      .select('post_overdue_at')
      .where('id', '=', milestoneId)
      .executeTakeFirstOrThrow();
    return row.post_overdue_at !== null;
  });
  const overdue = await milestone(world, milestoneId);
  await extendPost(world.as(deal.brand), { milestoneId, version: overdue.version });
  const { deadline_at: extended } = await milestone(world, milestoneId);
  expect(extended!.getTime()).toBeGreaterThan(overdue.deadline_at!.getTime());
  await endSoon.milestone(world, milestoneId);
  await eventually('the refund', async () => (await stateOf(deal)) === 'refunded');
  const back = await world.owner
    .selectFrom('refunds')
    .select('reason')
    .where('milestone_id', '=', milestoneId)
    .execute();
  expect(back).toEqual([{ reason: 'not_posted' }]);
  await recordHistory(runtime.client, `escrow/${milestoneId}`, 'escrow-post-extended');
});
