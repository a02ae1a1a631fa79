import type * as z from 'zod';
import type { StaffContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { requireStaffAct } from '../../guards.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { approve, assertUnrelated, propose } from '../approvals/service.ts';
import { audit } from '../audit/audit.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { METHOD_OP } from '../payment-methods/rules.ts';
import { refundsStop } from '../escrow/milestone/rules.ts';
import type { Contact } from '../orgs/schema.ts';
import { contactsOf } from '../orgs/service.ts';
import { assertFreshProof } from '../security/step-up.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import {
  sendAgainRequests,
  insertRefundDecision,
  insertSendAgain,
  openOperationRows,
  operationRow,
  payoutOfOperation,
  undecidedRefunds,
  type OperationRow,
} from './queries.ts';
import { operationsWindow } from '../../core/operations-window.ts';
import { workflowUrl } from '../../core/workflow-url.ts';
import { maySendAgain } from './rules.ts';
import type { confirmBankRefundInput, decideRefundInput, OpenOperation, proposeBankRefundInput } from './schema.ts';

interface Beside {
  contacts: ReadonlyMap<string, Contact>;
  undecided: ReadonlySet<string>;
  sentAgain: ReadonlyMap<string, Date>;
}

/** Further facts of these calls besides their rows. */
async function besides(tx: StaffContext, rows: readonly OperationRow[]): Promise<Beside> {
  const opIds = rows.map((row) => row.op_id);
  return {
    contacts: await contactsOf(
      tx,
      rows.map((row) => row.whose_org),
    ),
    undecided: await undecidedRefunds(tx.db, opIds),
    sentAgain: await sendAgainRequests(tx.db, opIds),
  };
}

async function toOperation(
  tx: StaffContext,
  row: OperationRow,
  { contacts, undecided, sentAgain }: Beside,
): Promise<OpenOperation> {
  const wid = await workflowOf(tx, row);
  return {
    opId: row.op_id,
    kind: row.kind,
    state: row.state as OpenOperation['state'],
    milestoneId: row.milestone_id,
    milestoneTitle: row.milestone_title,
    contractId: row.contract_id,
    dealTitle: row.deal_title,
    brandName: row.brand_name,
    creatorName: row.creator_name,
    orgId: row.whose_org,
    orgName: row.whose_name,
    contact: contacts.get(row.whose_org ?? '') ?? null,
    amount: row.amount,
    currency: row.currency,
    error: row.error,
    claimedAt: row.claimed_at,
    workflowUrl: wid ? workflowUrl(tx.integrations.settings, workflowId(wid.type, wid.id)) : null,
    decidable: undecided.has(row.op_id),
    sendable: !sentAgain.has(row.op_id) && maySendAgain(row, tx.clock.now()),
    sendAgainAt: sentAgain.get(row.op_id) ?? null,
  };
}

/** The workflow of an operation. */
async function workflowOf(
  tx: StaffContext,
  row: OperationRow,
): Promise<{ type: 'escrowLifecycle' | 'payoutDelivery' | 'payoutAccountWatch' | 'paymentMethod'; id: string } | null> {
  if (row.milestone_id) return { type: 'escrowLifecycle', id: row.milestone_id };
  if (row.kind === 'payout') {
    const id = await payoutOfOperation(tx.db, { opId: row.op_id });
    return id ? { type: 'payoutDelivery', id } : null;
  }
  if (row.kind === 'method_setup') return { type: 'paymentMethod', id: row.op_id.slice(METHOD_OP.length) };
  return row.kind === 'account' && row.org_id ? { type: 'payoutAccountWatch', id: row.org_id } : null;
}

/** Calls to the provider whose outcome staff should see. */
export async function openOperations(
  ctx: StaffContext,
  input: z.output<typeof pageInput>,
): Promise<Page<OpenOperation>> {
  const [, at, opId] = /^(\d{1,17})~(.{1,150})$/.exec(input.after ?? '') ?? [];
  return withTx(ctx, async (tx) => {
    const rows = await openOperationRows(tx.db, {
      ...operationsWindow(tx.clock.now()),
      after: at && opId ? { at, opId } : null,
      limit: input.limit + 1,
    });
    const page = toPage(
      rows,
      input.limit,
      (row) => `${row.at}~${row.op_id}`,
      (row) => row,
    );
    const beside = await besides(tx, page.items);
    return { ...page, items: await Promise.all(page.items.map((row) => toOperation(tx, row, beside))) };
  });
}

/**
 * Has an open operation looked up at the provider again by its workflow; an object found there is reconciled, nothing
 * is repeated blindly. A person never decides an outcome by hand.
 */
export async function resolveOperation(ctx: StaffContext, input: { opId: string }): Promise<OpenOperation> {
  requireStaffAct(ctx, 'operations.resolve');
  return withTx(ctx, async (tx) => {
    const row = await operationRow(tx.db, input);
    if (!row) throw new AppError('not_found');
    const workflow = await workflowOf(tx, row);
    if (!workflow) throw new AppError('state.wrong');
    await signalWorkflow(tx, workflow.type, workflow.id, 'operator_asked_to_look_again', tx.requestKey ?? tx.requestId);
    await audit(tx, 'operation.rechecked', row.op_id, { kind: row.kind, state: row.state });
    return toOperation(tx, row, await besides(tx, [row]));
  });
}

/** Who decides that money is sent proves its identity and belongs to no side of it. Throws auth.step_up_required, payment.related. */
async function requireDecider(tx: StaffContext, row: OperationRow): Promise<void> {
  await assertUnrelated(tx, { userIds: [tx.actor.userId], orgId: row.whose_org, contractId: row.contract_id });
  await assertFreshProof(tx, 'staff_decision');
}

/**
 * Has an open transfer, refund or payout sent once more under a new key. Its workflow looks it up first and reconciles
 * an object it finds, and sends nothing before every call under the old key has ended. Throws auth.step_up_required,
 * payment.related, state.wrong while it is still retried or once it is settled, state.already_decided.
 */
export async function sendAgain(ctx: StaffContext, input: { opId: string }): Promise<OpenOperation> {
  requireStaffAct(ctx, 'operations.sendAgain');
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await operationRow(tx.db, input);
    const workflow = row && (await workflowOf(tx, row));
    if (!row || !workflow) throw new AppError('not_found');
    if (!maySendAgain(row, now)) throw new AppError('state.wrong');
    await requireDecider(tx, row);
    if (!(await insertSendAgain(tx.db, { opId: row.op_id, attempt: row.attempt, by: tx.actor.userId, at: now })))
      throw new AppError('state.already_decided');
    await signalWorkflow(
      tx,
      workflow.type,
      workflow.id,
      'operator_asked_to_look_again',
      `${row.op_id}:${row.attempt}:send_again`,
    );
    await audit(tx, 'operation.send_again', row.op_id, {
      kind: row.kind,
      state: row.state,
      attempt: row.attempt,
      amount: row.amount,
      currency: row.currency,
    });
    return toOperation(tx, row, await besides(tx, [row]));
  });
}

/** A failed refund without a decision. Throws not_found, state.wrong, escrow.on_hold. */
async function failedRefund(tx: StaffContext, opId: string): Promise<OperationRow & { milestone_id: string }> {
  const row = await operationRow(tx.db, { opId });
  if (!row?.milestone_id || row.kind !== 'refund') throw new AppError('not_found');
  if (row.state !== 'failed') throw new AppError('state.wrong');
  if (refundsStop((await readMilestone(tx, row.milestone_id)).holds)) throw new AppError('escrow.on_hold');
  return { ...row, milestone_id: row.milestone_id };
}

/** Writes the decision, once for each attempt; the milestone's workflow executes it. Throws state.already_decided. */
async function settleRefund(
  tx: StaffContext,
  row: OperationRow & { milestone_id: string },
  decision: 'send_again' | 'paid_by_bank',
  reference: string | null,
): Promise<OpenOperation> {
  const isNew = await insertRefundDecision(tx.db, {
    opId: row.op_id,
    attempt: row.attempt,
    decision,
    reference,
    by: tx.actor.userId,
    at: tx.clock.now(),
  });
  if (!isNew) throw new AppError('state.already_decided');
  await signalWorkflow(tx, 'escrowLifecycle', row.milestone_id, 'refund', `${row.op_id}:${row.attempt}:decided`);
  await audit(tx, 'refund.decided', row.op_id, { decision, reference, amount: row.amount, currency: row.currency });
  return toOperation(tx, row, await besides(tx, [row]));
}

/**
 * Has a refund that the provider refused or a bank sent back made once more. Throws auth.step_up_required, payment.related,
 * state.already_decided, state.wrong.
 */
export async function decideRefund(
  ctx: StaffContext,
  input: z.output<typeof decideRefundInput>,
): Promise<OpenOperation> {
  requireStaffAct(ctx, 'operations.decideRefund');
  return withTx(ctx, async (tx) => {
    const row = await failedRefund(tx, input.opId);
    await requireDecider(tx, row);
    return settleRefund(tx, row, input.decision, null);
  });
}

/**
 * The first of two staff members records that such a refund was paid by a bank transfer, with its reference. Throws
 * approval.open, auth.not_allowed, auth.step_up_required, payment.related.
 */
export async function proposeBankRefund(
  ctx: StaffContext,
  input: z.output<typeof proposeBankRefundInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'operations.proposeBankRefund');
  return withTx(ctx, async (tx) => {
    const row = await failedRefund(tx, input.opId);
    if (!(await undecidedRefunds(tx.db, [row.op_id])).has(row.op_id)) throw new AppError('state.already_decided');
    await assertUnrelated(tx, { userIds: [tx.actor.userId], orgId: row.whose_org, contractId: row.contract_id });
    return propose(tx, {
      kind: 'refund_by_bank',
      subject: row.op_id,
      payload: { attempt: row.attempt, amount: row.amount, currency: row.currency, reference: input.reference },
      note: input.reference,
    });
  });
}

/**
 * The second staff member confirms the transfer: the brand is no longer owed. Throws approval.same_person,
 * approval.expired, payment.related, state.already_decided.
 */
export async function confirmBankRefund(
  ctx: StaffContext,
  input: z.output<typeof confirmBankRefundInput>,
): Promise<OpenOperation> {
  requireStaffAct(ctx, 'operations.confirmBankRefund');
  return withTx(ctx, async (tx) => {
    const { subject, payload, proposedBy } = await approve(tx, { id: input.proposalId, kind: 'refund_by_bank' });
    const row = await failedRefund(tx, subject);
    await assertUnrelated(tx, {
      userIds: [tx.actor.userId, proposedBy],
      orgId: row.whose_org,
      contractId: row.contract_id,
    });
    // A new attempt in between needs a decision of its own.
    if (row.attempt !== payload['attempt']) throw new AppError('state.already_decided');
    return settleRefund(tx, row, 'paid_by_bank', String(payload['reference']));
  });
}
