import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { settleLive } from '../../../../server/features/escrow/live/live.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { savePost } from '../../../../server/features/publications/link.ts';
import { lookAtPost } from '../../../../server/features/publications/look.ts';
import type { ReleaseShares } from '../../../../server/features/terms/schema.ts';
import { withSocial } from '../../../support/social.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

export const SPLIT: ReleaseShares = { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 };
export const ALL_LIVE: ReleaseShares = { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 };

/** Money that waits for a post, on a clock of its own. */
export interface Waiting extends TestDeal {
  clock: SteppedClock;
  post: string;
  settle(): Promise<string>;
  show(more: object): Promise<unknown>;
  publish(): Promise<void>;
  look(): Promise<string>;
  after(ms: number): void;
}

export interface LiveWorld {
  world: MoneyWorld;
  /** A milestone whose work was approved and whose money waits for the post. */
  waiting(shares: ReleaseShares, options?: DealOptions): Promise<Waiting>;
  close(): Promise<void>;
}

/** A world of money with a network to publish on. */
export async function createLiveWorld(label: string, webhookTarget?: string): Promise<LiveWorld> {
  const world = await createMoneyWorld(label, { timeoutMs: 5_000, ...(webhookTarget ? { webhookTarget } : {}) });
  const box = await withSocial(world);
  let posts = 0;
  return {
    world,
    waiting(shares, options = {}) {
      posts += 1;
      return waitingDeal(world, box, { n: posts, shares, options });
    },
    async close() {
      await world.close();
      await box.close();
    },
  };
}

async function waitingDeal(
  world: MoneyWorld,
  box: Awaited<ReturnType<typeof withSocial>>,
  { n, shares, options }: { n: number; shares: ReleaseShares; options: DealOptions },
): Promise<Waiting> {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, {
    clock,
    clockPolicy: 'standard',
    ...options,
    clocks: { posting: 'P7D', ...(shares.holdbackBps > 0 ? { retention: 'P10D' } : {}), ...options.clocks },
    terms: { releaseTrigger: shares.liveBps === 10_000 ? 'on_live' : 'split', release: shares },
  });
  if (deal.agency) await connectPayee(world, deal.agency);
  await payAtProvider(world, deal, { clock });
  await confirmFunding(world.system(clock), deal);
  await deliver(world, deal, { clock });
  const { version } = await milestone(world, deal.milestoneId);
  await approve(world.as(deal.brand, { clock }), { milestoneId: deal.milestoneId, version });
  const post = `Clive${String(n).padStart(5, '0')}`;
  const handle = `maya${n}`;
  await world.owner
    .insertInto('social_accounts')
    .values({
      id: newId(),
      org_id: deal.creator.orgId,
      platform: 'instagram',
      handle,
      url: `https://www.instagram.com/${handle}`,
      position: 0,
      followers: 3_000,
      engagement_bps: null,
      as_of: new Date(),
    })
    .execute();
  const idOf = async () =>
    (
      await world.owner
        .selectFrom('publications')
        .select('id')
        .where('milestone_id', '=', deal.milestoneId)
        .executeTakeFirstOrThrow()
    ).id;
  const show = (more: object) =>
    box.command('posts', {
      network: 'instagram',
      id: post,
      handle,
      text: 'Three drinks. Collaboration commerciale',
      ...more,
    });
  return {
    ...deal,
    clock,
    post,
    show,
    after: (ms) => clock.advance(ms),
    async settle() {
      const { state } = await settleLive(world.system(clock), deal);
      return state === 'refunding' ? refund(world.system(clock), deal) : release(world.system(clock), deal);
    },
    async publish() {
      await show({});
      const url = `https://www.instagram.com/p/${post}/`;
      await savePost(world.as(deal.creator, { clock }), { milestoneId: deal.milestoneId, url, version: null });
    },
    /** The next look is due now. */
    async look() {
      const id = await idOf();
      await world.owner.updateTable('publications').set({ next_check_at: clock.now() }).where('id', '=', id).execute();
      return (await lookAtPost(world.system(clock), { id })).outcome;
    },
  };
}
