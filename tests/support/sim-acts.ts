import { keepsOf } from '../../scripts/sim/cancel-requests.ts';
import { partOf, type Command, type Outcome } from '../../scripts/sim/commands.ts';
import { PRODUCT } from '../../scripts/sim/rules.ts';
import { withTx, type OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import {
  acceptCancel,
  declineCancel,
  proposeCancel,
  withdrawCancel,
} from '../../server/features/escrow/cancel/requests.ts';
import type { PostFacts } from '../../server/features/escrow/live/rules.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { releasePart } from '../../server/features/escrow/release/parts.ts';
import { approve, releaseAccepted, requestChanges, submitWork } from '../../server/features/escrow/review/service.ts';
import { startWorkflow } from '../../server/features/outbox/commands.ts';
import { extendPost, extendReview, extendWork } from '../../server/features/escrow/timers/extend.ts';
import { insertPost } from '../../server/features/publications/queries.ts';
import type { ProductPlayer } from './sim-product.ts';

/** What the sides of a deal do, by their services. */
export class ActPlayer {
  readonly #player: ProductPlayer;

  constructor(player: ProductPlayer) {
    this.#player = player;
  }

  async act(c: Extract<Command, { do: 'act' }>, milestoneId: string): Promise<Outcome> {
    const { world, clock } = this.#player;
    const actor = await this.#player.actor(c.by);
    const ctx = world.as(actor, { clock });
    const row = await world.owner
      .selectFrom('milestones')
      .select(['version', 'amount', 'released_parts', 'currency'])
      .where('id', '=', milestoneId)
      .executeTakeFirstOrThrow();
    const input = { milestoneId, version: row.version - (c.stale ? 1 : 0) };
    switch (c.act) {
      case 'submit':
        await this.#deliver(actor, input);
        break;
      case 'approve':
        await approve(ctx, input);
        break;
      case 'release':
        await releaseAccepted(ctx, input);
        break;
      case 'releasePart': {
        const held = row.amount - row.released_parts;
        await releasePart(ctx, { ...input, amount: partOf({ rules: PRODUCT }, held, c.permille ?? 0, row.currency) });
        break;
      }
      case 'requestChanges':
        await requestChanges(ctx, { ...input, reason: 'Another sound', briefItems: ['All three drinks shown'] });
        break;
      case 'extendReview':
        await extendReview(ctx, input);
        break;
      case 'extendWork':
        await extendWork(ctx, { ...input, days: c.days ?? 1 });
        break;
      case 'extendPost':
        await extendPost(ctx, input);
        break;
      case 'cancel':
        await cancel(ctx, { ...input, reason: '' });
        break;
      case 'proposeCancel': {
        const held = row.amount - row.released_parts;
        const keeps = keepsOf({ rules: PRODUCT }, held, c.permille ?? 0, row.currency);
        await proposeCancel(ctx, { ...input, reason: 'No time for it', keeps });
        break;
      }
      case 'acceptCancel':
        await acceptCancel(ctx, input);
        break;
      case 'declineCancel':
        await declineCancel(ctx, { ...input, reason: '' });
        break;
      case 'withdrawCancel':
        await withdrawCancel(ctx, input);
        break;
      case 'fund':
        throw new Error('a payment is a run');
    }
    return 'done';
  }

  /** What a link or a look left, written as their services write it. */
  async post(post: PostFacts | null, milestoneId: string): Promise<Outcome> {
    if (!post) return 'nothing';
    const { brand, creator } = this.#player.contract;
    const contractId = this.#player.contractOf(milestoneId);
    const facts = {
      state: post.state,
      outcome: post.fault ? 'removed' : post.decideUntil ? 'unreachable' : 'live',
      passed_at: post.passedAt,
      retention_ends_at: post.keepUntil,
      decide_until: post.decideUntil,
      linked_at: post.linkedAt,
      updated_at: post.changedAt,
    } as const;
    const found = await this.#player.world.owner
      .updateTable('publications')
      .set(facts)
      .where('milestone_id', '=', milestoneId)
      .executeTakeFirst();
    if (found.numUpdatedRows === 0n) {
      const id = newId();
      await withTx(this.#player.world.as(creator, { clock: this.#player.clock }), async (tx) => {
        await startWorkflow(tx, 'publicationCheck', id);
        await insertPost(tx.db, {
          ...facts,
          id,
          platform: 'instagram',
          url: `https://www.instagram.com/p/${id}/`,
          handles: [],
          looks_done: 0,
          misses: 0,
          label: '#ad',
          milestone_id: milestoneId,
          contract_id: contractId,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          created_by: creator.userId,
          created_at: post.linkedAt,
        });
      });
    }
    await this.#player.signal(milestoneId, 'post_moved');
    return 'done';
  }

  async #deliver(actor: OrgActor, seen: { milestoneId: string; version: number }): Promise<void> {
    const { brand, creator } = this.#player.contract;
    const contractId = this.#player.contractOf(seen.milestoneId);
    const n = (
      await this.#player.world.owner
        .selectFrom('submissions')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('milestone_id', '=', seen.milestoneId)
        .executeTakeFirstOrThrow()
    ).n;
    await withTx(this.#player.world.as(actor, { clock: this.#player.clock }), async (tx) => {
      const id = newId();
      await tx.db
        .insertInto('submissions')
        .values({
          id,
          milestone_id: seen.milestoneId,
          contract_id: contractId,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          n: Number(n) + 1,
          state: 'submitted',
          submitted_at: tx.clock.now(),
          created_by: creator.userId,
        })
        .execute();
      await submitWork(tx, seen, id, Number(n) + 1);
    });
  }
}
