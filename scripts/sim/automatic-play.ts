import { CURRENCIES } from '../../server/core/money.ts';
import { hasAddedNow } from './addenda.ts';
import { isActive, openAddendum } from './addendum.ts';
import { dueAutomatic } from './automatic.ts';
import type { Command } from './commands.ts';
import { FAULTS } from './engine.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, IDS, type Sim } from './state.ts';

/*
 * Deals whose brand lets its default method pay what becomes payable: work that is added, and far milestones. It is switched
 * on once a method is saved, and off again now and then, also while a payment is due.
 */

/** So many of the deals whose brand saves methods. */
const AUTOMATIC_DEALS = 0.6;
const SWITCHED_ON_OFTEN = 0.25;
const SWITCHED_OFF_OFTEN = 0.02;
/** The same while a payment is due. */
const SWITCHED_OFF_THEN = 0.08;
const PAID_OFTEN = 0.45;
const ADDED_OFTEN = 0.08;
const MAX_MILESTONES = 6;

export const paysAutomatically = (random: Random): boolean => random.chance(AUTOMATIC_DEALS);

/** What is played about automatic payments; null: nothing this time. */
export function automaticallyPaid(s: Sim, random: Random): Command | null {
  const hasDefault = s.methods.some(({ isDefault }) => isDefault);
  const role = random.weighted({ owner: 6, finance: 3, manager: 1 });
  if (!s.autoFund.on && random.chance(hasDefault ? SWITCHED_ON_OFTEN : SWITCHED_OFF_OFTEN))
    return { do: 'autoFund', on: true, role };
  const due = dueAutomatic(s);
  if (s.autoFund.on && random.chance(due.length > 0 ? SWITCHED_OFF_THEN : SWITCHED_OFF_OFTEN))
    return { do: 'autoFund', on: false, role };
  if (due.length > 0 && random.chance(PAID_OFTEN)) {
    const { milestoneId } = random.pick(due);
    const m = s.milestones.find(({ id }) => id === milestoneId)!.seq;
    if (!random.chance(0.3)) return { do: 'fundAutomatically', m };
    const mishap = random.pick([{ crash: 1 }, { crash: 2 }, { pause: 1 }, { pause: 2 }, { down: true }] as const);
    return random.chance(0.5)
      ? { do: 'fundAutomatically', m, mishap }
      : { do: 'fundAutomatically', m, mishap: { fault: random.pick(FAULTS), write: 1 } };
  }
  const second: { second?: true } = s.contracts.length > 1 && random.chance(0.5) ? { second: true } : {};
  const contract = second.second ? IDS.second : IDS.contract;
  const mayAdd = isActive(s, contract) && !openAddendum(s, contract) && !hasAddedNow(s);
  if (!s.autoFund.on || !mayAdd || s.milestones.length >= MAX_MILESTONES || !random.chance(ADDED_OFTEN)) return null;
  const { step, min } = CURRENCIES[s.deal.currency];
  const amount = Math.ceil(random.int(min * 3, min * 40) / step) * step;
  const dueAt = s.now + random.int(15, 40) * DAY + random.int(0, 23) * HOUR;
  return { do: 'agreeChanges', by: 'brand', changes: [{ kind: 'add', amount, dueAt }], ...second };
}

/** What has become of automatic payments. */
export function* automaticIn(s: Sim): Generator<string> {
  for (const { state } of s.automatic) yield `automatic payment: ${state}`;
}
