import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { requireGrant } from '../escrow/grant.ts';
import { releasedByLive } from '../escrow/live/rules.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { viewerOf } from '../escrow/viewer.ts';
import { withinLimit } from '../orgs/rules.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { requireMandate } from '../representations/mandate.ts';
import { factsOf, looksAt, notifyOfPost, recordPost, retentionOf, signalMoney } from './facts.ts';
import { lockPost, updatePost, type PostRow } from './queries.ts';
import { afterDecision, endNotice, isReturned, settledBy, silenceCounts } from './rules.ts';
import type { DealPosts, decidePostInput } from './schema.ts';
import { checkRefusal, dealPosts, mayDecide } from './service.ts';

async function settle(tx: ServiceContext, row: PostRow, live: boolean, by: 'brand' | 'deadline'): Promise<void> {
  const now = tx.clock.now();
  const retention = retentionOf(row, now);
  const looks = looksAt({ ...row, retention_ends_at: retention });
  const after = afterDecision(factsOf(row), live, { looks, now });
  const settled = live ? settledBy(row) : null;
  await updatePost(
    tx.db,
    { id: row.id, at: now },
    {
      state: after.state,
      looks_done: after.looksDone,
      misses: after.misses,
      next_check_at: after.nextCheckAt,
      decide_until: after.decideUntil,
      passed_at: after.passedAt,
      retention_ends_at: after.passedAt ? retention : null,
      decided_by: by,
      ...(settled
        ? { ...settled, digest: row.digest ?? row.seen_digest }
        : live
          ? { accepted_outcome: row.outcome, accepted_digest: row.seen_digest }
          : {}),
    },
  );
  await signalMoney(tx, row, row.version + 1);
  await recordPost(tx, row, live ? 'post_accepted' : 'post_refused', { by });
  await notifyOfDecision(tx, row, { live, by, ended: after.state === 'ended' });
}

/**
 * A post that has ended cannot be corrected any more: both sides read what happens to the money instead. Of other decisions
 * the brand is notified only where its silence made them.
 */
async function notifyOfDecision(
  tx: ServiceContext,
  row: PostRow,
  { live, by, ended }: { live: boolean; by: 'brand' | 'deadline'; ended: boolean },
): Promise<void> {
  const key = `v${row.version}`;
  const milestone = await readMilestone(tx, row.milestone_id);
  const end = ended ? endNotice(milestone) : null;
  const deadlineAt = end === 'post_not_counted_clearing' ? milestone.deadline_at : null;
  const kind = live ? 'post_live' : (end ?? 'post_refused');
  for (const side of ['brand', 'creator'] as const)
    if (side === 'creator' || end || (live && by === 'deadline'))
      await notifyOfPost(tx, row, side, kind, { key, ...(deadlineAt ? { deadlineAt } : {}) });
}

/**
 * Who lets a post count as live belongs to one side of the deal. A fault that its page shows would send the money of a post
 * back: letting it pass gives that money to the creator, and needs the right to release it.
 */
async function requireRelease(tx: OrgContext, row: PostRow): Promise<void> {
  const milestone = await readMilestone(tx, row.milestone_id);
  const subject = { kind: 'post', id: row.id } as const;
  const { mayRelease, onBothSides } = await viewerOf(tx, { ...milestone, id: row.contract_id }, subject);
  if (onBothSides) throw new AppError('escrow.both_sides');
  if (silenceCounts(row.outcome, { ...row, state: row.milestone_state })) return;
  const amount = releasedByLive(milestone);
  if (!withinLimit(amount, mayRelease)) throw new AppError('publication.over_release_limit');
  await requireGrant(tx, milestone, amount, subject);
}

/**
 * The brand says whether a post counts as live. Throws publication.nothing_to_decide, state.changed, escrow.both_sides, and for
 * a fault that is let count as live publication.over_release_limit.
 */
export async function decidePost(ctx: OrgContext, input: z.output<typeof decidePostInput>): Promise<DealPosts> {
  requireRight(ctx, 'content.approve');
  return withTx(ctx, async (tx) => {
    const row = await lockPost(tx.db, input.publicationId);
    if (row?.brand_org !== tx.actor.orgId) throw new AppError('not_found');
    if (row.version !== input.version) throw new AppError('state.changed');
    // A fault that a look saw stands; only letting it count as live is a decision.
    if (!mayDecide(row) || isReturned(row.milestone_state) || (row.state === 'failing' && !input.live))
      throw new AppError('publication.nothing_to_decide');
    if (input.live) await requireRelease(tx, row);
    await settle(tx, row, input.live, 'brand');
    await signalWorkflow(tx, 'publicationCheck', row.id, 'decided', `${row.id}:v${row.version + 1}`);
    await audit(tx, 'publication.decided', `publication:${row.id}`, { live: input.live });
    return dealPosts(tx, { contractId: row.contract_id });
  });
}

/** The brand's time is over: the post counts as live, unless money depends on it and its page shows a fault. */
export async function endDecision(
  ctx: SystemContext,
  { id }: { id: string },
): Promise<{ done: boolean; state: string }> {
  return withTx(ctx, async (tx) => {
    const row = await lockPost(tx.db, id);
    if (!row) throw new AppError('not_found');
    if (row.state !== 'undecided' || !row.decide_until || row.decide_until > tx.clock.now())
      return { done: false, state: row.state };
    const live = silenceCounts(row.outcome, { ...row, state: row.milestone_state });
    await settle(tx, row, live, 'deadline');
    return { done: true, state: live ? 'live' : 'not live' };
  });
}

/** Requests a look now. Throws publication.checked once it is over, publication.just_checked right after a look. */
export async function checkNow(ctx: OrgContext, input: { publicationId: string }): Promise<DealPosts> {
  return withTx(ctx, async (tx) => {
    const row = await lockPost(tx.db, input.publicationId);
    if (!row) throw new AppError('not_found');
    requireRight(tx, row.creator_org === tx.actor.orgId ? 'content.submit' : 'content.approve');
    await requireMandate(tx, row.creator_org, 'submit');
    const now = tx.clock.now();
    const refused = checkRefusal(row, now);
    if (refused) throw new AppError(refused);
    await updatePost(tx.db, { id: row.id, at: now }, { next_check_at: now });
    await signalWorkflow(tx, 'publicationCheck', row.id, 'asked', `${row.id}:v${row.version + 1}`);
    return dealPosts(tx, { contractId: row.contract_id });
  });
}
