import type { OrgRole } from '../../server/context.ts';
import type { ErrorCode } from '../../server/core/errors.ts';
import { roleMay } from '../../server/features/orgs/rules.ts';
import type { AutoFundingState } from '../../server/features/payment-methods/schema.ts';
import { attemptsOf, pay } from './funding.ts';
import { milestoneOf } from './moves.ts';
import type { Steps } from './runs.ts';
import { date, type Sim, type SimMilestone } from './state.ts';
import type { Mishap } from './underway.ts';

/*
 * Payments without a person: the default method pays what becomes payable after a member has switched that on, as
 * `payment-methods/auto-fund.ts` and `payments/checkout/automatic.ts` of the product make them.
 */

/** Whether it is switched on, by whom and since when; it is off until then. */
export interface AutoFund {
  on: boolean;
  by: OrgRole | null;
  at: number | null;
  /** Milestones that were payable before; a person pays them. */
  payableBefore: string[];
}

/** A milestone that is to be paid without a person, once. */
export interface Automatic {
  milestoneId: string;
  state: AutoFundingState;
  code: string | null;
  method: number | null;
  requestedAt: number;
}

export type AutomaticAct =
  | { do: 'autoFund'; on: boolean; role: OrgRole }
  | { do: 'fundAutomatically'; m: number; mishap?: Mishap };

export const automaticOf = (s: Sim, milestoneId: string): Automatic | undefined =>
  s.automatic.find((one) => one.milestoneId === milestoneId);

/** `setAutoFund` of the product. Answers the refusal, or null. */
export function setAutoFund(s: Sim, { on, role }: Extract<AutomaticAct, { do: 'autoFund' }>): ErrorCode | null {
  if (!roleMay(role, 'billing.edit')) return 'auth.not_allowed';
  if (s.autoFund.on === on) return null;
  if (on && !s.methods.some(({ isDefault }) => isDefault)) return 'method.none';
  const payable = s.milestones.filter((row) => {
    const from = s.rules.fundableFromOf(row);
    return row.state === 'awaiting_funding' && (from === null || from.getTime() < s.now);
  });
  s.autoFund = { on, by: role, at: s.now, payableBefore: payable.map(({ id }) => id) };
  return null;
}

/** `requestAutoFunding` of the product. */
export function requestAutomatic(s: Sim, { id: milestoneId }: SimMilestone, payableSince: Date | null): void {
  const { on, at } = s.autoFund;
  if (!on || at === null || automaticOf(s, milestoneId)) return;
  if (s.rules.methods.becamePayableSince(date(at), payableSince))
    s.automatic.push({ milestoneId, state: 'due', code: null, method: null, requestedAt: s.now });
}

/** `fundAutomatically` of the product; answers what it did. */
export function* fundAutomatically(s: Sim, milestoneId: string): Steps<string> {
  const due = automaticOf(s, milestoneId);
  if (due?.state !== 'due') return 'ended before';
  const stop = (state: AutoFundingState, code: string | null, method: number | null = null): string => {
    if (due.state === 'due') Object.assign(due, { state, code, method });
    return `${state}: ${code ?? ''}`;
  };
  const { on: auto_fund, by } = s.autoFund;
  if (by === null || !s.rules.methods.paysAutomatically({ auto_fund, auto_fund_by: by }))
    return stop('dropped', 'auto_fund_off');
  const method = s.methods.findIndex(({ isDefault }) => isDefault);
  if (method < 0) return stop('dropped', 'no_method');
  if (!roleMay(by, 'escrow.fund') || s.onHold.brand) return stop('dropped', 'no_person');
  const { state } = milestoneOf(s, milestoneId);
  if (state !== 'awaiting_funding' && state !== 'funding') return stop('dropped', state);
  const refused = yield* pay(s, [milestoneId], by, method, { offSession: true });
  switch (refused) {
    case null:
      return stop('started', null, method);
    case 'payment.provider_unavailable':
    case 'payment.card_dispute_open':
    case 'escrow.too_early_to_fund':
      return refused;
    case 'payment.in_progress':
      return stop('dropped', refused);
    default: {
      const declined = refused === 'payment.declined' ? attemptsOf(s, milestoneId).at(-1)!.failureCode : null;
      const code = declined ?? refused;
      return stop(s.rules.methods.needsPayer(code) ? 'to_confirm' : 'failed', code);
    }
  }
}

/** What waits to be paid without a person. */
export const dueAutomatic = (s: Sim): Automatic[] => s.automatic.filter(({ state }) => state === 'due');
