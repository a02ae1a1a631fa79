import type * as z from 'zod';
import { withTx, type StaffContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { type pageInput, requirePlace, rowCursor, toPage } from '../../core/pagination.ts';
import { staffContext } from '../../core/staff.ts';
import { requireStaffAct, requireStepUp } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { APPROVALS } from '../approvals.gen.ts';
import {
  countProposals,
  decideProposal,
  expireProposals,
  insertProposal,
  isProposed as isOpen,
  isRelated,
  openProposalAbout,
  openProposals,
  proposalLocked,
  type ProposalRow,
} from './queries.ts';
import { mayApprove, PROPOSAL_LIFE_MS } from './rules.ts';
import type { ApprovalKind, ApprovalPayload, proposalInput, ProposalDto, ProposalPage, refuseInput } from './schema.ts';

/*
 * A decision that two staff members take: one proposes it, another one confirms. The feature that owns the matter calls
 * `propose` and `approve` in its own procedures and does what was decided in the transaction of `approve`, so that a
 * confirmed decision is never left undone.
 */

function requireRole(ctx: StaffContext, kind: ApprovalKind): void {
  if (!mayApprove(ctx.actor.role, kind))
    throw new AppError('auth.not_allowed', {
      action: `approvals.${kind}`,
      context: staffContext(APPROVALS[kind].roles),
    });
}

const toProposal = (ctx: StaffContext, row: ProposalRow): ProposalDto => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  caseId: row.case_id,
  contractId: row.contract_id,
  payload: row.payload as ApprovalPayload,
  note: row.note,
  proposedByName: row.proposed_by_name ?? '',
  proposedAt: row.proposed_at,
  expiresAt: row.expires_at,
  mine: row.proposed_by === ctx.actor.userId,
  mayDecide: row.proposed_by !== ctx.actor.userId && mayApprove(ctx.actor.role, row.kind),
});

/**
 * Proposes a decision about `subject`. Throws auth.not_allowed, auth.step_up_required, and approval.open when one is
 * open already.
 */
export async function propose(
  ctx: StaffContext,
  input: { kind: ApprovalKind; subject: string; payload: ApprovalPayload; note: string },
): Promise<{ id: string }> {
  requireRole(ctx, input.kind);
  return withTx(ctx, async (tx) => {
    await requireStepUp(tx, 'staff_decision');
    const at = tx.clock.now();
    const id = newId(at.getTime());
    await expireProposals(tx.db, { kind: input.kind, subject: input.subject, at });
    const isNew = await insertProposal(tx.db, {
      ...input,
      id,
      by: tx.actor.userId,
      at,
      expiresAt: new Date(at.getTime() + PROPOSAL_LIFE_MS),
    });
    if (!isNew) throw new AppError('approval.open');
    await startWorkflow(tx, 'staffApproval', id, { attributes: { SponsioState: 'proposed' } });
    await audit(tx, 'approval.proposed', `approval:${id}`, { kind: input.kind, subject: input.subject });
    return { id };
  });
}

/**
 * Confirms a proposal as the second staff member and returns its payload, which the caller applies in the same
 * transaction, and who proposed it. Throws approval.same_person for the one who proposed it, approval.expired, state.already_decided,
 * not_found.
 */
export async function approve(
  tx: StaffContext,
  input: { id: string; kind: ApprovalKind },
): Promise<{ subject: string; payload: ApprovalPayload; proposedBy: string }> {
  requireRole(tx, input.kind);
  if (!tx.db.isTransaction) throw new Error('a proposal is approved in the transaction that carries it out');
  const row = await proposalLocked(tx.db, input.id);
  if (!row || row.kind !== input.kind) throw new AppError('not_found');
  if (row.state !== 'proposed') throw new AppError('state.already_decided');
  if (row.proposed_by === tx.actor.userId) throw new AppError('approval.same_person');
  if (row.expires_at <= tx.clock.now()) throw new AppError('approval.expired');
  await requireStepUp(tx, 'staff_decision');
  if (
    !(await decideProposal(tx.db, {
      id: row.id,
      state: 'approved',
      by: tx.actor.userId,
      note: null,
      at: tx.clock.now(),
    }))
  )
    throw new AppError('state.already_decided');
  await signalWorkflow(tx, 'staffApproval', row.id, 'approved', row.id);
  await audit(tx, 'approval.approved', `approval:${row.id}`, { kind: row.kind, subject: row.subject });
  return { subject: row.subject, payload: row.payload as ApprovalPayload, proposedBy: row.proposed_by };
}

/**
 * Those who propose and confirm a decision about money belong to no side of it: the org that the matter is about, the sides of
 * its deal. Throws payment.related.
 */
export async function assertUnrelated(
  tx: StaffContext,
  of: { userIds: readonly string[]; orgId: string | null; contractId: string | null },
): Promise<void> {
  if (await isRelated(tx.db, of)) throw new AppError('payment.related');
}

async function end(
  ctx: StaffContext,
  id: string,
  state: 'withdrawn' | 'refused',
  note: string | null,
): Promise<{ id: string }> {
  requireStaffAct(ctx, state === 'refused' ? 'approvals.refuse' : 'approvals.withdraw');
  return withTx(ctx, async (tx) => {
    const row = await proposalLocked(tx.db, id);
    if (!row) throw new AppError('not_found');
    const isOwn = row.proposed_by === tx.actor.userId;
    if (state === 'withdrawn' && !isOwn)
      throw new AppError('auth.not_allowed', { action: 'approvals.withdraw', context: 'author' });
    if (state === 'refused') {
      requireRole(tx, row.kind);
      if (isOwn) throw new AppError('approval.same_person');
    }
    if (!(await decideProposal(tx.db, { id, state, by: tx.actor.userId, note, at: tx.clock.now() })))
      throw new AppError('state.already_decided');
    await signalWorkflow(tx, 'staffApproval', id, state, id);
    await audit(tx, `approval.${state}`, `approval:${id}`, { kind: row.kind, subject: row.subject });
    return { id };
  });
}

/** Withdraws the actor's own proposal. */
export const withdraw = (ctx: StaffContext, input: z.output<typeof proposalInput>): Promise<{ id: string }> =>
  end(ctx, input.proposalId, 'withdrawn', null);

/** Refuses the proposal of another staff member, with the reason. */
export const refuse = (ctx: StaffContext, input: z.output<typeof refuseInput>): Promise<{ id: string }> =>
  end(ctx, input.proposalId, 'refused', input.note);

/** Proposals open for a second staff member, the oldest first. */
export async function pending(ctx: StaffContext, { after, limit }: z.output<typeof pageInput>): Promise<ProposalPage> {
  return withTx(ctx, async (tx) => {
    const { role, userId } = tx.actor;
    const at = tx.clock.now();
    const rows = await openProposals(tx.db, { at, after: requirePlace(after), limit: limit + 1 });
    const page = toPage(rows, limit, rowCursor, (row) => toProposal(tx, row));
    const kinds = (Object.keys(APPROVALS) as ApprovalKind[]).filter((kind) => mayApprove(role, kind));
    return { ...page, toDecide: await countProposals(tx.db, { at, kinds, notBy: userId, cap: COUNT_CAP }) };
  });
}

/** Whether a second staff member has yet to decide about a subject. */
export const isProposed = (tx: SystemContext, input: { kind: ApprovalKind; subject: string }): Promise<boolean> =>
  isOpen(tx.db, { at: tx.clock.now(), ...input });

/** The open proposal about a subject, or null. */
export async function pendingFor(
  tx: StaffContext,
  input: { kind: ApprovalKind; subject: string },
): Promise<ProposalDto | null> {
  const row = await openProposalAbout(tx.db, { at: tx.clock.now(), ...input });
  return row ? toProposal(tx, row) : null;
}
