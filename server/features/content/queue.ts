import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import type { Currency } from '../../core/money.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import type { Side } from '../terms/schema.ts';
import { releaseStops } from '../escrow/milestone/rules.ts';
import { commissionOf } from '../ledger/charges/rules.ts';
import { restOf, restShares } from '../escrow/release/rules.ts';
import { nextDeadline, workDueAt } from '../escrow/timers/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { reviewerNames } from './assignments.ts';
import { approvedOf, filesOf } from './queries/files.ts';
import { countQueue, queueOf } from './queries/submissions.ts';
import { REVIEWING } from './rules.ts';
import type { ApprovedItem, approvedInput, QueueItem, QueueCounts, queueInput } from './schema.ts';

export const sideOf = (orgId: string, row: { brandOrg: string }): Side =>
  row.brandOrg === orgId ? 'brand' : 'creator';

/** What the creator gets of the price, after the commission of their agency. */
const ownShare = (row: { amount: number; commission_bps: number; currency: Currency }): number =>
  commissionOf(row.amount, row.commission_bps, row.currency).creator;

/** Work in progress or in review whose next act is the reader's, or the other side's; by time left. */
export async function reviewQueue(
  ctx: OrgContext,
  input: Partial<z.output<typeof queueInput>> = {},
): Promise<Page<QueueItem>> {
  const { turn: who = 'mine', assigned = false, after, limit = 25 } = input;
  return withTx(ctx, async (tx) => {
    const { orgId, orgKind } = tx.actor;
    const rows = await queueOf(tx.db, {
      orgId,
      orgKind,
      turn: who,
      after: readPlace(after),
      limit: limit + 1,
      ...(assigned ? { reviewer: tx.actor.userId } : {}),
    });
    const reviewers = await reviewerNames(
      tx,
      rows.map((r) => r.milestoneId),
    );
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brandOrg, r.creatorOrg]),
    );
    const files = await filesOf(tx.db, { submissionIds: rows.flatMap((r) => r.submissionId ?? []) });
    return toPage(rows, limit, placeCursor, (r) => {
      const side = sideOf(orgId, r);
      const next = nextDeadline(r, tx.clock.now());
      return {
        milestoneId: r.milestoneId,
        contractId: r.contractId,
        dealTitle: r.dealTitle,
        milestoneTitle: r.milestoneTitle,
        counterpart: partyIn(parties, side === 'brand' ? r.creatorOrg : r.brandOrg),
        amount: side === 'brand' ? r.amount : ownShare(r),
        rest: side === 'brand' ? restOf(r) : restShares(r).creator,
        currency: r.currency,
        state: r.state,
        onHold: releaseStops(r.holds),
        submissionN: r.submissionN ?? 0,
        round: r.round,
        roundsMax: r.roundsMax,
        deadlineAt: next?.at ?? null,
        atZero: next?.event ?? null,
        dueAt: workDueAt(r),
        turn: REVIEWING.includes(r.state) ? 'brand' : 'creator',
        reviewer: reviewers.get(r.milestoneId) ?? null,
        thumbnail: files.get(r.submissionId ?? '')?.find((f) => f.mime.startsWith('image/')) ?? null,
      };
    });
  });
}

/** Work that waits for the reader, and for the other side; up to `COUNT_CAP`. */
export const queueCounts = (ctx: OrgContext): Promise<QueueCounts> =>
  withTx(ctx, async (tx) => {
    const { orgId, orgKind } = tx.actor;
    return {
      mine: await countQueue(tx.db, { orgId, orgKind, turn: 'mine', cap: COUNT_CAP }),
      theirs: await countQueue(tx.db, { orgId, orgKind, turn: 'theirs', cap: COUNT_CAP }),
    };
  });

/** Work that was accepted, the last first, with its files. */
export async function approvedList(
  ctx: OrgContext,
  input: z.output<typeof approvedInput>,
): Promise<Page<ApprovedItem>> {
  return withTx(ctx, async (tx) => {
    const { orgId, orgKind } = tx.actor;
    const rows = await approvedOf(tx.db, { orgId, orgKind, after: readPlace(input.after), limit: input.limit + 1 });
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brandOrg, r.creatorOrg]),
    );
    const files = await filesOf(tx.db, { submissionIds: rows.map((r) => r.submissionId) });
    return toPage(rows, input.limit, placeCursor, (r) => ({
      milestoneId: r.milestoneId,
      contractId: r.contractId,
      dealTitle: r.dealTitle,
      milestoneTitle: r.milestoneTitle,
      counterpart: partyIn(parties, sideOf(orgId, r) === 'brand' ? r.creatorOrg : r.brandOrg),
      amount: sideOf(orgId, r) === 'brand' ? r.amount : ownShare(r),
      currency: r.currency,
      state: r.state,
      submissionN: r.submissionN,
      approvedAt: r.decidedAt,
      byClock: r.submissionState === 'auto_approved',
      files: files.get(r.submissionId) ?? [],
    }));
  });
}
