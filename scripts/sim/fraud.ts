import type { ErrorCode } from '../../server/core/errors.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import { RULING_APPEAL_MS } from '../../server/features/payments/rules.ts';
import { event, milestoneOf, move, signal, takeOffHold } from './moves.ts';
import { date, nowOf, type Case, type Sim, type SimMilestone } from './state.ts';

/** A ruling that the payment of approved work is fraudulent. */
export interface FraudRuling {
  key: string;
  milestoneId: string;
  amount: number;
  decidedAt: Date;
  /** The end of the time to appeal; null: decided anew after an appeal, which is final. */
  effectiveAt: Date | null;
  state: 'open' | 'appealed' | 'done' | 'failed';
}

/** The cases of a suspicion: under its key, and again after it was lifted. */
export const isAbout = (c: Case, key: string): boolean =>
  c.kind === 'fraud_warning' && (c.key === key || c.key.startsWith(`${key}:again`));

export function beginSuspicion(s: Sim, row: SimMilestone, key: string): void {
  const n = s.cases.filter((c) => c.milestoneId === row.id && isAbout(c, key)).length;
  s.cases.push({
    kind: 'fraud_warning',
    key: n === 0 ? key : n === 1 ? `${key}:again` : `${key}:again:${n}`,
    milestoneId: row.id,
    open: true,
  });
}

export function endSuspicion(s: Sim, keys: readonly string[]): void {
  for (const c of s.cases) if (keys.some((key) => isAbout(c, key))) c.open = false;
}

/** Two staff members confirm the fraud of a milestone's first open case. False: there is nothing to confirm. */
export function confirmFraud(s: Sim, row: SimMilestone): boolean {
  const suspected = s.cases.find((c) => c.kind === 'fraud_warning' && c.milestoneId === row.id && c.open);
  const amount = s.rules.restOf(row);
  if (!suspected || !s.rules.endsByFraud(row.state) || !row.holds.includes('fraud_warning') || amount === 0)
    return false;
  const before = s.rulings.filter((r) => r.key === suspected.key);
  if (before.some(({ state }) => state === 'open')) return false;
  const isAnew = before.some(({ state }) => state === 'appealed');
  s.rulings.push({
    key: suspected.key,
    milestoneId: row.id,
    amount,
    decidedAt: nowOf(s),
    effectiveAt: isAnew ? null : date(s.now + RULING_APPEAL_MS),
    state: 'open',
  });
  return true;
}

export const lastRuling = (s: Sim, milestoneId: string): FraudRuling | undefined =>
  s.rulings.findLast((r) => r.milestoneId === milestoneId);

/** `appealRuling` of the product, against the last ruling about a milestone. Answers the refusal, or null. */
export function appealRuling(s: Sim, milestoneId: string): ErrorCode | 'nothing' | null {
  const ruling = lastRuling(s, milestoneId);
  if (!ruling) return 'nothing';
  if (ruling.state !== 'open' || ruling.effectiveAt === null || ruling.effectiveAt <= nowOf(s))
    return 'payment.appeal_over';
  ruling.state = 'appealed';
  return null;
}

/** `settleFraud` of the product. */
export function settleRuling(s: Sim, ruling: FraudRuling): void {
  ruling.state = 'failed';
  const row = milestoneOf(s, ruling.milestoneId);
  const open = s.cases.some((c) => c.kind === 'fraud_warning' && c.key === ruling.key && c.open);
  if (!open || !s.rules.endsByFraud(row.state) || s.rules.restOf(row) !== ruling.amount) return;
  ruling.state = 'done';
  for (const c of s.cases) if (c.kind === 'fraud_warning' && c.milestoneId === row.id) c.open = false;
  takeOffHold(s, row, 'fraud_warning');
  takeOffHold(s, row, 'float_short');
  move(s, row, 'endByFraud', { deadline_at: date(s.now + CLAIM_LIMIT_MS), refund_reason: 'fraud' });
  event(s, row, 'fraud_confirmed', { amount: s.rules.restOf(row) });
  signal(s, row.id, 'fraud_confirmed');
}
