import { CURRENCIES } from '../../server/core/money.ts';
import { ADDENDUM_CLOCKS } from '../../server/features/addenda/clocks/rules.ts';
import type { AddendumClock } from '../../server/features/addenda/schema.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import {
  agree,
  changesOf,
  contractOf,
  decline,
  follow,
  milestonesOf,
  openAddendum,
  propose,
  sign,
  withdraw,
} from './addendum.ts';
import type { Wish } from './addendum-row.ts';
import type { Command, Outcome } from './commands.ts';
import type { Random } from './random.ts';
import type { Person } from './viewer.ts';
import { IDS, type Sim, type SimMilestone } from './state.ts';

/* Commands about addenda: each step by itself, or all of them at once. A second contract of the deal has its own. */

export type Amendment = { do: 'amend'; clock: AddendumClock; length: string; second?: true };
export type Bonus = { do: 'bonus'; amount: number; second?: true };
export type AddendumStep =
  | { do: 'proposeChanges' | 'agreeChanges'; by: Side; changes: Wish[]; second?: true }
  | { do: 'signChanges' | 'declineChanges' | 'withdrawChanges'; by: Person; second?: true }
  | { do: 'followAddendum'; second?: true };
export type AboutAddendum = Amendment | Bonus | AddendumStep;

const ABOUT_ADDENDA: readonly Command['do'][] = [
  'amend',
  'bonus',
  'proposeChanges',
  'agreeChanges',
  'signChanges',
  'declineChanges',
  'withdrawChanges',
  'followAddendum',
] satisfies AboutAddendum['do'][];
export const isAboutAddendum = (c: Command): c is AboutAddendum => ABOUT_ADDENDA.includes(c.do);

export const aboutOf = (c: Command): AboutAddendum | null => (isAboutAddendum(c) ? c : null);

/** What a command of several changes, or of one, names. */
export function wishesOf(c: AboutAddendum): Wish[] {
  switch (c.do) {
    case 'amend':
      return [{ kind: 'clocks', clock: c.clock, length: c.length }];
    case 'bonus':
      return [{ kind: 'bonus', amount: c.amount }];
    default:
      return 'changes' in c ? c.changes : [];
  }
}

const ANSWERS = { signChanges: sign, declineChanges: decline, withdrawChanges: withdraw } as const;

/** Carries one out. */
export function aboutAddendum(s: Sim, c: AboutAddendum): Outcome {
  const contract = contractOf(c);
  const changes = changesOf(s, wishesOf(c));
  if (!changes || milestonesOf(s, contract).length === 0) return 'nothing';
  switch (c.do) {
    case 'amend':
    case 'bonus':
      return agree(s, contract, 'creator', changes);
    case 'agreeChanges':
      return agree(s, contract, c.by, changes);
    case 'proposeChanges': {
      const made = propose(s, contract, c.by, changes);
      return typeof made === 'string' ? made : 'done';
    }
    case 'signChanges':
    case 'declineChanges':
    case 'withdrawChanges': {
      // The newest, also one that has ended.
      const last = s.addenda.findLast((a) => a.contractId === contract);
      return last ? (ANSWERS[c.do](s, last, c.by) ?? 'done') : 'nothing';
    }
    case 'followAddendum': {
      const open = openAddendum(s, contract);
      const became = open && follow(s, open);
      return became === 'applied' ? 'done' : (became ?? 'nothing');
    }
  }
}

/** Milestones are in the order in which they were made: two of one moment have none. */
export const hasAddedNow = (s: Sim): boolean => s.events.some((e) => e.type === 'milestone_added' && e.at === s.now);

/** So many deals get a bonus now and then, and no more than two. */
const BONUS_DEALS = 0.2;
const BONUS_OFTEN = 0.05;
const MAX_BONUSES = 2;

export const hasBonus = (random: Random): boolean => random.chance(BONUS_DEALS);

/** A bonus, or null: none this time. */
export function bonusOf(s: Sim, random: Random): Bonus | null {
  const before = s.milestones.filter((m) => m.bonus);
  if (!random.chance(BONUS_OFTEN) || before.length >= MAX_BONUSES || hasAddedNow(s)) return null;
  const { step, min } = CURRENCIES[s.deal.currency];
  const amount = Math.ceil(random.int(min * 3, min * 40) / step) * step;
  return { do: 'bonus', amount, ...(s.contracts.length > 1 && random.chance(0.5) ? { second: true as const } : {}) };
}

/** Clocks that run in a state, or soon after it. */
const LIKELY: Partial<Record<SimMilestone['state'], readonly AddendumClock[]>> = {
  awaiting_funding: ['funding', 'retention'],
  funded: ['overdueAfter', 'review'],
  delivered: ['review', 'extension', 'retention'],
  changes_requested: ['revisionTurn'],
  overdue: ['grace'],
  cancel_requested: ['cancelAnswer', 'cancelAnswer', 'review'],
  awaiting_live: ['posting', 'posting', 'postGrace', 'extension'],
  retention: ['retention'],
  clearing: ['clearing'],
};

export function amendmentOf(s: Sim, random: Random): Amendment {
  const row = random.pick(s.milestones);
  const clock = random.pick(random.chance(0.8) ? (LIKELY[row.state] ?? ADDENDUM_CLOCKS) : ADDENDUM_CLOCKS);
  const length = `P${random.int(1, 20)}D`;
  return { do: 'amend', clock, length, ...(row.contract_id === IDS.second ? { second: true as const } : {}) };
}
