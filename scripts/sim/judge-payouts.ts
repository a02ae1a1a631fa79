import { durationMs } from '../../server/core/clock.ts';
import { stepOf } from '../../server/core/money.ts';
import { PAYOUT_MINIMUM, SHIPPED_CLOCKS } from '../../server/features/policies/rules.ts';
import { Breach, equal } from './books.ts';
import type { Command, Outcome } from './commands.ts';
import type { Memory } from './judge.ts';
import { isUnderWay, orgOf } from './payouts.ts';
import { reversedOf } from './parked.ts';
import type { Leg } from './payout-row.ts';
import type { Sim } from './state.ts';

const LEGS: readonly Leg[] = ['creator', 'agent'];

const sentTo = (s: Sim, leg: Leg): number =>
  s.transfers.reduce((sum, t) => sum + (t.leg === leg && t.state === 'sent' ? t.amount : 0), 0);

const COOLING_MS = durationMs(SHIPPED_CLOCKS.clearing.fallback);

/** Payouts that the provider has, by their ids. */
export const payoutsAtProvider = (s: Sim): Set<string> =>
  new Set(s.payouts.length === 0 ? [] : [...s.provider.world.store.all('payout')].map(({ id }) => id));

/** A payee has money that no payout takes. */
function isLeft(s: Sim, leg: Leg): boolean {
  const of = (code: 'M_CONNECTED' | 'M_TRANSIT') => s.books.balance(code, orgOf(leg), s.deal.currency);
  const taken = s.payouts.reduce((sum, p) => sum + (p.leg === leg && isUnderWay(p) ? p.amount : 0), 0);
  return of('M_CONNECTED') - Math.max(taken - of('M_TRANSIT'), 0) >= stepOf(s.deal.currency);
}

/**
 * Who exchanged the bank account of a payee may be a thief: while it is new no payout is claimed that is known to go there,
 * and none leaves that was claimed before, also where a process stopped between its read of the account and its call; those who
 * manage the payouts are notified.
 */
export function judgeBanks(s: Sim, memory: Memory, command: Command, outcome: Outcome): void {
  for (const leg of LEGS) {
    const { id, banks, exchanged } = s.accounts[leg];
    for (const { currency, changedAt, notifiedAt } of banks)
      if (changedAt && (!notifiedAt || notifiedAt < changedAt))
        throw new Breach(
          'payouts.bank-is-known',
          `nobody was notified of the bank account in ${currency} of the ${leg}`,
        );
    const known = banks.find(({ currency }) => currency === s.deal.currency)?.changedAt;
    for (const p of s.payouts.slice(memory.payouts))
      if (p.leg === leg && known && s.now < known.getTime() + COOLING_MS)
        throw new Breach('payouts.bank-is-known', `${p.opId} was claimed for a bank account that is new`);
    const { nextAt } = s.schedules[leg];
    if (
      outcome === 'done' &&
      command.do === 'payDue' &&
      command.leg === leg &&
      s.accounts[leg].ready &&
      nextAt &&
      known &&
      isLeft(s, leg)
    ) {
      const until = known.getTime() + COOLING_MS;
      if (s.now < until) equal('payouts.schedule-waits', `next payout of the ${leg}`, nextAt.getTime(), until);
    }
    const last = exchanged.at(-1);
    if (last === undefined || s.now >= last + COOLING_MS) continue;
    for (const payout of payoutsAtProvider(s))
      if (!memory.sent.has(payout) && s.provider.world.store.ownerOf('payout', payout) === id)
        throw new Breach(
          'payouts.bank-is-known',
          `${payout} has left for a bank account of ${new Date(last).toISOString()}`,
        );
  }
}

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
