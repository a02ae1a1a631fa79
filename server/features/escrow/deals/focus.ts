import type { Side } from '../../terms/schema.ts';
import { isTerminal } from '../milestone/rules.ts';
import type { MilestoneState } from '../schema.ts';

interface Openable {
  id: string;
  state: MilestoneState;
  turn: Side | null;
  deadlineAt: Date | null;
}

/**
 * The milestone a reader should see first: one whose payment page is open, so that nothing else is paid by mistake;
 * else one whose next act is the reader's, else the one with the earliest deadline, else the first open one.
 */
export function focusOf<M extends Openable>(milestones: readonly M[], side: Side): M | undefined {
  const open = milestones.filter((m) => !isTerminal(m.state));
  const soonest = (list: readonly M[]) =>
    list.filter((m) => m.deadlineAt).sort((a, b) => a.deadlineAt!.getTime() - b.deadlineAt!.getTime())[0];
  const own = open.filter((m) => m.turn === side);
  const paying = open.find((m) => m.state === 'funding');
  const ownPaying = paying && paying.turn === side ? paying : undefined;
  return ownPaying ?? soonest(own) ?? own[0] ?? paying ?? soonest(open) ?? open[0] ?? milestones.at(-1);
}
