import type { ErrorCode } from '../../server/core/errors.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import { Breach } from './books.ts';
import type { Command } from './commands.ts';
import type { Memory } from './judge.ts';
import type { Random } from './random.ts';
import { nowOf, type Sim } from './state.ts';

/*
 * A side that staff put on hold: nothing new is agreed or paid, its own acts are refused before any service is called, and what
 * was agreed before is carried out.
 */

export type HoldAct = { do: 'suspend'; side: Side; on: boolean };

/** Answers the refusal, or null. */
export function suspendSide(s: Sim, { side, on }: HoldAct): ErrorCode | null {
  if (s.onHold[side] === on) return 'state.already_decided';
  s.onHold[side] = on;
  if (side === 'creator') for (const row of s.milestones) row.creator_on_hold_since = on ? nowOf(s) : null;
  return null;
}

/** Why a side can agree to nothing new; null: it can. */
export const blocked = (s: Sim, side: Side): ErrorCode | null => {
  if (s.onHold[side]) return 'org.suspended';
  return s.onHold.brand || s.onHold.creator ? 'org.other_on_hold' : null;
};

const ACTS_OF_BRAND: readonly Command['do'][] = [
  'fund',
  'closePage',
  'payDebts',
  'saveMethod',
  'removeMethod',
  'setDefault',
  'autoFund',
  'saveLimits',
];

/** The side whose act a command is, where an act of a side on hold is refused before any service is called. */
function sideOf(c: Command): Side | null {
  if (c.do === 'act' || c.do === 'declineChanges' || c.do === 'withdrawChanges') return c.by.side;
  // It may answer in a dispute.
  if (c.do === 'contest') return c.act === 'open' ? c.by.side : null;
  if (c.do === 'payOut' || c.do === 'schedule') return c.leg === 'creator' ? 'creator' : null;
  return ACTS_OF_BRAND.includes(c.do) ? 'brand' : null;
}

export function isRefusedAct(s: Sim, c: Command): boolean {
  const side = sideOf(c);
  return side !== null && s.onHold[side];
}

/** So many deals, so many of their commands, and the same while a side is on hold. */
const HELD_DEALS = 0.12;
const HELD_OFTEN = 0.03;
const REINSTATED_OFTEN = 0.1;

export const holdsSides = (random: Random): boolean => random.chance(HELD_DEALS);

export function holdOf(s: Sim, random: Random): Command | null {
  const held = (['brand', 'creator'] as const).find((side) => s.onHold[side]);
  if (!random.chance(held ? REINSTATED_OFTEN : HELD_OFTEN)) return null;
  const side = held ?? random.pick(['brand', 'creator', 'creator'] as const);
  return { do: 'suspend', side, on: random.chance(0.95) ? !held : held !== undefined };
}

/** While a side is on hold, no payment of a deal begins, and no addendum is proposed or signed. */
export function judgeOnHold(s: Sim, memory: Memory, command: Command): void {
  if ((!s.onHold.brand && !s.onHold.creator) || command.do === 'suspend') return;
  if (s.payments.length > memory.payments) throw new Breach('org.on-hold', 'a payment has begun');
  for (const { type } of s.events.slice(memory.events))
    if (type === 'addendum_proposed' || type === 'addendum_signed') throw new Breach('org.on-hold', `event ${type}`);
}
