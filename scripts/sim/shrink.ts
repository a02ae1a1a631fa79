import type { Command } from './commands.ts';
import { replay, type Played } from './play.ts';
import { PRODUCT, type Rules } from './rules.ts';
import type { Deal } from './deal.ts';

/** A failing run with as few commands as were found to break the same invariant. */
export interface Shrunk {
  deal: Deal;
  commands: Command[];
  message: string;
}

const MAX_TRIES = 4_000;

/**
 * Leaves out commands, first many at once and then one by one, then mishaps, as long as the same invariant breaks. The
 * commands of a list say all that they need, so that what is left means the same.
 */
export function shrink(played: Played, rules: Rules = PRODUCT): Shrunk | null {
  const { failure, deal } = played;
  if (!failure) return null;
  let tries = 0;
  const broken = (commands: readonly Command[]): string | null => {
    tries += 1;
    const found = replay(deal, commands, rules);
    return found?.invariant === failure.invariant ? found.message : null;
  };
  let commands = played.commands.slice(0, failure.at);
  let message = broken(commands);
  if (message === null) return { deal, commands: played.commands, message: failure.message };
  const attempt = (candidate: Command[]): boolean => {
    const found = tries < MAX_TRIES ? broken(candidate) : null;
    if (found === null) return false;
    commands = candidate;
    message = found;
    return true;
  };
  for (let size = Math.ceil(commands.length / 2); size >= 1;) {
    let left = false;
    for (let from = commands.length - size; from > -size; from -= size) {
      const start = Math.max(0, from);
      if (attempt([...commands.slice(0, start), ...commands.slice(start + size)])) left = true;
    }
    if (size === 1 && !left) break;
    if (!left || size > 1) size = Math.max(1, Math.floor(size / 2));
  }
  for (let i = 0; i < commands.length; i += 1) {
    const { mishap, ...plain } = commands[i] as Command & { mishap?: unknown };
    if (mishap !== undefined) attempt(commands.with(i, plain as Command));
  }
  return { deal, commands, message: message ?? failure.message };
}
