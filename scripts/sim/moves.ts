import type { MilestoneFacts } from '../../server/features/escrow/rules.ts';
import type { Hold, MilestoneAction } from '../../server/features/escrow/milestone/rules.ts';
import type { BalanceChange } from '../../server/features/escrow/timeline/rules.ts';
import type { EventType, MilestoneState } from '../../server/features/escrow/schema.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import {
  IDS,
  nowOf,
  type CancelRequest,
  type Dispute,
  type Operation,
  type Payment,
  type Sim,
  type SimMilestone,
  type TimelineEntry,
} from './state.ts';

/*
 * What the product's services do with rows, here with records in memory: moves, events, holds, claims.
 */

export function move(s: Sim, row: SimMilestone, action: MilestoneAction, set: Partial<SimMilestone> = {}): void {
  const step = s.rules.machine[action];
  if (!(step.from as readonly MilestoneState[]).includes(row.state))
    throw new Error(`${action} cannot move a milestone that is ${row.state}`);
  Object.assign(row, set, { state: step.to ?? row.state, version: row.version + 1 });
  // The post is read with the row while money waits for it.
  if (s.rules.waitsForPost(row.state)) row.post ??= null;
}

export const facts = (s: Sim, row: SimMilestone): MilestoneFacts =>
  s.rules.factsOf({ ...row, withdrew: withdrewDispute(s, row) });

/** `withdrewDispute` of the product. */
const withdrewDispute = (s: Sim, row: SimMilestone): Side[] =>
  s.contests
    .filter(
      (c) =>
        c.milestoneId === row.id &&
        c.state === 'withdrawn' &&
        c.prior_state === row.state &&
        (row.submitted_at === null || row.submitted_at <= c.opened_at) &&
        !(s.rules.waitsForPost(c.prior_state) && row.post && row.post.linkedAt > c.opened_at),
    )
    .flatMap((c) => c.opened_side ?? []);

const NOTHING = { held: 0, released: 0, refunded: 0, disputed: 0 };

export function event(
  s: Sim,
  row: SimMilestone | null,
  type: EventType,
  {
    by = 'system',
    amount = null,
    change = {},
    to,
    state,
    contract = IDS.contract,
  }: {
    by?: TimelineEntry['actorKind'];
    amount?: number | null;
    change?: BalanceChange;
    to?: MilestoneState;
    state?: MilestoneState;
    contract?: string;
  } = {},
): void {
  const contractId = row?.contract_id ?? contract;
  const before = s.events.findLast((e) => e.contractId === contractId) ?? { ...NOTHING, seq: 0 };
  s.events.push({
    contractId,
    seq: before.seq + 1,
    type,
    milestoneId: row?.id ?? null,
    actorKind: by,
    amount,
    ...(to ? { data: { to } } : state ? { data: { state } } : {}),
    at: s.now,
    held: before.held + (change.held ?? 0),
    released: before.released + (change.released ?? 0),
    refunded: before.refunded + (change.refunded ?? 0),
    disputed: before.disputed + (change.disputed ?? 0),
  });
}

export function signal(s: Sim, milestoneId: string, name: string): void {
  const waiting = s.signals.get(milestoneId);
  if (waiting) waiting.push(name);
  else s.signals.set(milestoneId, [name]);
}

export const milestoneOf = (s: Sim, id: string): SimMilestone => s.milestones.find((m) => m.id === id)!;

/* Proposals to cancel. */

export const requestOf = (s: Sim, row: SimMilestone): CancelRequest =>
  s.cancelRequests.find((r) => r.milestoneId === row.id && r.state === 'open')!;

/** The milestone goes on where the request interrupted it; its clock has counted on. */
export function goBack(
  s: Sim,
  row: SimMilestone,
  as: 'declined' | 'withdrawn' | 'lapsed',
  by: Side | 'system',
): EventType {
  const request = requestOf(s, row);
  request.state = as;
  move(s, row, s.rules.backTo[request.from], { deadline_at: request.fromDeadlineAt, cancel_proposed_by: null });
  event(s, row, `cancel_${as}`, { by, to: request.from });
  return `cancel_${as}`;
}

/* Payments that are not what was quoted. */

const attemptOf = (p: Payment) => ({ state: p.state, failure_code: p.failureCode });
export const isSuspended = (s: Sim, p: Payment): boolean => s.rules.isSuspended(attemptOf(p));
export const wasReturned = (s: Sim, p: Payment): boolean => s.rules.wasReturned(attemptOf(p));

/* Operations. */

export function claim(s: Sim, opId: string, state: 'claimed' | 'waiting' = 'claimed'): Operation {
  const known = s.operations.get(opId);
  if (known) return known;
  const op: Operation = {
    op_id: opId,
    attempt: 1,
    idempotency_key: s.rules.keyOf(opId, 1),
    state,
    claimed_at: nowOf(s),
  };
  s.operations.set(opId, op);
  return op;
}

/** Returns the claim that follows. */
export function claimAgain(s: Sim, read: Operation): Operation {
  const attempt = read.state === 'waiting' ? read.attempt : read.attempt + 1;
  const next: Operation = {
    op_id: read.op_id,
    attempt,
    idempotency_key: s.rules.keyOf(read.op_id, attempt),
    state: 'claimed',
    claimed_at: nowOf(s),
  };
  if (s.operations.get(read.op_id)?.attempt === read.attempt) s.operations.set(read.op_id, next);
  return next;
}

export const operation = (s: Sim, opId: string): Operation => ({ ...s.operations.get(opId)! });

export function moveOperation(s: Sim, opId: string, from: readonly Operation['state'][], to: Operation['state']): void {
  const op = s.operations.get(opId);
  if (op && from.includes(op.state)) s.operations.set(opId, { ...op, state: to });
}
export const settle = (s: Sim, opId: string, to: 'done' | 'failed'): void =>
  moveOperation(s, opId, ['claimed', 'unknown', 'waiting'], to);
export const markUnknown = (s: Sim, opId: string): void => moveOperation(s, opId, ['claimed', 'unknown'], 'unknown');

/* Holds. */

export function putOnHold(s: Sim, row: SimMilestone, hold: Hold): boolean {
  if (row.holds.includes(hold)) return false;
  // Nothing could be returned.
  if (s.rules.refundsStop([hold]) && row.state === 'cancel_requested') goBack(s, row, 'lapsed', 'system');
  row.holds = [...row.holds, hold];
  row.version += 1;
  if (s.rules.refundsStop([hold])) row.clock_stopped_at ??= nowOf(s);
  if (!s.rules.isTerminal(row.state)) signal(s, row.id, 'held');
  return true;
}

const RESTING: readonly MilestoneState[] = ['funded', 'changes_requested', 'overdue', 'awaiting_live', 'retention'];

export function takeOffHold(s: Sim, row: SimMilestone, hold: Hold): boolean {
  if (!row.holds.includes(hold)) return false;
  const left = row.holds.filter((one) => one !== hold);
  const resume = s.rules.refundsStop(row.holds) && !s.rules.refundsStop(left);
  row.holds = left;
  row.version += 1;
  if (resume) {
    const rested = row.clock_stopped_at ? s.now - row.clock_stopped_at.getTime() : 0;
    if (row.deadline_at && RESTING.includes(row.state)) row.deadline_at = new Date(row.deadline_at.getTime() + rested);
    if (row.hold_expires_at) row.hold_expires_at = new Date(row.hold_expires_at.getTime() + rested);
    row.clock_stopped_at = null;
  }
  if (!s.rules.isTerminal(row.state)) signal(s, row.id, 'hold_cleared');
  return true;
}

export const openCase = (s: Sim, row: SimMilestone, kind: 'fraud_warning' | 'staff_hold') =>
  s.cases.find((c) => c.open && c.kind === kind && c.milestoneId === row.id);

export function holdForStaff(s: Sim, row: SimMilestone): void {
  if (s.rules.isTerminal(row.state) || row.holds.includes('staff_hold')) return;
  if (!openCase(s, row, 'staff_hold') || !putOnHold(s, row, 'staff_hold')) return;
  event(s, row, 'payment_on_hold');
}

/** Holds whose case a staff member has closed. */
export function liftSettled(s: Sim, row: SimMilestone): void {
  for (const kind of ['fraud_warning', 'staff_hold', 'provider_refund'] as const) {
    const open =
      kind === 'provider_refund'
        ? s.parked.some((c) => c.kind === kind && c.milestoneId === row.id && c.outcome === null)
        : openCase(s, row, kind);
    if (!row.holds.includes(kind) || open) continue;
    if (takeOffHold(s, row, kind)) event(s, row, 'hold_lifted');
  }
}

export function endDealIfOver(s: Sim): void {
  for (const contract of s.contracts) {
    const own = s.milestones.filter((m) => m.contract_id === contract.id);
    const end = s.rules.endOfDeal(own);
    if (!end || contract.state !== 'active') continue;
    contract.state = end;
    for (const m of own) m.contract_state = end;
    if (end === 'completed') event(s, null, 'deal_completed', { contract: contract.id });
  }
}

export const fundsMilestone = (s: Sim, payment: Payment): boolean =>
  fundingPayments(s, payment.milestoneId).some(({ id }) => id === payment.id);

/** Disputes of the payment that funds a milestone. */
export const disputesOf = (s: Sim, milestoneId: string): Dispute[] => {
  const funding = fundingPayments(s, milestoneId);
  return s.disputes.filter((d) => funding.some(({ id }) => id === d.paymentId));
};

/** The payment that holds a milestone's money; one that came too late does not count. */
export function fundingPayments(s: Sim, milestoneId: string): Payment[] {
  return s.payments.filter(
    (p) =>
      p.milestoneId === milestoneId &&
      s.rules.holdsMoney(p.state) &&
      !s.refunds.some((r) => r.paymentId === p.id && r.reason === 'late_payment'),
  );
}
