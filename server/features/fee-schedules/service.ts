import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { isCurrency } from '../../core/money.ts';
import { staffMay } from '../../core/staff.ts';
import { requireStaffAct } from '../../guards.ts';
import { approve, propose } from '../approvals/service.ts';
import type { ApprovalPayload, proposalInput } from '../approvals/schema.ts';
import { audit } from '../audit/audit.ts';
import type { FeeSchedule } from '../policies/schema.ts';
import { addBrandFee, brandFees } from '../policies/service.ts';
import { chargedSince } from './queries.ts';
import { feeProblem, PREVIEW_DAYS, PREVIEW_MS, previewOf, subjectOf } from './rules.ts';
import type { feeInput, FeePreview, FeeScheduleDto, FeeSchedulesDto, proposeFeeInput } from './schema.ts';

type FeeInput = z.output<typeof feeInput>;

function requireFee(fee: FeeInput, now: Date): void {
  const problem = feeProblem(fee, now);
  if (problem) throw new AppError(problem.code, { field: problem.field });
}

/** The service fees of brands with what is in force, the last to come into force first. */
export async function feeSchedules(ctx: StaffContext): Promise<FeeSchedulesDto> {
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const all = await brandFees(tx);
    const seen = new Set<string>();
    const schedules = all.map((one): FeeScheduleDto => {
      if (one.validFrom.getTime() > now.getTime()) return { ...one, state: 'coming' };
      const subject = subjectOf(one);
      const state = seen.has(subject) ? 'past' : 'in_force';
      seen.add(subject);
      return { ...one, state };
    });
    return { schedules, mayAct: staffMay(tx.actor.role, 'feeSchedules.propose'), serverNow: now };
  });
}

/** What the payments of the last days would have cost under these terms. */
export async function previewFee(ctx: StaffContext, input: FeeInput): Promise<FeePreview> {
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    requireFee(input, now);
    const groups = await chargedSince(tx.db, new Date(now.getTime() - PREVIEW_MS));
    return { days: PREVIEW_DAYS, rows: previewOf(groups, await brandFees(tx), { ...input, id: newId() }) };
  });
}

/**
 * Proposes a service fee; it comes into force at its time if a second staff member confirms it before. Contracts that exist
 * keep theirs. Throws fee.sums_need_currency, fee.bounds_crossed, fee.off_step, fee.in_past, approval.open.
 */
export async function proposeFee(ctx: StaffContext, input: z.output<typeof proposeFeeInput>): Promise<{ id: string }> {
  requireStaffAct(ctx, 'feeSchedules.propose');
  const { note, ...fee } = input;
  requireFee(fee, ctx.clock.now());
  return propose(ctx, {
    kind: 'fee_schedule',
    subject: subjectOf(fee),
    payload: { ...fee, validFrom: fee.validFrom.toISOString() },
    note,
  });
}

function feeIn(payload: ApprovalPayload, id: string): FeeSchedule {
  const sum = (name: string): number | null => (payload[name] == null ? null : Number(payload[name]));
  const { country, currency, validFrom } = payload;
  return {
    id,
    bps: sum('bps') ?? 0,
    fixed: sum('fixed') ?? 0,
    minimum: sum('minimum'),
    maximum: sum('maximum'),
    country: typeof country === 'string' ? country : null,
    currency: typeof currency === 'string' && isCurrency(currency) ? currency : null,
    validFrom: new Date(String(validFrom)),
  };
}

/** Confirms a proposed fee as the second person. Throws fee.in_past when its time has come meanwhile. */
export async function confirmFee(ctx: StaffContext, input: z.output<typeof proposalInput>): Promise<{ id: string }> {
  requireStaffAct(ctx, 'feeSchedules.confirm');
  return withTx(ctx, async (tx) => {
    const { subject, payload } = await approve(tx, { id: input.proposalId, kind: 'fee_schedule' });
    const fee = feeIn(payload, newId(tx.clock.now().getTime()));
    requireFee(fee, tx.clock.now());
    await addBrandFee(tx, fee);
    await audit(tx, 'fee_schedule.added', `fee_schedule:${fee.id}`, { ...payload, subject });
    return { id: fee.id };
  });
}
