import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { roleMay } from '../orgs/rules.ts';
import { listMembers } from '../orgs/service.ts';
import { assignmentsOf, setAssignment } from './queries/assignments.ts';
import { milestoneOf } from './queries/submissions.ts';
import type { assignInput, reviewInput, ReviewerDto } from './schema.ts';

async function ownMilestone(tx: OrgContext, milestoneId: string) {
  const row = await milestoneOf(tx.db, { milestoneId, orgId: tx.actor.orgId });
  if (!row || row.brandOrg !== tx.actor.orgId) throw new AppError('not_found');
  return row;
}

/** Members of the actor's org who may approve work; any other assignment counts as none. */
const reviewersIn = async (tx: OrgContext) =>
  (await listMembers(tx)).filter(({ role }) => roleMay(role, 'content.approve'));

/** Who of the brand reviews the work, and who could. Throws not_found for the other side. */
export async function reviewerOf(ctx: OrgContext, input: z.output<typeof reviewInput>): Promise<ReviewerDto> {
  return withTx(ctx, async (tx) => {
    const row = await ownMilestone(tx, input.milestoneId);
    const members = (await reviewersIn(tx)).map(({ userId, name }) => ({ userId, name }));
    const userId = (await assignmentsOf(tx.db, [row.id])).get(row.id);
    return {
      assigned: members.find((member) => member.userId === userId) ?? null,
      members,
      can: roleMay(tx.actor.role, 'content.approve') ? true : 'auth.not_allowed',
    };
  });
}

/**
 * Names the member who reviews a piece of work, or no member; the member gets a mail. Each member with the right may still
 * decide. Throws input.invalid for a member who may not approve work.
 */
export async function assignReviewer(ctx: OrgContext, input: z.output<typeof assignInput>): Promise<ReviewerDto> {
  requireRight(ctx, 'content.approve');
  return withTx(ctx, async (tx) => {
    const { actor } = tx;
    const row = await ownMilestone(tx, input.milestoneId);
    const member = (await reviewersIn(tx)).find(({ userId }) => userId === input.userId);
    if (input.userId !== null && !member) throw new AppError('input.invalid', { field: 'userId', problem: 'role' });
    const before = (await assignmentsOf(tx.db, [row.id])).get(row.id) ?? null;
    if (before !== input.userId) {
      const at = tx.clock.now();
      await setAssignment(tx.db, {
        milestoneId: row.id,
        brandOrg: actor.orgId,
        userId: input.userId,
        by: actor.userId,
        at,
      });
      await audit(tx, 'review.assigned', `milestone:${row.id}`, { userId: input.userId });
      if (member && member.userId !== actor.userId)
        await queueMail(tx, {
          kind: 'review_assigned',
          to: member.email,
          userId: member.userId,
          key: `${row.id}:${at.getTime()}`,
          link: ADDRESSES.review(row.id),
          data: { name: actor.name, title: row.title },
        });
    }
    return reviewerOf(tx, { milestoneId: row.id });
  });
}

/** Names of the members who are to review these milestones, while they may; nothing for other orgs. */
export async function reviewerNames(
  tx: OrgContext,
  milestoneIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const assigned = await assignmentsOf(tx.db, milestoneIds);
  if (assigned.size === 0) return new Map();
  const names = new Map((await reviewersIn(tx)).map(({ userId, name }) => [userId, name]));
  return new Map([...assigned].flatMap(([id, userId]) => (names.has(userId) ? [[id, names.get(userId) ?? '']] : [])));
}
