import type { ServiceContext, SystemContext } from '../../../context.ts';
import { requestAutoFunding } from '../../payment-methods/auto-fund.ts';
import { startWorkflow } from '../../outbox/commands.ts';
import type { DealTerms } from '../../terms/schema.ts';
import { retimeRequest } from '../cancel/queries.ts';
import { lockContract } from '../deals/queries/contracts.ts';
import { appendEvent } from '../timeline/events.ts';
import { attributesOf, milestoneMove, notifyToFund, readMilestone, signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { isFundable } from '../timers/rules.ts';
import { addMilestone, amendableRows, amendContract, type AddedMilestone, type AmendableRow } from './queries.ts';

/*
 * What a signed addendum changes of a deal, in the transaction of the worker that applies it.
 */

/** A milestone as an addendum finds it, with what its deadline follows from. */
export const amendableOf = (row: AmendableRow) => ({
  id: row.id,
  seq: row.seq,
  title: row.title,
  amount: row.amount,
  state: row.state,
  dueAt: row.due_at,
  deadlineAt: row.deadline_at,
  fundedAt: row.funded_at,
  submittedAt: row.submitted_at,
  approvedAt: row.approved_at,
  round: row.round,
  changesAt: row.changes_at,
  reviewExtended: row.review_extended,
  postOverdueAt: row.post_overdue_at,
  postExtendedAt: row.post_extended_at,
  post: row.linked_post,
  request: row.request,
  holds: row.holds,
  holdEnd: row.hold_expires_at,
  bonus: row.bonus,
});

/** The milestones of a deal in their order; `lock`: with their posts until commit, before the contract. */
export const milestonesToAmend = (
  tx: ServiceContext,
  contractId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<AmendableRow[]> => amendableRows(tx.db, { contractId, lock });

export interface Amendment {
  contractId: string;
  addendumId: string;
  /** Its number. */
  n: number;
  total: number;
  terms: DealTerms;
  changed: readonly {
    milestoneId: string;
    amount?: number;
    dueAt?: Date;
    deadlineAt?: Date;
    fundableFrom?: Date | null;
    workDueAt?: Date;
    reopens?: 'reopenFunded' | 'reopenChanges';
    /** Its post is not overdue any more. */
    postInTime?: true;
    request?: { fromDeadlineAt: Date; answerBy: Date };
  }[];
  added: readonly Omit<AddedMilestone, 'contractId' | 'addendumId' | 'parties' | 'currency' | 'roundsMax' | 'at'>[];
}

/**
 * Applies a signed addendum to locked milestones: prices, due dates and running deadlines change, new milestones await
 * their funding, and each workflow reads its row again.
 */
export async function amendDeal(
  tx: SystemContext,
  amendment: Amendment,
  locked: readonly MilestoneRow[],
): Promise<void> {
  const at = tx.clock.now();
  const { contractId, addendumId, terms } = amendment;
  await amendContract(tx.db, { contractId, total: amendment.total, terms, at });
  for (const change of amendment.changed) {
    const row = locked.find((m) => m.id === change.milestoneId);
    if (!row) throw new Error(`addendum ${addendumId} names milestone ${change.milestoneId} of another deal`);
    const { amount, dueAt, deadlineAt, fundableFrom, workDueAt: reworkDueAt, request } = change;
    if (request) await retimeRequest(tx.db, row.id, request);
    const moved = await milestoneMove(tx, row, change.reopens ?? 'amend', {
      ...(amount === undefined ? {} : { amount }),
      ...(dueAt ? { due_at: dueAt } : {}),
      ...(deadlineAt ? { deadline_at: deadlineAt } : {}),
      ...(deadlineAt && row.state === 'awaiting_funding' ? { funding_deadline_at: deadlineAt } : {}),
      ...(fundableFrom === undefined ? {} : { fundable_from: fundableFrom }),
      ...(reworkDueAt ? { work_due_at: reworkDueAt } : {}),
      ...(change.postInTime ? { post_overdue_at: null } : {}),
    });
    await appendEvent(tx, {
      contractId,
      milestoneId: row.id,
      type: 'milestone_amended',
      data: {
        n: amendment.n,
        ...(amount === undefined ? {} : { before: row.amount, amount }),
        ...(dueAt ? { dueAt: dueAt.toISOString() } : {}),
        ...(deadlineAt ? { until: deadlineAt.toISOString() } : {}),
        ...(change.reopens ? { to: moved.state } : {}),
      },
    });
    await signalEscrow(tx, moved, 'amended');
  }
  if (amendment.added.length === 0) return;
  const parties = await lockContract(tx.db, contractId);
  if (!parties) throw new Error(`contract ${contractId} has no parties`);
  for (const part of amendment.added) {
    const id = await addMilestone(tx.db, {
      ...part,
      contractId,
      addendumId,
      parties,
      currency: terms.currency,
      roundsMax: part.bonus ? 0 : terms.revisions,
      at,
    });
    const row = await readMilestone(tx, id);
    await appendEvent(tx, {
      contractId,
      milestoneId: id,
      type: 'milestone_added',
      data: { n: amendment.n, amount: part.amount, bonus: part.bonus },
    });
    await startWorkflow(tx, 'escrowLifecycle', id, { attributes: attributesOf(row) });
    if (isFundable(part.fundableFrom, at) && !(await requestAutoFunding(tx, row, at)))
      await notifyToFund(tx, row, 'added');
  }
}
