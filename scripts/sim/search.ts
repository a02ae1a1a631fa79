import { BROKEN, type BrokenRule } from './broken.ts';
import { playSeed, type Played } from './play.ts';
import { PRODUCT } from './rules.ts';

/** Plays seeds one after the other until one fails; null when none does. */
export function firstFailure(
  from: number,
  to: number,
  ops: number,
  rules = PRODUCT,
): { played: Played; seeds: number } | null {
  for (let seed = from; seed <= to; seed += 1) {
    const played = playSeed(seed, { ops, rules });
    if (played.failure) return { played, seeds: seed - from + 1 };
  }
  return null;
}

/** The broken rule of that name; throws when there is none. */
export function brokenRule(name: string): BrokenRule {
  const found = BROKEN.find((rule) => rule.name === name);
  if (!found) throw new Error(`no broken rule ${name}; there are ${BROKEN.map((rule) => rule.name).join(', ')}`);
  return found;
}
