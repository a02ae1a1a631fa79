import { CURRENCIES } from '../../server/core/money.ts';
import type { AddendumClock } from '../../server/features/addenda/schema.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import { hasAddedNow } from './addenda.ts';
import { isActive, milestonesOf, openAddendum } from './addendum.ts';
import type { Addendum, Wish } from './addendum-row.ts';
import type { Command } from './commands.ts';
import type { Random } from './random.ts';
import type { Person } from './viewer.ts';
import { DAY, HOUR, IDS, nowOf, type Payment, type Sim, type SimMilestone } from './state.ts';

/*
 * Deals whose sides change prices, dates and milestones: an addendum is proposed, signed and applied one step at a time, while
 * the deal goes on, so that some are overtaken, declined or left unsigned. Some change a milestone of which a page that had been
 * given up is still paid.
 */

/** So many deals, and so many of their commands while no addendum is open, and while one waits for signatures or the worker. */
const CHANGED_DEALS = 0.3;
const PROPOSED_OFTEN = 0.06;
/** Overdue work gets another date. */
const MOVED_OFTEN = 0.2;
const SIGNED_OFTEN = 0.22;
const APPLIED_OFTEN = 0.35;
/** So often the next step of early money is played, once its page is lost. */
const LOST_OFTEN = 0.05;
const EARLY_OFTEN = 0.8;
/** Milestones of both contracts at most. */
const MAX_MILESTONES = 7;

export const changesDeals = (random: Random): boolean => random.chance(CHANGED_DEALS);

/** A step of an addendum, or of money that comes before its milestone may hold it; null: none this time. */
export function changeOf(s: Sim, random: Random): Command | null {
  const second: { second?: true } = s.contracts.length > 1 && random.chance(0.5) ? { second: true } : {};
  const contract = second.second ? IDS.second : IDS.contract;
  const open = openAddendum(s, contract);
  if (open) return stepOf(s, random, open, second);
  if (!isActive(s, contract)) return null;
  const late = milestonesOf(s, contract).find((row) => row.state === 'overdue');
  if (late && random.chance(MOVED_OFTEN)) {
    const changes: Wish[] = [{ kind: 'move', m: late.seq, dueAt: s.now + random.int(4, 20) * DAY }];
    return { do: 'agreeChanges', by: sideOf(random), changes, ...second };
  }
  const early = earlyMoney(s, random);
  if (early) return early;
  if (!random.chance(PROPOSED_OFTEN)) return null;
  const changes = wishesOf(s, random, contract);
  // What is added at once is made now.
  const atOnce = !hasAddedNow(s) && random.chance(0.3);
  return { do: atOnce ? 'agreeChanges' : 'proposeChanges', by: sideOf(random), changes, ...second };
}

/** Who signs, mostly an owner; a manager may, within what it may release of a bonus, and a reviewer may not. */
const personOf = (random: Random, side: Side): Person =>
  side === 'creator' ? { side, role: 'owner' } : { side, role: random.weighted({ owner: 6, manager: 4, reviewer: 1 }) };

const sideOf = (random: Random): Side => random.pick(['brand', 'creator'] as const);
const otherSide = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');

function stepOf(s: Sim, random: Random, open: Addendum, second: { second?: true }): Command | null {
  if (open.state === 'signed' || open.deadlineAt.getTime() <= s.now) {
    if (hasAddedNow(s) || !random.chance(APPLIED_OFTEN)) return null;
    // Too late to sign.
    if (open.state !== 'signed' && random.chance(0.5)) {
      const by = personOf(random, sideOf(random));
      return { do: 'signChanges', by, ...second };
    }
    return { do: 'followAddendum', ...second };
  }
  if (!random.chance(SIGNED_OFTEN)) return null;
  const missing = (['creator', 'brand'] as const).find((side) => !open.signed.includes(side))!;
  switch (random.weighted({ sign: 24, again: 1, decline: 1, withdraw: 1, propose: 1, wait: 2, follow: 1 })) {
    case 'sign':
      return { do: 'signChanges', by: personOf(random, missing), ...second };
    case 'again':
      return { do: 'signChanges', by: personOf(random, otherSide(missing)), ...second };
    case 'decline':
      return { do: 'declineChanges', by: personOf(random, sideOf(random)), ...second };
    case 'withdraw':
      return { do: 'withdrawChanges', by: personOf(random, sideOf(random)), ...second };
    case 'propose':
      return { do: 'proposeChanges', by: missing, changes: wishesOf(s, random, open.contractId), ...second };
    case 'wait':
      return { do: 'wait', ms: open.deadlineAt.getTime() - s.now + random.pick([-20 * HOUR, -1_000, 0, 1_000]) };
    case 'follow':
      return { do: 'followAddendum', ...second };
  }
}

/** Most are in the currency's steps and within its bounds. */
function amountOf(s: Sim, random: Random): number {
  const { step, min } = CURRENCIES[s.deal.currency];
  return random.chance(0.05) ? min - 1 : Math.ceil(random.int(min * 3, min * 40) / step) * step;
}

/** Mostly soon, now and then far away or in the past. */
const dueOf = (s: Sim, random: Random): number =>
  s.now + Number(random.weighted({ '8': 4, '20': 6, '45': 3, '100': 2, '-1': 1 })) * DAY + random.int(0, 23) * HOUR;

const TO_MOVE: readonly SimMilestone['state'][] = ['funded', 'overdue', 'changes_requested', 'awaiting_funding'];
const CLOCKS: readonly AddendumClock[] = [
  'review',
  'overdueAfter',
  'grace',
  'funding',
  'clearing',
  'retention',
  'posting',
];

function wishesOf(s: Sim, random: Random, contract: string): Wish[] {
  const rows = milestonesOf(s, contract);
  const likely = (states: readonly SimMilestone['state'][]) => {
    const found = rows.filter((row) => states.includes(row.state));
    return random.pick(found.length > 0 && random.chance(0.85) ? found : rows);
  };
  const mayAdd = s.milestones.length < MAX_MILESTONES;
  const wishes = new Map<string, Wish>();
  for (let n = Number(random.weighted({ '1': 7, '2': 3 })); n > 0; n -= 1) {
    const kind = random.weighted({ reprice: 8, move: 8, add: mayAdd ? 5 : 0, bonus: mayAdd ? 3 : 0, clocks: 2 });
    const m = likely(kind === 'reprice' ? ['awaiting_funding'] : TO_MOVE).seq;
    switch (kind) {
      case 'reprice':
        wishes.set(`reprice ${m}`, { kind, m, amount: amountOf(s, random) });
        break;
      case 'move':
        wishes.set(`move ${m}`, { kind, m, dueAt: dueOf(s, random) });
        break;
      // One addition: two of one moment have no order.
      case 'add':
        wishes.set('add', { kind, amount: amountOf(s, random), dueAt: dueOf(s, random) });
        break;
      case 'bonus':
        wishes.set('add', { kind, amount: amountOf(s, random) });
        break;
      case 'clocks':
        wishes.set('clocks', { kind, clock: random.pick(CLOCKS), length: `P${random.int(1, 20)}D` });
    }
  }
  return [...wishes.values()];
}

/** More than any money is held for. */
const FAR_MS = 100 * DAY;

/** The page of a single milestone whose answer was lost, before it ends. */
const lostPage = (s: Sim): Payment | undefined =>
  s.payments.findLast(
    (p) =>
      p.leadId === null &&
      p.method === null &&
      p.sessionId === null &&
      p.whole.total === p.total &&
      p.expiresAt.getTime() > s.now,
  );

/**
 * A page whose answer was lost is closed before the provider lists it, so that its payment is given up; its milestone gets
 * another price or a date so far away that no money may be held for it yet, and the page is paid all the same.
 */
function earlyMoney(s: Sim, random: Random): Command | null {
  const lost = lostPage(s);
  if (!lost) {
    const row = s.milestones.find((m) => m.state === 'awaiting_funding' && !m.bonus);
    if (!row || !s.rules.isFundable(s.rules.fundableFromOf(row), nowOf(s)) || !random.chance(LOST_OFTEN)) return null;
    return { do: 'fund', m: row.seq, role: 'owner', mishap: { fault: 'lost_after', write: 1 } };
  }
  if (!random.chance(EARLY_OFTEN)) return null;
  const row = s.milestones.find(({ id }) => id === lost.milestoneId)!;
  const m = row.seq;
  if (lost.state === 'claimed') return { do: 'closePage', m, role: 'owner', mishap: { unlisted: true } };
  if (lost.state !== 'expired' || row.state !== 'awaiting_funding') return null;
  const isChanged = row.amount !== lost.price || !s.rules.isFundable(s.rules.fundableFromOf(row), nowOf(s));
  if (isChanged) return s.provider.findCheckout(lost.opId)?.status === 'open' ? { do: 'pay', m, how: 'card' } : null;
  const second: { second?: true } = row.contract_id === IDS.second ? { second: true } : {};
  if (openAddendum(s, row.contract_id)) return null;
  const wish: Wish = random.chance(0.5)
    ? { kind: 'reprice', m, amount: amountOf(s, random) }
    : { kind: 'move', m, dueAt: s.now + FAR_MS };
  return { do: 'agreeChanges', by: sideOf(random), changes: [wish], ...second };
}

/** What has become of addenda. */
export function* addendaIn(s: Sim): Generator<string> {
  for (const a of s.addenda) yield `addendum: ${a.state}`;
}
