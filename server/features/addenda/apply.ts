import { withTx, type SystemContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import type { StepOutcome } from '../../core/step.ts';
import { amendDeal, milestonesToAmend } from '../escrow/amend/amend.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';
import { dealTerms } from '../terms/schema.ts';
import { notifySide } from './announce.ts';
import { amendableDeal, plan, readChanges } from './facts.ts';
import { addendumById, contractFactsOf, signaturesOf, swapAddendum, type AddendumRow } from './queries/addenda.ts';

async function locked(tx: SystemContext, addendumId: string): Promise<AddendumRow> {
  const row = await addendumById(tx.db, { id: addendumId, lock: true });
  if (!row) throw new AppError('not_found');
  return row;
}

const SIDES = ['brand', 'creator'] as const;
const outcome = (row: AddendumRow, done: boolean, next: Date | null = null): StepOutcome => ({
  done,
  next,
  state: row.state,
});

async function end(tx: SystemContext, row: AddendumRow, as: 'applied' | 'expired' | 'overtaken'): Promise<void> {
  if (!(await swapAddendum(tx.db, row, { state: as, ended: true, at: tx.clock.now() })))
    throw new Error(`addendum ${row.id} moved while it was locked`);
}

async function overtake(tx: SystemContext, row: AddendumRow, code: ErrorCode): Promise<StepOutcome> {
  await end(tx, row, 'overtaken');
  await appendEvent(tx, { contractId: row.contract_id, type: 'addendum_overtaken', data: { n: row.n, code } });
  for (const side of SIDES) await notifySide(tx, row, side, 'addendum_overtaken');
  return { done: true, next: null, state: 'overtaken' };
}

/**
 * Both signed: the deal changes, once. What became impossible since the signatures ends the addendum as overtaken, and
 * nothing of the deal changes. Milestones are locked before the addendum.
 */
export async function applyAddendum(ctx: SystemContext, { addendumId }: { addendumId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const seen = await addendumById(tx.db, { id: addendumId });
    if (!seen) throw new AppError('not_found');
    const milestones = await milestonesToAmend(tx, seen.contract_id, { lock: true });
    const row = await locked(tx, addendumId);
    if (row.state !== 'signed') return outcome(row, row.state === 'applied', row.ended_at ? null : row.deadline_at);
    const signatures = await signaturesOf(tx.db, [row.id]);
    if (signatures.length !== 2 || signatures.some((s) => s.document_hash !== row.document_hash))
      throw new Error(`addendum ${row.id} carries a signature of another text`);
    const contract = await contractFactsOf(tx.db, row.contract_id);
    const planned = await plan(tx, amendableDeal(contract, milestones), {
      changes: readChanges(row.changes),
      deadlineAt: row.deadline_at,
    });
    if (!planned.ok || contract.total !== row.total_before)
      return overtake(tx, row, planned.ok ? 'addendum.overtaken' : planned.refused.code);
    const { changed, added } = planned.plan;
    const terms = dealTerms.parse(row.terms_after);
    await amendDeal(
      tx,
      {
        contractId: row.contract_id,
        addendumId: row.id,
        n: row.n,
        total: row.total_after,
        terms,
        changed,
        added,
      },
      milestones,
    );
    const amended = {
      contractId: row.contract_id,
      before: dealTerms.parse(contract.terms).clocks,
      after: terms.clocks,
    };
    for (const { amendClocks } of REGISTRATIONS) await amendClocks?.(tx, amended);
    await end(tx, row, 'applied');
    await appendEvent(tx, {
      contractId: row.contract_id,
      type: 'addendum_applied',
      data: { n: row.n, hash: row.document_hash, before: row.total_before, total: row.total_after },
    });
    for (const side of SIDES) await notifySide(tx, row, side, 'addendum_applied');
    return { done: true, next: null, state: 'applied' };
  });
}

/** A signature is missing at the deadline: the contract stays as it is. */
export async function expireAddendum(ctx: SystemContext, { addendumId }: { addendumId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, addendumId);
    if (row.ended_at || row.state === 'signed') return outcome(row, row.state === 'expired');
    if (row.deadline_at.getTime() > tx.clock.now().getTime()) return outcome(row, false, row.deadline_at);
    await end(tx, row, 'expired');
    await appendEvent(tx, { contractId: row.contract_id, type: 'addendum_expired', data: { n: row.n } });
    for (const side of SIDES) await notifySide(tx, row, side, 'addendum_expired');
    return { done: true, next: null, state: 'expired' };
  });
}

/** Reminds the sides that have not signed yet. Of a deal that has ended meanwhile nothing is left to sign. */
export async function remindAddendum(
  ctx: SystemContext,
  { addendumId, hoursLeft }: { addendumId: string; hoursLeft: number },
): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, addendumId);
    if (row.ended_at || row.state === 'signed') return outcome(row, true);
    if ((await contractFactsOf(tx.db, row.contract_id)).state !== 'active')
      return overtake(tx, row, 'addendum.deal_over');
    const signed = (await signaturesOf(tx.db, [row.id])).map((s) => s.side);
    for (const side of SIDES)
      if (!signed.includes(side)) await notifySide(tx, row, side, 'addendum_expiring', `${hoursLeft}h`);
    return outcome(row, true, row.deadline_at);
  });
}

/** The row as its workflow reads it. */
export async function addendumFacts(ctx: SystemContext, addendumId: string): Promise<AddendumRow> {
  const row = await addendumById(ctx.db, { id: addendumId });
  if (!row) throw new AppError('not_found');
  return row;
}
