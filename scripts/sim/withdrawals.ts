import type { Side } from '../../server/features/terms/schema.ts';
import { isDisputable } from '../../server/features/escrow/settlement/rules.ts';
import type { Command } from './commands.ts';
import { openContest } from './contest-moves.ts';
import { nextOfCase } from './contests.ts';
import type { Random } from './random.ts';
import type { Sim } from './state.ts';

/*
 * A side that opens a dispute, withdraws it and opens it again, from a stream of its own.
 */

/** So many deals have such a side. */
export const withdrawsDisputes = (random: Random): boolean => random.chance(0.15);

/** Its next step; null where something else comes. */
export function withdrawalOf(s: Sim, random: Random): Command | null {
  for (const { id, seq: m, state } of s.milestones) {
    const open = openContest(s, id);
    if (open && (nextOfCase(s, open)?.at ?? Infinity) <= s.now) return { do: 'case', m };
    if (open?.state === 'talk' && open.opened_side && !open.joined_at && random.chance(0.3))
      return { do: 'contest', m, act: 'withdraw', by: ownerOf(open.opened_side) };
    if (open || !isDisputable(state)) continue;
    const last = s.contests.findLast((c) => c.milestoneId === id);
    const again = last?.state === 'withdrawn' ? last.opened_side : null;
    if (random.chance(again ? 0.3 : 0.05))
      return { do: 'contest', m, act: 'open', by: ownerOf(again ?? random.pick(['brand', 'creator'] as const)) };
  }
  return null;
}

const ownerOf = (side: Side) => ({ side, role: 'owner' }) as const;
