import { PAYOUT_MINIMUM } from '../../server/features/policies/rules.ts';
import { Breach, equal } from './books.ts';
import { orgOf } from './payouts.ts';
import { reversedOf } from './parked.ts';
import type { Leg } from './payout-row.ts';
import type { Sim } from './state.ts';

const LEGS: readonly Leg[] = ['creator', 'agent'];

const sentTo = (s: Sim, leg: Leg): number =>
  s.transfers.reduce((sum, t) => sum + (t.leg === leg && t.state === 'sent' ? t.amount : 0), 0);

/** What was sent to a payee is in the wallet, on its way to the bank, or there. */
export function judgePayouts(s: Sim): void {
  for (const leg of LEGS) {
    const of = (code: 'M_CONNECTED' | 'M_TRANSIT') => s.books.balance(code, orgOf(leg), s.deal.currency);
    const own = s.payouts.filter((p) => p.leg === leg);
    const paid = own.reduce((sum, p) => sum + (p.state === 'paid' ? p.amount : 0), 0);
    equal(
      'payouts.add-up',
      `wallet of the ${leg}`,
      of('M_CONNECTED') + of('M_TRANSIT') + paid,
      sentTo(s, leg) - reversedOf(s, leg),
    );
    // A payout may have taken what was taken back afterwards.
    if (of('M_CONNECTED') + reversedOf(s, leg) < 0)
      throw new Breach('payouts.add-up', `the wallet of the ${leg} is ${of('M_CONNECTED')}`);
    for (const p of own)
      if (p.amount < Math.max(PAYOUT_MINIMUM[s.deal.currency], p.least))
        throw new Breach('payouts.allowed', `${p.opId} of ${p.amount}`);
  }
}

/** Nothing is under way: what the provider has for a payee is what the books have. */
export function judgePayoutsAtRest(s: Sim): void {
  for (const leg of LEGS) {
    // A transfer whose answer was lost is not read while a lost dispute holds its milestone.
    if (s.transfers.some((t) => t.leg === leg && t.state !== 'sent')) continue;
    const held = s.provider.balanceOf(s.accounts[leg].id, s.deal.currency);
    equal(
      'payouts.add-up',
      `at the provider for the ${leg}`,
      held,
      s.books.balance('M_CONNECTED', orgOf(leg), s.deal.currency),
    );
  }
  for (const p of s.payouts)
    if (['claimed', 'unknown', 'in_transit'].includes(p.state))
      throw new Breach('platform.claims-are-settled', `${p.opId} stays ${p.state}`);
}
