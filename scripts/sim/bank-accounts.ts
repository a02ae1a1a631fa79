import { plus } from '../../server/core/clock.ts';
import type { Currency } from '../../server/core/money.ts';
import type { KnownBank } from '../../server/features/payouts/banks/rules.ts';
import { SHIPPED_CLOCKS } from '../../server/features/policies/rules.ts';
import type { ConnectedAccount } from '../../server/integrations/stripe/provider.ts';
import type { Command } from './commands.ts';
import { inOrder } from './payee-account.ts';
import type { Leg } from './payout-row.ts';
import type { Random } from './random.ts';
import { nowOf, type Sim } from './state.ts';

/*
 * Bank accounts of payees: exchanged on the provider's form, noted when the account is read, and too new for payouts for as
 * long as a release clears, as `payouts/account.ts` and `payouts/banks` have it.
 */

/** `all`: those of every currency; else the one of the account's own currency, and the others are removed. */
export type BankExchange = { do: 'exchangeBank'; leg: Leg; all: boolean } | { do: 'readAccount'; leg: Leg };

/** Until when the bank account of a currency is too new for payouts; null: it is not. */
export function coolingUntil(s: Sim, leg: Leg, currency: Currency): Date | null {
  const changedAt = s.accounts[leg].banks.find((bank) => bank.currency === currency)?.changedAt;
  const end = changedAt && plus(changedAt, SHIPPED_CLOCKS.clearing.fallback);
  return end && end > nowOf(s) ? end : null;
}

/** The payee's bank accounts as its account shows them; which of them are the same account is shown, and decides nothing. */
export const banksOf = (s: Sim, leg: Leg) =>
  s.accounts[leg].banks.flatMap(({ currency, last4 }, account) =>
    last4 ? [{ currency, account, last4, coolingUntil: coolingUntil(s, leg, currency) }] : [],
  );

/**
 * `refreshAccountOf` of the product: reads the account at the provider, and notifies who manages it of an exchange. Answers the
 * bank accounts that it has.
 */
export function readAccount(s: Sim, leg: Leg): ConnectedAccount['banks'] {
  const account = s.accounts[leg];
  const now = nowOf(s);
  const seen = s.provider.retrieveBanks(account.id);
  const { noted, changed } = s.rules.banksToNote(account.banks, seen, now);
  const others = account.banks.filter((one) => !noted.some(({ currency }) => currency === one.currency));
  account.banks = inOrder([...others, ...noted]);
  if (changed) {
    // Whatever a schedule stopped for is seen to.
    const plan = s.schedules[leg];
    plan.stopped = false;
    plan.nextAt = s.rules.nextPayoutAt(plan.schedule, plan.day, now);
  }
  const isDue = ({ last4, changedAt, notifiedAt }: KnownBank): boolean =>
    last4 !== null && changedAt !== null && (notifiedAt === null || notifiedAt < changedAt);
  if (account.banks.some(isDue)) account.banks = account.banks.map((bank) => ({ ...bank, notifiedAt: now }));
  return seen;
}

export function exchange(s: Sim, c: BankExchange): 'done' {
  if (c.do === 'readAccount') readAccount(s, c.leg);
  else {
    s.provider.exchangeBank(s.accounts[c.leg].id, c.all);
    s.accounts[c.leg].exchanged.push(s.now);
  }
  return 'done';
}

/** What has become of exchanges. */
export function* exchangesIn(s: Sim): Generator<string> {
  for (const leg of ['creator', 'agent'] as const) {
    if (!coolingUntil(s, leg, s.deal.currency)) continue;
    for (const p of s.payouts) if (p.leg === leg) yield `new bank account: payout ${p.state}`;
    const { nextAt } = s.schedules[leg];
    if (nextAt)
      yield `new bank account: schedule ${nextAt.getTime() === coolingUntil(s, leg, s.deal.currency)!.getTime() ? 'waits' : 'goes on'}`;
  }
}

/** So many deals have payees who exchange their bank accounts, so many of their commands do it once there is money to pay out. */
const EXCHANGING_DEALS = 0.25;
const EXCHANGED_OFTEN = 0.06;
/** The same while a payout has been requested and not sent. */
const EXCHANGED_FIRST = 0.35;
const READ_OFTEN = 0.3;
const PAID_OFTEN = 0.3;
/** Most exchange those of all currencies. */
const ALL_OFTEN = 0.7;
/** Two exchanges of a payee are so far apart. */
const PAUSE_MS = 80 * 3_600_000;

export const exchangesBanks = (random: Random): boolean => random.chance(EXCHANGING_DEALS);

/**
 * What is played around an exchange, or null: none this time. After one the account is read, and payouts are requested and
 * sent within the time in which it is too new, and at the end of it.
 */
export function exchangeOf(s: Sim, random: Random): Command | null {
  const leg: Leg = s.deal.commissionBps > 0 && random.chance(0.3) ? 'agent' : 'creator';
  if (!s.transfers.some((t) => t.leg === leg && t.state === 'sent')) return null;
  const last = s.accounts[leg].exchanged.at(-1);
  if (last === undefined || s.now - last > PAUSE_MS) {
    const waits = s.payouts.some((p) => p.leg === leg && p.state === 'claimed');
    if (!random.chance(waits ? EXCHANGED_FIRST : EXCHANGED_OFTEN)) return null;
    return { do: 'exchangeBank', leg, all: random.chance(ALL_OFTEN) };
  }
  const until = coolingUntil(s, leg, s.deal.currency)?.getTime();
  if (until === undefined) return random.chance(READ_OFTEN) ? { do: 'readAccount', leg } : null;
  if (!random.chance(PAID_OFTEN)) return null;
  const { nextAt } = s.schedules[leg];
  switch (random.weighted({ payOut: 3, payDue: 3, payout: 4, wait: 3 })) {
    case 'payOut':
      return { do: 'payOut', leg };
    case 'payDue':
      if (!nextAt) return { do: 'schedule', leg, schedule: 'daily', day: null, minimum: null };
      return nextAt.getTime() > s.now ? { do: 'wait', ms: nextAt.getTime() - s.now } : { do: 'payDue', leg };
    case 'payout':
      return { do: 'payout', n: random.int(0, 3) };
    case 'wait':
      return { do: 'wait', ms: Math.max(1, until - s.now + random.pick([-1_000, 0, 0, 1_000])) };
  }
}
