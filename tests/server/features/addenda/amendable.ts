import type { AmendableDeal } from '../../../../server/features/addenda/changes/rules.ts';
import type { AmendableMilestone } from '../../../../server/features/addenda/clocks/rules.ts';
import { planAddendum, type AddendumPlan } from '../../../../server/features/addenda/rules.ts';
import type { AddendumChange } from '../../../../server/features/addenda/schema.ts';
import { HOLD_CAP_MS, SHIPPED_CLOCKS, SHIPPED_LIVE_CLOCKS } from '../../../../server/features/policies/rules.ts';
import { dealTermsWith } from '../../../support/deal-terms.ts';

/* Deals and milestones as an addendum finds them. */

export const now = new Date('2026-11-26T09:00:00Z');
const DAY = 24 * 3_600_000;
export const at = (days: number): Date => new Date(now.getTime() + days * DAY);

export const milestone = (seq: number, more: Partial<AmendableMilestone> = {}): AmendableMilestone => ({
  id: `m${seq}`,
  seq,
  title: `Reel ${seq}`,
  amount: 40_000,
  state: 'awaiting_funding',
  dueAt: at(12),
  deadlineAt: at(3),
  fundedAt: null,
  round: 0,
  changesAt: null,
  submittedAt: null,
  approvedAt: null,
  reviewExtended: false,
  postOverdueAt: null,
  postExtendedAt: null,
  post: null,
  request: null,
  holds: [],
  holdEnd: null,
  bonus: false,
  ...more,
});
export const funded = (more: Partial<AmendableMilestone> = {}): AmendableMilestone =>
  milestone(1, {
    state: 'funded',
    fundedAt: at(-2),
    deadlineAt: at(13),
    holdEnd: new Date(at(-2).getTime() + HOLD_CAP_MS),
    ...more,
  });

export function deal(milestones: AmendableMilestone[], more: Partial<AmendableDeal> = {}): AmendableDeal {
  return {
    active: true,
    currency: 'EUR',
    feeBps: 500,
    taxBps: 2_000,
    milestones,
    terms: dealTermsWith(milestones),
    ...more,
  };
}

const plan = (of: AmendableDeal, changes: readonly AddendumChange[]) =>
  planAddendum(of, changes, { now, ranges: { ...SHIPPED_CLOCKS, ...SHIPPED_LIVE_CLOCKS }, dueOfBonus: at(12) });

export const codeOf = (of: AmendableDeal, ...changes: AddendumChange[]): string => {
  const one = plan(of, changes);
  return one.ok ? 'planned' : one.refused.code;
};
export const planned = (of: AmendableDeal, ...changes: AddendumChange[]): AddendumPlan => {
  const one = plan(of, changes);
  if (!one.ok) throw new Error(one.refused.code);
  return one.plan;
};
